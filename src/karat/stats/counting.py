"""How often each of a few distinct rows is drawn, without drawing units: tables of binomial numbers for the kernel.

A resample of n units is drawn row by row: of the units that are left, the number that fall on a row is binomial. It is
looked up where one random number of 64 bits falls among the cumulated probabilities. As the number of units left is
random too, it is taken apart: a base that is (all but) always there, and 256 times some, 16 times some and some units
more, each with its own tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, sqrt

import numpy as np
from numpy.typing import NDArray

from karat.kernels import multinomial
from karat.measures.base import Floats

Ints = NDArray[np.int64]
TAIL = 9.5  # standard deviations beyond which nothing is drawn in 10^20 times
ROOM = 45  # and so many units more, as rare things are not normal
GUIDE = 12  # bits of the longest guide


@dataclass(frozen=True, slots=True)
class Counting:
    """Rows, the steps that draw them, and the tables that the steps look into.

    A table is (where its probabilities start, where its guide starts, by how much a number is shifted to look into the
    guide, its smallest value, how many values it has).
    """

    rows: Floats
    steps: Ints
    tables: Ints
    below: NDArray[np.uint64]
    guide: NDArray[np.int32]
    units: int

    def totals(self, seed: int, first: int, resamples: int) -> Floats:
        """Sums of the rows drawn for each resample."""
        out = np.empty((resamples, self.rows.shape[1]))
        multinomial.counted_sums(
            self.rows, self.steps, self.tables, self.below, self.guide, self.units, seed, first, out
        )
        return out


def drawn(rows: Floats, times: Ints) -> Counting:
    """Draw as many units as there are, with replacement: row i stands for times[i] of them."""
    units, tables = int(times.sum()), _Tables()
    steps = []
    left = units
    for count in times[:-1].tolist():
        low, high = _window(units, left / units)
        steps.append((-1, low, *tables.step(low, high - low, count / left)))
        left -= count
    return tables.counting(rows, [*steps, (-1, 0, -1, -1)], units)


def tossed(rows: Floats, times: Ints) -> Counting:
    """Toss a coin for each unit, and take the rows of those that show heads: row i stands for times[i] units."""
    tables = _Tables()
    steps = [(count, count, *tables.step(count, 0, 0.5)) for count in times.tolist()]
    return tables.counting(rows, steps, 0)


def _window(units: int, share: float) -> tuple[int, int]:
    """The numbers of hits that are ever seen."""
    spread = TAIL * sqrt(units * share * (1 - share)) + ROOM
    return max(0, floor(units * share - spread)), min(units, ceil(units * share + spread))


class _Tables:
    """Tables, one behind the other."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, int, int, int, int]] = []
        self.below: list[NDArray[np.uint64]] = []
        self.guide: list[NDArray[np.int32]] = []
        self.ends = (0, 0)

    def step(self, base: int, most: int, share: float) -> tuple[int, int]:
        """Tables for base to base + most units, and for 1 … 15 and 16, 32 … 240 units more: where both begin."""
        at = len(self.rows)
        tops = range(base, base + most + 1, 256)
        few = (*range(1, 16), *range(16, 256, 16)) if most else (1,)
        for units in (*tops, *(more for more in few if more < 16 or more <= most)):
            self._make(units, share)
        return at, at + len(tops)

    def _make(self, units: int, share: float) -> None:
        low, below = _cumulated(units, share)
        bits = min(GUIDE, max(1, (len(below) - 1).bit_length()))
        marks = np.arange(1 << bits, dtype=np.uint64) << np.uint64(64 - bits)
        guide = np.searchsorted(below[:-1], marks, side="right").astype(np.int32)
        self.rows.append((self.ends[0], self.ends[1], 64 - bits, low, len(below)))
        self.below.append(below)
        self.guide.append(guide)
        self.ends = self.ends[0] + len(below), self.ends[1] + len(guide)

    def counting(self, rows: Floats, steps: Sequence[tuple[int, int, int, int]], units: int) -> Counting:
        """All tables, one behind the other."""
        return Counting(
            np.ascontiguousarray(rows),
            np.array(steps, np.int64).reshape(len(steps), 4),
            np.array([*self.rows, (0, 0, 0, 0, 1)], np.int64),  # a spare one: a single row has no tables
            np.concatenate([*self.below, np.zeros(1, np.uint64)]),
            np.concatenate([*self.guide, np.zeros(1, np.int32)]),
            units,
        )


def _cumulated(units: int, share: float) -> tuple[int, NDArray[np.uint64]]:
    """The smallest number of hits that is ever seen, and for each number the share of 2^64 up to and with it."""
    low, high = _window(units, share)
    if not 0 < share < 1:
        low = high = units if share >= 1 else 0
    top = min(max(int((units + 1) * share), low), high)
    up = np.arange(top, high)
    down = np.arange(top, low, -1)
    odds = share / (1 - share) if share < 1 else 0.0
    above = np.cumprod((units - up) / (up + 1) * odds)
    under = np.cumprod(down / (units - down + 1) / odds) if len(down) else np.empty(0)
    chances = np.concatenate([under[::-1], [1.0], above])
    shares = np.minimum(np.cumsum(chances) / chances.sum(), 1.0)
    below = np.minimum(shares * 2.0**64, np.nextafter(2.0**64, 0)).astype(np.uint64)
    return low, below
