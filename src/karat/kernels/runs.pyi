import numpy as np
from numpy.typing import NDArray

def run_edits(
    gold: NDArray[np.int64],
    gold_starts: NDArray[np.int64],
    guess: NDArray[np.int64],
    guess_starts: NDArray[np.int64],
    units: NDArray[np.int64],
    letters: NDArray[np.int64],
    letter_starts: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None: ...
