"""Approximate randomisation: beside SciPy's permutation test, exact where it can be, and honest about chance."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binomtest, permutation_test

from karat.engine import Local, Threads
from karat.errors import BadRequest
from karat.kernels import compiled
from karat.measures import measure
from karat.stats.tests.randomisation import Randomisation

Floats = NDArray[np.float64]
MEAN = measure("accuracy")  # with rows (value, 1) it is the mean of the values


def rows(values: Floats | NDArray[np.bool_]) -> Floats:
    return np.stack([values, np.ones(len(values))], 1).astype(float)


def normal(seed: int, n: int, shift: float = 0.0) -> Floats:
    return np.random.default_rng(seed).normal(shift, 1, n)


def scipys(ours: Floats, theirs: Floats, resamples: float) -> float:
    def apart(a: Floats, b: Floats, axis: int) -> Floats:
        difference: Floats = a.mean(axis) - b.mean(axis)
        return difference

    found = permutation_test(
        (ours, theirs), apart, permutation_type="samples", n_resamples=resamples, rng=np.random.default_rng(0)
    )
    return float(found.pvalue)


@pytest.mark.parametrize("seed", range(5))
def test_few_units_are_swapped_in_every_way(seed: int) -> None:
    ours, theirs = normal(seed, 10, 0.5), normal(seed + 100, 10)
    found = Randomisation().test(MEAN, rows(ours), rows(theirs))
    assert (found.said, found.resamples) == ("exact randomisation, two-sided", 0)
    assert found.p == pytest.approx(scipys(ours, theirs, np.inf), abs=1e-12)


def test_many_units_that_differ_alike_are_swapped_in_every_way_too() -> None:
    rng = np.random.default_rng(0)
    ours, theirs = rng.random(500) < 0.8, rng.random(500) < 0.75
    found = Randomisation().test(MEAN, rows(ours), rows(theirs))
    wins, losses = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
    assert found.p == pytest.approx(binomtest(wins, wins + losses).pvalue, rel=1e-9)  # then it is the sign test


def test_many_units_are_swapped_at_random() -> None:
    ours, theirs = normal(0, 60, 0.3), normal(1, 60)
    found = Randomisation(resamples=40_000).test(MEAN, rows(ours), rows(theirs), 3)
    assert found.said == "approximate randomisation, two-sided"
    wanted = scipys(ours, theirs, 40_000)
    assert found.p == pytest.approx(wanted, abs=5 * (2 * wanted * (1 - wanted) / 40_000) ** 0.5)


@pytest.mark.parametrize("n", [0, 5, 60])
def test_a_system_does_not_differ_from_itself(n: int) -> None:
    ours = rows(normal(0, n))
    if n:
        assert Randomisation(resamples=99).test(MEAN, ours, ours).p == 1.0


def test_a_measure_of_the_whole_is_swapped_unit_by_unit() -> None:
    gold = normal(0, 40)
    near, far = (np.stack([gold, gold + spread * normal(1 + i, 40)], 1) for i, spread in enumerate((0.5, 3)))
    spearman = measure("spearman")
    assert Randomisation(resamples=400).test(spearman, near, far).p < 0.05
    assert Randomisation(resamples=99).test(spearman, near, near).p == 1.0


@pytest.mark.parametrize("text", ["accuracy", "spearman"])
def test_threads_and_order_of_systems_do_not_matter(text: str) -> None:
    ours, theirs = np.random.default_rng(0).normal(size=(2, 100, 2))
    test = Randomisation(resamples=300)
    one, other, turned = (
        test.test(measure(text), ours, theirs, 5, Local()),
        test.test(measure(text), ours, theirs, 5, Threads(workers=3)),
        test.test(measure(text), theirs, ours, 5),
    )
    assert one == other
    assert one.p == turned.p


def test_false_alarms_come_as_often_as_p_says() -> None:
    simulated = 2000 if compiled else 300
    values = np.random.default_rng(10).normal(size=(simulated, 2, 50))
    ps = np.array(
        [Randomisation(resamples=499).test(MEAN, rows(a), rows(b), seed).p for seed, (a, b) in enumerate(values)]
    )
    for level in (0.01, 0.05, 0.5):
        assert (ps <= level).mean() == pytest.approx(level, abs=3.3 * (level * (1 - level) / simulated) ** 0.5)


def test_no_resamples_are_refused() -> None:
    with pytest.raises(BadRequest, match="resamples is 0, but a number from 1"):
        Randomisation(resamples=0)
