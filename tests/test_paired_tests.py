"""Tests between two systems: what all promise, numbers by hand and by SciPy, and what each refuses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, isnan, nan, sqrt
from typing import Any

import numpy as np
import pytest
from scipy import stats as scipy_stats

from karat.engine import Threads
from karat.errors import BadInput, BadRequest
from karat.evaluate.comparing import compare
from karat.measures import measure
from karat.measures.base import Floats, Measure
from karat.measures.forms import FORMS
from karat.measures.wer import WordErrorRate
from karat.stats.scoring import rows_of
from karat.stats.tests import TESTS, PairedTest, base, paired_test
from karat.stats.tests.fitting import fitting_tests
from karat.stats.tests.mapsswe import mapsswe, segmented
from karat.stats.tests.williams import williams_t

VARIANTS = [
    "mcnemar(form='mid-p')",
    "mcnemar(form='chi2')",
    "mcnemar(form='corrected')",
    "sign(ties='split')",
    "wilcoxon(exact=0)",
    "wilcoxon(zeros='pratt')",
    "wilcoxon(zeros='pratt', exact=0)",
]
MEASURED = ("accuracy", "f(average='macro')", "wer", "bleu", "spearman", "pearson", "auc(above=4.0)")
FEWER = {"bootstrap": "bootstrap(resamples=500)", "randomisation": "randomisation(resamples=500)"}  # for time
ACCURACY = measure("accuracy")

EVERY = [paired_test(FEWER.get(text, text)) for text in [*TESTS, *VARIANTS]]


def sides(text: str, seed: int, n: int = 40) -> tuple[Measure, Floats, Floats]:
    """Rows of two systems that err on some of the same units."""
    m, rng = measure(text), np.random.default_rng(seed)
    gold, *guesses = answers(m.takes, rng, n)
    ours, theirs = (rows_of(m, FORMS[m.takes].encode(gold, guess)) for guess in guesses)
    return m, ours, theirs


def answers(form: str, rng: np.random.Generator, n: int) -> list[list[Any]]:
    if form == "label":
        labels = rng.choice(["a", "b", "c"], n)
        return [labels.tolist(), *(spoilt(labels, "abc", 0.4, rng).tolist() for _ in range(2))]
    if form == "number":
        numbers = rng.integers(0, 9, n)
        return [numbers.tolist(), *((numbers + rng.integers(-4, 5, n)).tolist() for _ in range(2))]
    gold = [rng.choice(list("abcdef"), rng.integers(4, 9)) for _ in range(n)]
    sides = [gold, *([spoilt(one, "abcdef", 0.3, rng) for one in gold] for _ in range(2))]
    return [[" ".join(one) for one in side] for side in sides]


def spoilt(given: Any, others: str, share: float, rng: np.random.Generator) -> Any:
    return np.where(rng.random(len(given)) < share, rng.choice(list(others), len(given)), given)


def fitting(seeds: int = 3) -> Iterator[tuple[PairedTest, str, int]]:
    """Every test with every measure that it takes."""
    for test, text, seed in product(EVERY, MEASURED, range(seeds)):
        if not test.refuses(*sides(text, seed)):
            yield test, text, seed


FITTING = list(fitting())
LAW = pytest.mark.parametrize(
    ("test", "text", "seed"), FITTING, ids=[f"{test}-{text}-{seed}" for test, text, seed in FITTING]
)

# Laws


def test_every_test_fits_some_measure_and_every_measure_some_test() -> None:
    assert {str(test) for test, _, _ in FITTING} == {str(test) for test in EVERY}
    assert {text for _, text, _ in FITTING} == set(MEASURED)


@pytest.mark.parametrize("test", EVERY, ids=str)
def test_every_test_says_what_it_assumes_and_who_wrote_of_it(test: PairedTest) -> None:
    assert test.assumes
    assert test.paper


@LAW
def test_p_is_a_chance_and_is_said_in_words(test: PairedTest, text: str, seed: int) -> None:
    found = test.test(*sides(text, seed))
    assert 0 < found.p <= 1
    assert 0 < found.p_one_sided <= 1
    assert found.why == ""
    assert "two-sided" in found.said


@LAW
def test_a_system_does_not_differ_from_itself(test: PairedTest, text: str, seed: int) -> None:
    m, ours, _ = sides(text, seed)
    assert test.test(m, ours, ours).p == 1
    assert test.test(m, ours, ours).p_one_sided >= 0.5


@LAW
def test_who_comes_first_does_not_matter(test: PairedTest, text: str, seed: int) -> None:
    m, ours, theirs = sides(text, seed)
    one, other = test.test(m, ours, theirs), test.test(m, theirs, ours)
    assert (one.p, one.p_one_sided) == pytest.approx((other.p, other.p_one_sided), rel=1e-9)
    assert one.said == other.said


@LAW
def test_the_order_of_units_does_not_matter(test: PairedTest, text: str, seed: int) -> None:
    m, ours, theirs = sides(text, seed)
    order = np.random.default_rng(seed).permutation(len(ours))
    one, other = test.test(m, ours, theirs), test.test(m, ours[order], theirs[order])
    chance = 5 * sqrt(2 * one.p * (1 - one.p) / one.resamples) + 5 / one.resamples if one.resamples else 1e-9
    assert other.p == pytest.approx(one.p, abs=chance)


@LAW
def test_the_same_call_gives_the_same_bits_on_any_number_of_threads(test: PairedTest, text: str, seed: int) -> None:
    m, ours, theirs = sides(text, seed)
    found = [test.test(m, ours, theirs, 0, Threads(workers=n)) for n in (1, 2, 4)]
    assert [str(one) for one in found] == [str(test.test(m, ours, theirs, 0))] * 3  # nan is not equal to itself


@LAW
def test_zero_is_a_seed_for_tests_that_draw_and_the_others_have_no_use_for_one(
    test: PairedTest, text: str, seed: int
) -> None:
    m, ours, theirs = sides(text, seed)
    found = [test.test(m, ours, theirs, seed) for seed in (0, 0, 1, 2)]
    assert found[0].p == found[1].p
    assert len({one.p for one in found}) == 1 or found[0].resamples


@LAW
def test_without_units_p_is_undefined_and_says_why(test: PairedTest, text: str, seed: int) -> None:
    m, ours, theirs = sides(text, seed)
    found = test.pairs(m, [ours[:0], theirs[:0]], [(0, 1)])[0].tested
    assert isnan(found.p)
    assert found.why == m.undefined


@pytest.mark.parametrize("test", EVERY, ids=str)
def test_other_units_are_refused(test: PairedTest) -> None:
    text = next(text for one, text, _ in FITTING if one == test)
    m, ours, theirs = sides(text, 0)
    with pytest.raises(BadInput, match="the systems have 40 and 39 units: the same units were expected"):
        test.pairs(m, [ours, theirs[:-1]], [(0, 1)])


# What does not fit is refused, and what fits is named

REFUSED = [
    ("mcnemar", "bleu", "mcnemar counts units that are right or wrong, and bleu is no share of right answers: take "),
    (
        "mcnemar",
        "f(average='macro')",
        "mcnemar counts units that are right or wrong, and f is no share of right answers",
    ),
    (
        "t",
        "spearman",
        "t compares units one by one, and spearman needs them all together: take bootstrap, randomisation or williams",
    ),
    (
        "sign",
        "auc(above=4.0)",
        "sign compares units one by one, and auc needs them all together: take bootstrap, delong or randomisation",
    ),
    (
        "wilcoxon",
        "pearson",
        "wilcoxon compares units one by one, and pearson needs them all together: take bootstrap, randomisation or",
    ),
    (
        "williams",
        "accuracy",
        "williams is for correlations, and accuracy is none: take bootstrap, mcnemar, randomisation, sign, t or",
    ),
    (
        "delong",
        "wer",
        "delong is for auc alone, and this is wer: take bootstrap, mapsswe, randomisation, sign, t or wilcoxon",
    ),
]


@pytest.mark.parametrize(("test", "text", "said"), REFUSED, ids=[f"{test}-{text}" for test, text, _ in REFUSED])
def test_what_does_not_fit_is_refused(test: str, text: str, said: str) -> None:
    with pytest.raises(BadRequest) as caught:
        paired_test(test).test(*sides(text, 0))
    assert str(caught.value).startswith(said)
    assert test not in str(caught.value).partition(": take ")[2].replace(",", "").split()


def test_units_summed_by_group_are_no_single_answers() -> None:
    with pytest.raises(
        BadRequest,
        match=r"mcnemar counts units .* and units are summed by group here: take bootstrap, randomisation, sign",
    ):
        compare(["a"] * 6, {"x": ["a"] * 6, "y": ["b"] * 6}, "accuracy", test="mcnemar", groups=[1, 1, 2, 2, 3, 3])


def test_what_fits_is_found_among_all() -> None:
    assert {"bootstrap", "mcnemar", "sign", "t", "wilcoxon"} <= set(fitting_tests(*sides("accuracy", 0)))
    assert "williams" in fitting_tests(*sides("pearson", 0))


# Numbers

VALUES = measure("accuracy")  # with rows (value, 1) the score is the mean of the values


def outcome(text: str, ours: Any, theirs: Any) -> base.Tested:
    one, other = (np.stack([np.asarray(side, float), np.ones(len(side))], 1) for side in (ours, theirs))
    return paired_test(text).test(VALUES, one, other)


def right(won: int, lost: int, tied: int = 7) -> tuple[list[int], list[int]]:
    return [1] * won + [0] * lost + [1] * tied, [0] * won + [1] * lost + [1] * tied


def tail(most: int, n: int) -> Fraction:
    return sum((Fraction(comb(n, k), 2**n) for k in range(most + 1)), Fraction(0))


NUMBERS = [
    ("mcnemar", right(8, 0), 2 / 2**8, "by hand: all heads, or all tails"),
    ("mcnemar", right(15, 5), float(2 * tail(5, 20)), "by hand: the binomial"),
    ("mcnemar", right(5, 5), 1.0, "by hand: never more than 1"),
    ("mcnemar(form='mid-p')", right(8, 0), 1 / 2**8, "by hand: what was seen counts half"),
    ("mcnemar(form='mid-p')", right(15, 5), float(tail(5, 20) + tail(4, 20)), "by hand: 2 tail − point"),
    ("mcnemar(form='mid-p')", right(5, 5), 1.0, "by hand: symmetric"),
    ("mcnemar(form='chi2')", right(15, 5), float(scipy_stats.chi2.sf(100 / 20, 1)), "by hand: 10² / 20"),
    ("mcnemar(form='corrected')", right(15, 5), float(scipy_stats.chi2.sf(81 / 20, 1)), "by hand: 9² / 20"),
    ("mcnemar(form='corrected')", right(3, 3), 1.0, "by hand: no difference is no surprise"),
    ("sign", right(15, 5), float(2 * tail(5, 20)), "by hand: as McNemar's"),
    ("sign(ties='split')", right(15, 5, 4), float(2 * tail(7, 24)), "by hand: 2 of 4 ties to each"),
    ("sign(ties='split')", right(15, 5, 5), float(2 * tail(7, 24)), "by hand: of 5 ties one is dropped"),
    ("sign", ([5, 1, 1, 1], [0, 2, 2, 2]), float(2 * tail(1, 4)), "by hand: three small losses outvote a large win"),
    ("wilcoxon", ([1, 2, 3, 4, 5], [0] * 5), 2 / 2**5, "by hand: all signs plus, or all minus"),
    ("wilcoxon", ([-1, 2, 3, 4, 5], [0] * 5), 4 / 2**5, "by hand: minus at most 1: two ways, twice"),
    ("wilcoxon", ([1, 1, -1], [0] * 3), 1.0, "by hand, ties: ranks 2 2 2, at least two plus: 4 of 8, twice"),
    ("wilcoxon(zeros='pratt')", ([0, 2, 3], [0, 0, 0]), 2 / 2**2, "by hand: ranks 2 and 3 stay"),
    (
        "t",
        ([5, 6, 7, 8], [4, 5, 5, 6]),
        float(2 * scipy_stats.t.sf(1.5 / sqrt(1 / 3) * 2, 3)),
        "by hand: mean 1.5, variance 1/3",
    ),
]


@pytest.mark.parametrize(
    ("text", "both", "expected"), [row[:3] for row in NUMBERS], ids=[f"{r[0]}: {r[3]}" for r in NUMBERS]
)
def test_p_by_hand(text: str, both: tuple[Any, Any], expected: float) -> None:
    assert outcome(text, *both).p == pytest.approx(expected, rel=1e-12)


def test_one_sided_is_for_the_system_that_won() -> None:
    won, lost = right(15, 5)
    assert outcome("mcnemar", won, lost).p_one_sided == pytest.approx(float(tail(5, 20)))
    assert outcome("mcnemar", lost, won).p_one_sided == pytest.approx(float(tail(5, 20)))
    # ours has the larger mean by one large win, and theirs wins most units
    assert outcome("sign", [9, 1, 1, 1], [0, 2, 2, 2]).p_one_sided == pytest.approx(15 / 16)


def test_units_scored_alone_are_said_to_be() -> None:
    assert "of units scored alone, whose mean is not the score" in paired_test("t").test(*sides("bleu", 0)).said
    assert "scored alone" not in paired_test("t").test(*sides("accuracy", 0)).said
    undefined = np.array([[1.0, 1, 0, 0], [2, 0, 0, 0], [0, 0, 0, 1]])
    assert "1 without a score left out" in paired_test("sign").test(measure("wer"), undefined, undefined).said


FLAT = [("t", [1, 1, 1], [0, 0, 0]), ("t", [1], [0])]


@pytest.mark.parametrize(("text", "ours", "theirs"), FLAT)
def test_without_spread_t_is_undefined(text: str, ours: list[int], theirs: list[int]) -> None:
    found = outcome(text, ours, theirs)
    assert isnan(found.p)
    assert "t has nothing to divide by" in found.why


def test_williams_by_hand() -> None:
    """Steiger's (1980) case A: |R| = .62 and mean correlation .45, so −.1 √(102 · 1.1 / (2.04 · .62 + .2025 · .729))."""
    assert williams_t(0.4, 0.5, 0.1, 103) == pytest.approx(-0.1 * sqrt(112.2 / 1.4124225))


