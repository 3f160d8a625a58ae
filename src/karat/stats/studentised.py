"""The studentised bootstrap: each resample is measured by its own standard error."""

from __future__ import annotations

import numpy as np

from karat.engine import Engine
from karat.errors import BadRequest
from karat.measures.base import Floats, Measure
from karat.stats.bootstrap import resampled

WIDEST = 60  # numbers a row: the products of each two are drawn as well
STEP = 1e-5  # of a total, for slopes by differences
HUGE = 1e300  # stands for a t without end, so that quantiles can be taken


def studentised(
    measure: Measure, rows: Floats, level: float, resamples: int, seed: int = 0, engine: Engine | None = None
) -> tuple[float, float]:
    """An interval from how far resamples lie from the score in standard errors of their own (Efron 1981, "bootstrap t").

    Where the score has a spread that depends on itself it is the most exact; for shares near 0 or 1 it is wide, and ends at
    the measure's bounds. The standard error is the jackknife's, to first order: from how the rows of a resample vary, and
    how steeply the score follows their sums.

    >>> from karat.measures import measure
    >>> rows = np.array([[1.0, 1.0]] * 70 + [[0.0, 1.0]] * 30)
    >>> low, high = studentised(measure("accuracy"), rows, 0.95, 2000)
    >>> 0.58 < low < 0.62 < 0.77 < high < 0.8
    True
    """
    if measure.whole:
        raise BadRequest(
            f"the interval studentised needs rows that add up, and those of {measure.name} do not: take bca, percentile or basic"
        )
    if rows.shape[1] > WIDEST:
        raise BadRequest(
            f"the interval studentised draws products of all numbers of a row, and {measure.name} has {rows.shape[1]} here, more "
            f"than {WIDEST}: take bca, percentile or basic"
        )
    pivot = _Pivot(measure, rows)
    value, error = measure.score(rows), float(pivot.error(pivot.augmented.sum(0)))
    if not error:
        return value, value
    drawn = np.concatenate(list(resampled(pivot, pivot.augmented, resamples, seed, engine)))
    drawn = drawn[~np.isnan(drawn)]
    if not len(drawn):
        return float("nan"), float("nan")
    least, most = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2]).tolist()
    return _within(measure, value - most * error), _within(measure, value - least * error)


def _within(measure: Measure, bound: float) -> float:
    low, high = measure.bounds
    return min(max(bound, low), high)


class _Pivot(Measure):
    """A resample's distance from the score in its own standard errors: a measure of rows beside the products of their parts.

    Rows are taken less their mean, so that sums of products lose no digits.
    """

    name = "pivot"

    def __init__(self, measure: Measure, rows: Floats) -> None:
        self.measure, self.units, self.mean = measure, len(rows), rows.mean(0)
        self.above = np.triu_indices(rows.shape[1])
        centred = rows - self.mean
        self.augmented: Floats = np.concatenate([centred, centred[:, self.above[0]] * centred[:, self.above[1]]], 1)
        self.value = measure.score(rows)

    def rows(self, rows: Floats) -> Floats:
        """They are made once, for they need the mean of all."""
        return self.augmented

    def finish(self, totals: Floats) -> Floats:
        """(score − the score) / standard error; nan where both are 0."""
        apart, error = self.measure.finish(self._sums(totals)) - self.value, self.error(totals)
        there = error > 0
        endless = np.where(apart == 0, np.nan, np.copysign(HUGE, apart))
        found: Floats = np.where(there, apart / np.where(there, error, 1.0), endless)
        return found

    def error(self, totals: Floats) -> Floats:
        """The standard error of the score of such sums."""
        slopes, n = self._slopes(self._sums(totals)), self.units
        k = len(self.mean)
        spread = np.zeros((*totals.shape[:-1], k, k))
        spread[..., self.above[0], self.above[1]] = spread[..., self.above[1], self.above[0]] = totals[..., k:]
        spread -= totals[..., :k, None] * totals[..., None, :k] / n
        variance = np.einsum("...i,...ij,...j->...", slopes, spread, slopes) * n / (n - 1)
        return np.sqrt(np.where(variance > 1e-24, variance, 0.0))

    def _sums(self, totals: Floats) -> Floats:
        found: Floats = totals[..., : len(self.mean)] + self.units * self.mean
        return np.where(np.abs(found) > 1e-9, found, 0.0)  # what is not there is 0, and not dust

    def _slopes(self, sums: Floats) -> Floats:
        """How steeply the score follows each sum; 0 where a sum is 0, for then none of its rows varies."""
        found = np.zeros_like(sums)
        for i in range(sums.shape[-1]):
            step = np.zeros_like(sums)
            step[..., i] = STEP * np.abs(sums[..., i])
            size = np.where(step[..., i] > 0, 2 * step[..., i], 1.0)
            found[..., i] = (self.measure.finish(sums + step) - self.measure.finish(sums - step)) / size
        return np.nan_to_num(found)
