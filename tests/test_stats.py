"""Intervals and tests against brute force, SciPy and simulation; seeds, ranks and corrections against numbers by hand."""

from __future__ import annotations

import sys
from math import inf, isnan, nan
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import pytest
from click import Choice
from scipy.stats import bootstrap

from karat.cli.score_ import command
from karat.engine import Engine, Local, Resumed, Threads
from karat.errors import BadInput, BadRequest
from karat.evaluate.comparing import compare
from karat.evaluate.scoring import score
from karat.kernels import compiled, draws
from karat.measures import Measure, measure
from karat.measures.base import Floats
from karat.measures.forms import encode_words
from karat.stats.corrections import corrected
from karat.stats.groups import grouped
from karat.stats.intervals import METHODS, interval
from karat.stats.ranks import clusters, places, rank_intervals
from karat.stats.tests.bootstrap import Bootstrap

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.simulate import population

MEAN = measure("accuracy")  # with rows (value, 1) it is the mean of the values
READINGS = ("p", "p_one_sided", "p_strict")


def rows(values: Any) -> Floats:
    return np.stack([np.asarray(values, float), np.ones(len(values))], 1)


def normal(seed: int, n: int, shift: float = 0.0) -> Floats:
    return np.random.default_rng(seed).normal(shift, 1, n)


# the paired bootstrap


class Found(NamedTuple):
    """What the bootstrap says of one pair."""

    difference: float
    low: float
    high: float
    effect: float
    p: float
    p_one_sided: float
    p_strict: float


def paired_bootstrap(
    m: Measure, ours: Floats, theirs: Floats, resamples: int = 1000, seed: int = 0, engine: Engine | None = None
) -> Found:
    [found] = Bootstrap(resamples=resamples).pairs(m, [ours, theirs], [(0, 1)], seed, engine)
    ps = found.tested.p, found.tested.p_one_sided, found.tested.p_strict
    return Found(found.difference, found.low, found.high, found.effect, *ps)


def test_a_system_does_not_differ_from_itself() -> None:
    ours = rows(normal(0, 50))
    found = paired_bootstrap(MEAN, ours, ours, 999)
    assert [getattr(found, reading) for reading in READINGS] == [1.0, 1.0, 1.0]
    assert (found.difference, found.low, found.high) == (0, 0, 0)
    assert isnan(found.effect)


@pytest.mark.parametrize("shift", [0.3, -0.3, 0.0])
def test_swapping_the_systems_flips_the_difference_and_keeps_p(shift: float) -> None:
    ours, theirs = rows(normal(0, 60, shift)), rows(normal(1, 60))
    one, other = paired_bootstrap(MEAN, ours, theirs, 2000), paired_bootstrap(MEAN, theirs, ours, 2000)
    assert one.difference == -other.difference
    assert [getattr(one, reading) for reading in READINGS] == [getattr(other, reading) for reading in READINGS]
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert one.effect == pytest.approx(-other.effect)


def test_swapping_keeps_p_where_some_resamples_are_undefined() -> None:
    sides = encode_words(
        ["", "", "", "", "", "", "a b", "c"], ["x", "", "", "", "", "", "a b", "c"], ["", "", "", "", "", "", "a", "d"]
    )
    wer = measure("wer")
    ours, theirs = wer.rows(sides[0], sides[1]), wer.rows(sides[0], sides[2])
    one, other = paired_bootstrap(wer, ours, theirs, 1000), paired_bootstrap(wer, theirs, ours, 1000)
    assert [getattr(one, reading) for reading in READINGS] == [getattr(other, reading) for reading in READINGS]


def test_order_of_units_moves_p_by_chance_alone() -> None:
    ours, theirs = rows(normal(0, 80, 0.2)), rows(normal(1, 80))
    order = np.random.default_rng(2).permutation(80)
    one, other = (
        paired_bootstrap(MEAN, ours, theirs, 40_000),
        paired_bootstrap(MEAN, ours[order], theirs[order], 40_000),
    )
    assert one.difference == pytest.approx(other.difference)
    assert one.p == pytest.approx(other.p, abs=5 * (2 * one.p * (1 - one.p) / 40_000) ** 0.5)
    assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=0.02)


