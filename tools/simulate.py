"""
Are the tests and intervals honest? Simulate, and write docs/simulations.md: `python tools/simulate.py [SIMULATIONS]`.

Two systems with the same errors are drawn from a population of units, and swapped at random: whatever a test then finds is
a false alarm. The units stand in documents, in each of which a system is a little better or worse than elsewhere.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from karat.measures import measure
from karat.measures.forms import FORMS
from karat.stats.intervals import METHODS, interval
from karat.stats.runs import BORDER, almost_stochastic_order
from karat.stats.scoring import rows_of
from karat.stats.tests import paired_test
from karat.version import VERSION

PAGE = Path(__file__).parents[1] / "docs" / "simulations.md"
DOCUMENTS, LONG = 1000, 10  # units in a document
SIMULATIONS = 2000
RESAMPLES = 1000
CERTAIN = 3.3  # standard errors: 1 of 1000 honest tests leaves them
DRAWS = f"bootstrap(resamples={RESAMPLES})"
SWAPS = f"randomisation(resamples={RESAMPLES})"
WORDS = np.array([f"w{i}" for i in range(60)])

Floats = NDArray[np.float64]
Rng = np.random.Generator
Pair = tuple[Floats, Floats]

UNITWISE = ("sign", "t", "wilcoxon")
MCNEMAR = tuple(f"mcnemar(form={form!r})" for form in ("exact", "mid-p", "chi2", "corrected"))
TESTED = {
    "accuracy": (DRAWS, SWAPS, *MCNEMAR, *UNITWISE),
    "f(average='macro')": (DRAWS, SWAPS, *UNITWISE),
    "bleu": (DRAWS, SWAPS, *UNITWISE),
    "spearman": ("williams",),
    "pearson": ("williams",),
    "auc": ("delong",),
    "wer": ("mapsswe",),
}
SIZES = (50, 200, 500)
LONG_WAYS = {(SWAPS, "f(average='macro')")}  # with 50 units it goes through a million ways to swap, each time
BY_GROUP = ("accuracy", "f(average='macro')", "bleu")


# Populations


@cache
def population(text: str) -> Pair:
    """Rows of two systems that err alike, a document's units together."""
    rng = np.random.default_rng(len(text))
    m, form = measure(text), FORMS[measure(text).takes]
    gold, ours, theirs = MADE[m.takes](rng, DOCUMENTS * LONG)
    return rows_of(m, form.encode(gold, ours)), rows_of(m, form.encode(gold, theirs))


