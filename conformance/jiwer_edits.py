"""Word and character errors beside jiwer: hits, substitutions, deletions and insertions of every pair, and all its rates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from typing import Any

import jiwer
import numpy as np

from conformance.finding import Finding, compared
from conformance.sacrebleu_ter import NOVEL, Rng, edited, novel, words
from karat.measures import measure
from karat.measures.base import Floats
from karat.measures.forms import FORMS
from karat.stats.scoring import rows_of

TOOL, VERSION = "jiwer", version("jiwer")
RATES = ("wer", "mer", "wil", "wip")
EMPTY = (
    "with no reference word at all jiwer returns the number of insertions, an MER of 0 or 1, and a WIP of 1 or 0; where "
    "karat divides by nothing, the score is undefined and says why"
)
SPACED = (
    "jiwer's default parts words at single spaces, so a tab or a no-break space stays inside a word; to karat every white "
    "space parts words"
)
PLAIN = ["a", "b", "c", "ab", "ba", "été", "日本", "🙂", "A", "a."]
CORPUS = 40  # pairs

Pairs = tuple[list[str], list[str]]


def findings(cases: int, seed: int = 0) -> Iterator[Finding]:
    """Words, characters, corpora, and where the two differ."""
    rng = np.random.default_rng(seed)
    settings = [
        ("random pairs", pairs(rng, cases, 12)),
        ("pairs of up to 150 words", pairs(rng, max(20, cases // 50), 150)),
        ("sentences with words moved", moved(rng, words(rng, max(20, cases // 50), 20, 70, 300))),
    ]
    if NOVEL.exists():
        settings.append(("lines of Tom Sawyer with words moved", moved(rng, novel(max(200, cases // 20)))))
    for what, sides in settings:
        yield counts(f"words: {what}", "wer", sides, jiwer.process_words)
        yield counts(f"characters: {what}", "cer", shorter(sides), jiwer.process_characters)
    yield from corpora(settings[0][1])
    yield from empty()
    yield compared(TOOL, VERSION, "words parted by other white space than one space", spaced(), known=SPACED)


def counts(what: str, which: str, sides: Pairs, peer: Callable[..., Any]) -> Finding:
    """How far the four counts of each pair are apart."""
    apart = []
    for ours, gold, guess in zip(rows(which, sides).tolist(), *sides, strict=True):
        one = peer(gold, guess)
        theirs = [one.hits, one.substitutions, one.deletions, one.insertions]
        apart.append((float(sum(abs(a - b) for a, b in zip(ours, theirs, strict=True))), 0.0))
    return compared(TOOL, VERSION, f"hits and errors of {what}", apart)


def corpora(sides: Pairs) -> Iterator[Finding]:
    """Rates of corpora."""
    found: dict[str, list[tuple[float, float]]] = {rate: [] for rate in (*RATES, "cer")}
    for low in range(0, len(sides[0]) - CORPUS, CORPUS):
        gold, guess = (side[low : low + CORPUS] for side in sides)
        theirs = jiwer.process_words(gold, guess)
        for rate in RATES:
            found[rate].append((value(rate, (gold, guess)), getattr(theirs, rate)))
        found["cer"].append((value("cer", (gold, guess)), jiwer.cer(gold, guess)))
    for rate, pairs_of in found.items():
        yield compared(TOOL, VERSION, f"{rate} of corpora of {CORPUS} pairs", pairs_of, within=1e-12)


def empty() -> Iterator[Finding]:
    """Corpora in which a side holds nothing."""
    some = [([""], ["a b"]), (["", ""], ["a", ""]), ([""], [""])]
    for rate in RATES:
        theirs = ((value(rate, sides), getattr(jiwer.process_words(*sides), rate)) for sides in some)
        yield compared(TOOL, VERSION, f"{rate} without a reference word", theirs, known=EMPTY)
    there = [(["a", ""], ["a", "b"]), (["a b"], [""]), (["a", "b"], ["", ""]), (["", "a"], ["b c", "a"])]
    pairs_of = [(value(rate, s), getattr(jiwer.process_words(*s), rate)) for rate in RATES for s in there]
    yield compared(TOOL, VERSION, "all rates where some references or all guesses are empty", pairs_of)


def spaced() -> Iterator[tuple[float, float]]:
    """A tab, and a no-break space."""
    for text in ("a\tb", "a\u00a0b"):
        yield value("wer", (["a b"], [text])), jiwer.wer("a b", text)


def value(which: str, sides: tuple[Sequence[str], Sequence[str]]) -> float:
    """karat's score."""
    return measure(which).score(rows(which, sides))


def rows(which: str, sides: tuple[Sequence[str], Sequence[str]]) -> Floats:
    """karat's counts."""
    return rows_of(measure(which), FORMS["words"].encode(*sides))


def pairs(rng: Rng, many: int, longest: int) -> Pairs:
    """Few words, so that ties are many; half of the guesses are made of the reference; some sides are empty."""
    gold, guess = [], []
    for _ in range(many):
        known = PLAIN[: rng.integers(2, len(PLAIN) + 1)]
        line = rng.choice(known, rng.integers(0, longest + 1)).tolist()
        own = edited(rng, line) if rng.random() < 0.5 else rng.choice(known, rng.integers(0, longest + 1)).tolist()
        gold.append(" ".join(line))
        guess.append(" ".join(own))
    return gold, guess


def moved(rng: Rng, gold: Sequence[list[str]]) -> Pairs:
    """References, and guesses made of them."""
    return [" ".join(one) for one in gold], [" ".join(edited(rng, one)) for one in gold]


def shorter(sides: Pairs) -> Pairs:
    """A third of the pairs."""
    return sides[0][::3], sides[1][::3]