ENGINES: list[Engine] = [Local(), Threads(workers=1), Threads(workers=2), Threads(workers=4)]


@pytest.mark.parametrize("text", ["accuracy", "spearman"])
def test_every_number_of_threads_gives_the_same_bits(text: str) -> None:
    ours, theirs = np.random.default_rng(0).normal(size=(2, 200, 2))
    found = [
        paired_bootstrap(measure(text), ours, theirs, 9000 if text == "accuracy" else 300, 5, engine)
        for engine in ENGINES
    ]
    assert found == [found[0]] * len(ENGINES)


def test_a_resumed_interval_is_the_same_interval(tmp_path: Any) -> None:
    ours = rows(normal(0, 50))
    again = [
        interval(MEAN, ours, "bca", 9000, 0, engine)
        for engine in (Local(), Resumed(folder=str(tmp_path)), Resumed(folder=str(tmp_path)))
    ]
    assert again == [again[0]] * 3


def test_p_is_that_of_brute_force_on_the_same_draws() -> None:
    ours, theirs = normal(0, 40, 0.3), normal(1, 40)
    found = paired_bootstrap(MEAN, rows(ours), rows(theirs), 3000, 9)
    drawn = np.empty((3000, 40), np.int64)
    draws.resample_units(40, 9, 0, drawn)
    assert brute_force(ours, theirs, drawn) == pytest.approx((found.p, found.p_one_sided, found.p_strict), abs=1e-12)


def test_p_is_that_of_brute_force_on_other_draws() -> None:
    ours, theirs = normal(0, 40, 0.3), normal(1, 40)
    found = paired_bootstrap(MEAN, rows(ours), rows(theirs), 40_000)
    drawn = np.random.default_rng(3).integers(0, 40, (40_000, 40))
    assert brute_force(ours, theirs, drawn) == pytest.approx((found.p, found.p_one_sided, found.p_strict), abs=0.012)


def brute_force(ours: Floats, theirs: Floats, drawn: Any) -> tuple[float, float, float]:
    seen, resampled = (ours - theirs).mean(), (ours - theirs)[drawn].mean(1)
    won = resampled * np.sign(seen)
    b = len(drawn)
    two_sided = (np.abs(resampled - seen) >= abs(seen)).sum()
    return (two_sided + 1) / (b + 1), ((won >= 2 * abs(seen)).sum() + 1) / (b + 1), (won > 2 * abs(seen)).sum() / b


SIMULATED = 3000 if compiled else 400  # the twins are slow


def test_false_alarms_come_as_often_as_p_says() -> None:
    """Type-I error of the two-sided p at n = 100, within limits that 1 of 1000 honest tests would leave."""
    values = np.random.default_rng(10).normal(size=(SIMULATED, 2, 100))
    ps = np.array([paired_bootstrap(MEAN, rows(a), rows(b), 1000, seed).p for seed, (a, b) in enumerate(values)])
    for level in (0.05, 0.1, 0.5):
        allowed = 3.3 * (level * (1 - level) / SIMULATED) ** 0.5
        assert (ps <= level).mean() == pytest.approx(
            level, abs=allowed + 0.006
        )  # the bootstrap at n = 100 is a little eager
    assert ps.max() > 0.95  # a folded null never gets there


def test_false_alarms_of_discrete_scores_stay_at_their_level() -> None:
    values = np.random.default_rng(1).random((SIMULATED, 2, 100)) < 0.7
    ps = np.array([paired_bootstrap(MEAN, rows(a), rows(b), 1000, seed).p for seed, (a, b) in enumerate(values)])
    assert 0.02 <= (ps <= 0.05).mean() <= 0.08


