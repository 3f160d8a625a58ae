"""What a test set can see: formulas against numbers by hand, against the published sizes, and against simulation."""

from __future__ import annotations

from math import inf, isnan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from karat.engine import Threads
from karat.errors import BadRequest
from karat.measures import measure
from karat.measures.base import Floats
from karat.measures.forms import FORMS
from karat.stats.planning import detectable_by, discordance, power_for, units_for
from karat.stats.power import detectable, needed, simulated_power, standard_error
from karat.stats.scoring import rows_of

Z = NormalDist().inv_cdf(0.975) + NormalDist().inv_cdf(0.8)  # 2.8016
ACCURACY = measure("accuracy")


def right(*shares: tuple[int, int]) -> Floats:
    """Rows of accuracy: so many units right (1) or wrong (0)."""
    values = [value for value, n in shares for _ in range(n)]
    return np.stack([values, np.ones(len(values))], 1).astype(np.float64)


OURS, THEIRS = right((1, 60), (0, 40)), right((1, 45), (0, 50), (1, 5))  # 15 won, 5 lost


def labels(rng: np.random.Generator, n: int) -> tuple[list[str], list[str], list[str]]:
    gold = rng.choice(["a", "b", "c"], n, p=[0.6, 0.3, 0.1])
    return gold.tolist(), noisy(rng, gold, 0.2), noisy(rng, gold, 0.25)


def noisy(rng: np.random.Generator, gold: Any, share: float) -> list[str]:
    return [str(one) for one in np.where(rng.random(len(gold)) < share, rng.choice(["a", "b", "c"], len(gold)), gold)]


def sentences(rng: np.random.Generator, n: int) -> tuple[list[str], list[str], list[str]]:
    words = np.array([f"w{i}" for i in range(50)])
    gold = [rng.choice(words, rng.integers(5, 25)) for _ in range(n)]
    spoilt = [
        [np.where(rng.random(len(one)) < share, rng.choice(words, len(one)), one) for one in gold]
        for share in (0.3, 0.32)
    ]
    return [" ".join(one) for one in gold], *([" ".join(one) for one in side] for side in spoilt)  # type: ignore[return-value]


SIMULATED = {"accuracy": labels, "f(average='macro')": labels, "bleu": sentences}


def systems(text: str, n: int) -> tuple[Floats, Floats]:
    gold, *sides = SIMULATED[text](np.random.default_rng(3), n)
    ours, theirs = (rows_of(measure(text), FORMS[measure(text).takes].encode(gold, side)) for side in sides)
    return ours, theirs


# against numbers by hand


def test_the_standard_error_of_a_mean_difference_is_the_textbooks() -> None:
    differences = OURS[:, 0] - THEIRS[:, 0]
    assert standard_error(ACCURACY, OURS, THEIRS) == pytest.approx(differences.std(ddof=1) / 10)
    assert detectable(ACCURACY, OURS, THEIRS) == pytest.approx(Z * sqrt((0.20 - 0.10**2) / 99))


def test_so_many_units_as_are_needed_make_the_difference_detectable() -> None:
    wanted = needed(ACCURACY, OURS, THEIRS)
    assert detectable(ACCURACY, OURS, THEIRS) * sqrt(100 / wanted) <= 0.10
    assert detectable(ACCURACY, OURS, THEIRS) * sqrt(100 / (wanted - 1)) > 0.10


def test_who_comes_first_does_not_matter() -> None:
    assert detectable(ACCURACY, OURS, THEIRS) == pytest.approx(detectable(ACCURACY, THEIRS, OURS), rel=1e-12)
    assert needed(ACCURACY, OURS, THEIRS) == needed(ACCURACY, THEIRS, OURS)


def test_more_power_and_a_stricter_level_need_a_larger_difference() -> None:
    plain = detectable(ACCURACY, OURS, THEIRS)
    assert detectable(ACCURACY, OURS, THEIRS, power=0.9) > plain
    assert detectable(ACCURACY, OURS, THEIRS, level=0.01) > plain


def test_a_whole_measure_can_be_asked_too() -> None:
    rng = np.random.default_rng(0)
    gold = rng.normal(size=80)
    ours, theirs = (np.stack([gold, gold + rng.normal(0, spread, 80)], 1) for spread in (0.5, 1.0))
    assert 0.02 < detectable(measure("spearman"), ours, theirs) < 0.5


def test_systems_that_never_differ_say_nothing() -> None:
    assert isnan(detectable(ACCURACY, OURS, OURS))
    assert isnan(needed(ACCURACY, OURS, OURS))
    assert isnan(detectable(ACCURACY, OURS[:1], THEIRS[:1]))
    assert isnan(detectable(ACCURACY, OURS[:0], THEIRS[:0]))


def test_systems_that_score_the_same_on_other_units_need_endlessly_many() -> None:
    assert needed(ACCURACY, right((1, 50), (0, 50)), right((0, 50), (1, 50))) == inf


# against simulation


