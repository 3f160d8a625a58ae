"""DeLong's test of two ROC curves."""

from __future__ import annotations

from math import isnan, nan, sqrt

from scipy.special import ndtr

from karat.engine import Engine
from karat.measures.auc import Auc
from karat.measures.base import Floats, Measure
from karat.measures.spearman import centred_ranks
from karat.stats.tests.base import PairedTest, Tested
from karat.stats.tests.fitting import checked
from karat.stats.tests.unitwise import undefined
from karat.types.spoken import spoken

DUST = 1e-12
FLAT = "no unit's place varies between the systems, or fewer than two units count or do not: there is no standard error"


@spoken
class DeLong(PairedTest):
    """Do two areas under the ROC curve differ? By their variance and covariance over units, without a resample.

    >>> import numpy as np
    >>> from karat.measures import measure
    >>> gold, ours = np.array([1.0, 1, 1, 0, 0, 0]), np.array([9.0, 7, 3, 5, 2, 1])
    >>> theirs = np.array([9.0, 2, 3, 5, 7, 1])
    >>> found = DeLong().test(measure("auc"), np.stack([gold, ours], 1), np.stack([gold, theirs], 1))
    >>> round(found.statistic, 3), round(found.p, 3)
    (1.225, 0.221)
    """

    name = "delong"
    assumes = "each unit is independent of the others, and there are some tens of units of both sorts"
    paper = "DeLong, DeLong & Clarke-Pearson 1988; Sun & Xu 2014"

    def refuses(self, measure: Measure, ours: Floats, theirs: Floats) -> str:
        """It is made for one measure."""
        return "" if isinstance(measure, Auc) else f"is for auc alone, and this is {measure.name}"

    def test(
        self, measure: Measure, ours: Floats, theirs: Floats, seed: int = 0, engine: Engine | None = None
    ) -> Tested:
        """How surprising the difference of the areas is."""
        checked(self, measure, ours, theirs)
        said = "DeLong's test, two-sided"
        gap = measure.score(ours) - measure.score(theirs)
        if isnan(gap):
            return undefined(said, measure)
        if abs(gap) <= DUST:
            return Tested(1.0, said, 1.0, statistic=0.0)
        error = _error(ours, theirs)
        if not error > DUST:
            return Tested(nan, said, why=FLAT)
        z = gap / error
        one_sided = float(ndtr(-abs(z)))
        return Tested(2 * one_sided, said, one_sided, statistic=z)


def _error(ours: Floats, theirs: Floats) -> float:
    """The standard error of the difference of the areas; nan where one sort of unit stands alone."""
    sides = [_placed(one) for one in (ours, theirs)]
    apart = [one - other for one, other in zip(*sides, strict=True)]
    if any(len(one) < 2 for one in apart):
        return nan
    return sqrt(sum(float(one.var(ddof=1)) / len(one) for one in apart))


def _placed(rows: Floats) -> tuple[Floats, Floats]:
    """For each unit of one sort, the share of the other sort that it stands above: units that count, units that do not."""
    counts, ranks = rows[:, 0] > 0, centred_ranks(rows[:, 1])
    inside, outside = int(counts.sum()), int((~counts).sum())
    above = (ranks[counts] - centred_ranks(rows[counts, 1])) / outside
    below = (ranks[~counts] - centred_ranks(rows[~counts, 1])) / inside
    return above, -below  # each less one half
