"""Scores of slices, as `karat score --by` shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karat.evaluate.beside import Beside
from karat.evaluate.slicing import SMALL
from karat.measures import Measure
from karat.types.report import Table
from karat.types.score import Score

COLUMNS = 2  # measures that fit beside each other


@dataclass(frozen=True, slots=True)
class ScoredSlice:
    """The scores of the units that share a value."""

    by: str
    slice: str
    n: int
    scores: tuple[Score, ...]


def scored_slices(side: Beside, by: str, measures: Sequence[Measure], **how: Any) -> list[ScoredSlice]:
    """Every slice by a feature."""
    name, parts = side.slices(by)
    return [
        ScoredSlice(name, value, len(part.asked.units), tuple(part.scores(measures, **how)))
        for value, part in parts.items()
    ]


def slice_tables(parts: Sequence[ScoredSlice]) -> list[Table]:
    """One table where every slice has the same few numbers, else one a slice."""
    names = tuple(score.measure for score in parts[0].scores)
    if len(names) > COLUMNS or any(tuple(score.measure for score in part.scores) != names for part in parts):
        return [_table(part) for part in parts]
    rows = tuple((f"{part.slice}{'*' if part.n < SMALL else ''}", part.n, *part.scores) for part in parts)
    note = f"*: fewer than {SMALL} units, so the interval is rough." if any(part.n < SMALL for part in parts) else ""
    return [Table(f"By {parts[0].by}", ("slice", "units", *names), rows, note)]


def _table(part: ScoredSlice) -> Table:
    rows = tuple((score.measure, score, score.n) for score in part.scores)
    return Table(f"{part.by}: {part.slice}", ("measure", "score", "n"), rows)
