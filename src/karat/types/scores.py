"""Numbers that units have already, by name: what a harness wrote into its log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Scores:
    """The numbers of one unit by name; nan, or no entry, where it has none."""

    values: Mapping[str, float]
    where: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Scored:
    """The numbers of many units: a row a unit, a column a name of `inventory`; nan where there is none."""

    values: NDArray[np.float64]
    inventory: tuple[str, ...]
    places: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, part: slice) -> Scored:
        return Scored(self.values[part], self.inventory, self.places[part])
