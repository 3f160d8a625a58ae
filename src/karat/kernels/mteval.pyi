import numpy as np
from numpy.typing import NDArray

OTHER: int
WHITE: int
DIGIT: int
ALONE: int
POINT: int
HYPHEN: int

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]

def token_spans(values: Bytes, starts: Ints, classes: Bytes, beyond: int, padded: bool) -> tuple[Ints, Ints, Ints]: ...
def token_ids(
    values: Bytes, starts: Ints, classes: Bytes, beyond: int, padded: bool, trimmed: bool
) -> tuple[Ints, Ints]: ...
def code_points(values: Bytes, starts: Ints, classes: Bytes, beyond: int, blanks: bool) -> tuple[Ints, Ints]: ...
