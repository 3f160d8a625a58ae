"""Rank correlation."""

from __future__ import annotations

import numpy as np

from karat.measures.base import Floats, Whole
from karat.measures.pearson import correlation
from karat.types.spoken import spoken


@spoken
class Spearman(Whole):
    """Rank correlation of two numeric answers; ties share their mean rank.

    >>> import karat
    >>> karat.score([1, 2, 3, 4], [1, 2, 4, 3], "spearman", interval="none").value
    0.8
    """

    name = "spearman"
    takes = "number"
    bounds = (-1.0, 1.0)
    symmetric = True
    undefined = "one side never varies"
    paper = "Spearman 1904"

    def rows(self, gold: Floats, guess: Floats) -> Floats:
        """Both numbers."""
        return np.stack([gold, guess], 1)

    def score(self, rows: Floats) -> float:
        """Correlation of the ranks."""
        if len(rows) < 2:
            return float("nan")
        return correlation(centred_ranks(rows[:, 0]), centred_ranks(rows[:, 1]))


def centred_ranks(values: Floats) -> Floats:
    """Ranks less their mean; equal values share the mean of their ranks.

    >>> centred_ranks(np.array([7.0, 3.0, 7.0])).tolist()
    [0.5, -1.0, 0.5]
    """
    _, where, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[where] - (len(values) + 1) / 2
