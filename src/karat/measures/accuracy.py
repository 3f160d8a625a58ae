"""Share of units labelled right."""

from __future__ import annotations

import numpy as np

from karat.measures.base import Floats, Measure, over
from karat.types.coded import Coded
from karat.types.spoken import spoken


@spoken
class Accuracy(Measure):
    """Share of units whose label is right; misleading where one label holds nearly all units.

    >>> import karat
    >>> karat.score(["pos", "neg", "pos"], ["pos", "pos", "pos"], "accuracy", interval="none").value
    0.6666666666666666
    """

    name = "accuracy"
    takes = "label"
    symmetric = True
    undefined = "there are no units"

    def rows(self, gold: Coded, guess: Coded) -> Floats:
        """Right, 1."""
        right = gold.codes == guess.codes
        return np.stack([right, np.ones(len(right))], 1).astype(np.float64)

    def finish(self, totals: Floats) -> Floats:
        """Right over all."""
        return over(totals[..., 0], totals[..., 1])