def test_a_large_difference_is_seen() -> None:
    found = paired_bootstrap(MEAN, rows(normal(0, 100, 2)), rows(normal(1, 100)), 4999)
    assert found.p == pytest.approx(1 / 5000)
    assert found.low > 0
    assert found.effect == pytest.approx(
        (normal(0, 100, 2) - normal(1, 100)).mean() / (normal(0, 100, 2) - normal(1, 100)).std(ddof=1)
    )


@pytest.mark.parametrize(("n", "least"), [(1, 1.0), (2, 0.5), (3, 0.25), (8, 1 / 128)])
def test_few_units_cannot_be_surprising(n: int, least: float) -> None:
    found = paired_bootstrap(MEAN, rows(np.arange(n) + 1.0), rows(np.zeros(n)), 4999)
    assert (found.p, found.p_one_sided) == (least, least / 2)  # as the exact randomisation of n units has it


def test_without_units_there_is_no_difference_to_test() -> None:
    found = paired_bootstrap(MEAN, rows([]), rows([]), 99)
    assert found == pytest.approx([nan] * 7, nan_ok=True)


def test_other_units_are_refused() -> None:
    with pytest.raises(BadInput, match="the systems have 3 and 2 units: the same units were expected"):
        paired_bootstrap(MEAN, rows([1, 2, 3]), rows([1, 2]))
    with pytest.raises(BadRequest, match="0 resamples were asked for: at least 1 was expected"):
        paired_bootstrap(MEAN, rows([1, 2]), rows([1, 2]), 0)


# intervals

SKEWED = np.random.default_rng(5).exponential(size=60)


@pytest.mark.parametrize("method", ["percentile", "basic", "bca"])
def test_intervals_are_those_of_scipy(method: Literal["percentile", "basic", "bca"]) -> None:
    named = "BCa" if method == "bca" else method
    theirs = bootstrap((SKEWED,), np.mean, n_resamples=40_000, method=named, rng=1).confidence_interval
    found = interval(MEAN, rows(SKEWED), method, 40_000)
    assert found == pytest.approx((theirs.low, theirs.high), abs=0.03 * (theirs.high - theirs.low))


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_intervals_hold_the_truth_about_as_often_as_they_say(method: str) -> None:
    samples = np.random.default_rng(0).normal(0.5, 1, (400, 50))
    found = [interval(MEAN, rows(sample), method, 600, seed) for seed, sample in enumerate(samples)]
    assert 0.90 <= np.mean([low <= 0.5 <= high for low, high in found]) <= 0.985


def test_an_interval_needs_two_units() -> None:
    assert str(interval(MEAN, rows([1]))) == str((nan, nan))
    assert str(interval(MEAN, rows([1, 2]), "none")) == str((nan, nan))


def test_what_never_varies_has_an_interval_without_width() -> None:
    assert interval(MEAN, rows([1, 1, 1]), resamples=50) == (1, 1)


def test_undefined_resamples_are_left_out() -> None:
    low, high = interval(measure("wer"), np.array([[1.0, 1, 0, 0], [0, 0, 0, 0], [2, 0, 0, 0]]), "percentile", 500)
    assert 0 <= low <= high <= 0.5


SHARES = [
    ("wilson", 8, 10, 0.4902, 0.9433, "by hand: (8 + 1.92 ± 1.96 √2.5604) / 13.84"),
    ("clopper-pearson", 8, 10, 0.4439, 0.9748, "statsmodels 0.15: proportion_confint(8, 10, method='beta')"),
    ("wilson", 0, 20, 0.0, 0.1611, "by hand: 3.8415 / 23.8415"),
    ("clopper-pearson", 20, 20, 0.8316, 1.0, "by hand: .025^(1/20)"),
]


