"""Approximate randomisation: would it matter which system gave which answer?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import lgamma, log, prod

import numpy as np
from numpy.typing import NDArray

from karat.engine import Engine, Local
from karat.kernels import draws
from karat.measures.base import Floats, Measure
from karat.stats.bootstrap import Chunk, chunks
from karat.stats.counting import tossed
from karat.stats.differences import DUST
from karat.stats.population import distinct, one_by_one
from karat.stats.tests.base import PairedTest, Tested
from karat.types.seed import checked
from karat.types.spoken import spoken

MOST = 1 << 20  # ways to swap that are all gone through


@spoken
class Randomisation(PairedTest):
    """Swap the two systems' answers to each unit by the toss of a coin: how often is the difference as large as was seen?

    Where there are few ways to swap (about twenty units that differ, or more of which many differ alike), all of them are
    gone through and p is exact. Swaps as large as what was seen count, and so does what was seen itself: p is never 0.

    >>> from karat.measures import measure
    >>> import numpy as np
    >>> ours = np.array([[1.0, 1.0]] * 10)
    >>> theirs = np.array([[0.0, 1.0]] * 6 + [[1.0, 1.0]] * 4)
    >>> Randomisation().test(measure("accuracy"), ours, theirs).p
    0.03125
    """

    name = "randomisation"
    assumes = "if the systems were alike, either could have given either answer, to each unit (or group) alone"
    paper = "Noreen 1989; Riezler and Maxwell 2005"
    limits = {"resamples": (1, 1_000_000_000)}

    resamples: int = 10_000

    def test(
        self, measure: Measure, ours: Floats, theirs: Floats, seed: int = 0, engine: Engine | None = None
    ) -> Tested:
        """How surprising the difference is."""
        checked(seed)
        seen = measure.score(ours) - measure.score(theirs)
        if measure.whole:
            return self._drawn(seen, partial(_whole, measure, ours, theirs, seed), len(ours), engine)
        few = distinct(theirs - ours) if len(ours) else None
        changed = (theirs != ours).any(1)
        rows, times = (
            (few.rows, few.times)
            if few is not None
            else (theirs[changed] - ours[changed], np.ones(changed.sum(), np.int64))
        )
        differ = rows.any(1)
        rows, times = rows[differ], times[differ]
        sides = ours.sum(0), theirs.sum(0)
        if prod((times + 1).tolist()) <= MOST:
            return _all(measure, seen, sides, rows, times, engine)
        swapped = tossed(rows, times).totals if few is not None else one_by_one(rows, shift=False).tossed
        return self._drawn(seen, _Swaps(measure, sides, swapped, seed), rows.shape[1], engine)

    def _drawn(self, seen: float, scores: Callable[[Chunk], Floats], width: int, engine: Engine | None) -> Tested:
        counts = np.zeros(2, np.int64)
        for drawn in (engine or Local()).map(scores, chunks(self.resamples, width)):
            counts += [int(extreme.sum()) for extreme in _as_extreme(drawn, seen)]
        two_sided, one_sided = ((counts + 1) / (self.resamples + 1)).tolist()
        return Tested(
            two_sided, "approximate randomisation, two-sided", one_sided, statistic=seen, resamples=self.resamples
        )


@dataclass(frozen=True, slots=True)
class _Swaps:
    """Differences after random swaps: what was swapped goes to the one side and comes from the other."""

    measure: Measure
    sides: tuple[Floats, Floats]
    swapped: Callable[[int, int, int], Floats]
    seed: int

    def __call__(self, chunk: Chunk) -> Floats:
        moved = self.swapped(self.seed, *chunk)
        ours, theirs = self.sides
        return self.measure.finish(ours + moved) - self.measure.finish(theirs - moved)


def _whole(measure: Measure, ours: Floats, theirs: Floats, seed: int, chunk: Chunk) -> Floats:
    found = np.empty(chunk[1])
    for i in range(chunk[1]):
        coins = _coins(len(ours), seed, chunk[0] + i)[:, None]
        found[i] = measure.score(np.where(coins, theirs, ours)) - measure.score(np.where(coins, ours, theirs))
    return found


def _coins(units: int, seed: int, resample: int) -> NDArray[np.bool_]:
    """The coin of every unit, read off the sums of powers of two that the tosses of 32 units make."""
    width = -(-units // 32)
    rows = np.zeros((units, width))
    at = np.arange(units)
    rows[at, at // 32] = 2.0 ** (at % 32)
    sums = np.empty((1, width))
    draws.swap_sums(rows, seed, resample, sums)
    coins: NDArray[np.bool_] = (sums[0].astype(np.int64)[at // 32] >> at % 32 & 1).astype(bool)
    return coins


def _all(
    measure: Measure,
    seen: float,
    sides: tuple[Floats, Floats],
    rows: Floats,
    times: NDArray[np.int64],
    engine: Engine | None,
) -> Tested:
    """Every way to swap, each with its chance: way number w swaps, of each row, as many units as its digit of w says."""
    ways = partial(_ways, measure, seen, sides, rows, times)
    sums = sum((engine or Local()).map(ways, chunks(prod((times + 1).tolist()), rows.shape[1])), np.zeros(2))
    two_sided, one_sided = np.minimum(1.0, sums).tolist()
    return Tested(two_sided, "exact randomisation, two-sided", one_sided, statistic=seen)


def _ways(
    measure: Measure,
    seen: float,
    sides: tuple[Floats, Floats],
    rows: Floats,
    times: NDArray[np.int64],
    chunk: Chunk,
) -> Floats:
    """The chance that some of the ways to swap are as extreme, both readings."""
    left, chances, moved = (
        np.arange(chunk[0], chunk[0] + chunk[1]),
        np.ones(chunk[1]),
        np.zeros((chunk[1], len(sides[0]))),
    )
    for row, n in zip(rows, times.tolist(), strict=True):
        left, swapped = np.divmod(left, n + 1)
        chances *= np.array([_chance(k, n) for k in range(n + 1)])[swapped]
        moved += swapped[:, None] * row
    drawn = measure.finish(sides[0] + moved) - measure.finish(sides[1] - moved)
    return np.array([chances[extreme].sum() for extreme in _as_extreme(drawn, seen)])


def _chance(heads: int, tosses: int) -> float:
    return float(np.exp(lgamma(tosses + 1) - lgamma(heads + 1) - lgamma(tosses - heads + 1) - tosses * log(2)))


def _as_extreme(drawn: Floats, seen: float) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """As large as what was seen, either way and the same way; an undefined difference counts as large."""
    least = abs(seen) - DUST * max(1.0, abs(seen))
    undefined = np.isnan(drawn)
    return undefined | (np.abs(drawn) >= least), undefined | (np.copysign(1.0, seen) * drawn >= least)