@pytest.mark.parametrize("text", SIMULATED)
def test_a_test_has_the_power_that_the_formula_foretells(text: str) -> None:
    """At `needed` units the bootstrap finds the difference in 80 % of simulations, within 3.3 standard errors and .02."""
    m, (ours, theirs) = measure(text), systems(text, 2000)
    units, simulations = int(needed(m, ours, theirs)), 600
    found = simulated_power(m, ours, theirs, units, simulations=simulations, seed=1, engine=Threads(workers=2))
    assert 100 < units < 5000
    assert found == pytest.approx(0.8, abs=3.3 * sqrt(0.8 * 0.2 / simulations) + 0.02)


def test_simulations_are_the_same_on_any_number_of_threads_and_zero_is_a_seed() -> None:
    found = [
        simulated_power(ACCURACY, OURS, THEIRS, 80, simulations=70, seed=seed, engine=Threads(workers=n))
        for seed, n in ((0, 1), (0, 2), (0, 4), (1, 1))
    ]
    assert len(set(found[:3])) == 1
    assert found[3] != found[0]


@pytest.mark.parametrize("discordant", [None, 0.08, 0.2])
@pytest.mark.parametrize("units", [300, 1000])
def test_the_plan_has_the_power_that_it_foretells(discordant: float | None, units: int) -> None:
    """Pairs of right and wrong, drawn 40,000 times, tested by McNemar's z: a normal where only 24 units are discordant."""
    ours, theirs = 0.82, 0.78
    share = discordance(ours, theirs) if discordant is None else discordant
    won, lost = (share + 0.04) / 2, (share - 0.04) / 2
    drawn = np.random.default_rng(0).multinomial(units, [won, lost, 1 - won - lost], 40_000)
    z = (drawn[:, 0] - drawn[:, 1]) / np.sqrt(np.maximum(drawn[:, 0] + drawn[:, 1], 1))
    found = (np.abs(z) >= NormalDist().inv_cdf(0.975)).mean()
    assert power_for(ours, theirs, units, discordant=discordant) == pytest.approx(found, abs=0.03)


# plans

PLANS = [
    (units_for(0.6, 0.5, discordant=0.3), 234, "by hand: ((1.95996 √.3 + .84162 √.29) / .1)² = 233.2"),
    (
        units_for(0.9, 0.8, discordant=0.1),
        77,
        "by hand: ((1.95996 √.1 + .84162 √.09) / .1)² = 76.1",
    ),
    (discordance(0.8, 0.6), 0.44, "by hand: .8·.4 + .2·.6"),
    (discordance(0.8, 0.8, correlation=1.0), 0.0, "by hand: the same units"),
    (power_for(0.9, 0.9, 1000, discordant=0.1), 0.05, "by hand: no difference is found as often as the level says"),
    (units_for(0.80, 0.82), units_for(0.82, 0.80), "by symmetry"),
]


@pytest.mark.parametrize(("found", "expected"), [row[:2] for row in PLANS], ids=[row[2] for row in PLANS])
def test_plans(found: float, expected: float) -> None:
    assert found == pytest.approx(expected)


@pytest.mark.parametrize("power", [0.3, 0.5, 0.8, 0.95])
def test_what_is_detectable_by_so_many_units_needs_so_many(power: float) -> None:
    gap = detectable_by(700, discordant=0.2, power=power)
    assert power_for(0.7 + gap, 0.7, 700, discordant=0.2) == pytest.approx(power, abs=0.01)
    assert units_for(0.7 + gap, 0.7, discordant=0.2, power=power) == pytest.approx(700, abs=1)


def test_too_few_units_show_no_difference_at_all() -> None:
    assert isnan(detectable_by(10, discordant=0.05))


REFUSED = [
    (lambda: detectable(ACCURACY, OURS, THEIRS, power=80), "power is 80, but a number between 0 and 1 was expected"),
    (lambda: needed(ACCURACY, OURS, THEIRS, level=0), "level is 0, but a number between 0 and 1 was expected"),
    (lambda: units_for(80, 0.8), "ours is 80, but a number between 0 and 1 was expected"),
    (lambda: units_for(0.8, 0.8), "both systems are right on 0.8 of the units: no number of units shows"),
    (lambda: power_for(0.8, 0.7, 0), "0 units were given: at least 1 was expected"),
    (lambda: units_for(0.8, 0.7, discordant=0.05), "discordant: just one of the systems would be right on 0.05 of the"),
    (lambda: discordance(0.9, 0.5, 0.9), "a correlation of 0.9: just one of the systems would be right on"),
    (lambda: simulated_power(ACCURACY, OURS, THEIRS, 0), "1000 simulations of 0 units were asked for: at least one"),
    (lambda: simulated_power(ACCURACY, OURS, THEIRS, seed=None), "a whole number from 0 to"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("ask", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_what_cannot_be_asked_is_refused(ask: Any, said: str) -> None:
    with pytest.raises(BadRequest, match=said):
        ask()
