"""Area under the ROC curve."""

from __future__ import annotations

import numpy as np

from karat.measures.base import Floats, Whole
from karat.measures.spearman import centred_ranks
from karat.types.spoken import spoken


@spoken
class Auc(Whole):
    """Area under the ROC curve: the chance that a unit that counts scores higher than one that does not; ties are half.

    Gold is a number, and units with gold above `above` count: 0 and 1 need nothing more, grades from 0 to 4 may. It looks
    at order alone, and is kind where few units count: of 10 right among 10,000, a curve of precision and recall says more.

    >>> import karat
    >>> karat.score([1, 0, 1, 0], [0.9, 0.2, 0.4, 0.6], "auc", interval="none").value
    0.75
    """

    name = "auc"
    takes = "number"
    undefined = "gold is above the border for all units, or for none"
    paper = "Hanley & McNeil 1982"

    above: float = 0.0

    def rows(self, gold: Floats, guess: Floats) -> Floats:
        """Whether the unit counts, and its score."""
        return np.stack([(gold > self.above).astype(np.float64), guess], 1)

    def score(self, rows: Floats) -> float:
        """By the sum of ranks (Mann and Whitney's U)."""
        counts = rows[:, 0] > 0
        inside, outside = int(counts.sum()), int((~counts).sum())
        if not inside or not outside:
            return float("nan")
        ranks = centred_ranks(rows[:, 1])
        return 0.5 + float(ranks[counts].sum()) / (inside * outside)