@pytest.mark.parametrize(
    ("method", "right", "n", "low", "high"), [row[:5] for row in SHARES], ids=[f"{row[0]}: {row[5]}" for row in SHARES]
)
def test_intervals_of_shares(method: str, right: int, n: int, low: float, high: float) -> None:
    found = interval(MEAN, rows([1] * right + [0] * (n - right)), method)
    assert found == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("method", ["wilson", "clopper-pearson"])
def test_what_is_no_share_has_no_such_interval(method: str) -> None:
    said = f"the interval {method} is for shares of single right or wrong answers, and "
    for m, given, why in (
        (
            measure("wer"),
            np.ones((3, 4)),
            "wer is no share of right answers: take bca, percentile, basic or studentised",
        ),
        (MEAN, rows([0.5, 1]), "accuracy is no share of right answers"),
        (MEAN, np.array([[1.0, 2], [1, 1]]), "units are summed by group here"),
        (measure("spearman"), np.array([[1.0, 2], [2, 1]]), "spearman is no share of right answers"),
    ):
        with pytest.raises(BadRequest, match=said + why):
            interval(m, given, method)


@pytest.mark.parametrize("text", ["accuracy", "bleu", "f(average='macro')"])
def test_a_studentised_interval_is_that_of_a_jackknife_in_every_resample(text: str) -> None:
    """Exact for a mean; for curved scores to first order, and the ends lie where those of the full jackknife do."""
    m, ours = measure(text), population(text)[0][:60]
    drawn = np.random.default_rng(0).integers(60, size=(1500, 60))
    t = [(m.score(ours[one]) - m.score(ours)) / jackknifed(m, ours[one]) for one in drawn]
    least, most = np.quantile(t, [0.025, 0.975])
    wanted = m.score(ours) - most * jackknifed(m, ours), m.score(ours) - least * jackknifed(m, ours)
    width = wanted[1] - wanted[0]
    assert interval(m, ours, "studentised", 4000) == pytest.approx(wanted, abs=0.1 * width)


def jackknifed(m: Measure, rows: Floats) -> float:
    scores = m.finish(rows.sum(0) - rows)
    return float(np.sqrt((len(rows) - 1) * scores.var()))


def test_a_studentised_interval_ends_at_the_bounds_of_the_measure() -> None:
    low, high = interval(MEAN, rows([1] * 19 + [0]), "studentised", 500)
    assert 0 <= low < 0.95 < high <= 1
    assert interval(MEAN, rows([1, 1, 1]), "studentised", 50) == (1, 1)


def test_what_cannot_be_studentised_is_refused() -> None:
    with pytest.raises(
        BadRequest, match="the interval studentised needs rows that add up, and those of spearman do not"
    ):
        interval(measure("spearman"), np.array([[1.0, 2], [2, 1], [3, 3]]), "studentised")
    with pytest.raises(BadRequest, match="and f has 63 here, more than 60: take bca, percentile or basic"):
        interval(measure("f(average='macro')"), np.ones((3, 63)), "studentised")


def test_a_signature_without_resamples_has_none() -> None:
    assert "|interval:wilson,units=2|" in score(["a", "b"], ["a", "a"], "accuracy", interval="wilson").signature


def test_the_command_line_offers_every_interval() -> None:
    option = next(one for one in command.params if one.name == "interval")
    assert isinstance(option.type, Choice)
    assert tuple(option.type.choices) == METHODS


@pytest.mark.parametrize("resamples", [0, -5])
def test_an_interval_without_resamples_is_refused(resamples: int) -> None:
    with pytest.raises(BadRequest, match=f"{resamples} resamples were asked for"):
        interval(MEAN, rows([1, 2, 3]), resamples=resamples)


# seeds

NO_SEEDS = [None, True, False, -1, 1.0, "0", 2**63]


@pytest.mark.parametrize("seed", NO_SEEDS, ids=repr)
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(BadRequest, match="a whole number from 0 to"):
        interval(MEAN, rows([1, 2, 3]), resamples=10, seed=seed)
    with pytest.raises(BadRequest, match="a whole number from 0 to"):
        paired_bootstrap(MEAN, rows([1, 2, 3]), rows([3, 2, 2]), 10, seed)


