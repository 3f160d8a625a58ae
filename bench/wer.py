"""Word errors of 20,000 pairs of some 26 words beside jiwer, from strings in memory and from files, in one run.

python bench/wer.py
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import jiwer
import numpy as np
from translation import ENGINES, Sides, lines, pairs, timed

from karat.evaluate.scoring import score

ROUNDS = 5
OTHERS = ("wer(align='sclite')", "wer(align='htk')", "mer", "wwer(insertion=0.4)")


def main() -> None:
    """Print seconds and ratios, after seeing that the two agree."""
    gold, guess = pairs("")
    sides = gold, misheard(guess)
    words = sum(len(text.split()) for text in gold) / len(gold)
    print(f"{len(gold):,} pairs of {words:.1f} words, {os.cpu_count()} cores, each the best of {ROUNDS} runs")
    compared("wer", jiwer.wer, sides, ROUNDS)
    compared("cer", jiwer.cer, sides, 1)
    for which in OTHERS:
        ours, found = timed(partial(ours_of, lambda: sides, which, ENGINES["1 thread"]), 1)
        print(f"{which}: 1 thread {ours:.3f} s, {found:.4f}")


def compared(which: str, peer: Callable[..., float], sides: Sides, rounds: int) -> None:
    """Both tools, every engine, from strings in memory and from files."""
    print(which)
    with TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("gold", "guess")]
        for file, side in zip(files, sides, strict=True):
            file.write_text("\n".join(side) + "\n", "utf-8")
        for what, read in (("strings", lambda: sides), ("files", lambda: (lines(files[0]), lines(files[1])))):
            theirs, wanted = timed(lambda read=read: peer(*read()), rounds)
            print(f"  {what:8} jiwer      {theirs:7.3f} s")
            for name, engine in ENGINES.items():
                ours, found = timed(partial(ours_of, read, which, engine), rounds)
                if abs(found - wanted) > 1e-12:
                    raise SystemExit(f"the two disagree: {found} and {wanted}")
                print(f"  {what:8} {name}  {ours:7.3f} s   {theirs / ours:5.1f} times as fast   {found:.4f}")


def ours_of(read: Callable[[], Sides], which: str, engine: object) -> float:
    """From strings or files to the score."""
    return score(*read(), which, interval="none", engine=engine).value


def misheard(guess: list[str]) -> list[str]:
    """Three words in a hundred are lost, and as many said twice."""
    rng = np.random.default_rng(1)
    found = []
    for text in guess:
        words = text.split()
        times = rng.choice([0, 1, 2], len(words), p=[0.03, 0.94, 0.03]).tolist()
        found.append(" ".join(word for word, n in zip(words, times, strict=True) for _ in range(n)))
    return found


if __name__ == "__main__":
    main()
