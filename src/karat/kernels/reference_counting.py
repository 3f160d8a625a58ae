"""Resamples counted rather than drawn one by one, in NumPy: the definition to read, and the oracle for the kernels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from karat.kernels.reference import STEP, mix, resample_sums, streams, swap_sums

Ints = NDArray[np.int64]


def block_sums(blocks: NDArray[np.int32], seed: int, first: int, out: Ints) -> None:
    """Fill out[i] with the sums of n rows drawn for resample first + i; blocks are (columns / 16, n, 16)."""
    sums = np.empty(out.shape)
    resample_sums(_side_by_side(blocks), seed, first, sums)
    out[:] = sums


def swap_block_sums(blocks: NDArray[np.int32], seed: int, first: int, out: Ints) -> None:
    """Fill out[i] with the sums of the rows for which the coin of resample first + i shows heads."""
    sums = np.empty(out.shape)
    swap_sums(_side_by_side(blocks), seed, first, sums)
    out[:] = sums


def _side_by_side(blocks: NDArray[np.int32]) -> NDArray[np.float64]:
    many, n, width = blocks.shape
    return np.ascontiguousarray(blocks.transpose(1, 0, 2).reshape(n, many * width), np.float64)


def counted_sums(
    rows: NDArray[np.float64],
    steps: Ints,
    tables: Ints,
    below: NDArray[np.uint64],
    guide: NDArray[np.int32],
    units: int,
    seed: int,
    first: int,
    out: NDArray[np.float64],
) -> None:
    """Fill out[i] with the sum of rows, each as often as resample first + i draws it."""
    source = _Source(streams(seed, first, len(out)), [below[t[0] : t[0] + t[4]] for t in tables], tables[:, 3])
    left = np.full(len(out), units)
    out[:] = 0
    for row, (own, base, of_base, of_more) in zip(rows, steps.tolist(), strict=True):
        here = left if own < 0 else np.full(len(out), own)
        drawn = here.copy() if of_base < 0 else source.binomial(here, base, of_base, of_more)
        left = left - drawn if own < 0 else left
        out += drawn[:, None] * row


class _Source:
    """A stream for each resample, of which some are asked for a number at a time."""

    def __init__(self, state: NDArray[np.uint64], tables: list[NDArray[np.uint64]], lows: Ints) -> None:
        self.state, self.tables, self.lows = state, tables, lows

    def binomial(self, units: Ints, base: int, of_base: int, of_more: int) -> Ints:
        """How many of the units of each resample are hits: those of the base, and those of the units more."""
        found = np.zeros(len(units), np.int64)
        enough = units >= base
        more = np.where(enough, units - base, 0)
        parts = (enough, of_base + (more >> 8)), (more & 15 > 0, of_more + (more & 15) - 1)
        for where, table in (*parts, (more & 240 > 0, of_more + 14 + (more >> 4 & 15))):
            self._add(found, where, table)
        for alone in range(int(units[~enough].max(initial=0))):
            self._add(found, ~enough & (units > alone), np.full(len(units), of_more))
        return found

    def _add(self, found: Ints, where: NDArray[np.bool_], table: Ints) -> None:
        self.state[where] += STEP
        share = mix(self.state)
        for one in np.unique(table[where]).tolist():
            here = where & (table == one)
            found[here] += self.lows[one] + np.searchsorted(self.tables[one][:-1], share[here], side="right")
