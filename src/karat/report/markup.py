"""The parts of a page: headings one can link to, tables that are read aloud well, figures with their data."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from html import escape

from karat.report import numbers
from karat.report.colours import themed
from karat.report.figures import as_csv, draw, sentence
from karat.report.grid import Cell, Grid, grid
from karat.types.report import Figure, Table

SHORT = 18  # characters that are not broken into two lines
LONE = re.compile("[\ud800-\udfff\x00-\x08\x0b\x0c\x0e-\x1f]")  # what no page can hold


@dataclass(frozen=True, slots=True)
class Ids:
    """Names of places on a page, apart from those of other pieces on it.

    >>> Ids("k1-")("table-1")
    'k1-table-1'
    """

    prefix: str = ""

    def __call__(self, name: str) -> str:
        return self.prefix + name


def written(text: str) -> str:
    """Text by others: no markup and no half characters.

    >>> written("<b> & " + chr(0xD800))
    '&lt;b&gt; &amp; �'
    """
    return escape(LONE.sub("\N{REPLACEMENT CHARACTER}", text))


def sentence_of_ours(text: str) -> str:
    """A sentence whose numbers do not part from their signs."""
    return written(numbers.tied(text))


def linked(place: str, title: str) -> str:
    """A heading with a link to itself."""
    return f'<h2>{written(title)} <a class="anchor" href="#{place}" aria-label="Link to this part">#</a></h2>'


def slug(title: str) -> str:
    """A file name for a title.

    >>> slug("Train & dev, by size")
    'train-dev-by-size'
    """
    return "-".join(re.findall(r"\w+", title.lower())) or "data"


def tabulated(table: Table, ids: Ids, at: int) -> str:
    """A table in a frame that scrolls by itself where it is too wide."""
    place, laid = ids(f"table-{at}"), grid(table)
    note = f'<p class="note">{sentence_of_ours(table.note)}</p>\n' if table.note else ""
    frame = f'<div class="frame" role="region" tabindex="0" aria-label="{written(table.title)}">'
    return (
        f'<section id="{place}">{linked(place, table.title)}\n{note}{frame}<table>'
        f'<caption class="unseen">{written(table.title)}</caption>\n{_head(laid)}\n{_body(laid, place)}\n</table></div>'
        f"{_footnotes(laid, place)}</section>"
    )


def _head(laid: Grid) -> str:
    cells = zip(laid.columns, laid.numeric, strict=True)
    said = "".join(f'<th scope="col"{_side(right)}>{written(name)}</th>' for name, right in cells)
    return f"<thead><tr>{said}</tr></thead>"


def _side(right: bool) -> str:
    return ' class="number"' if right else ""


def _body(laid: Grid, place: str) -> str:
    rows = "\n".join(_row(row, laid.numeric, place) for row in laid.rows)
    return f"<tbody>{rows}</tbody>"


def _row(row: tuple[Cell, ...], numeric: tuple[bool, ...], place: str) -> str:
    tags = ["th" if at == 0 and not right else "td" for at, right in enumerate(numeric)]
    return f"<tr>{''.join(_cell(*one, place) for one in zip(row, tags, numeric, strict=True))}</tr>"


def _cell(cell: Cell, tag: str, right: bool, place: str) -> str:
    scope = ' scope="row"' if tag == "th" else ""
    small = f"<small>{written(cell.small)}</small>" if cell.small else ""
    mark = f'<sup><a href="#{place}-{cell.mark}">{cell.mark}</a></sup>' if cell.mark else ""
    side = ' class="short"' if not right and len(cell.main) <= SHORT else _side(right)
    return f"<{tag}{scope}{side}><bdi>{sentence_of_ours(cell.main)}</bdi>{mark}{small}</{tag}>"


def _footnotes(laid: Grid, place: str) -> str:
    notes = (f'<p id="{place}-{mark}"><sup>{mark}</sup> {written(why)}</p>' for mark, why in laid.footnotes)
    said = "".join(notes)
    return f'<div class="footnotes">{said}</div>' if said else ""


def drawn(figure: Figure, ids: Ids, at: int) -> str:
    """A drawing in the page's own colours, its caption, and its data to take away."""
    place = ids(f"figure-{at}")
    data = b64encode(as_csv(figure).encode()).decode()
    file = f"{escape(slug(figure.title))}.csv"
    take = f'<a download="{file}" href="data:text/csv;charset=utf-8;base64,{data}">Data as CSV</a>'
    return (
        f'<section id="{place}">{linked(place, figure.title)}\n<figure>{inlined(figure, place)}\n'
        f'<figcaption>{sentence_of_ours(figure.caption)} <span class="data">{take}</span></figcaption></figure></section>'
    )


def inlined(figure: Figure, place: str) -> str:
    """A drawing as a part of a page: no prologue, names of its own, a label for those who do not see it."""
    svg = draw(figure, "svg").decode()
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r'(?<=\bid=")|(?<=href="#)|(?<=url\(#)', f"{place}-", svg)
    label = written(f"{sentence(figure.title)} {figure.caption}".strip())
    return re.sub(r"<svg[^>]*>", lambda tag: _tag(tag[0], label), themed(svg), count=1).strip()


def _tag(tag: str, label: str) -> str:
    wide = re.search(r'width="([\d.]+)pt"', tag)
    box = re.search(r'viewBox="[^"]*"', tag)
    size = f' style="--wide:{float(wide[1]):.0f}px"' if wide else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box[0] if box else ""} role="img" aria-label="{label}"{size}>'
