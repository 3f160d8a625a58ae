import numpy as np
from numpy.typing import NDArray

def edit_counts(
    gold: NDArray[np.int64],
    gold_starts: NDArray[np.int64],
    guess: NDArray[np.int64],
    guess_starts: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None: ...
