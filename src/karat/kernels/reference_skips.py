"""Shared skip-bigrams in plain Python: the definition to read, and the oracle for the compiled kernel."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def shared(
    gold: Ints, gold_starts: Ints, guess: Ints, guess_starts: Ints, whose: Ints, gap: int, alone: int, out: Ints
) -> None:
    """Fill out[i] with how many ordered pairs of tokens, at most `gap` tokens apart, guess whose[i] shares with gold row i."""
    right, ours = (
        [_pairs(values[low:high].tolist(), gap, alone) for low, high in pairwise(starts)]
        for values, starts in ((gold, gold_starts), (guess, guess_starts))
    )
    for i, held in enumerate(right):
        out[i] = (held & ours[whose[i]]).total()


def _pairs(row: list[int], gap: int, alone: int) -> Counter[tuple[int, ...]]:
    ends = [len(row) if gap < 0 else min(len(row), i + gap + 2) for i in range(len(row))]
    singles = (
        Counter((token,) for token in row[: max(0, len(row) - alone)]) if alone >= 0 else Counter[tuple[int, ...]]()
    )
    return singles + Counter((row[i], row[j]) for i, end in enumerate(ends) for j in range(i + 1, end))
