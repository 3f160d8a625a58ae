"""Annotators, guidelines and runs: intervals from both sides, the human ceiling, differences of agreement, stochastic order."""

from __future__ import annotations

from itertools import product
from math import isnan
from typing import Any

import krippendorff
import numpy as np
import pytest

from karat.errors import BadInput, BadRequest
from karat.measures import measure
from karat.measures.base import Floats
from karat.stats.agreement_difference import agreement_difference
from karat.stats.runs import almost_stochastic_order
from karat.stats.two_way import human_ceiling, two_way_difference, two_way_score

ACCURACY, ALPHA = measure("accuracy"), measure("alpha")


def cells(shares: list[float], units: int = 200, seed: int = 0) -> Floats:
    """Rows of accuracy against annotators who find a system right this often."""
    right = np.random.default_rng(seed).random((len(shares), units)) < np.array(shares)[:, None]
    return np.stack([right, np.ones(right.shape)], 2).astype(np.float64)


# both sides


def test_the_interval_over_units_is_the_bootstrap_of_their_sums() -> None:
    rows = cells([0.7, 0.7, 0.7])
    means = rows[..., 0].mean(0)
    drawn = means[np.random.default_rng(5).integers(200, size=(4000, 200))].mean(1)
    found = two_way_score(ACCURACY, rows, 4000)
    assert found.value == pytest.approx(means.mean())
    assert (found.low, found.high) == pytest.approx(np.quantile(drawn, [0.025, 0.975]).tolist(), abs=0.006)


def test_the_two_way_interval_is_that_of_drawing_both_one_by_one() -> None:
    rows, rng = cells([0.6, 0.7, 0.8, 0.9], 50), np.random.default_rng(3)
    drawn = [rows[rng.integers(4, size=4)][:, rng.integers(50, size=50), 0].mean() for _ in range(4000)]
    found = two_way_score(ACCURACY, rows, 4000)
    wanted = np.quantile(drawn, [0.025, 0.975]).tolist()
    assert (found.low_two_way, found.high_two_way) == pytest.approx(wanted, abs=0.012)


def test_a_difference_smaller_than_annotators_differ_by_is_flagged() -> None:
    """Ours is right where two annotators say so, theirs where one says so: clear by units, open by annotators."""
    ours, theirs = cells([0.9, 0.8, 0.2], 400, 1), cells([0.6, 0.5, 0.6], 400, 2)
    found = two_way_difference(ACCURACY, ours, theirs)
    assert found.low > 0
    assert found.low_two_way <= 0
    assert found.only_these_annotators


def test_a_difference_that_all_annotators_see_is_not() -> None:
    found = two_way_difference(ACCURACY, cells([0.9] * 4, 400, 1), cells([0.5] * 4, 400, 2))
    assert found.low_two_way > 0
    assert not found.only_these_annotators
    turned = two_way_difference(ACCURACY, cells([0.5] * 4, 400, 2), cells([0.9] * 4, 400, 1))
    assert (turned.low_two_way, turned.high_two_way) == pytest.approx((-found.high_two_way, -found.low_two_way))


def test_two_way_intervals_hold_the_truth_at_least_as_often_as_they_say() -> None:
    """Six annotators who differ, 60 units: the truth is over all annotators there could be."""
    rng = np.random.default_rng(0)
    held = []
    for seed in range(200):
        found = two_way_score(ACCURACY, cells(rng.normal(0.7, 0.08, 6).tolist(), 60, seed), 300, seed)
        held.append((found.low <= 0.7 <= found.high, found.low_two_way <= 0.7 <= found.high_two_way))
    by_units, both = np.mean(held, 0)
    assert by_units < 0.85  # so that the second interval is needed
    assert both >= 0.95 - 3.3 * (0.95 * 0.05 / 200) ** 0.5


