"""Intervals of a share of right answers, by formula: nothing is drawn, and they hold at the edges 0 and 1."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

from scipy.special import betaincinv

from karat.errors import BadRequest
from karat.measures.base import Floats, Measure
from karat.stats.shares import why_no_share


def wilson(measure: Measure, rows: Floats, level: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval: its coverage is right on average over shares, now a little over, now a little under.

    >>> import numpy as np
    >>> from karat.measures import measure
    >>> low, high = wilson(measure("accuracy"), np.array([[1.0, 1.0]] * 8 + [[0.0, 1.0]] * 2))
    >>> round(low, 3), round(high, 3)
    (0.49, 0.943)
    """
    right, n = _counted("wilson", measure, rows)
    z = NormalDist().inv_cdf((1 + level) / 2)
    centre, spread = right + z**2 / 2, z * sqrt(right * (n - right) / n + z**2 / 4)
    return max(0.0, (centre - spread) / (n + z**2)), min(1.0, (centre + spread) / (n + z**2))


def clopper_pearson(measure: Measure, rows: Floats, level: float = 0.95) -> tuple[float, float]:
    """Clopper and Pearson's exact interval: it never covers less than its level, and for that is the widest.

    >>> import numpy as np
    >>> from karat.measures import measure
    >>> low, high = clopper_pearson(measure("accuracy"), np.array([[1.0, 1.0]] * 8 + [[0.0, 1.0]] * 2))
    >>> round(low, 3), round(high, 3)
    (0.444, 0.975)
    """
    right, n = _counted("clopper-pearson", measure, rows)
    tail = (1 - level) / 2
    low = float(betaincinv(right, n - right + 1, tail)) if right else 0.0
    high = float(betaincinv(right + 1, n - right, 1 - tail)) if right < n else 1.0
    return low, high


def _counted(name: str, measure: Measure, rows: Floats) -> tuple[int, int]:
    """How many units are right, of how many."""
    why = why_no_share(measure, rows)
    if why:
        raise BadRequest(
            f"the interval {name} is for shares of single right or wrong answers, and {why}: take bca, percentile, basic or studentised"
        )
    return int(rows[:, 0].sum()), len(rows)
