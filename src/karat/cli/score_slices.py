"""karat score --by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karat.cli.scored import score_table
from karat.evaluate.aligning import by_group
from karat.evaluate.beside import Beside
from karat.evaluate.sliced import sliced
from karat.evaluate.slicing import SMALL
from karat.measures import Measure
from karat.measures.edited import Edited
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


def slices(by: str, sides: Sequence[tuple[list[Measure], Beside]], **how: Any) -> list[ScoredSlice]:
    """Every slice with all of its scores."""
    found: dict[str, ScoredSlice] = {}
    for measures, side in sides:
        called, parts = sliced(side, by)
        for name, part in parts.items():
            known = found.get(name, ScoredSlice(called, name, len(part.asked.units), ()))
            scores = (*known.scores, *part.scores(measures, **how))
            found[name] = ScoredSlice(called, name, known.n, scores)
    return list(found.values())


def slice_tables(parts: Sequence[ScoredSlice]) -> list[Table]:
    """One table where every slice has the same few numbers, else one a slice."""
    names = tuple(score.measure for score in parts[0].scores)
    if len(names) > COLUMNS or any(tuple(score.measure for score in part.scores) != names for part in parts):
        return [score_table(f"{part.by}: {part.slice}", part.scores) for part in parts]
    rows = tuple((f"{part.slice}{'*' if part.n < SMALL else ''}", part.n, *part.scores) for part in parts)
    note = f"*: fewer than {SMALL} units, so the interval is rough." if any(part.n < SMALL for part in parts) else ""
    return [Table(f"By {parts[0].by}", ("slice", "units", *names), rows, note)]


def group_tables(pair: Beside, by: str, chosen: Sequence[Measure]) -> list[Table]:
    """The table of speakers, under the first measure that counts words, characters and their errors."""
    which = next((one for one in chosen if isinstance(one, Edited)), None)
    if which is None or pair.gold is None:
        return []
    called, parts = sliced(pair, by)
    of = {unit: name for name, part in parts.items() for unit in part.asked.units}
    groups = [of[unit] for unit in pair.asked.units]
    return [by_group(pair.gold.take(which.takes), pair.guess.take(which.takes), groups, which, called)]