def test_williams_needs_four_units() -> None:
    m, ours, theirs = sides("pearson", 1, 3)
    found = paired_test("williams").test(m, ours, theirs)
    assert isnan(found.p)
    assert "fewer than four units" in found.why


@pytest.mark.parametrize("seed", range(5))
def test_delong_is_that_of_its_definition(seed: int) -> None:
    """The structural components one by one, as DeLong, DeLong & Clarke-Pearson (1988) define them."""
    m, ours, theirs = sides("auc(above=4.0)", seed)
    inside, outside = ours[:, 0] > 0, ours[:, 0] == 0
    kernels = [np.sign(s[inside, 1][:, None] - s[outside, 1][None]) / 2 + 0.5 for s in (ours, theirs)]
    apart = kernels[0] - kernels[1]
    error = sqrt(apart.mean(1).var(ddof=1) / inside.sum() + apart.mean(0).var(ddof=1) / outside.sum())
    found = paired_test("delong").test(m, ours, theirs)
    assert found.statistic == pytest.approx(apart.mean() / error)
    assert found.p == pytest.approx(2 * scipy_stats.norm.sf(abs(apart.mean() / error)))


def test_one_unit_of_a_sort_has_no_standard_error() -> None:
    gold = [1.0, 0, 0, 0]
    ours, theirs = (np.stack([gold, score], 1) for score in ([9.0, 1, 2, 3], [2.0, 1, 3, 4]))
    found = paired_test("delong").test(measure("auc"), ours, theirs)
    assert str(found.p) == str(nan)
    assert "no standard error" in found.why


