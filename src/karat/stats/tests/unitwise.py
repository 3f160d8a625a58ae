"""The differences of single units, for tests that look at nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

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


def why_not_unitwise(measure: Measure) -> str:
    """Why units have no scores of their own; "" where they have."""
    return f"compares units one by one, and {measure.name} needs them all together" if measure.whole else ""


def undefined(said: str, measure: Measure) -> Tested:
    """What a test says where no unit has a score on both sides."""
    return Tested(nan, said, why=measure.undefined)


def either_way(upper: float, lower: float, sign: int) -> tuple[float, float]:
    """p two-sided, and one-sided for the system that won, from the tails for ours above and ours below.

    Where neither won, the larger tail is the one-sided p.
    """
    two_sided = min(1.0, 2 * min(upper, lower))
    return two_sided, {1: upper, -1: lower, 0: max(upper, lower)}[sign]