def test_what_an_annotator_left_out_counts_for_nothing() -> None:
    rows = cells([0.7, 0.8, 0.9])
    rows[2, 50:] = 0
    assert two_way_score(ACCURACY, rows, 50).value == pytest.approx(rows[..., 0].sum() / rows[..., 1].sum())


def test_zero_is_a_seed_here_too() -> None:
    found = [two_way_score(ACCURACY, cells([0.7, 0.8]), 200, seed) for seed in (0, 0, 1)]
    assert found[0] == found[1] != found[2]


def test_the_ceiling_leaves_one_annotator_out() -> None:
    said = np.array([list("aaab"), list("aabb"), list("abbb")])  # by hand: agree on 3, 2 and 3 of 4 units
    rows = np.stack([said[:, None] == said[None], np.ones((3, 3, 4))], 3).astype(np.float64)
    found = human_ceiling(ACCURACY, rows)
    assert found.each == pytest.approx((5 / 8, 6 / 8, 5 / 8))
    assert found.value == pytest.approx(16 / 24)


def test_an_annotator_who_met_nobody_is_left_out_of_the_ceiling() -> None:
    rows = np.ones((3, 3, 4, 2))
    rows[2] = rows[:, 2] = 0
    found = human_ceiling(ACCURACY, rows)
    assert isnan(found.each[2])
    assert found.value == 1


REFUSED: list[tuple[Any, type[Exception], str]] = [
    (lambda: two_way_score(measure("spearman"), cells([0.5, 0.5])), BadRequest, "spearman needs all units singly"),
    (
        lambda: two_way_score(ACCURACY, cells([0.5])),
        BadInput,
        "the rows are 1 × 200 × 2: annotators × units × k, at least",
    ),
    (lambda: two_way_score(ACCURACY, cells([0.5, 0.5])[0]), BadInput, "the rows are 200 × 2: annotators × units × k"),
    (lambda: two_way_difference(ACCURACY, cells([0.5] * 2), cells([0.5] * 3)), BadInput, "2 × 200 × 2 and 3 × 200 × 2"),
    (lambda: two_way_score(ACCURACY, cells([0.5] * 2), 0), BadRequest, "0 resamples were asked for"),
    (lambda: human_ceiling(ACCURACY, cells([0.5] * 2)), BadInput, "annotators × annotators × units × k was expected"),
    (lambda: agreement_difference(ACCURACY, [], []), BadRequest, "accuracy is no measure of agreement among authors"),
    (
        lambda: agreement_difference(ALPHA, [["a", "b"]], [], same_units=True),
        BadInput,
        "the conditions have 1 and 0 units: the same units were expected",
    ),
    (lambda: agreement_difference(ALPHA, [], [], resamples=0), BadRequest, "0 rearrangements were asked for"),
    (lambda: almost_stochastic_order([1], [1, 2]), BadInput, "1 runs were given: at least two a side"),
    (lambda: almost_stochastic_order([1, float("nan")], [1, 2]), BadInput, "at least two a side, with finite scores"),
    (lambda: almost_stochastic_order([1, 2], [1, 2], level=5), BadRequest, "level is 5, but a number between 0 and 1"),
    (
        lambda: almost_stochastic_order([1, 2], [1, 2], resamples=1),
        BadRequest,
        "1 resamples were asked for: at least 2",
    ),
]