def errors(rng: Rng, units: int) -> Floats:
    """How likely each unit is to be wrong: its document's difficulty, and how this system likes the document."""
    liking = rng.normal(0, 0.12, units // LONG)
    return np.clip(0.25 + np.repeat(liking, LONG), 0.02, 0.98)


def labels(rng: Rng, units: int) -> list[Any]:
    """Labels of three sorts, one of them rare."""
    gold = rng.choice(["a", "b", "c"], units, p=[0.6, 0.3, 0.1])
    wrong = [np.where(rng.random(units) < errors(rng, units), rng.choice(["a", "b", "c"], units), gold) for _ in "12"]
    return [gold.tolist(), *(side.tolist() for side in wrong)]


def texts(rng: Rng, units: int) -> list[Any]:
    """Sentences of 5 to 24 words, of which some are replaced."""
    gold = [rng.choice(WORDS, rng.integers(5, 25)) for _ in range(units)]
    sides = [gold]
    for _ in range(2):
        share = errors(rng, units)
        sides.append(
            [np.where(rng.random(len(g)) < s, rng.choice(WORDS, len(g)), g) for g, s in zip(gold, share, strict=True)]
        )
    return [[" ".join(one) for one in side] for side in sides]


def numbers(rng: Rng, units: int) -> list[Any]:
    """Normal numbers, and two systems that are off by as much."""
    gold = rng.normal(0, 1, units)
    return [gold, *(gold + rng.normal(0, 1, units) for _ in "12")]


MADE: dict[str, Callable[[Rng, int], list[Any]]] = {"label": labels, "text": texts, "words": texts, "number": numbers}


# False alarms


@dataclass(frozen=True)
class Alarms:
    """The p values of one test where nothing was to be found."""

    test: str
    measure: str
    data: str
    n: int
    ps: Floats

    def share(self, level: float) -> float:
        """How often p is at most this."""
        return float((self.ps <= level).mean())

    def limits(self, level: float) -> tuple[float, float]:
        """What chance allows an honest test."""
        allowed = CERTAIN * (level * (1 - level) / len(self.ps)) ** 0.5
        return level - allowed, level + allowed

    def verdict(self) -> str:
        """Shy, eager or as it says, at .05 and .01."""
        found = [(self.share(level), *self.limits(level)) for level in (0.05, 0.01)]
        if any(share > high for share, _, high in found):
            return "eager"
        return "shy" if any(share < low for share, low, _ in found) else "as it says"


def alarms(test: str, text: str, n: int, simulations: int, data: str = "units", seed: int = 0) -> Alarms:
    """Test so many pairs of systems that do not differ: `data` is units, groups, or 'groups ignored'."""
    m, rng, chosen = measure(text), np.random.default_rng([seed, n]), paired_test(test)
    draw = _units if data == "units" else _groups
    ps = [chosen.test(m, *_summed(draw(rng, population(text), n), data), seed=i).p for i in range(simulations)]
    return Alarms(test, text, data, n, np.array(ps))


def _units(rng: Rng, both: Pair, n: int) -> Pair:
    """Units one by one."""
    ours, theirs = (side[:, None] for side in both)
    return _swapped(rng, ours, theirs, n)


def _groups(rng: Rng, both: Pair, n: int) -> Pair:
    """Whole documents, so many units in all."""
    ours, theirs = (side.reshape(-1, LONG, side.shape[1]) for side in both)
    return _swapped(rng, ours, theirs, n // LONG)


def _swapped(rng: Rng, ours: Floats, theirs: Floats, n: int) -> Pair:
    drawn, swap = rng.integers(len(ours), size=n), rng.random((n, 1, 1)) < 0.5
    one, other = ours[drawn], theirs[drawn]
    return np.where(swap, other, one), np.where(swap, one, other)


def _summed(drawn: Pair, data: str) -> Pair:
    ours, theirs = (side.sum(1) if data == "groups" else side.reshape(-1, side.shape[-1]) for side in drawn)
    return ours, theirs


def every_alarm(simulations: int) -> Iterator[Alarms]:
    """All tests on all measures and data that they take."""
    for text, tests in TESTED.items():
        for test, n in ((test, n) for test in tests for n in SIZES if n > 50 or (test, text) not in LONG_WAYS):
            yield alarms(test, text, n, simulations)
        grouped = (test for test in tests if text in BY_GROUP and not test.startswith("mcnemar"))
        for test, data in ((test, data) for test in grouped for data in ("groups", "groups ignored")):
            yield alarms(test, text, SIZES[-1], simulations, data)


# Coverage


@dataclass(frozen=True)
class Coverage:
    """How often an interval held the truth."""

    method: str
    measure: str
    n: int
    held: float
    below: float
    above: float


def coverage(method: str, text: str, n: int, simulations: int, seed: int = 0) -> Coverage:
    """Intervals of so many samples, and whether the score of the population lies in them, below or above."""
    m, rows, rng = measure(text), population(text)[0], np.random.default_rng([seed, n])
    truth = m.score(rows)
    found = (interval(m, rows[rng.integers(len(rows), size=n)], method, RESAMPLES, i) for i in range(simulations))
    low, high = np.array(list(found)).T
    return Coverage(
        method, text, n, *(float(one.mean()) for one in ((low <= truth) & (truth <= high), truth < low, truth > high))
    )


def every_coverage(simulations: int) -> Iterator[Coverage]:
    """All intervals at three sizes."""
    for text in BY_GROUP:
        for method in METHODS:
            fits = text == "accuracy" or method not in ("wilson", "clopper-pearson")
            for n in (50, 200, 2000) if fits and method != "none" else ():
                yield coverage(method, text, n, simulations)


# Runs


@dataclass(frozen=True)
class Ordered:
    """How often one of two equal systems seems almost always better, by so many runs of each."""

    runs: int
    half: float
    border: float


def ordered(runs: int, simulations: int) -> Ordered:
    """Almost stochastic order where there is none."""
    rng = np.random.default_rng(runs)
    drawn = (rng.normal(size=(2, runs)) for _ in range(simulations))
    bounds = np.array([almost_stochastic_order(*both, resamples=200, seed=i).bound for i, both in enumerate(drawn)])
    return Ordered(runs, float((bounds < 0.5).mean()), float((bounds < BORDER).mean()))


# The page

INTRO = f"""# Simulations

<!-- Made by tools/simulate.py, which simulates; change the simulations, not this page. -->

karat {VERSION}. Two systems with the same errors, drawn anew for each simulation and swapped unit by unit (document by
document): whatever a test finds is a false alarm. An honest test finds something in 5 of 100 at p ≤ .05, and in 1 of 100
at p ≤ .01. The last column says whether chance alone explains what came out ({CERTAIN} standard errors): **shy** tests
find too little, **eager** ones too much."""


def page(found: list[Alarms], covered: list[Coverage], runs: list[Ordered], simulations: int) -> str:
    """All of it in tables."""
    return "\n".join(
        [
            INTRO,
            "",
            "## False alarms",
            "",
            f"{simulations:,} simulations a line; the bootstrap with {RESAMPLES:,} resamples. In documents there are {LONG}",
            "units; *groups* sums them before testing, as `--unit` does, *groups ignored* shows what happens without.",
            "",
            "| test | measure | data | units | p ≤ .05 | p ≤ .01 | |",
            "|---|---|---|---:|---:|---:|---|",
            *(
                f"| {a.test} | {a.measure} | {a.data} | {a.n:,} | {a.share(0.05):.3f} | {a.share(0.01):.3f} | {a.verdict()} |"
                for a in found
            ),
            "",
            "## Coverage of 95 % intervals",
            "",
            f"How often an interval holds the score of the population, and how often that lies below or above; {simulations // 2:,}",
            f"simulations a line, {RESAMPLES:,} resamples.",
            "",
            "| interval | measure | units | holds it | it is below | it is above |",
            "|---|---|---:|---:|---:|---:|",
            *(
                f"| {c.method} | {c.measure} | {c.n:,} | {c.held:.3f} | {c.below:.3f} | {c.above:.3f} |"
                for c in covered
            ),
            "",
            "## Almost stochastic order of runs",
            "",
            f"How often one of two equal systems seems almost always better; {simulations // 4:,} simulations a line.",
            "",
            f"| runs of each | bound below ½, as published | bound below {BORDER}, as `better` asks |",
            "|---:|---:|---:|",
            *(f"| {o.runs} | {o.half:.3f} | {o.border:.3f} |" for o in runs),
            "",
        ]
    )


def main() -> int:
    """Simulate and write."""
    simulations = int(sys.argv[1]) if len(sys.argv) > 1 else SIMULATIONS
    found, covered = list[Alarms](), list[Coverage]()
    for one in every_alarm(simulations):
        found.append(one)
        print(one.test, one.measure, one.data, one.n, one.share(0.05), one.share(0.01), one.verdict(), flush=True)
    for each in every_coverage(simulations // 2):
        covered.append(each)
        print(each, flush=True)
    runs = [ordered(n, simulations // 4) for n in (2, 3, 5, 10, 20, 50)]
    if simulations >= SIMULATIONS:  # a shorter run is a trial
        PAGE.write_text(page(found, covered, runs, simulations), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
