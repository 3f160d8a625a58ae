"""What a test set can see: the smallest difference it will show, and how many units a difference needs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import ceil, inf, isnan, nan
from statistics import NormalDist

import numpy as np

from karat.engine import Engine, Local
from karat.errors import BadRequest
from karat.measures.base import Floats, Measure
from karat.stats.differences import DUST, Difference
from karat.stats.intervals import left_out
from karat.stats.tests import PairedTest, paired_test
from karat.types.seed import checked

NORMAL = NormalDist()
CHUNK = 32  # simulations a thread does at a time


def detectable(measure: Measure, ours: Floats, theirs: Floats, power: float = 0.8, level: float = 0.05) -> float:
    """The smallest true difference that units like these show with this power, by a two-sided test at this level.

    Rows come one a unit, or one a group where units are grouped. From the jackknife, so rough below some 30 units; nan
    where two systems never differ, for then nothing is known of how they vary. Halving it takes four times the units.

    >>> from karat.measures import measure
    >>> ours = np.array([[1.0, 1.0]] * 60 + [[0.0, 1.0]] * 40)
    >>> theirs = np.array([[1.0, 1.0]] * 45 + [[0.0, 1.0]] * 50 + [[1.0, 1.0]] * 5)
    >>> round(detectable(measure("accuracy"), ours, theirs), 3)
    0.123
    """
    return _distance(power, level) * standard_error(measure, ours, theirs)


def needed(measure: Measure, ours: Floats, theirs: Floats, power: float = 0.8, level: float = 0.05) -> float:
    """How many units like these (groups, where rows are groups) show the difference seen here with this power.

    A whole number; inf where the systems score the same, nan where nothing is known of how they differ. The difference
    seen is itself uncertain, and the number goes with its square: read it as an order of magnitude.

    >>> from karat.measures import measure
    >>> ours = np.array([[1.0, 1.0]] * 60 + [[0.0, 1.0]] * 40)
    >>> theirs = np.array([[1.0, 1.0]] * 45 + [[0.0, 1.0]] * 50 + [[1.0, 1.0]] * 5)
    >>> needed(measure("accuracy"), ours, theirs)
    151
    """
    smallest = detectable(measure, ours, theirs, power, level)
    if isnan(smallest):
        return nan
    seen = abs(measure.score(ours) - measure.score(theirs))
    return ceil(len(ours) * (smallest / seen) ** 2) if seen > DUST else inf


def standard_error(measure: Measure, ours: Floats, theirs: Floats) -> float:
    """The standard error of the difference between two systems, by the jackknife; nan where they never differ.

    Units without which the difference is undefined are left out.
    """
    both = Difference(measure)
    rows = both.rows(ours, theirs)
    scores = left_out(both, rows) if len(rows) > 1 else np.zeros(1)
    n = len(scores)
    error = float(np.sqrt((n - 1) * scores.var())) if n > 1 else 0.0
    return error if error > DUST else nan


def simulated_power(
    measure: Measure,
    ours: Floats,
    theirs: Floats,
    units: int | None = None,
    *,
    test: str | PairedTest = "bootstrap(resamples=1000)",
    level: float = 0.05,
    simulations: int = 1000,
    seed: int = 0,
    engine: Engine | None = None,
) -> float:
    """How often a test finds the difference seen here, in many sets of so many units drawn from these.

    It asks the test itself, where `detectable` and `needed` ask a formula. An undefined p finds nothing.

    >>> from karat.measures import measure
    >>> ours = np.array([[1.0, 1.0]] * 60 + [[0.0, 1.0]] * 40)
    >>> theirs = np.array([[1.0, 1.0]] * 45 + [[0.0, 1.0]] * 50 + [[1.0, 1.0]] * 5)
    >>> simulated_power(measure("accuracy"), ours, theirs, 151, simulations=200) > 0.7
    True
    """
    units = len(ours) if units is None else units
    if units < 1 or simulations < 1:
        raise BadRequest(
            f"{simulations} simulations of {units} units were asked for: at least one of each was expected"
        )
    _probabilities(power=0.5, level=level)
    work = partial(_found, measure, Difference(measure).rows(ours, theirs), units, paired_test(test), level)
    chunks = _chunks(checked(seed), simulations if len(ours) else 0)
    return sum((engine or Local()).map(work, chunks)) / simulations


def _chunks(seed: int, simulations: int) -> Iterator[list[tuple[int, int]]]:
    numbered = [(seed, i) for i in range(simulations)]
    return (numbered[first : first + CHUNK] for first in range(0, simulations, CHUNK))


def _found(
    measure: Measure, rows: Floats, units: int, test: PairedTest, level: float, chunk: list[tuple[int, int]]
) -> int:
    """In how many of these simulations the test finds a difference; each is drawn by its own number."""
    drawn = ((i, rows[np.random.default_rng([seed, i]).integers(len(rows), size=units)]) for seed, i in chunk)
    sides = ((i, np.split(one, 2, axis=1)) for i, one in drawn)
    return sum(test.test(measure, ours, theirs, seed=i).p <= level for i, (ours, theirs) in sides)


def _distance(power: float, level: float) -> float:
    """How many standard errors from 0 a difference must lie to be found so often; by the normal distribution."""
    _probabilities(power=power, level=level)
    return NORMAL.inv_cdf(1 - level / 2) + NORMAL.inv_cdf(power)


def _probabilities(**given: float) -> None:
    for name, value in given.items():
        if not 0 < value < 1:
            raise BadRequest(f"{name} is {value!r}, but a number between 0 and 1 was expected")
