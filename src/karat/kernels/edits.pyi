import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

def edit_counts(gold: Ints, gold_starts: Ints, guess: Ints, guess_starts: Ints, out: Ints) -> None: ...
def edit_steps(
    gold: Ints, gold_starts: Ints, guess: Ints, guess_starts: Ints, out: Ints, steps: NDArray[np.int8]
) -> None: ...
