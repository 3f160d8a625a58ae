"""Linear correlation."""

from __future__ import annotations

import numpy as np

from karat.measures.base import Floats, Whole
from karat.types.spoken import spoken

DUST = 1e-13  # of a number's own size: what its last digits may do when a mean is taken off


@spoken
class Pearson(Whole):
    """Linear correlation of two numeric answers; one far point can make it or break it, so look at Spearman's too.

    >>> import karat
    >>> karat.score([1, 2, 3, 4], [1, 2, 4, 3], "pearson", interval="none").value
    0.8
    """

    name = "pearson"
    takes = "number"
    bounds = (-1.0, 1.0)
    symmetric = True
    undefined = "one side never varies"
    paper = "Pearson 1895"

    def rows(self, gold: Floats, guess: Floats) -> Floats:
        """Both numbers."""
        return np.stack([gold, guess], 1)

    def score(self, rows: Floats) -> float:
        """Correlation."""
        return correlation(_centred(rows[:, 0]), _centred(rows[:, 1])) if len(rows) > 1 else float("nan")


def correlation(a: Floats, b: Floats) -> float:
    """How far two centred columns point the same way; nan where one of them is all 0.

    >>> correlation(np.array([-1.0, 1.0]), np.array([2.0, -2.0]))
    -1.0
    """
    spread = np.sqrt((a @ a) * (b @ b))
    return float(np.clip((a @ b) / spread, -1, 1)) if spread else float("nan")


def _centred(values: Floats) -> Floats:
    largest = float(np.abs(values).max())
    scaled = values / largest if largest else values
    centred: Floats = scaled - scaled.mean()
    return centred if (np.abs(centred) > DUST).any() else np.zeros_like(centred)
