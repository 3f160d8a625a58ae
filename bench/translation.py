"""BLEU and chrF of 20,000 pairs of some 26 words beside sacreBLEU, from strings in memory and from files, in one run.

python bench/translation.py
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from sacrebleu.metrics import BLEU, CHRF

from karat.engine import Engine, Local, Threads
from karat.evaluate.scoring import score

PAIRS, WORDS, VOCABULARY, ROUNDS = 20_000, 26, 20_000, 2
ENGINES: dict[str, Engine] = {"1 thread": Local(), "2 threads": Threads(workers=2)}
Sides = tuple[list[str], list[str]]


def main() -> None:
    """Print seconds and ratios, after seeing that the two agree."""
    print(
        f"{PAIRS:,} pairs of some {WORDS} words, {os.cpu_count()} cores, each the best of {ROUNDS} runs; sacreBLEU remembers nothing"
    )
    for kind, odd in (("ASCII", ""), ("a few accents, dashes and quotation marks", "é–“”")):
        sides = pairs(odd)
        for which, peer in (("bleu", BLEU), ("chrf", CHRF), ("chrf(words=2)", lambda: CHRF(word_order=2))):
            print(f"{which}, {kind}")
            compared(which, peer, sides)


def compared(which: str, peer: Callable[[], BLEU | CHRF], sides: Sides) -> None:
    """One measure, both tools, every engine, from strings in memory and from files."""
    with TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("gold", "guess")]
        for file, side in zip(files, sides, strict=True):
            file.write_text("\n".join(side) + "\n", "utf-8")
        for what, read in (("strings", lambda: sides), ("files", lambda: (lines(files[0]), lines(files[1])))):
            theirs, wanted = timed(lambda read=read: fresh(peer, read()), ROUNDS)
            print(f"  {what:8} sacreBLEU  {theirs:7.3f} s")
            for name, engine in ENGINES.items():
                work = partial(karat_score, read, which, engine)
                ours, found = timed(work, ROUNDS)
                if abs(found - wanted) > 1e-9:
                    raise SystemExit(f"the two disagree: {found} and {wanted}")
                print(f"  {what:8} {name}  {ours:7.3f} s   {theirs / ours:5.1f} times as fast   {found:.4f}")


def karat_score(read: Callable[[], Sides], which: str, engine: Engine) -> float:
    """From strings or files to the score."""
    return score(*read(), which, interval="none", engine=engine).value


def fresh(peer: Callable[[], BLEU | CHRF], sides: Sides) -> float:
    """sacreBLEU with nothing remembered: its tokenisers keep what they have seen, across metrics too."""
    metric = peer()
    if isinstance(metric, BLEU):
        type(metric.tokenizer).__call__.cache_clear()
        type(metric.tokenizer._post_tokenizer).__call__.cache_clear()
    found: float = metric.corpus_score(sides[1], [sides[0]]).score
    return found


def pairs(odd: str) -> Sides:
    """Sentences over a vocabulary with Zipf's frequencies; one word in ten of a guess is another one."""
    rng = np.random.default_rng(0)
    letters = np.array(list("etaoinshrdlucmfwypvbgk" + odd))
    vocabulary = np.array(["".join(rng.choice(letters, rng.integers(1, 10))) for _ in range(VOCABULARY)])
    share = 1 / np.arange(1, VOCABULARY + 1)
    gold, guess = [], []
    for length in rng.integers(WORDS - 10, WORDS + 11, PAIRS):
        line = rng.choice(VOCABULARY, length, p=share / share.sum())
        other = np.where(rng.random(length) < 0.1, rng.choice(VOCABULARY, length), line)
        for side, chosen in ((gold, line), (guess, other)):
            words = vocabulary[chosen].tolist()
            side.append(f"{' '.join(words[:9])}, {' '.join(words[9:])} (1,234.5).".capitalize())
    return gold, guess


def lines(file: Path) -> list[str]:
    """The lines of a file."""
    return file.read_text("utf-8").split("\n")[:-1]


def timed(work: Callable[[], float], rounds: int) -> tuple[float, float]:
    """The least of several times, and the result."""
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - start)
    return best, result


if __name__ == "__main__":
    main()