def test_zero_is_a_seed() -> None:
    found = [interval(MEAN, rows(SKEWED), resamples=500, seed=seed) for seed in (0, 0, 1, 2**63 - 1)]
    assert found[0] == found[1]
    assert len(set(found)) == 3


def test_the_seed_stands_in_the_signature() -> None:
    assert "seed=7" in score(["a", "b"], ["a", "a"], "accuracy", seed=7, resamples=50).signature


# groups


def test_groups_are_resampled_together() -> None:
    values, groups = [1, 0, 1, 1], ["x", "y", "x", "y"]
    assert grouped(MEAN, rows(values), groups).tolist() == [[2, 2], [1, 2]]
    assert score(["a"] * 4, ["a", "b", "a", "a"], "accuracy", groups=groups, resamples=50).value == 0.75


def test_groups_that_fit_no_units_are_refused() -> None:
    with pytest.raises(BadInput, match="2 group names were given for 3 units: one a unit was expected"):
        grouped(MEAN, rows([1, 2, 3]), ["x", "y"])
    with pytest.raises(BadRequest, match="spearman needs all units singly"):
        grouped(measure("spearman"), rows([1, 2]), ["x", "y"])


def test_comparing_by_group_scores_as_score_does() -> None:
    gold, guess, groups = ["a", "b"] * 6, ["a"] * 12, [i // 4 for i in range(12)]
    alone = score(gold, guess, "accuracy", groups=groups)
    found = compare(gold, {"one": guess, "two": gold}, "accuracy", groups=groups, resamples=50)
    assert found.systems["one"][0] == alone


# corrections and ranks

CORRECTED = [
    ("holm", [0.01, 0.04, 0.03], [0.03, 0.06, 0.06], "by hand: 3·.01, 2·.03, and .04 is not less than .06"),
    ("holm", [0.2, 0.5, 0.9], [0.6, 1.0, 1.0], "by hand: 3·.2, 2·.5, .9 but at least 1"),
    ("holm", [0.01, nan, 0.02], [0.02, nan, 0.02], "by hand: two tests were made, 2·.01, 1·.02"),
    ("holm", [0.02, 0.02], [0.04, 0.04], "by hand: ties stay ties"),
    ("bonferroni", [0.01, 0.04, 0.5], [0.03, 0.12, 1.0], "by hand: 3·p, at most 1"),
    ("none", [0.01, 0.04], [0.01, 0.04], "by hand"),
    ("hochberg", [0.01, 0.04, 0.03], [0.03, 0.04, 0.04], "by hand: .04, then min(.04, 2·.03), then min(.04, 3·.01)"),
    ("bh", [0.01, 0.04, 0.03, nan], [0.03, 0.04, 0.04, nan], "by hand: 3·.01 / 1, then .04 < 3·.03 / 2"),
    ("by", [0.01, 0.04, 0.03], [0.055, 0.22 / 3, 0.22 / 3], "by hand: bh times 1 + 1/2 + 1/3"),
    ("by", [0.5, 0.9], [1.0, 1.0], "edge: at most 1"),
    ("bh", [], [], "edge: no tests"),
    ("holm", [], [], "edge: no tests"),
    ("holm", [nan], [nan], "edge: nothing known"),
]


@pytest.mark.parametrize(
    ("method", "ps", "expected"), [row[:3] for row in CORRECTED], ids=[f"{row[0]}: {row[3]}" for row in CORRECTED]
)
def test_corrections(method: str, ps: list[float], expected: list[float]) -> None:
    assert corrected(ps, method) == pytest.approx(expected, nan_ok=True)


def test_an_unknown_correction_is_answered_with_the_nearest() -> None:
    with pytest.raises(BadRequest, match=r"no correction is called 'homl'\. Did you mean holm\?"):
        corrected([0.1], "homl")


PLACES = [
    ([0.5, 0.9, 0.5, nan], True, [2, 1, 2, 4], "by hand: ties share the better place, missing is last"),
    ([0.5, 0.9, 0.5, nan], False, [1, 3, 1, 4], "by hand: lower is better, and missing is last all the same"),
    ([-inf, nan], True, [1, 2], "edge: minus infinity is not missing"),
    ([inf, nan], False, [1, 2], "edge: nor is infinity where lower is better"),
    ([nan, nan], True, [1, 1], "edge: nobody has a place to lose"),
    ([], True, [], "edge: none"),
    ([3.0], False, [1], "edge: one"),
]


@pytest.mark.parametrize(("values", "higher", "expected"), [row[:3] for row in PLACES], ids=[row[3] for row in PLACES])
def test_places(values: list[float], higher: bool, expected: list[int]) -> None:
    assert places(values, higher) == expected


def test_rank_intervals_count_what_is_significant() -> None:
    chain = [[False, True, True], [False, False, True], [False, False, False]]
    assert rank_intervals(chain) == [(1, 1), (2, 2), (3, 3)]
    assert rank_intervals([[False] * 3] * 3) == [(1, 3)] * 3
    assert rank_intervals([[False, False, True], [False] * 3, [False] * 3]) == [(1, 2), (1, 3), (2, 3)]


NOBODY = [[False] * 3] * 3
CHAIN = [[False, True, True], [False, False, True], [False, False, False]]
CLUSTERS = [
    (CHAIN, [0.9, 0.8, 0.7], True, [1, 2, 3], "by hand: everyone is beaten by all above"),
    (NOBODY, [0.9, 0.8, 0.7], True, [1, 1, 1], "by hand: nobody beats anybody"),
    ([[False, False, True], [False] * 3, [False] * 3], [0.9, 0.8, 0.7], True, [1, 1, 1], "by hand: 2 does not beat 3"),
    ([[False] * 3, [False] * 3, [True, True, False]], [0.5, 0.4, 0.1], False, [2, 2, 1], "by hand: lower is better"),
    (NOBODY, [0.9, nan, 0.7], True, [1, 2, 1], "edge: what is missing comes last"),
    (NOBODY, [0.9, nan, nan], True, [1, 2, 2], "edge: what is missing is together"),
    ([], [], True, [], "edge: none"),
]


@pytest.mark.parametrize(
    ("better", "values", "higher", "expected"), [row[:4] for row in CLUSTERS], ids=[row[4] for row in CLUSTERS]
)
def test_clusters(better: list[list[bool]], values: list[float], higher: bool, expected: list[int]) -> None:
    assert clusters(better, values, higher) == expected


def test_comparing_ranks_and_corrects() -> None:
    gold = ["a", "b"] * 60
    systems = {"right": gold, "half": ["a"] * 120, "also half": ["b"] * 120}
    found = compare(gold, systems, "accuracy", resamples=2000, interval="none")
    assert [(one.system, one.place, one.best, one.worst) for one in found.ranks] == [
        ("right", 1, 1, 1),
        ("half", 2, 2, 3),
        ("also half", 2, 2, 3),
    ]
    assert [round(one.p, 4) for one in found.comparisons] == [0.0005, 0.0005, 1.0]
    assert [round(one.corrected, 4) for one in found.comparisons] == [0.0015, 0.0015, 1.0]


def test_where_lower_is_better_the_lower_wins() -> None:
    gold = ["a b c d"] * 40
    found = compare(
        gold, {"good": ["a b c"] * 20 + ["a b c d"] * 20, "bad": ["a"] * 40}, "wer", resamples=500, interval="none"
    )
    assert [(one.system, one.place, one.best, one.worst) for one in found.ranks] == [
        ("good", 1, 1, 1),
        ("bad", 2, 2, 2),
    ]
