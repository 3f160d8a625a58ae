"""A system's outputs, beside gold where there is some: scores of all units, of slices, and of each unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karat.engine import Engine
from karat.evaluate.by_unit import by_unit
from karat.evaluate.runs import Run, pair_up, read_gold, read_run
from karat.evaluate.texts import told
from karat.measures import Measure
from karat.measures.forms import FORMS
from karat.stats.scoring import score_sides
from karat.types.score import Score


@dataclass(frozen=True, slots=True)
class Beside:
    """Gold and guesses of the same units, in gold's order; or guesses alone."""

    gold: Run | None
    guess: Run

    @property
    def asked(self) -> Run:
        """The side that says which units there are."""
        return self.guess if self.gold is None else self.gold

    @property
    def title(self) -> str:
        """What is scored."""
        against = "" if self.gold is None else f" against {self.gold.name}"
        return f"{self.guess.name}{against}, {len(self.asked.units):,} units"

    @property
    def notes(self) -> tuple[str, ...]:
        """What was done to the files."""
        return (*(() if self.gold is None else self.gold.notes), *self.guess.notes)

    def scores(self, measures: Sequence[Measure], *, group: str = "", **how: Any) -> list[Score]:
        """Every measure over all units; units with equal values in the column `group` are resampled together."""
        return [
            score
            for one in measures
            for score in score_sides(*self._sides(one), [one], groups=self.asked.groups(group, one.whole), **how)
        ]

    def each(self, measures: Sequence[Measure], engine: Engine | None = None) -> list[tuple[str, dict[str, float]]]:
        """The scores of every unit alone; a measure that stands for several gives them all."""
        singles = [single for one in measures for single in one.spread(self._inventory(one))]
        columns = [by_unit(*self._sides(one), one, engine=engine) for one in singles]
        names = [str(one) for one in singles]
        rows = zip(*columns, strict=True)
        return [(unit, dict(zip(names, row, strict=True))) for unit, row in zip(self.asked.units, rows, strict=True)]

    def _inventory(self, measure: Measure) -> Sequence[str]:
        """The labels of both sides, where there are any."""
        gold, guess = self._sides(measure)
        found = FORMS[measure.takes].encode(*([guess] if gold is None else [gold, guess]))[0]
        labels: Sequence[str] = getattr(found, "inventory", ())
        return labels

    def _sides(self, measure: Measure) -> tuple[list[Any] | None, list[Any]]:
        gold = None if self.gold is None else self.gold.take(measure.takes)
        return gold, self.guess.take(measure.takes)

    def only(self, at: Sequence[int]) -> Beside:
        """Some of the units."""
        return Beside(None if self.gold is None else self.gold.only(at), self.guess.only(at))


def read_beside(golds: Sequence[str], guess: str, format: str = "", texts: str = "") -> Beside:
    """Read both sides and pair them by unit; without gold, the guesses alone.

    `texts` is a file that says more of each unit than gold does.
    """
    if not golds:
        alone = read_run(guess, format)
        return Beside(None, told(alone, read_run(texts)) if texts else alone)
    gold = read_gold(golds, format)
    paired = pair_up(gold, read_run(guess, format))
    return Beside(told(gold, read_run(texts)) if texts else gold, paired)
