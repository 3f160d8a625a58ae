"""Student's t test of paired units."""

from __future__ import annotations

from math import nan, sqrt

from scipy.special import stdtr

from karat.engine import Engine
from karat.measures.base import Floats, Measure
from karat.stats.tests.base import PairedTest, Tested
from karat.stats.tests.unitwise import either_way, undefined, unitwise, why_not_unitwise
from karat.types.spoken import spoken

FLAT = "no unit differs from another in how far the systems are apart, or there is just one: t has nothing to divide by"


@spoken
class T(PairedTest):
    """Is the mean of the units' differences further from 0 than their spread explains? Student's paired t.

    It tests units scored alone: for accuracy their mean is the score, for BLEU or F it is not, and the test says so. Good
    for means of some 30 units and more, however they are distributed, unless a few units hold all of the difference.

    >>> import numpy as np
    >>> from karat.measures import measure
    >>> ours = np.stack([np.array([5.0, 6.0, 7.0, 8.0]), np.ones(4)], 1)
    >>> theirs = np.stack([np.array([4.0, 5.0, 5.0, 6.0]), np.ones(4)], 1)
    >>> round(T().test(measure("accuracy"), ours, theirs).p, 4)  # t = 1.5 / (0.577 / √4) = 5.196, 3 degrees of freedom
    0.0138
    """

    name = "t"
    assumes = "each unit is independent of the others, and the mean of their differences is distributed normally"
    paper = "Student 1908"

    def refuses(self, measure: Measure, ours: Floats, theirs: Floats) -> str:
        """It needs the scores of single units."""
        return why_not_unitwise(measure)

    def test(
        self, measure: Measure, ours: Floats, theirs: Floats, seed: int = 0, engine: Engine | None = None
    ) -> Tested:
        """How surprising the mean difference of units is."""
        units = unitwise(self, measure, ours, theirs)
        said, apart = units.said("paired t test"), units.differences
        if not len(apart):
            return undefined(said, measure)
        if not apart.any():
            return Tested(1.0, said, 1.0, statistic=0.0)
        spread = float(apart.std(ddof=1)) if len(apart) > 1 else 0.0
        if not spread:
            return Tested(nan, said, why=FLAT)
        t = float(apart.mean()) / spread * sqrt(len(apart))
        upper, lower = (float(stdtr(len(apart) - 1, side * t)) for side in (-1, 1))
        p, one_sided = either_way(upper, lower, units.sign)
        return Tested(p, said, one_sided, statistic=t)
