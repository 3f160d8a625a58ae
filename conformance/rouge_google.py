"""rouge-score: precision, recall and F of every text, with and without stemming, of one reference and of the best of several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from random import Random

from rouge_score.rouge_scorer import RougeScorer

from conformance.finding import Finding, compared
from karat.measures.forms import encode_texts
from karat.measures.rouge import Rouge
from karat.stats.scoring import rows_of
from karat.types.references import References

PEER = ("rouge-score", version("rouge-score"))
REAL = Path(__file__).parents[2] / "shared" / "data" / "sawyr11.txt"
TYPES = {"1": "rouge1", "2": "rouge2", "3": "rouge3", "L": "rougeL", "Lsum": "rougeLsum"}
PLAIN = [
    *(
        "the",
        "The",
        "cat",
        "cats",
        "ran",
        "running",
        "flies",
        "dying",
        "relational",
        "happy",
        "enjoyment",
        "controlled",
    ),
    *("a", "b", "x1", "U.S.", "it's", "well-known", "3.5", "\n", "\n", "\n\n", "\t", "_", "...", "\r", "\x0b", "yyed"),
]
ODD = [
    *PLAIN,
    "Größe",
    "naïve",
    "東京",
    "\u212a",
    "İstanbul",
    "ſt",
    "é",
    "\u00a0",
    "\u2028",
    "\x85",
    "🙂",
    "ﬁ",
    "Σ",
    "\ud800",
    "١",
]

Sides = tuple[list[References], list[str]]


def findings(cases: int, seed: int) -> Iterator[Finding]:
    """Random texts of any letters and of ASCII alone, and a novel's; the presets that must give these numbers on each."""
    for stem in (False, True):
        named = "stems" if stem else "words"
        yield from _same(f"{named}, random", Rouge(preset="rouge-score", stem=stem), random_sides(ODD, cases, seed))
        plain = random_sides(PLAIN, cases // 2, seed + 1)
        yield from _same(f"{named}, random ASCII, unicode", Rouge(stem=stem), plain)
        yield from _same(f"{named}, real text", Rouge(preset="rouge-score", stem=stem), real_sides(cases // 20, seed))


def random_sides(words: Sequence[str], cases: int, seed: int) -> Sides:
    """One to three references that share words with the guess; now and then nothing at all."""
    random = Random(seed)
    gold, guess = [], []
    for _ in range(cases):
        line = [random.choice(words) for _ in range(random.choice((0, 1, 3, 6, 10, 20)))]
        gold.append(References(_edited(line, words, random) for _ in range(random.choice((1, 1, 2, 3)))))
        guess.append(_edited(line, words, random))
    return gold, guess


def real_sides(cases: int, seed: int) -> Sides:
    """Passages of a novel with words lost and moved; nothing where the novel is not at hand."""
    random = Random(seed)
    found = REAL.read_text("utf-8", "replace").split(" ") if REAL.exists() else []
    gold, guess = [], []
    for _ in range(cases if found else 0):
        at = random.randrange(len(found) - 120)
        words = found[at : at + random.randint(5, 120)]
        gold.append(References(_edited(words, found, random) for _ in range(random.choice((1, 1, 3)))))
        guess.append(_edited(words, found, random))
    return gold, guess


def _edited(line: Sequence[str], words: Sequence[str], random: Random) -> str:
    kept = [random.choice(words) if random.random() < 0.1 else word for word in line if random.random() < 0.8]
    at = random.randint(0, len(kept))
    return " ".join(kept[at:] + kept[:at])


def _same(what: str, ours: Rouge, sides: Sides) -> Iterator[Finding]:
    gold, guess = sides
    if not guess:
        return
    scorer = RougeScorer(list(TYPES.values()), use_stemmer=ours.stem)
    theirs = [scorer.score_multi(right, text) for right, text in zip(gold, guess, strict=True)]
    for one, named in TYPES.items():
        rows = rows_of(ours.with_(type=one), encode_texts(gold, guess))[:, :3]
        wanted = [list(found[named]) for found in theirs]
        yield compared(*PEER, f"{named}: {what}", zip(chain(*rows.tolist()), chain(*wanted), strict=True), within=0.0)
