"""Intervals from resamples: percentile, basic, and BCa with its jackknife taken from the rows."""

from __future__ import annotations

from math import isnan, nan
from statistics import NormalDist

import numpy as np

from karat.engine import Engine
from karat.errors import unknown
from karat.measures.base import Floats, Measure
from karat.stats.bootstrap import resampled
from karat.types.listed import Listed

ANALYTIC = Listed("karat.stats", {"wilson": "analytic:wilson", "clopper-pearson": "analytic:clopper_pearson"})
DRAWN = Listed("karat.stats", {"studentised": "studentised:studentised"})
METHODS = ("bca", "percentile", "basic", *DRAWN, *ANALYTIC, "none")
NORMAL = NormalDist()
LEVEL = 0.95


def interval(
    measure: Measure,
    rows: Floats,
    method: str = "bca",
    resamples: int = 10_000,
    seed: int = 0,
    engine: Engine | None = None,
) -> tuple[float, float]:
    """A 95 % interval of the score over units; nan where fewer than two units or no usable resample leave nothing to say.

    Resamples in which the measure is undefined are left out; `wilson` and `clopper-pearson` need none, but right or wrong.
    """
    if method not in METHODS:
        raise unknown("interval", method, METHODS)
    value = measure.score(rows)
    if method == "none" or len(rows) < 2 or isnan(value):
        return nan, nan
    if method in ANALYTIC:
        return tuple(ANALYTIC[method](measure, rows, LEVEL))
    if method in DRAWN:
        return tuple(DRAWN[method](measure, rows, LEVEL, resamples, seed, engine))
    drawn = np.concatenate(list(resampled(measure, rows, resamples, seed, engine)))
    drawn = drawn[~np.isnan(drawn)]
    if not len(drawn):
        return nan, nan
    return _bounds(method, value, drawn, measure, rows)


def _bounds(method: str, value: float, drawn: Floats, measure: Measure, rows: Floats) -> tuple[float, float]:
    if method == "bca":
        return bca(value, drawn, left_out(measure, rows))
    low, high = _percentiles(drawn, *tails())
    return (2 * value - high, 2 * value - low) if method == "basic" else (low, high)


def tails() -> tuple[float, float]:
    """The two tail probabilities of the level."""
    return (1 - LEVEL) / 2, (1 + LEVEL) / 2


def bca(value: float, drawn: Floats, jackknife: Floats) -> tuple[float, float]:
    """Efron 1987: percentiles corrected for the bias and the skew of the score.

    Where all resamples lie on one side of the value the correction is infinite: the plain percentiles are given.
    """
    below = (np.count_nonzero(drawn < value) + np.count_nonzero(drawn == value) / 2) / len(drawn)
    if not 0 < below < 1:
        return _percentiles(drawn, *tails())
    bias, skew = NORMAL.inv_cdf(below), _acceleration(jackknife)
    return _percentiles(drawn, *(_adjusted(tail, bias, skew) for tail in tails()))


def _adjusted(tail: float, bias: float, skew: float) -> float:
    moved = bias + NORMAL.inv_cdf(tail)
    return NORMAL.cdf(bias + moved / (1 - skew * moved))


def _percentiles(drawn: Floats, low: float, high: float) -> tuple[float, float]:
    # numpy.quantile gives the same (type 7), but its first call imports numpy.ma, which takes longer
    wanted = {at for share in (low, high) for at in _around(share, len(drawn))}
    ordered = np.partition(drawn, sorted(wanted))
    return _quantile(ordered, low), _quantile(ordered, high)


def _quantile(ordered: Floats, share: float) -> float:
    """Hyndman & Fan's type 7: straight lines between the order statistics."""
    below, above = _around(share, len(ordered))
    at = share * (len(ordered) - 1)
    return float(ordered[below] + (at - below) * (ordered[above] - ordered[below]))


def _around(share: float, n: int) -> tuple[int, int]:
    """The order statistics between which a quantile lies."""
    below = min(int(share * (n - 1)), n - 2) if n > 1 else 0
    return below, min(below + 1, n - 1)


def _acceleration(jackknife: Floats) -> float:
    centred = jackknife.mean() - jackknife
    spread = float((centred**2).sum())
    return float((centred * centred * centred).sum()) / (6 * spread**1.5) if spread > 0 else 0.0


def left_out(measure: Measure, rows: Floats) -> Floats:
    """The score without each unit in turn, where that is defined."""
    scores = without_each(measure, rows)
    return scores[~np.isnan(scores)] if not np.isnan(scores).all() else np.zeros(1)


def without_each(measure: Measure, rows: Floats) -> Floats:
    """The score without each unit in turn."""
    if measure.whole:
        return np.array([measure.score(np.delete(rows, i, axis=0)) for i in range(len(rows))])
    return measure.finish(rows.sum(0) - rows)
