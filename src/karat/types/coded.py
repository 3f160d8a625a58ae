"""Labels as small integers, with the list that says which label each integer is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Coded:
    """Answers to many units as codes into an inventory; -1 where nobody answered.

    `codes` is one code a unit, or one row a unit (an author a column).
    """

    codes: NDArray[np.int64]
    inventory: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, part: slice) -> Coded:
        return Coded(self.codes[part], self.inventory)
