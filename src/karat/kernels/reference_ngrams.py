"""What `ngrams.pyx` computes, in plain Python: the definition to read, the oracle of its tests, the runner-up."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

NOTHING = 0xFFFFFFFF

Numbers = NDArray[np.uint32]


def count_ngrams(stream: Numbers, n: int, part: int, parts: int) -> NDArray[np.uint64]:
    """N-grams of numbered tokens, in no promised order, each as count << 32 | first place; NOTHING separates texts.

    Only those that their hash sends to `part` of `parts`: parts have no n-gram in common and need no merging.
    """
    numbers = stream.tolist()
    grams = [tuple(numbers[i : i + n]) for i in range(len(numbers) - n + 1)]
    counts = Counter(gram for gram in grams if NOTHING not in gram and hash(gram) % parts == part)
    firsts = {gram: i for i, gram in reversed(list(enumerate(grams))) if gram in counts}
    return np.array([count << 32 | firsts[gram] for gram, count in counts.items()], np.uint64)
