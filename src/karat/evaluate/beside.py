"""Gold beside a system's outputs: scores of all units, of slices, and of each unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karat.engine import Engine
from karat.evaluate.by_unit import by_unit
from karat.evaluate.runs import Run, pair_up, read_gold, read_run
from karat.measures import Measure
from karat.stats.scoring import score_sides
from karat.types.score import Score


@dataclass(frozen=True, slots=True)
class Beside:
    """Gold and guesses of the same units, in gold's order."""

    gold: Run
    guess: Run

    def scores(self, measures: Sequence[Measure], *, group: str = "", **how: Any) -> list[Score]:
        """Every measure over all units; `group` is a column of gold whose equal values are resampled together."""
        groups = self.gold.column(group) if group else None
        sides = [(self.gold.take(one.takes), self.guess.take(one.takes), [one]) for one in measures]
        return [score for side in sides for score in score_sides(*side, groups=groups, **how)]

    def slices(self, by: str) -> dict[str, Beside]:
        """The units of each value of a column of gold."""
        column = self.gold.column(by)
        places = {value: [i for i, here in enumerate(column) if here == value] for value in sorted(set(column))}
        return {value: Beside(self.gold.only(at), self.guess.only(at)) for value, at in places.items()}

    def each(self, measures: Sequence[Measure], engine: Engine | None = None) -> list[tuple[str, dict[str, float]]]:
        """The scores of every unit alone."""
        sides = [(self.gold.take(one.takes), self.guess.take(one.takes), one) for one in measures]
        columns = [by_unit(*side, engine=engine) for side in sides]
        names = [str(one) for one in measures]
        rows = zip(*columns, strict=True)
        return [(unit, dict(zip(names, row, strict=True))) for unit, row in zip(self.gold.units, rows, strict=True)]


def read_beside(golds: Sequence[str], guess: str, format: str = "") -> Beside:
    """Read both sides and pair them by unit."""
    gold = read_gold(golds, format)
    return Beside(gold, pair_up(gold, read_run(guess, format)))
