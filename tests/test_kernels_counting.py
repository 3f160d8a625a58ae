"""Resamples that are counted rather than drawn: kernels beside their twins, and counts beside their distributions."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import binom, chisquare

from karat import kernels
from karat.kernels import reference, reference_counting
from karat.measures import measure
from karat.stats.counting import Counting, drawn, tossed
from karat.stats.differences import differences
from karat.stats.population import OneByOne, counted, distinct, one_by_one, population

Floats = NDArray[np.float64]
BOTH = pytest.mark.parametrize("draws", [kernels.draws, reference], ids=["running", "twin"])
TIMES = [[5], [1, 1], [10, 5], [30, 15, 14, 1], [1200, 400, 300, 100], [70_000, 20_000, 9_999, 1], [200] * 20]


def by_twin(counting: Counting, seed: int, first: int, resamples: int) -> Floats:
    out = np.empty((resamples, counting.rows.shape[1]))
    tables = counting.tables, counting.below, counting.guide
    reference_counting.counted_sums(counting.rows, counting.steps, *tables, counting.units, seed, first, out)
    return out


@pytest.mark.parametrize("times", TIMES, ids=str)
def test_counted_sums_equal_their_twin_to_the_bit(times: list[int]) -> None:
    rows = np.random.default_rng(0).normal(size=(len(times), 3))
    for made in (drawn(rows, np.array(times)), tossed(rows, np.array(times))):
        for seed, first in ((0, 0), (2**63 - 1, 10**6)):
            assert np.array_equal(made.totals(seed, first, 50), by_twin(made, seed, first, 50))


@pytest.mark.parametrize("times", TIMES, ids=str)
def test_each_row_is_drawn_as_often_as_it_should(times: list[int]) -> None:
    units = sum(times)
    found = drawn(np.eye(len(times)), np.array(times)).totals(1, 0, 20_000)
    assert (found.sum(1) == units).all()
    for row, count in enumerate(times):
        fits(found[:, row], units, count / units)
    for row in range(len(times) - 1):  # two rows together are binomial as well: so counts hang together as they should
        fits(found[:, row] + found[:, row + 1], units, (times[row] + times[row + 1]) / units)


def test_each_coin_is_fair() -> None:
    found = tossed(np.eye(3), np.array([100, 37, 1])).totals(0, 0, 20_000)
    for row, count in enumerate((100, 37, 1)):
        fits(found[:, row], count, 0.5)
    assert np.abs(np.corrcoef(found.T) - np.eye(3)).max() < 0.03


def fits(found: Floats, units: int, share: float) -> None:
    seen = np.bincount(found.astype(int), minlength=units + 1)
    wanted = binom.pmf(np.arange(units + 1), units, share) * len(found)
    common = wanted > 10
    if common.sum() > 1:
        assert chisquare(seen[common], wanted[common] / wanted[common].sum() * seen[common].sum()).pvalue > 1e-4
    assert found.mean() == pytest.approx(units * share, abs=4.5 * (units * share * (1 - share) / len(found)) ** 0.5)


def test_units_that_all_but_never_are_so_few_are_drawn_alone() -> None:
    made = drawn(np.eye(2), np.array([60, 40]))
    steps = made.steps.copy()
    steps[0, 1] = 101  # a base that is never reached
    forced = Counting(made.rows, steps, made.tables, made.below, made.guide, made.units)
    found = forced.totals(0, 0, 5_000)
    fits(found[:, 0], 100, 0.6)
    assert np.array_equal(found[:50], by_twin(forced, 0, 0, 50))


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 2**63 - 1))
def test_sums_in_blocks_are_the_sums_of_the_same_draws(n: int, columns: int, seed: int) -> None:
    rows = np.random.default_rng(n).integers(-5, 100, (n, columns)).astype(float)
    wanted = np.empty((3, columns))
    kernels.draws.resample_sums(rows, seed, 7, wanted)
    assert np.array_equal(one_by_one(rows).totals(seed, 7, 3), wanted)


@given(st.integers(1, 30), st.integers(1, 3), st.integers(0, 2**63 - 1))
def test_blocks_equal_their_twin(n: int, many: int, seed: int) -> None:
    blocks = np.random.default_rng(n).integers(-9, 10**4, (many, n, 16)).astype(np.int32)
    ours, theirs = np.empty((2, 5, many * 16), np.int64)
    for name in ("block_sums", "swap_block_sums"):
        getattr(kernels.blocks, name)(blocks, seed, 3, ours)
        getattr(reference_counting, name)(blocks, seed, 3, theirs)
        assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 500])
def test_swapped_sums_of_whole_numbers_are_those_of_the_same_coins(n: int) -> None:
    rows = np.random.default_rng(n).integers(-50, 50, (n, 19)).astype(float)
    rows[:, 3] = 7.0
    rows[:, 4] = rows[:, 2] + 1
    wanted = np.empty((9, 19))
    kernels.draws.swap_sums(rows, 5, 3, wanted)
    assert np.array_equal(one_by_one(rows, shift=False).tossed(5, 3, 9), wanted)


@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 1000])
def test_swapped_sums_equal_their_twin_to_the_bit(n: int) -> None:
    rows = np.random.default_rng(n).normal(size=(n, 2))
    ours, theirs = np.empty((2, 9, 2))
    kernels.draws.swap_sums(rows, 5, 3, ours)
    reference.swap_sums(rows, 5, 3, theirs)
    assert np.array_equal(ours, theirs)


@BOTH
def test_every_unit_is_swapped_half_the_time(draws: ModuleType) -> None:
    out = np.empty((4000, 70))
    draws.swap_sums(np.eye(70), 0, 0, out)
    assert set(np.unique(out)) == {0.0, 1.0}
    assert abs(out.mean(0) - 0.5).max() < 4.5 * 0.5 / 4000**0.5
    assert abs(np.corrcoef(out.T) - np.eye(70)).max() < 0.08


# what resamples are drawn from


def share(seed: int, n: int, rate: float = 0.7) -> Floats:
    return np.stack([np.random.default_rng(seed).random(n) < rate, np.ones(n)], 1).astype(float)


def test_few_rows_are_counted_and_many_are_drawn() -> None:
    assert isinstance(population(share(0, 100)), Counting)
    assert isinstance(population(np.random.default_rng(0).normal(size=(100, 2))), OneByOne)
    assert isinstance(population(share(0, 20)), OneByOne)  # so few units are drawn as fast


def test_distinct_rows_with_their_units_are_the_rows() -> None:
    rows = np.random.default_rng(0).integers(0, 3, (500, 3)).astype(float)
    found = distinct(rows)
    assert found is not None
    assert np.array_equal(found.rows[found.codes], rows)
    assert len(np.unique(found.rows, axis=0)) == len(found.rows)
    assert found.times.sum() == 500
    both = found.beside(found)
    assert both is not None
    assert np.array_equal(both.rows[both.codes], np.hstack([rows, rows]))


def test_the_order_of_units_does_not_matter_where_rows_are_counted() -> None:
    rows = share(0, 300)
    turned = rows[np.random.default_rng(1).permutation(300)]
    assert np.array_equal(population(rows).totals(0, 0, 100), population(turned).totals(0, 0, 100))


def test_columns_that_tell_the_same_are_drawn_once() -> None:
    rows = np.random.default_rng(0).integers(1, 40, (200, 3)).astype(float)
    wide = np.hstack([rows, rows[:, :1] + 7, np.full((200, 1), 3.0), rows[:, 1:2]])
    made = one_by_one(wide)
    assert made.source.tolist() == [0, 1, 2, 0, -1, 1]
    wanted = np.empty((20, 6))
    kernels.draws.resample_sums(wide, 4, 0, wanted)
    assert np.array_equal(made.totals(4, 0, 20), wanted)


@pytest.mark.parametrize("kind", ["few", "whole", "real"])
def test_a_pair_is_the_same_whoever_else_is_compared(kind: str) -> None:
    rng = np.random.default_rng(0)
    made = {
        "few": [share(seed, 200) for seed in range(4)],
        "whole": [np.stack([rng.integers(0, 90, 200), np.full(200, 90)], 1).astype(float) for _ in range(4)],
        "real": [np.stack([rng.normal(size=200), np.ones(200)], 1) for _ in range(4)],
    }[kind]
    accuracy = measure("accuracy")
    [alone] = differences(accuracy, [made[1], made[3]], [(0, 1)], 500)
    among = differences(accuracy, made, [(0, 1), (0, 2), (1, 3), (2, 3)], 500)
    assert among[2] == alone


def test_counting_and_drawing_say_the_same() -> None:
    rows = [share(0, 400), share(1, 400, 0.6)]
    joined = np.hstack(rows)
    few = distinct(joined)
    assert few is not None
    sums = [made.totals(0, 0, 20_000) for made in (counted(few), one_by_one(joined))]
    assert sums[0].mean(0) == pytest.approx(sums[1].mean(0), rel=0.002)
    assert np.cov(sums[0][:, [0, 2]].T) == pytest.approx(np.cov(sums[1][:, [0, 2]].T), rel=0.05, abs=2)
