"""CharacTER beside the PyPI package `cer`: unit by unit, on random sentences and on a novel."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version

import numpy as np
from cer import calculate_cer

from conformance.finding import Finding, compared
from conformance.sacrebleu_ter import NOVEL, Rng, Units, edited, novel, words
from karat.measures import measure
from karat.measures.forms import FORMS
from karat.stats.scoring import rows_of
from karat.types.references import References

TOOL, VERSION = "cer (CharacTER)", version("cer")
WORDS = ["a", "bb", "ccc", "dddd", "abcd", "abce", "bcdcb", "日本", "été", "🙂"]
EXACT = [1, 2, 4, 8]  # words of a reference by which floating-point numbers divide exactly
KNOWN = (
    "cer keeps its distance divided by the words of the reference and subtracts from it: where 5/6 − 3/6 > 2/6 by the last "
    "bit, it makes a move that saves nothing; karat counts in whole numbers, and is right"
)
ROUNDED = [
    ("bb eeeee ccc ccc a a", "a ccc bb a eeeee ccc"),
    ("dddd ccc ffffff ccc a bb", "a ccc dddd bb ccc ffffff"),
    ("ffffff bb ccc ccc bb eeeee", "eeeee ccc ffffff bb bb ccc"),
]


def findings(cases: int, seed: int = 0) -> Iterator[Finding]:
    """All settings."""
    rng = np.random.default_rng(seed)
    yield units("references of 1, 2, 4 or 8 words", random_units(rng, cases, EXACT))
    yield units("references of 16 words and more", long_units(rng, max(20, cases // 100)))
    yield units("references of up to 13 words", rounded(random_units(rng, cases // 10, list(range(1, 14)))), KNOWN)
    if NOVEL.exists():
        lines = [line[:16] for line in novel(max(200, cases // 10)) if len(line) >= 16]
        yield units("lines of Tom Sawyer with words moved", made(rng, lines))


def units(what: str, sides: Units, known: str = "") -> Finding:
    """Unit by unit."""
    m = measure("character")
    rows = rows_of(m, FORMS["text"].encode(*sides))
    theirs = (calculate_cer(guess.split(), gold[0].split()) for gold, guess in zip(*sides, strict=True))
    return compared(TOOL, VERSION, what, zip(m.finish(rows).tolist(), theirs, strict=True), known=known)


def random_units(rng: Rng, many: int, lengths: list[int]) -> Units:
    """Few words, so that many are moved."""
    gold = [rng.choice(WORDS, rng.choice(lengths)).tolist() for _ in range(many)]
    guess = [
        rng.permutation(one).tolist() if rng.random() < 0.6 else rng.choice(WORDS, rng.integers(0, 10)).tolist()
        for one in gold
    ]
    return [References((" ".join(one),)) for one in gold], [" ".join(one) for one in guess]


def long_units(rng: Rng, many: int) -> Units:
    """As long as a move can be."""
    found = words(rng, many, 64, 80, 40)
    return made(rng, [one[: int(rng.choice([16, 32, 64]))] for one in found])


def made(rng: Rng, gold: list[list[str]]) -> Units:
    """References, and guesses made of them."""
    return [References((" ".join(one),)) for one in gold], [" ".join(edited(rng, one)) for one in gold]


def rounded(sides: Units) -> Units:
    """With pairs on which the two are known to differ."""
    return (
        [*sides[0], *(References((gold,)) for gold, _ in ROUNDED)],
        [*sides[1], *(guess for _, guess in ROUNDED)],
    )
