"""Shared n-grams in plain Python: the definition to read, and the oracle for the compiled kernel."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from itertools import pairwise
from operator import or_

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def clipped(gold: Ints, gold_starts: Ints, sets: Ints, guess: Ints, guess_starts: Ints, whose: Ints, out: Ints) -> None:
    """Fill out[i] with how many n-grams of 1, 2 … tokens guess whose[i] shares with gold rows sets[i] to sets[i + 1]."""
    right, found = _rows(gold, gold_starts), _rows(guess, guess_starts)
    for pair, whose_guess in enumerate(whose.tolist()):
        for n in range(1, out.shape[1] + 1):
            held = [_ngrams(row, n) for row in right[sets[pair] : sets[pair + 1]]]
            most = reduce(or_, held, _ngrams([], n))  # of each n-gram, as many as the reference that holds most
            out[pair, n - 1] = (_ngrams(found[whose_guess], n) & most).total()


def _rows(values: Ints, starts: Ints) -> list[list[int]]:
    return [values[low:high].tolist() for low, high in pairwise(starts)]


def _ngrams(row: list[int], n: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(row[i : i + n]) for i in range(len(row) - n + 1))
