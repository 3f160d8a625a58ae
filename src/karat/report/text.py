"""Reports as plain aligned text, for pipes and mail."""

from __future__ import annotations

from textwrap import fill
from unicodedata import combining, east_asian_width

from karat.report.figures import sentence, small_table
from karat.report.grid import Cell, Grid, grid
from karat.report.json import compact
from karat.report.numbers import MINUS
from karat.types.report import Figure, Report, Table

WIDTH = 78
GAP = "  "


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
    parts = [heading, fill(report.claim, WIDTH), *map(_table, report.tables)]
    parts += [_figure(at, figure) for at, figure in enumerate(report.figures, 1)]
    parts += [_notes(report), _signature(report)]
    return "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"


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
    return " ".join(cell.line.replace(MINUS, "-").split())


def _line(row: list[str], widths: list[int], numeric: tuple[bool, ...]) -> str:
    padded = [_pad(text, size, right) for text, size, right in zip(row, widths, numeric, strict=True)]
    return GAP.join(padded).rstrip()


def _pad(text: str, size: int, right: bool) -> str:
    room = " " * (size - width(text))
    return room + text if right else text + room
