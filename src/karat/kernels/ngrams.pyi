import numpy as np
from numpy.typing import NDArray

NOTHING: int

Numbers = NDArray[np.uint32]

def count_ngrams(stream: Numbers, n: int, part: int, parts: int) -> NDArray[np.uint64]: ...
