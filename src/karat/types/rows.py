"""What each unit contributes to a measure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Rows:
    """Sufficient statistics: one row a unit, the only thing that is ever cached."""

    measure: str
    author: str
    units: tuple[str, ...]
    values: NDArray[np.float64]
    fingerprint: str = ""
