"""What resamples are drawn from: all units one by one, or a few distinct rows and how often each stands there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from karat.kernels import blocks, draws
from karat.measures.base import Floats
from karat.stats.counting import Counting, Ints, drawn

FEW = 64  # distinct rows that are counted rather than drawn
UNITS = 16  # units that are drawn in the time in which one row is counted
GLANCE = 2048  # units that show whether rows are few
WIDE = 16  # columns of a block


@dataclass(frozen=True, slots=True)
class Distinct:
    """Rows that differ, in order, and which of them each unit has."""

    rows: Floats
    codes: Ints

    @property
    def times(self) -> Ints:
        """How many units have each row."""
        return np.bincount(self.codes, minlength=len(self.rows))

    def beside(self, other: Distinct) -> Distinct | None:
        """The rows of the same units side by side, where they are few as well."""
        both = self.codes * len(other.rows) + other.codes
        there, codes = _numbered(both, len(self.rows) * len(other.rows))
        if len(there) > _limit(len(codes)):
            return None
        ours, theirs = np.divmod(there, len(other.rows))
        return Distinct(np.concatenate([self.rows[ours], other.rows[theirs]], axis=1), codes)


def distinct(rows: Floats) -> Distinct | None:
    """The rows that differ, if they are so few that counting them is faster than drawing units."""
    limit = _limit(len(rows))
    if not limit or len(np.unique(rows[:GLANCE], axis=0)) > limit:
        return None
    there, codes = np.zeros(1, np.int64), np.zeros(len(rows), np.int64)
    for column in rows.T:
        if (column == column[0]).all():
            continue
        _, of_column = np.unique(column, return_inverse=True)
        there, codes = _numbered(
            codes * (int(of_column.max()) + 1) + of_column, len(there) * (int(of_column.max()) + 1)
        )
        if len(there) > limit:
            return None
    first = np.zeros(len(there), np.int64)
    first[codes[::-1]] = np.arange(len(rows))[::-1]
    return Distinct(rows[first], codes)


def _limit(units: int) -> int:
    return min(FEW, units // UNITS)


def _numbered(codes: Ints, room: int) -> tuple[Ints, Ints]:
    """The codes that are there, in order, and the place of each unit's code among them."""
    if room > 4 * len(codes) + 1024:
        there, places = np.unique(codes, return_inverse=True)
        return there, places
    there = np.flatnonzero(np.bincount(codes, minlength=room))
    place = np.zeros(room, np.int64)
    place[there] = np.arange(len(there))
    return there, place[codes]


@dataclass(frozen=True, slots=True)
class OneByOne:
    """Units to draw one by one; of columns that always tell the same, one is drawn.

    Column c of a sum is column `source[c]` of the drawn sums (or 0 where that is -1) and `more[c]`.
    """

    rows: NDArray[np.float64] | NDArray[np.int32]  # (units, columns), or blocks of 16 columns of whole numbers
    source: Ints
    more: Floats

    def totals(self, seed: int, first: int, resamples: int) -> Floats:
        """Sums of the rows drawn for each resample."""
        return self._spread(self._sums(blocks.block_sums, draws.resample_sums, seed, first, resamples), self.more)

    def tossed(self, seed: int, first: int, resamples: int) -> Floats:
        """Sums of the rows whose coin shows heads, for each resample."""
        return self._spread(self._sums(blocks.swap_block_sums, draws.swap_sums, seed, first, resamples), 0.0)

    def _spread(self, sums: NDArray[np.float64] | Ints, more: Floats | float) -> Floats:
        found = np.zeros((len(sums), len(self.source)))
        there = self.source >= 0
        found[:, there] = sums[:, self.source[there]]
        found += more
        return found

    def _sums(
        self, whole: Callable[..., None], real: Callable[..., None], seed: int, first: int, resamples: int
    ) -> NDArray[np.float64] | Ints:
        if self.rows.ndim == 3:
            counts = np.empty((resamples, self.rows.shape[0] * WIDE), np.int64)
            whole(self.rows, seed, first, counts)
            return counts
        sums = np.empty((resamples, self.rows.shape[1]))
        real(self.rows, seed, first, sums)
        return sums


def population(rows: Floats) -> Counting | OneByOne:
    """What resamples of these rows are drawn from; it depends on nothing but the rows."""
    few = distinct(rows)
    return counted(few) if few is not None else one_by_one(rows)


def counted(few: Distinct) -> Counting:
    """Distinct rows to count, the commonest first."""
    times = few.times
    order = np.argsort(-times, kind="stable")
    return drawn(few.rows[order], times[order])


def one_by_one(rows: Floats, shift: bool = True) -> OneByOne:
    """Units to draw one by one; without `shift` columns that differ by a constant are kept apart, as coins need them."""
    n, k = rows.shape
    whole = bool((rows == np.floor(rows)).all()) and float(np.abs(rows).max(initial=0.0)) * max(n, 1) < 2**31
    source, more, kept = np.full(k, -1), np.zeros(k), list[int]()
    seen: dict[bytes, int] = {}
    for c in range(k):
        # of whole numbers it is enough to know one column of those that differ by a constant: sums of them are exact
        base = rows[0, c] if n and shift and (whole or (rows[:, c] == rows[0, c]).all()) else 0.0
        shifted = rows[:, c] - base + 0.0  # a negative zero is a zero
        if not shifted.any():
            more[c] = n * base
            continue
        key = shifted.tobytes()
        if key not in seen:
            seen[key] = len(kept)
            kept.append(c)
        source[c] = seen[key]
        more[c] = n * (base - (rows[0, kept[seen[key]]] if whole and shift else 0.0))
    return OneByOne(_blocks(rows[:, kept]) if whole and len(kept) > 2 else rows[:, kept].copy(), source, more)


def _blocks(rows: Floats) -> NDArray[np.int32]:
    """Columns in blocks of sixteen, a unit a cache line."""
    n, k = rows.shape
    padded = np.zeros((n, -(-k // WIDE) * WIDE), np.int32)
    padded[:, :k] = rows
    return np.ascontiguousarray(padded.reshape(n, -1, WIDE).transpose(1, 0, 2))