@pytest.mark.parametrize("exact", [0, 50])
def test_all_units_tied_is_no_surprise(exact: int) -> None:
    for text in ("sign", f"wilcoxon(exact={exact})", "t", "mcnemar"):
        assert outcome(text, [1, 1, 0], [1, 1, 0]).p == 1


def test_differences_that_differ_in_their_last_digit_are_ties() -> None:
    assert outcome("wilcoxon", [0.1 + 0.2, 0.3, 0.7], [0, 0, 1.0]).p == outcome("wilcoxon", [3, 3, 7], [0, 0, 10]).p


# MAPSSWE


def cut(gold: str, ours: str, theirs: str) -> list[list[float]]:
    """Errors of both in each segment."""
    wer = WordErrorRate()
    one, other = segmented(wer.aligned([gold], [ours]), wer.aligned([gold], [theirs]))
    found: list[list[float]] = np.stack([one[:, 1:].sum(1), other[:, 1:].sum(1)], 1).tolist()
    return found


CUT = [
    ("a b c d e", "x b c d e", "a b c d y", [[1, 0], [0, 1]], "by hand: b c d part them"),
    ("a b c d", "x b c d", "a b y d", [[1, 1]], "by hand: one word right parts nothing"),
    ("a b c d e", "a b z c d e", "a b c d e", [[1, 0]], "by hand: a word put in between two pairs"),
    ("a b c d", "a z b c d", "a b c d", [[1, 0]], "by hand: at the start one word is with it"),
    ("a b c", "a b c", "a b c", [], "edge: no errors, no segment"),
    ("", "x", "", [[1, 0]], "edge: no words"),
    ("a b", "", "a b", [[2, 0]], "by hand: two lost words are one segment"),
]


