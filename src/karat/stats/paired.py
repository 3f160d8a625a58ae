"""Is one system better than another on the same units? The paired bootstrap, in all three of its readings."""

from __future__ import annotations

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
class Paired:
    """A difference, its 95 % interval, and three readings of how surprising it is.

    `p` is two-sided: how often a difference centred on 0 is at least this large either way. `p_one_sided` asks only for
    the system that won. `p_strict` counts as Berg-Kirkpatrick et al. (2012) print it: more than twice the difference.
    `effect` is the mean of the units' differences over their standard deviation (by jackknife where units do not add up).
    """

    difference: float
    low: float
    high: float
    p: float
    p_one_sided: float
    p_strict: float
    effect: float
    resamples: int


def paired_bootstrap(
    measure: Measure,
    ours: Floats,
    theirs: Floats,
    resamples: int = 1_000_000,
    seed: int = 0,
    engine: Engine | None = None,
) -> Paired:
    """Draw the same units for both systems, many times; units are rows, so sum rows by group first where groups exist.

    It assumes that the units stand for more like them; with fewer than about 30 of them do not lean on it.
    """
    if ours.shape != theirs.shape:
        raise BadInput(f"the systems have {len(ours)} and {len(theirs)} units: the same units were expected")
    measure = Difference(measure)
    rows = measure.rows(ours, theirs)
    difference = measure.score(rows) if len(rows) else nan
    if isnan(difference):
        return Paired(nan, nan, nan, nan, nan, nan, nan, resamples)
    counts = np.zeros(3, np.int64)
    kept: list[Floats] = []
    for chunk in resampled(measure, rows, resamples, seed, engine):
        counts += _as_extreme(chunk, difference)
        if sum(len(one) for one in kept) < KEPT:
            kept.append(chunk)
    jackknife = left_out(measure, rows) if len(rows) > 1 else np.zeros(1)
    low, high = _interval(difference, np.concatenate(kept), jackknife)
    two_sided, one_sided = ((counts[:2] + 1) / (resamples + 1)).tolist()
    strict = float(counts[2] / resamples) if difference else 1.0
    return Paired(difference, low, high, two_sided, one_sided, strict, _effect(difference, jackknife), resamples)


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
