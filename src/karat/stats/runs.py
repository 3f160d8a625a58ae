"""Several runs of each system, from several seeds: is one system almost always the better one?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np

from karat.errors import BadInput, BadRequest
from karat.measures.base import Floats
from karat.types.seed import checked

BORDER = 0.2  # Ulmer, Hardmeier & Frellsen 2022; docs/simulations.md


@dataclass(frozen=True, slots=True)
class Order:
    """How far ours is from being at least as good as theirs at every quantile: 0 is always, 1 is never, ½ is no order.

    `bound` is what `ratio` does not exceed with the confidence asked for. The published border for "better" is a bound
    below ½; two equal systems get there 11 to 25 times in 100 (docs/simulations.md), so `better` asks for less than 0.2.
    """

    ratio: float
    bound: float
    runs: tuple[int, int]

    @property
    def better(self) -> bool:
        """Is ours almost always better?"""
        return self.bound < BORDER


def almost_stochastic_order(
    ours: Sequence[float], theirs: Sequence[float], *, level: float = 0.05, resamples: int = 2000, seed: int = 0
) -> Order:
    """Almost stochastic order of the scores of several runs (higher is better), each trained from another seed.

    Scores stand for runs, not for units: for units, take a paired test. With five runs a side two equal systems are told
    apart 8 times in 100, with two runs 20 times (docs/simulations.md); one run does not vary, and is refused.

    >>> found = almost_stochastic_order([0.81, 0.83, 0.84, 0.82, 0.85], [0.71, 0.70, 0.74, 0.72, 0.69])
    >>> found.ratio, found.bound, found.better
    (0.0, 0.0, True)
    """
    if not 0 < level < 1:
        raise BadRequest(f"level is {level!r}, but a number between 0 and 1 was expected")
    sides = [np.sort(np.asarray(side, np.float64)) for side in (ours, theirs)]
    for side in sides:
        if len(side) < 2 or not np.isfinite(side).all():
            raise BadInput(f"{len(side)} runs were given: at least two a side, with finite scores, were expected")
    ratio, (n, m) = _violation(*sides), (len(sides[0]), len(sides[1]))
    spread = _spread(sides, ratio, resamples, checked(seed))
    bound = ratio - spread * NormalDist().inv_cdf(level) * sqrt((n + m) / (n * m))
    return Order(ratio, min(1.0, max(0.0, bound)), (n, m))


def _violation(ours: Floats, theirs: Floats) -> float:
    """Where theirs is the better quantile, the squared distance, as a share of all of it (del Barrio et al. 2018).

    Both quantile functions are steps, so the integral is a sum over the pieces between their steps. No distance, no order: ½.
    """
    n, m = len(ours), len(theirs)
    steps = np.union1d(np.arange(n + 1) * m, np.arange(m + 1) * n)  # in units of 1 / nm, so that they are whole
    middle, width = (steps[1:] + steps[:-1]) / 2, np.diff(steps)
    apart = theirs[(middle // n).astype(np.int64)] - ours[(middle // m).astype(np.int64)]
    every = float((width * apart**2).sum())
    return float((width * np.maximum(apart, 0) ** 2).sum()) / every if every else 0.5


def _spread(sides: Sequence[Floats], ratio: float, resamples: int, seed: int) -> float:
    """The standard deviation of the ratio, scaled by √(nm / (n + m)), over runs drawn anew: as many as there are.

    Drawing more than there are, as some tools do, makes it too small, for the ratio is not linear in so few runs.
    """
    if resamples < 2:
        raise BadRequest(f"{resamples} resamples were asked for: at least 2 were expected")
    rng, (n, m) = np.random.default_rng(seed), (len(sides[0]), len(sides[1]))
    drawn = [_violation(*(np.sort(rng.choice(side, len(side))) for side in sides)) for _ in range(resamples)]
    return sqrt(n * m / (n + m) * float(((np.array(drawn) - ratio) ** 2).mean()))
