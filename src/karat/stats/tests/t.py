"""Student's t test of paired units."""

from __future__ import annotations

from math import isnan, nan

from scipy.special import stdtr

from karat.stats.tests.base import Tested
from karat.stats.tests.unitwise import Unitwise, UnitwiseTest, either_way, in_errors
from karat.types.spoken import spoken

FLAT = "no unit differs from another in how far the systems are apart, or there is just one: t has nothing to divide by"


@spoken
class T(UnitwiseTest):
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

    def judged(self, units: Unitwise) -> Tested:
        """How surprising the mean difference of units is."""
        said, apart = units.said("paired t test"), units.differences
        t = in_errors(apart)
        if isnan(t):
            return Tested(nan, said, why=FLAT)
        upper, lower = (float(stdtr(max(1, len(apart) - 1), side * t)) for side in (-1, 1))
        p, one_sided = either_way(upper, lower, units.sign)
        return Tested(p, said, one_sided, statistic=t)
