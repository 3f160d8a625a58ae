"""How far apart two systems are on the same units: the difference, its interval, and how resamples of it fall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np

from karat.engine import Engine
from karat.errors import BadInput
from karat.measures.base import Floats, Measure
from karat.stats.bootstrap import resampled
from karat.stats.intervals import bca, left_out

KEPT = 100_000  # differences kept for the interval: enough for its third digit, and memory does not grow with b
DUST = 1e-12  # sums of rows in another order differ by this much


class Difference(Measure):
    """The score of one system less that of another: a measure of both systems' rows side by side.

    Being a measure, it has resamples, a jackknife and intervals like any other.
    """

    name = "difference"

    def __init__(self, measure: Measure) -> None:
        self.measure = measure

    @property
    def whole(self) -> bool:  # type: ignore[override]  # as the measure it is a difference of
        """Does it need all rows together?"""
        return self.measure.whole

    def rows(self, ours: Floats, theirs: Floats) -> Floats:
        """Both rows side by side."""
        if ours.shape != theirs.shape:
            raise BadInput(f"the systems have {len(ours)} and {len(theirs)} units: the same units were expected")
        return np.concatenate([ours, theirs], axis=1)

    def finish(self, totals: Floats) -> Floats:
        """Our score less theirs."""
        ours, theirs = np.split(totals, 2, axis=-1)
        return self.measure.finish(ours) - self.measure.finish(theirs)

    def score(self, rows: Floats) -> float:
        """Our score less theirs."""
        ours, theirs = np.split(rows, 2, axis=1)
        return self.measure.score(ours) - self.measure.score(theirs)


@dataclass(frozen=True, slots=True)
class Apart:
    """A difference, its 95 % interval, its effect, and how many of the resamples are as extreme in three readings.

    `effect` is the mean of the units' differences over their standard deviation (by jackknife where units do not add up).
    """

    difference: float
    low: float = nan
    high: float = nan
    effect: float = nan
    two_sided: int = 0
    one_sided: int = 0
    strict: int = 0


def differences(
    measure: Measure,
    systems: Sequence[Floats],
    pairs: Sequence[tuple[int, int]],
    resamples: int,
    seed: int = 0,
    engine: Engine | None = None,
) -> list[Apart]:
    """How far apart each pair of systems is; units are rows, so sum rows by group first where groups exist."""
    return [_apart(measure, systems[a], systems[b], resamples, seed, engine) for a, b in pairs]


def _apart(measure: Measure, ours: Floats, theirs: Floats, resamples: int, seed: int, engine: Engine | None) -> Apart:
    measure = Difference(measure)
    rows = measure.rows(ours, theirs)
    difference = measure.score(rows) if len(rows) else nan
    if isnan(difference):
        return Apart(nan)
    counts = np.zeros(3, np.int64)
    kept: list[Floats] = []
    for chunk in resampled(measure, rows, resamples, seed, engine):
        counts += _as_extreme(chunk, difference)
        if sum(len(one) for one in kept) < KEPT:
            kept.append(chunk)
    jackknife = left_out(measure, rows) if len(rows) > 1 else np.zeros(1)
    low, high = _interval(difference, np.concatenate(kept), jackknife)
    return Apart(difference, low, high, _effect(difference, jackknife), *counts.tolist())


def _as_extreme(drawn: Floats, seen: float) -> tuple[int, int, int]:
    """Resamples as extreme as what was seen: two-sided, one-sided, strictly; an undefined one counts as extreme."""
    size, dust = abs(seen), DUST * max(1.0, abs(seen))
    known = drawn[~np.isnan(drawn)]
    undefined, won = len(drawn) - len(known), np.copysign(1.0, seen) * known
    extreme = np.abs(known - seen) >= size - dust, won >= 2 * size - dust, won > 2 * size + dust
    two_sided, one_sided, strict = (undefined + int(np.count_nonzero(one)) for one in extreme)
    return two_sided, one_sided, strict


def _interval(difference: float, drawn: Floats, jackknife: Floats) -> tuple[float, float]:
    drawn = drawn[~np.isnan(drawn)]
    return bca(difference, drawn, jackknife) if len(jackknife) > 1 and len(drawn) else (nan, nan)


def _effect(difference: float, jackknife: Floats) -> float:
    n = len(jackknife)
    spread = float(((n - 1) * jackknife).std(ddof=1)) if n > 1 else 0.0
    return difference / spread if spread > DUST else nan
