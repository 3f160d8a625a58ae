"""McNemar's test of right and wrong."""

from __future__ import annotations

import numpy as np
from scipy.special import bdtr, chdtrc, ndtr

from karat.engine import Engine
from karat.measures.base import Floats, Measure
from karat.stats.shares import why_no_share
from karat.stats.tests.base import PairedTest, Tested
from karat.stats.tests.fitting import checked
from karat.stats.tests.unitwise import either_way, undefined
from karat.types.spoken import spoken

HALF = 0.5


@spoken
class McNemar(PairedTest):
    """Of the units on which just one system is right: are they its as often as the other's? For accuracy and its like.

    `form='exact'` is never too eager, and somewhat shy: with few such units its false alarms stay well below the level.
    `'mid-p'` counts what was seen by half and comes nearer to the level. `'chi2'` and `'corrected'` (for continuity) are
    approximations for when one computed by hand; `'corrected'` is the shyest of all.

    >>> from karat.measures import measure
    >>> ours, theirs = np.ones((20, 2)), np.ones((20, 2))
    >>> theirs[:8, 0] = 0.0
    >>> McNemar().test(measure("accuracy"), ours, theirs).p  # 2 / 2⁸
    0.0078125
    """

    name = "mcnemar"
    assumes = "units are right or wrong, and each independent of the others"
    paper = "McNemar 1947; Fagerland, Lydersen & Laake 2013"
    choices = {"form": ("exact", "mid-p", "chi2", "corrected")}

    form: str = "exact"

    def refuses(self, measure: Measure, ours: Floats, theirs: Floats) -> str:
        """It takes right and wrong, one a unit."""
        why = why_no_share(measure, ours, theirs)
        return f"counts units that are right or wrong, and {why}" if why else ""

    def test(
        self, measure: Measure, ours: Floats, theirs: Floats, seed: int = 0, engine: Engine | None = None
    ) -> Tested:
        """How surprising the difference is."""
        checked(self, measure, ours, theirs)
        said = f"McNemar's test ({self.form}), two-sided"
        if not len(ours):
            return undefined(said, measure)
        gap = ours[:, 0] - theirs[:, 0]
        won, lost = int((gap > 0).sum()), int((gap < 0).sum())
        by_counts = self.form in ("exact", "mid-p")
        statistic, p, one_sided = (self._exact if by_counts else self._approximate)(won, lost)
        return Tested(p, said, one_sided, statistic=statistic)

    def _exact(self, won: int, lost: int) -> tuple[float, float, float]:
        spared = HALF * _chance(won, won + lost) if self.form == "mid-p" else 0.0
        upper, lower = (float(bdtr(k, won + lost, HALF)) - spared for k in (lost, won))
        return float(min(won, lost)), *either_way(upper, lower, int(np.sign(won - lost)))

    def _approximate(self, won: int, lost: int) -> tuple[float, float, float]:
        apart = abs(won - lost)
        if not apart:
            return 0.0, 1.0, HALF
        square = max(apart - (self.form == "corrected"), 0) ** 2 / (won + lost)
        return square, float(chdtrc(1, square)), float(ndtr(-(square**0.5)))


def _chance(k: int, n: int) -> float:
    """The chance of k heads in n throws."""
    return float(bdtr(k, n, HALF) - bdtr(k - 1, n, HALF)) if k else HALF**n
