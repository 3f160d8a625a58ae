"""Alignments to read: rows of words one above the other for a terminal, a page for a browser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from karat.report.html import POLICY
from karat.report.markup import Ids, tabulated
from karat.report.sheet import CSS
from karat.report.text import WIDTH, width
from karat.types.aligned import DELETION, HIT, INSERTION, SUBSTITUTION, Aligned, Edit
from karat.types.report import Table

SPACE = "␣"  # what a space that was aligned looks like
SHORT = {HIT: "", SUBSTITUTION: "S", DELETION: "D", INSERTION: "I"}
LABELS = ("REF:", "HYP:", "Eval:")
LOOK = """
.karat .edits{display:flex;flex-wrap:wrap;gap:.15rem .55rem;margin:.3rem 0 0;line-height:1.3}
.karat .edits>span{display:inline-flex;flex-direction:column}
.karat .edits del{text-decoration:line-through;color:var(--vermilion)}
.karat .edits ins{text-decoration:underline;text-underline-offset:.2em;color:var(--blue)}
.karat .unit{margin-top:1.4rem}.karat .unit h3{font-size:.9375rem;font-weight:600;color:var(--soft);margin:0}
"""


def counted(one: Aligned) -> str:
    """What an alignment holds, in words.

    >>> counted(Aligned((Edit("hit", "a", "a"), Edit("deletion", "b", None))))
    'hits 1, substitutions 0, deletions 1, insertions 0'
    """
    return ", ".join(f"{kind}s {one.count(kind)}" for kind in SHORT)


def as_text(unit: str, one: Aligned, columns: int = WIDTH) -> str:
    """Reference and guess, one above the other; a word that a side lacks is stars, and S, D and I stand below the errors.

    >>> print(as_text("u1", Aligned((Edit("hit", "the", "the"), Edit("substitution", "cat", "hats")))))
    u1: hits 1, substitutions 1, deletions 0, insertions 0
    REF:  the cat
    HYP:  the hats
    Eval:     S
    """
    parts = [_column(edit) for edit in one.edits]
    blocks = ["\n".join(_rows(block)) for block in _blocks(parts, columns - len(LABELS[2]) - 1)]
    return "\n\n".join([f"{unit}: {counted(one)}\n{blocks[0] if blocks else ''}".rstrip(), *blocks[1:]])


def _column(edit: Edit) -> tuple[str, str, str]:
    """The three cells of one place, as wide as each other."""
    gold, guess = (_shown(word) for word in (edit.gold, edit.guess))
    wide = max(width(gold), width(guess), 1)
    lacking = " " if edit.what == HIT else "*"  # an optional word that is missing is no error
    cells = (gold or lacking * wide, guess or lacking * wide, SHORT[edit.what])
    return tuple(cell + " " * (wide - width(cell)) for cell in cells)  # type: ignore[return-value]  # three of three


def _shown(word: str | None) -> str:
    return SPACE if word == " " else word or ""


def _blocks(parts: Sequence[tuple[str, str, str]], room: int) -> Iterator[list[tuple[str, str, str]]]:
    """As many places as fit side by side."""
    block: list[tuple[str, str, str]] = []
    used = 0
    for part in parts:
        if block and used + width(part[0]) > room:
            yield block
            block, used = [], 0
        block.append(part)
        used += width(part[0]) + 1
    if block:
        yield block


def _rows(block: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    for label, cells in zip(LABELS, zip(*block, strict=True), strict=True):
        yield f"{label:5} {' '.join(cells)}".rstrip()


def as_page(title: str, units: Sequence[str], aligned: Sequence[Aligned], tables: Sequence[Table] = ()) -> str:
    """All alignments as one page that runs no script and asks the network for nothing; tables stand before them."""
    ids = Ids()
    before = "\n".join(tabulated(table, ids, at) for at, table in enumerate(tables, 1))
    body = "\n".join(_section(unit, one) for unit, one in zip(units, aligned, strict=True))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f"<title>{escape(title)}</title>\n<style>{CSS}{LOOK}</style>\n</head>\n"
        f'<body class="karat">\n<main>\n<header><h1 class="claim">{escape(title)}</h1></header>\n{before}\n'
        f'<section><h2>Every unit</h2>\n<p class="note">Struck out: in the reference alone. '
        f"Underlined: in the guess alone.</p>\n{body}</section>\n</main>\n</body>\n</html>\n"
    )


def _section(unit: str, one: Aligned) -> str:
    words = "".join(map(_marked, one.edits))
    return f'<div class="unit"><h3>{escape(unit)}: {counted(one)}</h3>\n<div class="edits">{words}</div></div>'


def _marked(edit: Edit) -> str:
    gold, guess = (escape(_shown(word)) for word in (edit.gold, edit.guess))
    if edit.what == HIT:
        return f"<span>{gold}</span>\n"
    left = f"<del>{gold}</del>" if gold else ""
    right = f"<ins>{guess}</ins>" if guess else ""
    return f"<span>{left}{right}</span>\n"
