"""ROUGE of 20,000 pairs of some 26 words beside rouge-score, from strings to scores, in one run.

python bench/rouge.py
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from rouge_score.rouge_scorer import RougeScorer
from translation import PAIRS, WORDS, Sides, pairs, timed

from karat.engine import Engine, Local, Threads
from karat.evaluate.scoring import scores

ROUNDS = 3
ENGINES: dict[str, Engine] = {"1 thread": Local(), "2 threads": Threads(workers=2)}
TYPES = {"1": "rouge1", "2": "rouge2", "L": "rougeL", "Lsum": "rougeLsum"}
ASKED = [*([one] for one in TYPES), ["1", "2", "L"]]


def main() -> None:
    """Print seconds and ratios, after seeing that the two agree."""
    print(
        f"{PAIRS:,} pairs of some {WORDS} words, {os.cpu_count()} cores; karat the best of {ROUNDS} runs, rouge-score of 2"
    )
    for preset, kind, odd in (("unicode", "ASCII", ""), ("rouge-score", "accents and quotation marks", "é–“”")):
        sides = pairs(odd)
        for types in ASKED:
            compared(types, sides, preset, False, f"{kind}, words")
        compared(ASKED[-1], sides, preset, True, f"{kind}, stems")


def compared(types: Sequence[str], sides: Sides, preset: str, stem: bool, kind: str) -> None:
    """Some types at once, both tools, every engine."""
    theirs, wanted = timed(lambda: google(types, sides, stem), 2)
    print(f"{', '.join(TYPES[one] for one in types)}, {kind}\n  rouge-score {theirs:7.3f} s")
    asked = [f"rouge(type={one!r}, preset={preset!r}, stem={stem})" for one in types]
    for name, engine in ENGINES.items():
        ours, found = timed(lambda engine=engine: karat_scores(sides, asked, engine), ROUNDS)
        if max(abs(a - b) for a, b in zip(found, wanted, strict=True)) > 1e-12:
            raise SystemExit(f"the two disagree: {found} and {wanted}")
        print(
            f"  {name:11} {ours:7.3f} s   {theirs / ours:5.1f} times as fast   {', '.join(f'{one:.4f}' for one in found)}"
        )


def karat_scores(sides: Sides, asked: Sequence[str], engine: Engine) -> list[float]:
    """From strings to scores."""
    return [one.value for one in scores(*sides, asked, interval="none", engine=engine)]


def google(types: Sequence[str], sides: Sides, stem: bool) -> list[float]:
    """The mean F of all pairs."""
    scorer = RougeScorer([TYPES[one] for one in types], use_stemmer=stem)
    found = [scorer.score(gold, guess) for gold, guess in zip(*sides, strict=True)]
    return [sum(one[TYPES[each]].fmeasure for one in found) / len(found) for each in types]


if __name__ == "__main__":
    main()
