"""Williams' test of two correlations with one gold."""

from __future__ import annotations

from math import isnan, nan, sqrt

import numpy as np
from scipy.special import stdtr

from karat.engine import Engine
from karat.measures.base import Floats, Measure
from karat.measures.pearson import Pearson
from karat.measures.spearman import Spearman
from karat.stats.tests.base import PairedTest, Tested
from karat.stats.tests.fitting import checked
from karat.stats.tests.unitwise import undefined
from karat.types.spoken import spoken

DUST = 1e-12
FEW = "fewer than four units: three are used up by the correlations"


@spoken
class Williams(PairedTest):
    """Do two systems correlate with gold differently, given how they correlate with each other? Williams' t.

    The closer two metrics follow each other, the smaller a difference it sees. Made for Pearson's correlation of normal
    numbers. For Spearman's it takes the ranks, as the field does, and is a little eager: at .05 it raises some 7 false alarms
    in 100 (docs/simulations.md), so leave a p near the border to the bootstrap.

    >>> found = williams_t(0.4, 0.5, 0.1, 103)
    >>> round(found, 2)
    -0.89
    """

    name = "williams"
    assumes = "each unit is independent of the others, and gold and both systems are normal together"
    paper = "Williams 1959; Graham & Baldwin 2014"

    def refuses(self, measure: Measure, ours: Floats, theirs: Floats) -> str:
        """It is made for correlations."""
        return "" if isinstance(measure, Pearson | Spearman) else f"is for correlations, and {measure.name} is none"

    def test(
        self, measure: Measure, ours: Floats, theirs: Floats, seed: int = 0, engine: Engine | None = None
    ) -> Tested:
        """How surprising the difference of the correlations is."""
        checked(self, measure, ours, theirs)
        said, n = "Williams' test, two-sided", len(ours)
        one, other = measure.score(ours), measure.score(theirs)
        if isnan(one) or isnan(other):
            return undefined(said, measure)
        if n < 4:
            return Tested(nan, said, why=FEW)
        if abs(one - other) <= DUST:
            return Tested(1.0, said, 1.0, statistic=0.0)
        between = measure.score(np.stack([ours[:, 1], theirs[:, 1]], 1))
        t = williams_t(one, other, between, n)
        one_sided = float(stdtr(n - 3, -abs(t)))
        return Tested(2 * one_sided, said, one_sided, statistic=t)


def williams_t(one: float, other: float, between: float, n: int) -> float:
    """Two correlations with gold and the one between the two systems, over n units: Student's t with n − 3 degrees."""
    determinant = max(0.0, 1 - one**2 - other**2 - between**2 + 2 * one * other * between)
    spread = 2 * determinant * (n - 1) / (n - 3) + (one + other) ** 2 / 4 * (1 - between) ** 3
    return (one - other) * sqrt((n - 1) * (1 + between) / spread)
