"""Units that stand or fall together are drawn together."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from karat.errors import BadInput, BadRequest
from karat.measures.base import Floats, Measure


def grouped(measure: Measure, rows: Floats, groups: Sequence[Hashable] | None) -> Floats:
    """One row a group (document, speaker, author): the groups are then what is resampled."""
    if groups is None:
        return rows
    if measure.whole:
        raise BadRequest(
            f"{measure.name} needs all units singly, so they cannot be resampled by group: leave the groups out"
        )
    if len(groups) != len(rows):
        raise BadInput(f"{len(groups)} group names were given for {len(rows)} units: one a unit was expected")
    number: dict[Hashable, int] = {}
    codes = np.array([number.setdefault(group, len(number)) for group in groups], np.int64)
    sums = np.zeros((len(number), rows.shape[1]))
    np.add.at(sums, codes, rows)
    return sums
