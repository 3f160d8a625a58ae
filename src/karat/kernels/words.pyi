import numpy as np
from numpy.typing import NDArray

def word_ids(values: NDArray[np.uint8], starts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
