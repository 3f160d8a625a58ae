import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

def lengths(
    gold: Ints, gold_starts: Ints, guess: Ints, guess_starts: Ints, whose: Ints, types: int, out: Ints
) -> None: ...
def weights(
    gold: Ints, gold_starts: Ints, guess: Ints, guess_starts: Ints, whose: Ints, f: Floats, out: Floats
) -> None: ...
def union_hits(
    gold: Ints,
    gold_starts: Ints,
    gold_sets: Ints,
    guess: Ints,
    guess_starts: Ints,
    guess_sets: Ints,
    held: Ints,
    held_starts: Ints,
    said: Ints,
    said_starts: Ints,
    whose: Ints,
    types: int,
    f: Floats,
    out: Floats,
) -> None: ...
