"""The sign test."""

from __future__ import annotations

from scipy.special import bdtr

from karat.engine import Engine
from karat.measures.base import Floats, Measure
from karat.stats.tests.base import PairedTest, Tested
from karat.stats.tests.unitwise import either_way, undefined, unitwise, why_not_unitwise
from karat.types.spoken import spoken


@spoken
class Sign(PairedTest):
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

    def refuses(self, measure: Measure, ours: Floats, theirs: Floats) -> str:
        """It needs the scores of single units."""
        return why_not_unitwise(measure)

    def test(
        self, measure: Measure, ours: Floats, theirs: Floats, seed: int = 0, engine: Engine | None = None
    ) -> Tested:
        """How surprising the share of units won is."""
        units = unitwise(self, measure, ours, theirs)
        said = units.said("sign test")
        if not len(units.differences):
            return undefined(said, measure)
        won, lost = int((units.differences > 0).sum()), int((units.differences < 0).sum())
        shared = (len(units.differences) - won - lost) // 2 if self.ties == "split" else 0
        n = won + lost + 2 * shared
        upper, lower = (float(bdtr(k + shared, n, 0.5)) for k in (lost, won))
        p, one_sided = either_way(upper, lower, units.sign)
        return Tested(p, said, one_sided, statistic=float(won + shared))
