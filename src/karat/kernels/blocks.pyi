import numpy as np
from numpy.typing import NDArray

def block_sums(blocks: NDArray[np.int32], seed: int, first: int, out: NDArray[np.int64]) -> None: ...
