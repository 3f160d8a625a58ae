import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

def network_steps(
    gold: Ints,
    gold_starts: Ints,
    gold_before: Ints,
    gold_before_starts: Ints,
    guess: Ints,
    guess_starts: Ints,
    guess_before: Ints,
    guess_before_starts: Ints,
    same: Ints,
    base: int,
    deletion_first: bool,
    out: Ints,
    steps: Ints,
) -> None: ...