@pytest.mark.parametrize(("gold", "ours", "theirs", "expected"), [row[:4] for row in CUT], ids=[row[4] for row in CUT])
def test_segments(gold: str, ours: str, theirs: str, expected: list[list[float]]) -> None:
    assert cut(gold, ours, theirs) == expected
    assert cut(gold, theirs, ours) == [pair[::-1] for pair in expected]


def test_mapsswe_is_normal_and_says_what_it_cannot_test() -> None:
    gold, heard = ["a b c d e f"] * 20, ["a b c x e f"] * 8 + ["a b c d e f"] * 12
    found = mapsswe(gold, heard, gold)
    assert isnan(found.p)  # one error in each of eight segments
    assert "no segment differs from another" in found.why
    found = mapsswe(gold, heard, ["a b c d e f"] * 17 + ["x b c d e f"] * 3)
    z = (5 / 11) / (np.std([1] * 8 + [-1] * 3, ddof=1) / sqrt(11))
    assert found.p == pytest.approx(2 * scipy_stats.norm.sf(z))
    assert mapsswe(gold, heard, heard).p == 1


def test_systems_without_an_error_do_not_differ() -> None:
    assert isnan(mapsswe(["a"], ["a"], ["a"]).p)  # no segment: nothing to test


def test_units_of_other_lengths_are_refused() -> None:
    wer = WordErrorRate()
    with pytest.raises(BadInput, match="the systems have 1 and 2 units: the same units were expected"):
        segmented(wer.aligned(["a"], ["a"]), wer.aligned(["a", "b"], ["a", "b"]))
    with pytest.raises(BadInput, match="the systems were aligned to different words of one reference"):
        segmented(wer.aligned(["a b"], ["a"]), wer.aligned(["a"], ["a"]))
