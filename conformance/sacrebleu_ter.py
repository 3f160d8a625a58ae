"""TER beside sacreBLEU: unit by unit, under all its options, with one, several and ragged references, and on a novel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import sacrebleu
from sacrebleu.metrics.ter import TER

from conformance.finding import Finding, compared
from karat.measures import measure
from karat.measures.forms import FORMS
from karat.stats.scoring import rows_of
from karat.types.references import References

TOOL, VERSION = "sacreBLEU TER", sacrebleu.__version__
NOVEL = Path(__file__).parents[2] / "shared" / "data" / "sawyr11.txt"
PLAIN = ["a", "b", "c", "d", "e", "f"]
WESTERN = (
    """The the Cat's cat it's 3.5 1,000 x-1 1-x 5- U.S. e.g., "Yes," (no) a.b ... . , ?! ; &quot; &amp;lt; AT&T <b>"""
)
OTHER = "don't - -- $5 100% 's ÉTÉ ΟΔΟΣ 猫が座る 。 「猫」 3号、 カタカナ ひらがな ， （１） ㈱ 東京・大阪 한국어 🙂"
ODD = [*WESTERN.split(), *OTHER.split(), "\u2028", "\x1c", ""]
OPTIONS = list(product([False, True], repeat=4))

Rng = np.random.Generator
Units = tuple[list[References], list[str]]


def findings(cases: int, seed: int = 0) -> Iterator[Finding]:
    """All settings."""
    rng = np.random.default_rng(seed)
    yield units("one reference", random_units(rng, cases, 1, 1))
    yield units("three references", random_units(rng, cases // 4, 3, 3))
    yield units("one to five references, some empty", random_units(rng, cases // 4, 1, 5))
    yield units("sentences of up to 70 words", (moved(rng, words(rng, max(20, cases // 80), 20, 70, 300))))
    yield units("segments of 200 to 400 words", (moved(rng, words(rng, max(2, cases // 5000), 200, 400, 60))))
    yield units("nothing on either side, or on both", empty())
    for options in OPTIONS:
        yield units(f"marks, capitals, Chinese, Japanese: {setting(*options)}", odd_units(rng, cases // 8), *options)
    yield corpora(rng, max(20, cases // 500))
    if NOVEL.exists():
        yield units("lines of Tom Sawyer with words moved", moved(rng, novel(max(200, cases // 20))))


def setting(normalized: bool, no_punct: bool, asian: bool, case: bool) -> str:
    """The measure under these options of sacreBLEU, as it prints."""
    found = measure("ter").with_(normalized=normalized, punctuation=not no_punct, asian=asian, case=case)
    return str(found)


def units(what: str, sides: Units, *options: bool) -> Finding:
    """Unit by unit."""
    return compared(TOOL, VERSION, what, zip(ours(sides, *options), theirs(sides, *options), strict=True), within=0)


def ours(sides: Units, *options: bool) -> list[float]:
    """karat's number for each unit, all made in one go."""
    m = measure(setting(*options) if options else "ter")
    found: list[float] = m.finish(rows_of(m, FORMS["text"].encode(*sides))).tolist()
    return found


def theirs(
    sides: Units, normalized: bool = False, no_punct: bool = False, asian: bool = False, case: bool = False
) -> Iterator[float]:
    """sacreBLEU's number for each unit."""
    peer = TER(normalized, no_punct, asian, case)
    return (peer.sentence_score(guess, gold).score for gold, guess in zip(*sides, strict=True))


def corpora(rng: Rng, many: int) -> Finding:
    """Whole corpora with ragged references, to the two decimals that are printed."""
    pairs, peer = [], TER()
    for _ in range(many):
        gold, guess = random_units(rng, 40, 1, 4)
        m = measure("ter")
        streams: list[Any] = [[unit[i] if i < len(unit) else None for unit in gold] for i in range(4)]
        pairs.append((m.score(rows_of(m, (gold, guess))), peer.corpus_score(guess, streams).score))
    return compared(TOOL, VERSION, "corpora of 40 units with one to four references", pairs)


def random_units(rng: Rng, many: int, fewest: int, most: int) -> Units:
    """Short sentences of few words, half of them the reference with words moved, so that much is shifted."""
    gold, guess = [], []
    for _ in range(many):
        unit = [rng.choice(PLAIN, rng.integers(0, 13)).tolist() for _ in range(rng.integers(fewest, most + 1))]
        own = edited(rng, unit[0]) if rng.random() < 0.5 else rng.choice(PLAIN, rng.integers(0, 13)).tolist()
        gold.append(References(" ".join(text) for text in unit))
        guess.append(" ".join(own))
    return gold, guess


def odd_units(rng: Rng, many: int) -> Units:
    """Words and marks that tokenisers disagree about."""
    gold, guess = [], []
    for _ in range(many):
        one = rng.choice(ODD, rng.integers(0, 9)).tolist()
        between = str(rng.choice([" ", "", "  ", "\n", "\n-"], p=[0.6, 0.2, 0.1, 0.05, 0.05]))
        gold.append(References((between.join(one) + str(rng.choice(["", " ", "."])),)))
        guess.append(" ".join(edited(rng, one)))
    return gold, guess


def words(rng: Rng, many: int, low: int, high: int, vocabulary: int) -> list[list[str]]:
    """Long sentences; frequent words are frequent."""
    return [[f"w{int(w)}" for w in vocabulary * rng.random(rng.integers(low, high)) ** 2] for _ in range(many)]


def novel(many: int) -> list[list[str]]:
    """Two lines at a time."""
    lines = [line for line in NOVEL.read_text("latin-1").splitlines() if line.strip()]
    return [f"{a} {b}".split() for a, b in zip(lines[::2], lines[1::2], strict=False)][:many]


def moved(rng: Rng, gold: Sequence[list[str]]) -> Units:
    """References, and guesses made of them."""
    return [References((" ".join(one),)) for one in gold], [" ".join(edited(rng, one)) for one in gold]


def edited(rng: Rng, words: list[str]) -> list[str]:
    """Runs moved, words replaced, lost and said twice."""
    found = list(words)
    for _ in range(rng.integers(0, 4 + len(words) // 20)):
        if not found:
            break
        at, run = rng.integers(0, len(found)), rng.integers(1, 6)
        block = found[at : at + run]
        del found[at : at + run]
        to = rng.integers(0, len(found) + 1)
        found[to:to] = block
        if rng.random() < 0.5:
            found[rng.integers(0, len(found))] = str(rng.choice(PLAIN))
        if rng.random() < 0.3:
            del found[rng.integers(0, len(found))]
        if found and rng.random() < 0.2:
            found.insert(rng.integers(0, len(found)), found[rng.integers(0, len(found))])
    return found


def empty() -> Units:
    """Nothing where something was expected, and much of one word."""
    texts = ["", " ", "a", "a b", "a a a a a a a a", "b a a a", "a " * 230]
    pairs = list(product(texts, texts))
    return [References((gold,)) for gold, _ in pairs], [guess for _, guess in pairs]
