"""Words as numbers, in plain Python: the definition to read, and the oracle for the compiled kernel."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


def word_ids(values: NDArray[np.uint8], starts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The number of every word, equal words having equal numbers from 0 in order of first sight, and where rows start."""
    text, known = values.tobytes(), dict[str, int]()
    rows = [text[low:high].decode("utf-8", "surrogatepass").split() for low, high in pairwise(starts)]
    ids = [known.setdefault(word, len(known)) for row in rows for word in row]
    return np.array(ids, np.int64), np.cumsum([0, *map(len, rows)])
