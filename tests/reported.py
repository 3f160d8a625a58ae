"""A report with every table and figure, as the tests of reports and figures look at it."""

from __future__ import annotations

from dataclasses import replace
from math import nan
from typing import Any

import numpy as np

from karat.types import Comparison, Example, Examples, Figure, Passage, Report, Score, Table

PEOPLE = ("A1", "A2", "A3", "A4", "A5")


def score(value: float, half: float, measure: str = "accuracy", n: int = 300) -> Score:
    return Score(measure, value, value - half, value + half, n, "", f"{measure}|seed=7|b=10000|bca")


SYSTEMS = {
    "logistic regression": (
        score(0.812, 0.022),
        score(0.797, 0.025, "f(average='macro')"),
        score(0.611, 0.041, "kappa"),
    ),
    "naive Bayes": (score(0.783, 0.024), score(0.771, 0.027, "f(average='macro')"), score(0.552, 0.043, "kappa")),
    "rule lexicon": (score(0.690, 0.027), score(0.662, 0.03, "f(average='macro')"), score(0.348, 0.05, "kappa")),
    "majority class": (
        score(0.523, 0.028),
        score(0.229, 0.008, "f(average='macro')"),
        Score("kappa", nan, why="the guesses are all the same label", n=300),
    ),
}
FOUND = Comparison(
    "logistic regression", "naive Bayes", "accuracy", 0.029, 0.004, 0.054, 0.0231, 0.0462, 0.21,
    "paired bootstrap, two-sided", 1_000_000, 7, 300,
)  # fmt: skip


def bell() -> tuple[list[float], list[int]]:
    edges = np.linspace(-0.025, 0.085, 45)
    middle = (edges[:-1] + edges[1:]) / 2
    return edges.tolist(), [int(n) for n in 82_000 * np.exp(-(((middle - 0.029) / 0.0128) ** 2) / 2)]


def curve(start: float, end: float, half: float) -> list[Score]:
    return [score(start + (end - start) * at / 5, half / (1 + at / 4)) for at in range(6)]


def pairs() -> list[list[Any]]:
    made: list[list[Any]] = [
        [score(0.7 - 0.03 * abs(i - j) - 0.25 * (4 in (i, j)), 0.06, "kappa") for j in range(5)] for i in range(5)
    ]
    made[1][4] = made[4][1] = Score("kappa", nan, why="the two have no unit in common")
    return made


def figures() -> tuple[Figure, ...]:
    edges, counts = bell()
    return (
        Figure(
            "Scores with their intervals", "intervals", {"systems": SYSTEMS},
            "The two trained systems are clear of the rule lexicon on every measure; their own intervals overlap.",
        ),
        Figure(
            "Is the difference real?", "difference", {"comparison": FOUND, "edges": edges, "counts": counts},
            "A million resamples of the 300 reviews: 98 in 100 keep logistic regression ahead. Dark bars lie within "
            "the 95 % interval, which just excludes 0.",
        ),
        Figure(
            "Learning curves", "learning",
            {
                "sizes": [15, 30, 60, 120, 180, 240], "measure": "accuracy", "unit": "training reviews",
                "systems": {
                    "logistic regression": {"train": curve(1.0, 0.985, 0.002), "dev": curve(0.61, 0.82, 0.06)},
                    "naive Bayes": {"train": curve(0.97, 0.93, 0.01), "dev": curve(0.64, 0.79, 0.055)},
                },
            },
            "On dev both still rise at 240 reviews, so more data would help more than another learner.",
        ),
        Figure(
            "What was taken for what", "confusion",
            {"labels": ["positive", "negative", "mixed"], "counts": [[128, 9, 8], [7, 96, 9], [14, 10, 19]]},
            "Mixed reviews are the hard ones: fewer than half are recognised; most of the rest are called positive.",
        ),
        Figure(
            "Every system against every other", "pvalues",
            {
                "names": list(SYSTEMS),
                "p": [
                    [1, 0.0462, 0.0001, 1e-6], [0.0462, 1, 0.0031, 1e-6],
                    [0.0001, 0.0031, 1, 1e-6], [1e-6, 1e-6, 1e-6, 1],
                ],
            },
            "All differences hold at .05 after Holm's correction; the one at the top only just.",
        ),
        Figure(
            "Agreement of each pair", "agreement", {"people": PEOPLE, "values": pairs(), "measure": "Cohen's κ"},
            "A5 reads the guideline differently from everybody else; A2 and A5 never saw the same review.",
        ),
        Figure(
            "How long the reviews are", "lengths",
            {
                "edges": list(range(0, 240, 20)), "counts": [8, 41, 77, 62, 48, 30, 17, 9, 5, 2, 1],
                "label": "words", "of": "reviews",
            },
            "Most have 20 to 100 words; nothing is longer than 220.",
        ),
        Figure(
            "What annotators answered", "bars",
            {"bars": {"positive": 148, "negative": 112, "mixed": 40, "off topic": 0}, "label": "reviews"},
            "One review in eight is mixed, and off topic was never chosen.",
        ),
        Figure(
            "Where is the difference?", "slices", {"all": FOUND, "slices": slices()},
            "Long reviews make the difference; of poems there are too few to say.",
        ),
    )  # fmt: skip


