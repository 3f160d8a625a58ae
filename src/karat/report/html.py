"""Reports as one self-contained page: no script, no request, light and dark, for screen, telephone and paper."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Any

from karat.evaluate.comparing import Compared
from karat.report.comparison.tables import significance
from karat.report.comparison.whole import summary
from karat.report.json import compact, plain
from karat.report.markup import Ids, drawn, linked, sentence_of_ours, tabulated, written
from karat.report.passages import answered, beside
from karat.report.sheet import CSS, FRAGMENT_CSS
from karat.types.report import Examples, Figure, Part, Passage, Report, Table
from karat.types.score import Comparison, Score

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def render(value: Report | Table) -> str:
    """A whole page in one file that asks the network for nothing and runs no script.

    >>> render(Table("<Sizes>", ("n",), ((3,),))).startswith("<!doctype html>")
    True
    """
    body = _report(value) if isinstance(value, Report) else f"<main>{tabulated(value, Ids(), 1)}</main>"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{written(value.title)}</title>\n<style>{CSS}</style>\n</head>\n"
        f'<body class="karat">\n{body}\n</body>\n</html>\n'
    )


def fragment(value: Report | Table | Figure | Score | Comparison | Compared) -> str:
    """A piece of HTML for a notebook, with its own paper, so that it reads on a light and on a dark page.

    >>> "<table" in fragment(Score("accuracy", 0.812, 0.79, 0.833, 200))
    True
    """
    ids = Ids(f"k{sha256(repr(plain(value)).encode()).hexdigest()[:8]}-")
    return f'<div class="karat piece"><style>{CSS}{FRAGMENT_CSS}</style>\n{_piece(value, ids)}\n</div>'


def _piece(value: Report | Table | Figure | Score | Comparison | Compared, ids: Ids) -> str:
    if isinstance(value, Report | Compared):
        return _report(summary(value) if isinstance(value, Compared) else value, ids)
    if isinstance(value, Figure):
        return drawn(value, ids, 0)
    return tabulated(value if isinstance(value, Table) else _as_table(value), ids, 0)


def _as_table(value: Score | Comparison) -> Table:
    if isinstance(value, Score):
        return Table(value.measure, ("score", "units"), ((value, value.n),), value.signature)
    title = f"{value.measure}: {value.ours} − {value.theirs}"
    row = (value, *significance(value)[:3], value.n)
    return Table(title, ("difference", "p", "corrected p", "effect", "units"), (row,), value.test)


def _report(report: Report, ids: Ids | None = None) -> str:
    ids = ids or Ids()
    shown = [part_of_page(place, part, ids) for place, part in report.parts]
    parts = (_head(report), _contents(report, ids), *shown, _notes(report, ids), _signature(report, ids))
    body = "\n".join(part for part in parts if part)
    return f"<main>\n{body}\n</main>"


def part_of_page(place: str, part: Part, ids: Ids) -> str:
    """A part with its heading, at its place."""
    at = int(place.rpartition("-")[2])
    if isinstance(part, Figure):
        return drawn(part, ids, at)
    if isinstance(part, Passage):
        return answered(part, ids(place))
    return beside(part, ids(place)) if isinstance(part, Examples) else tabulated(part, ids, at)


def _head(report: Report) -> str:
    if not report.claim:
        return f'<header><h1 class="claim">{written(report.title)}</h1></header>'
    return f'<header><h1>{written(report.title)}</h1>\n<p class="claim">{sentence_of_ours(report.claim)}</p></header>'


def _contents(report: Report, ids: Ids) -> str:
    links = [(ids(place), part.title) for place, part in report.parts]
    links += [(ids("notes"), "Notes")] if report.notes else []
    links += [(ids("repeat"), "How to repeat this")] if report.signature else []
    items = "".join(f'<li><a href="#{to}">{written(title)}</a></li>' for to, title in links)
    folded = f"<details><summary>Contents</summary><ol>{items}</ol></details>"
    return f'<nav aria-label="Contents">{folded}</nav>' if len(links) > 3 else ""


def _notes(report: Report, ids: Ids) -> str:
    items = "".join(f"<li>{sentence_of_ours(note)}</li>" for note in report.notes)
    heading = linked(ids("notes"), "Notes")
    return f'<section id="{ids("notes")}">{heading}<ul class="notes">{items}</ul></section>' if items else ""


def _signature(report: Report, ids: Ids) -> str:
    if not report.signature:
        return ""
    items = "".join(f"<div><dt>{written(str(k))}</dt><dd>{_said(v)}</dd></div>" for k, v in report.signature.items())
    file = b64encode(compact(report.signature).encode()).decode()
    return (
        f'<section id="{ids("repeat")}">{linked(ids("repeat"), "How to repeat this")}\n'
        "<details><summary>Everything that is needed to repeat these numbers</summary>\n"
        f'<dl class="signature">{items}</dl>\n'
        f'<p class="data"><a download="signature.json" href="data:application/json;base64,{file}">Signature as JSON</a>'
        "</p></details></section>"
    )


def _said(value: Any) -> str:
    return f"<code>{written(compact(value))}</code>"
