import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

def shared(
    gold: Ints, gold_starts: Ints, guess: Ints, guess_starts: Ints, whose: Ints, gap: int, alone: int, out: Ints
) -> None: ...
