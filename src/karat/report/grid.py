"""A table on its way to paper: every value a cell with its text, its small print and its footnote."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from math import isnan
from numbers import Integral, Real
from string import ascii_lowercase
from typing import Any

from karat.errors import BadInput
from karat.report import numbers
from karat.report.scales import places
from karat.types.report import Table
from karat.types.score import Comparison, Score

NO_REASON = "undefined; no reason was recorded"


@dataclass(frozen=True, slots=True)
class Cell:
    """What one value shows: `main`, `small` beneath or beside it, and the mark of its footnote."""

    main: str
    small: str = ""
    why: str = ""
    mark: str = ""
    numeric: bool = False

    @property
    def line(self) -> str:
        """All of it on one line."""
        return f"{self.main}{f' {self.small}' if self.small else ''}{f' ({self.mark})' if self.mark else ''}"


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells in rows, which columns hold numbers, and footnotes as (mark, reason)."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numeric: tuple[bool, ...]
    footnotes: tuple[tuple[str, str], ...]


def grid(table: Table) -> Grid:
    """Lay a table out; equal reasons share a footnote.

    >>> grid(Table("T", ("n",), ((3,), (float("nan"),)))).footnotes
    (('a', 'undefined; no reason was recorded'),)
    """
    rows = [_row(table, at, row) for at, row in enumerate(table.rows, 1)]
    reasons = list(dict.fromkeys(cell.why for row in rows for cell in row if cell.why))
    marks = {why: mark(at) for at, why in enumerate(reasons)}
    marked = tuple(tuple(replace(cell, mark=marks.get(cell.why, "")) for cell in row) for row in rows)
    numeric = tuple(_numeric(row[at] for row in marked) for at in range(len(table.columns)))
    return Grid(table.columns, marked, numeric, tuple((marks[why], why) for why in reasons))


def mark(at: int) -> str:
    """The name of a footnote: a, b, … z, aa, ab, …

    >>> mark(0), mark(25), mark(26), mark(702)
    ('a', 'z', 'aa', 'aaa')
    """
    letter = ascii_lowercase[at % 26]
    return letter if at < 26 else mark(at // 26 - 1) + letter


def _row(table: Table, at: int, row: tuple[Any, ...]) -> tuple[Cell, ...]:
    if len(row) != len(table.columns):
        raise BadInput(
            f"table {table.title!r}, row {at}: {len(row)} cells were found, one for each of the "
            f"{len(table.columns)} columns was expected ({', '.join(table.columns)})"
        )
    which = next((value.measure for value in row if isinstance(value, Score | Comparison)), "")
    return tuple(cell(value, column, which) for value, column in zip(row, table.columns, strict=True))


def _numeric(cells: Iterable[Cell]) -> bool:
    filled = [cell for cell in cells if cell.main]
    return bool(filled) and all(cell.numeric for cell in filled)


def cell(value: Any, column: str = "", which: str = "") -> Cell:
    """One value as it prints in a column of that name; a column called p holds p-values, `difference` differences.

    `which` is the measure of the row: it says how finely differences are told.

    >>> cell(Score("accuracy", 0.812, 0.79, 0.833)).line
    '.812 [.790, .833]'
    >>> cell(0.00002, "p").line, cell(0.021, "difference").line, cell(None).line
    ('< .001', '+.021', '')
    """
    if isinstance(value, Score):
        return _score(value)
    if isinstance(value, Comparison):
        return _comparison(value)
    if value is None:
        return Cell("")
    if isinstance(value, bool) or not isinstance(value, Real):
        said = "yes" if value is True else "no" if value is False else str(value)
        return Cell(said, numeric=said == numbers.UNDEFINED)
    if isinstance(value, Integral):
        return Cell(numbers.count(int(value)), numeric=True)
    return _float(float(value), _style(column, which))


def _float(value: float, style: Callable[[float], str]) -> Cell:
    return _undefined("") if isnan(value) else Cell(style(value), numeric=True)


def _style(column: str, which: str) -> Callable[[float], str]:
    name = column.lower().replace("_", " ").split(" ")[0].split("(")[0]
    if name in ("p", "corrected", "p-value"):
        return numbers.p_value
    if name in ("detectable", "sees"):
        return partial(numbers.number, places=places(which))
    return numbers.signed if name in ("difference", "δ") else numbers.number


def _undefined(why: str) -> Cell:
    return Cell(numbers.UNDEFINED, why=why or NO_REASON, numeric=True)


def _score(score: Score) -> Cell:
    if isnan(score.value):
        return _undefined(score.why)
    bounds = numbers.interval(score.low, score.high, numbers.decimals(score.value))
    return Cell(numbers.number(score.value), bounds, numeric=True)


def _comparison(found: Comparison) -> Cell:
    if isnan(found.difference):
        return _undefined(found.why)
    digits = min(places(found.measure), numbers.decimals(found.difference))
    bounds = numbers.interval(found.low, found.high, digits, sided=True)
    return Cell(numbers.signed(found.difference, digits), bounds, numeric=True)
