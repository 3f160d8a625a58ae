"""The sign test."""

from __future__ import annotations

from scipy.special import bdtr

from karat.stats.tests.base import Tested
from karat.stats.tests.unitwise import Unitwise, UnitwiseTest, either_way
from karat.types.spoken import spoken


@spoken
class Sign(UnitwiseTest):
    """On how many units is one system better than the other, by however little? Exact, by the binomial distribution.

    It tests who wins more often, which is not who scores more: many small wins outvote few large losses. Units on which
    both score the same are dropped, or with `ties='split'` shared out evenly, which makes p larger. On right and wrong it
    is McNemar's exact test.

    >>> import numpy as np
    >>> from karat.measures import measure
    >>> ours, theirs = np.ones((20, 2)), np.ones((20, 2))
    >>> theirs[:8, 0] = 0.0
    >>> Sign().test(measure("accuracy"), ours, theirs).p  # 2 / 2⁸
    0.0078125
    """

    name = "sign"
    assumes = "each unit is independent of the others, and as likely to favour either system"
    paper = "Arbuthnot 1710; Dixon & Mood 1946"
    choices = {"ties": ("drop", "split")}

    ties: str = "drop"

    def judged(self, units: Unitwise) -> Tested:
        """How surprising the share of units won is."""
        said = units.said("sign test")
        won, lost = int((units.differences > 0).sum()), int((units.differences < 0).sum())
        shared = (len(units.differences) - won - lost) // 2 if self.ties == "split" else 0
        n = won + lost + 2 * shared
        upper, lower = (float(bdtr(k + shared, n, 0.5)) for k in (lost, won))
        p, one_sided = either_way(upper, lower, units.sign)
        return Tested(p, said, one_sided, statistic=float(won + shared))
