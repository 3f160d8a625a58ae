"""Edits per reference word."""

from __future__ import annotations

import numpy as np

from karat.kernels import edits
from karat.measures.base import Floats, Measure, over
from karat.types.ragged import Ragged
from karat.types.spoken import spoken


@spoken
class WordErrorRate(Measure):
    """Word error rate: substitutions, deletions and insertions for each word of the reference, pooled over units.

    Above 1 when the guess is much longer than the reference. Words are what stands between white space: case and
    punctuation count, so prepare both sides alike. An empty reference adds its insertions and no words.

    >>> import karat
    >>> karat.score(["the cat sat"], ["the hat sat down"], "wer", interval="none").value
    0.6666666666666666
    """

    name = "wer"
    takes = "words"
    better = "lower"
    bounds = (0.0, float("inf"))
    undefined = "the references hold no words"
    paper = "Levenshtein 1966"

    def rows(self, gold: Ragged, guess: Ragged) -> Floats:
        """Hits, substitutions, deletions, insertions."""
        out = np.zeros((len(gold), 4), np.int64)
        edits.edit_counts(gold.values, gold.starts, guess.values, guess.starts, out)
        return out.astype(np.float64)

    def finish(self, totals: Floats) -> Floats:
        """Edits over reference words."""
        hits, substitutions, deletions, insertions = np.moveaxis(totals, -1, 0)
        return over(substitutions + deletions + insertions, hits + substitutions + deletions)
