"""Reports as plain aligned text, for pipes and mail."""

from __future__ import annotations

import re
from textwrap import fill
from unicodedata import combining, east_asian_width

from karat.report.figures import sentence, small_table
from karat.report.grid import Cell, Grid, grid
from karat.report.json import compact
from karat.report.numbers import MINUS, number
from karat.types.report import Examples, Figure, Part, Passage, Report, Table

WIDTH = 78
GAP = "  "
FLAT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")  # a name in a file must not steer the terminal


def render(value: Report | Table) -> str:
    """Plain text with aligned columns; the minus is the one of the keyboard, so that other tools read it.

    >>> print(render(Table("Sizes", ("part", "units"), (("train", 240), ("dev", 30)))))
    Sizes
    part   units
    -----  -----
    train    240
    dev       30
    <BLANKLINE>
    """
    return _table(value) if isinstance(value, Table) else _report(value)


def width(text: str) -> int:
    """Columns that a text takes in a terminal: wide letters take two, combining marks none.

    >>> width("naïve"), width("金"), width("e\\u0301")
    (5, 2, 1)
    """
    return sum(0 if combining(c) or c == "\u200d" else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def _report(report: Report) -> str:
    heading = f"{report.title}\n{'=' * width(report.title)}"
    parts = [heading, fill(report.claim, WIDTH), *(_part(place, part) for place, part in report.parts)]
    parts += [_notes(report), _signature(report)]
    return "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"


def _part(place: str, part: Part) -> str:
    if isinstance(part, Figure):
        return _figure(int(place.rpartition("-")[2]), part)
    if isinstance(part, Passage):
        return passage(part)
    return _examples(part) if isinstance(part, Examples) else _table(part)


def passage(part: Passage) -> str:
    """Sentences, each behind what it is about."""
    said = [fill(f"{about} {text}", WIDTH, initial_indent="* ", subsequent_indent="  ") for about, text in part.items]
    return "\n".join([part.title, *said, *([fill(part.note, WIDTH)] if part.note else [])])


def _examples(part: Examples) -> str:
    lines = [part.title, *([fill(part.note, WIDTH)] if part.note else [])]
    for one in part.examples:
        lines += [f"* {one.unit}", *([_said("text", one.text)] if one.text else [])]
        lines += [_said("gold", text) for text in one.gold]
        lines += [_said(f"{name} ({number(one.scores[name])})", text) for name, text in one.answers.items()]
    return "\n".join(lines)


def _said(who: str, text: str) -> str:
    return fill(f"{who}: {' '.join(text.split())}", WIDTH, initial_indent="  ", subsequent_indent="    ")


def _notes(report: Report) -> str:
    notes = [fill(note, WIDTH, initial_indent="* ", subsequent_indent="  ") for note in report.notes]
    return "\n".join(["Notes", *notes]) if notes else ""


def _signature(report: Report) -> str:
    lines = [f"  {key}: {compact(value)}" for key, value in report.signature.items()]
    return "\n".join(["To repeat this", *lines]) if lines else ""


def _figure(at: int, figure: Figure) -> str:
    said = fill(f"Figure {at}. {sentence(figure.title)} {figure.caption}".rstrip(" "), WIDTH)
    data = small_table(figure)
    return f"{said}\n\n{_lines(grid(data))}" if data else said


def _table(table: Table) -> str:
    laid = grid(table)
    foot = [f"({mark}) {why}" for mark, why in laid.footnotes]
    note = [fill(table.note, WIDTH)] if table.note else []
    return "\n".join([table.title, _lines(laid), *note, *foot]) + "\n"


def _lines(laid: Grid) -> str:
    body = [[_plain(cell) for cell in row] for row in laid.rows]
    widths = [max(map(width, column)) for column in zip(laid.columns, *body, strict=True)]
    rows = [list(laid.columns), ["-" * size for size in widths], *body]
    return "\n".join(_line(row, widths, laid.numeric) for row in rows)


def _plain(cell: Cell) -> str:
    return FLAT.sub(" ", cell.line.replace(MINUS, "-"))  # spaces stay: a plot in characters needs them


def _line(row: list[str], widths: list[int], numeric: tuple[bool, ...]) -> str:
    padded = [_pad(text, size, right) for text, size, right in zip(row, widths, numeric, strict=True)]
    return GAP.join(padded).rstrip()


def _pad(text: str, size: int, right: bool) -> str:
    room = " " * (size - width(text))
    return room + text if right else text + room