def slices() -> dict[str, Comparison]:
    def slice_(n: int, difference: float, half: float, why: str = "") -> Comparison:
        p = nan if why else 0.2
        return replace(FOUND, n=n, difference=difference, low=difference - half, high=difference + half, corrected=p)

    return {"short": slice_(140, -0.01, 0.04), "long": slice_(152, 0.07, 0.03), "poems": slice_(8, 0.1, 0.3, "few")}


def passage() -> Passage:
    return Passage("Five questions", (("Is it real?", "Probably (p = .046)."), ("Enough?", "300 units.")), "Ask them.")


def examples() -> Examples:
    hebrew = Example(
        "u2",
        (),
        {"logistic regression": "טוב <b>", "naive Bayes": ""},
        {"logistic regression": 1.0, "naive Bayes": nan},
    )
    long = Example(
        "u1",
        ("a", "b"),
        {"logistic regression": "word " * 200, "naive Bayes": "b"},
        {"logistic regression": 0.0, "naive Bayes": 1.0},
        "A text.",
    )
    return Examples("Where naive Bayes wins", "accuracy", (long, hebrew), "2 of 9 units.")


def report() -> Report:
    rows = tuple((name, *scores) for name, scores in SYSTEMS.items())
    versus = (FOUND.ours, FOUND.theirs, FOUND, FOUND.p, FOUND.corrected, FOUND.effect, FOUND.n)
    people = (("all five", score(0.634, 0.031, "alpha"), 300), ("without A5", score(0.701, 0.03, "alpha"), 300))
    return Report(
        "Book reviews: positive, negative or mixed",
        "Logistic regression beats naive Bayes by 2.9 points of accuracy on 300 unseen reviews, and chance alone would "
        "do that about once in forty tries.",
        (
            Table("Scores on the test set", ("system", "accuracy", "macro F", "κ"), rows, "With 95 % intervals (BCa)."),
            Table(
                "Logistic regression against naive Bayes",
                ("ours", "theirs", "difference", "p", "corrected p", "effect", "units"),
                (versus,),
                "Paired bootstrap over reviews, two-sided, Holm's correction over six pairs.",
            ),
            Table("Agreement behind the gold", ("people", "α", "reviews"), people),
        ),
        figures(),
        (
            "Reviews were split by author, so no author is in both training and test.",
            "The test set has been opened twice; this set can see a difference of 2.4 points with power .8.",
        ),
        {
            "command": "karat compare gold.jsonl logistic.jsonl bayes.jsonl -m accuracy --seed 7",
            "karat": "0.1.0",
            "gold": {"name": "reviews-1", "sha256": "9f2c41d07ab8"},
            "measures": ["accuracy", "f(average='macro')", "kappa"],
            "seed": 7,
            "resamples": 1_000_000,
        },
        (passage(),),
        (examples(),),
    )


def sample(form: str) -> Figure:
    return next(figure for figure in figures() if figure.form == form)
