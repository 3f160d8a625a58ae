"""Units worth looking at: those that move a difference most, to either side, and those that cost a system most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from karat.evaluate.tabled import Tabled
from karat.measures import Measure
from karat.measures.base import Floats
from karat.stats.differences import DUST, Difference
from karat.stats.intervals import without_each

WHOLE = 2_000  # units beyond which leaving out each in turn takes too long, where a measure needs all together


@dataclass(frozen=True, slots=True)
class Telling:
    """Places of units: `wins` speak most for ours, `losses` most for theirs, `worst` cost ours most.

    `won` and `lost` count all units that speak for either side.
    """

    wins: tuple[int, ...] = ()
    losses: tuple[int, ...] = ()
    worst: tuple[int, ...] = ()
    won: int = 0
    lost: int = 0


def telling(table: Tabled, units: Sequence[str], ours: str, theirs: str, most: int = 5) -> Telling:
    """Units by how far the difference would move if the two systems exchanged their answers to that unit.

    So it is the score of the whole corpus that is asked, and any measure will do. Units that weigh the same come in an
    order that has nothing to do with their place in the file.
    """
    if table.measure.whole and table.units > WHOLE:
        return Telling()
    sign = 1.0 if table.higher else -1.0
    weight = sign * _exchanged(table.measure, table.rows[ours], table.rows[theirs])
    left = without_each(table.measure, table.rows[ours])
    cost = sign * np.nan_to_num(left - table.measure.score(table.rows[ours]))
    mixed = np.argsort([blake2b(unit.encode("utf-8", "surrogatepass"), digest_size=8).digest() for unit in units])
    return Telling(
        _first(weight, mixed, most),
        _first(-weight, mixed, most),
        _first(cost, mixed, most),
        int(np.count_nonzero(weight > DUST)),
        int(np.count_nonzero(weight < -DUST)),
    )


def _first(weight: Floats, mixed: NDArray[np.int64], most: int) -> tuple[int, ...]:
    """The heaviest units that weigh anything at all."""
    order = mixed[np.argsort(-weight[mixed].round(12), kind="stable")][:most]
    return tuple(int(at) for at in order if weight[at] > DUST)


def _exchanged(measure: Measure, ours: Floats, theirs: Floats) -> Floats:
    """How far the difference falls when two systems exchange one answer; 0 where that is undefined."""
    both = Difference(measure)
    rows, swapped = both.rows(ours, theirs), both.rows(theirs, ours)
    moved = [_with(rows, at, swapped[at : at + 1]) for at in range(len(rows))] if measure.whole else None
    found = both.finish(rows.sum(0) - rows + swapped) if moved is None else np.array([*map(both.score, moved)])
    return np.nan_to_num(both.score(rows) - found)


def _with(rows: Floats, at: int, other: Floats) -> Floats:
    return np.concatenate([rows[:at], other, rows[at + 1 :]])
