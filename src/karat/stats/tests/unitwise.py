"""Tests that look at the differences of single units, and at nothing else."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np

from karat.engine import Engine
from karat.measures.base import Floats, Measure
from karat.stats.tests.base import PairedTest, Tested
from karat.stats.tests.fitting import checked

DIGITS = 12  # of a unit's difference: what agrees to so many digits is a tie, however it was added up
DUST = 1e-9


@dataclass(frozen=True, slots=True)
class Unitwise:
    """Differences of units that both sides have a score for; how many have none; which way the scores differ.

    `faithful`: the mean of the units' scores is the score itself.
    """

    differences: Floats
    dropped: int
    sign: int
    faithful: bool

    def said(self, test: str) -> str:
        """The test in words, with what it looked at and what it left out."""
        seen = "" if self.faithful else ", of units scored alone, whose mean is not the score"
        left = f", {self.dropped} without a score left out" if self.dropped else ""
        return f"{test}, two-sided{seen}{left}"


def unitwise(test: PairedTest, measure: Measure, ours: Floats, theirs: Floats) -> Unitwise:
    """Each unit's difference between two systems, where both are defined."""
    checked(test, measure, ours, theirs)
    one, other = measure.finish(ours), measure.finish(theirs)
    known = ~(np.isnan(one) | np.isnan(other))
    if not known.any():
        return Unitwise(np.zeros(0), len(known), 0, True)
    scores = [measure.score(side) for side in (ours, theirs)]
    faithful = all(abs(side.mean() - score) <= DUST for side, score in zip((one, other), scores, strict=True))
    gap = scores[0] - scores[1]
    differences = np.round(one[known] - other[known], DIGITS)
    return Unitwise(differences, int((~known).sum()), int(np.sign(gap)) if abs(gap) > DUST else 0, faithful)


class UnitwiseTest(PairedTest):
    """A test of the units' differences; a subclass says what it makes of them."""

    def refuses(self, measure: Measure, ours: Floats, theirs: Floats) -> str:
        """It needs the scores of single units."""
        return f"compares units one by one, and {measure.name} needs them all together" if measure.whole else ""

    def test(
        self, measure: Measure, ours: Floats, theirs: Floats, seed: int = 0, engine: Engine | None = None
    ) -> Tested:
        """How surprising the units' differences are."""
        units = unitwise(self, measure, ours, theirs)
        return self.judged(units) if len(units.differences) else undefined(str(self), measure)

    @abstractmethod
    def judged(self, units: Unitwise) -> Tested:
        """How surprising these differences are; there is at least one."""


def undefined(said: str, measure: Measure) -> Tested:
    """What a test says where no unit has a score on both sides."""
    return Tested(nan, said, why=measure.undefined)


def either_way(upper: float, lower: float, sign: int) -> tuple[float, float]:
    """p two-sided, and one-sided for the system that won, from the tails for ours above and ours below.

    Where neither won, the larger tail is the one-sided p.
    """
    two_sided = min(1.0, 2 * min(upper, lower))
    return two_sided, {1: upper, -1: lower, 0: max(upper, lower)}[sign]


def in_errors(apart: Floats) -> float:
    """The mean in standard errors: 0 where nothing differs, nan where there is no error to measure it by.

    >>> in_errors(np.array([1.0, 1.0, 2.0, 2.0])), in_errors(np.array([1.0, 1.0]))
    (5.196152422706632, nan)
    """
    if not apart.any():
        return 0.0
    spread = float(apart.std(ddof=1)) if len(apart) > 1 else 0.0
    return float(apart.mean()) / spread * sqrt(len(apart)) if spread else nan
