import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

def clipped(
    gold: Ints, gold_starts: Ints, sets: Ints, guess: Ints, guess_starts: Ints, whose: Ints, out: Ints
) -> None: ...