@pytest.mark.parametrize(("ask", "error", "said"), REFUSED, ids=[said for *_, said in REFUSED])
def test_what_cannot_be_asked_is_refused(ask: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        ask()


# agreement under two conditions

VAGUE: list[list[str | None]] = [["x", "y", "x"], ["x", "x", None], ["y", "x", "y"], ["y", "y", "y"], ["x", "y", "y"]]
CLEAR: list[list[str | None]] = [["x", "x", "x"], ["x", "x", None], ["y", "y", "y"], ["y", "y", "x"], ["x", "x", "x"]]


def alpha(panel: Any) -> float:
    codes = [[np.nan if cell is None else "xyz".index(cell) for cell in column] for column in zip(*panel, strict=True)]
    return float(krippendorff.alpha(codes, level_of_measurement="nominal"))


@pytest.mark.parametrize("same_units", [True, False])
def test_agreement_differs_as_often_as_every_rearrangement_says(same_units: bool) -> None:
    found = agreement_difference(ALPHA, VAGUE, CLEAR, same_units=same_units)
    seen = alpha(VAGUE) - alpha(CLEAR)
    ways = list(swaps() if same_units else deals())
    extreme = [abs(alpha(one) - alpha(other)) >= abs(seen) - 1e-12 for one, other in ways]
    assert found.difference == pytest.approx(seen)
    assert found.tested.p == pytest.approx(np.mean(extreme))
    assert found.tested.resamples == 0


def swaps() -> Any:
    for swap in product([False, True], repeat=5):
        pairs = [(b, a) if s else (a, b) for a, b, s in zip(VAGUE, CLEAR, swap, strict=True)]
        yield [a for a, _ in pairs], [b for _, b in pairs]


def deals() -> Any:
    units = [*VAGUE, *CLEAR]
    for hand in product([False, True], repeat=10):
        if sum(hand) == 5:
            yield (
                [u for u, h in zip(units, hand, strict=True) if h],
                [u for u, h in zip(units, hand, strict=True) if not h],
            )


def test_many_units_are_rearranged_by_chance_and_by_seed() -> None:
    one, other = ([row for row in panel for _ in range(8)] for panel in (VAGUE, CLEAR))
    found = [agreement_difference(ALPHA, one, other, resamples=999, seed=seed) for seed in (0, 0, 1)]
    assert found[0] == found[1]
    assert found[0].tested.resamples == 999
    assert found[0].tested.p == pytest.approx(found[2].tested.p, abs=0.07)
    assert found[0].tested.p >= 1 / 1000


@pytest.mark.parametrize("same_units", [True, False])
def test_a_condition_does_not_differ_from_itself(same_units: bool) -> None:
    many = VAGUE * 6
    assert agreement_difference(ALPHA, many, many, same_units=same_units, resamples=99).tested.p == 1


def test_agreement_that_is_undefined_says_why() -> None:
    found = agreement_difference(ALPHA, [["x", "x"]], CLEAR)
    assert isnan(found.tested.p)
    assert found.tested.why == ALPHA.undefined


# runs

RATIOS = [
    ([3, 4], [1, 2], 0.0, "by hand: always above"),
    ([1, 2], [3, 4], 1.0, "by hand: never"),
    ([1, 4], [2, 3], 0.5, "by hand: 1 below by half, 1 above by half"),
    ([1, 5], [2, 3], 0.2, "by hand: 1² of 1² + 2²"),
    ([2, 2], [2, 2], 0.5, "edge: nothing apart"),
    (
        [1, 2, 4],
        [1, 3],
        0.25,
        "by hand, in sixths: 0, 0, +1, −1, +1, +1",
    ),
]


@pytest.mark.parametrize(("ours", "theirs", "expected"), [row[:3] for row in RATIOS], ids=[row[3] for row in RATIOS])
def test_the_share_of_violation(ours: list[float], theirs: list[float], expected: float) -> None:
    assert almost_stochastic_order(ours, theirs).ratio == pytest.approx(expected)
    assert almost_stochastic_order(theirs, ours).ratio == pytest.approx(1 - expected)


def test_the_order_of_runs_does_not_matter_and_the_bound_lies_above() -> None:
    rng = np.random.default_rng(0)
    ours, theirs = rng.normal(0.3, 1, 12), rng.normal(0, 1, 9)
    found = almost_stochastic_order(ours.tolist(), theirs.tolist())
    assert found == almost_stochastic_order(ours[::-1].tolist(), theirs[::-1].tolist())
    assert found.ratio < found.bound <= 1
    assert found.runs == (12, 9)
