import numpy as np
from numpy.typing import NDArray

def counted_sums(
    rows: NDArray[np.float64],
    steps: NDArray[np.int64],
    tables: NDArray[np.int64],
    below: NDArray[np.uint64],
    guide: NDArray[np.int32],
    units: int,
    seed: int,
    first: int,
    out: NDArray[np.float64],
) -> None: ...
