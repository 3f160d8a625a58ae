"""Wilcoxon's signed-rank test."""

from __future__ import annotations

from math import sqrt

import numpy as np
from scipy.special import ndtr

from karat.measures.base import Floats
from karat.measures.spearman import centred_ranks
from karat.stats.tests.base import Tested
from karat.stats.tests.unitwise import Unitwise, UnitwiseTest, either_way
from karat.types.spoken import spoken


@spoken
class Wilcoxon(UnitwiseTest):
    """Do the units that ours wins differ more than those that it loses, by rank? Wilcoxon's signed ranks.

    It tests whether the units' differences lie evenly round 0: a skewed distribution can be "significant" with a mean of
    0, and a few large gains count as no more than their rank. `zeros='wilcoxon'` drops units without a difference,
    `'pratt'` ranks them and then drops them. Up to `exact` units that differ, p counts every way to give the ranks their
    signs, ties and all; above, it is normal with the variance corrected for ties.

    >>> from karat.measures import measure
    >>> ours = np.stack([np.array([5.0, 7.0, 9.0, 11.0, 13.0]), np.ones(5)], 1)
    >>> theirs = np.stack([np.array([4.0, 5.0, 6.0, 7.0, 8.0]), np.ones(5)], 1)
    >>> Wilcoxon().test(measure("accuracy"), ours, theirs).p  # 2 / 2⁵
    0.0625
    """

    name = "wilcoxon"
    assumes = (
        "each unit is independent of the others, and a difference is as likely to lie above 0 as to lie as far below it"
    )
    paper = "Wilcoxon 1945; Pratt 1959"
    choices = {"zeros": ("wilcoxon", "pratt")}
    limits = {"exact": (0, 1000)}

    zeros: str = "wilcoxon"
    exact: int = 50

    def judged(self, units: Unitwise) -> Tested:
        """How surprising the ranks of the units' differences are."""
        ranks, positive = self._ranked(units.differences)
        how = "exact" if len(ranks) <= self.exact else "normal"
        said = units.said(f"Wilcoxon signed ranks ({how})")
        won = float(ranks[positive].sum())
        upper, lower = (_tails if how == "exact" else _normal_tails)(ranks, won)
        p, one_sided = either_way(upper, lower, units.sign)
        return Tested(p, said, one_sided, statistic=won)

    def _ranked(self, differences: Floats) -> tuple[Floats, Floats]:
        """The ranks of the sizes of the differences that are not 0, and which of these lie above it."""
        kept = differences[differences != 0] if self.zeros == "wilcoxon" else differences
        ranks = centred_ranks(np.abs(kept)) + (len(kept) + 1) / 2
        return ranks[kept != 0], kept[kept != 0] > 0


def _tails(ranks: Floats, won: float) -> tuple[float, float]:
    """The chance of at least this sum of positive ranks, and of at most this, if signs fall by chance.

    Ranks are doubled, so that shared ones are whole numbers too.
    """
    doubled = np.rint(2 * ranks).astype(np.int64)
    chances = np.zeros(int(doubled.sum()) + 1)
    chances[0] = 1.0
    for rank in doubled.tolist():
        chances[rank:] += chances[: len(chances) - rank].copy()
        chances /= 2
    at = round(2 * won)
    return min(1.0, float(chances[at:].sum())), min(1.0, float(chances[: at + 1].sum()))


def _normal_tails(ranks: Floats, won: float) -> tuple[float, float]:
    # the variance of a sum of ranks with signs by chance: ties and zeros are corrected for by being in it
    z = (won - float(ranks.sum()) / 2) / sqrt(float((ranks**2).sum()) / 4)
    return float(ndtr(-z)), float(ndtr(z))
