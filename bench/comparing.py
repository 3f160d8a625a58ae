"""Paired tests of systems, from text to p, beside sacreBLEU's own in the same run; and a million resamples of each kind.

python bench/comparing.py
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.significance import PairedTest

import karat
from karat.engine import Threads
from karat.measures import measure
from karat.stats.differences import differences

SEGMENTS, WORDS, RESAMPLES, MILLION = 2_000, 26, 10_000, 1_000_000
ENGINE = Threads(workers=os.cpu_count() or 1)


def main() -> None:
    """Print seconds and ratios."""
    print(f"3 systems x {SEGMENTS:,} segments of about {WORDS} words, BLEU and chrF, {RESAMPLES:,} resamples")
    gold, systems = _texts()
    theirs = {test: _timed(lambda t=test: _sacrebleu(gold, systems, t)) for test in ("bs", "ar")}
    for ours, peer in (("bootstrap", "bs"), ("randomisation", "ar")):
        seconds = min(_timed(lambda t=ours: _karat(gold, systems, t)) for _ in range(3))
        print(
            f"karat {ours:14} {seconds:6.2f} s   sacreBLEU {peer} {theirs[peer]:6.2f} s   {theirs[peer] / seconds:.0f}x"
        )
    rng = np.random.default_rng(0)
    rows = {
        "bleu": _bleu_rows(gold, systems),
        "accuracy, real values": [_mean(rng.normal(size=SEGMENTS)) for _ in "ab"],
    }
    rows["accuracy, right or wrong"] = [_mean(rng.random(SEGMENTS) < 0.7) for _ in "ab"]
    for name, sides in rows.items():
        which = measure(name.split(",")[0])
        seconds = _timed(lambda w=which, s=sides: differences(w, s, [(0, 1)], MILLION, 0, ENGINE))
        print(f"one pair, {SEGMENTS:,} units, {MILLION:,} resamples, {name:25} {seconds:6.2f} s")
    many = [_mean(rng.random(100_000) < 0.7) for _ in range(20)]
    pairs = list(combinations(range(20), 2))
    seconds = _timed(lambda: differences(measure("accuracy"), many, pairs, MILLION, 0, ENGINE))
    print(f"20 systems x 100,000 units, accuracy, all {len(pairs)} pairs, {MILLION:,} resamples {seconds:6.2f} s")


def _texts() -> tuple[list[str], dict[str, list[str]]]:
    rng = np.random.default_rng(0)
    words = np.array([f"{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{'aeiou'[i % 5]}{i % 7}" for i in range(5_000)])
    frequent = 1 / np.arange(1, len(words) + 1)
    frequent /= frequent.sum()
    gold = [rng.choice(words, max(1, rng.poisson(WORDS)), p=frequent) for _ in range(SEGMENTS)]
    systems = {
        name: [" ".join(_changed(text, words, rate, rng)) for text in gold]
        for name, rate in (("north", 0.3), ("south", 0.31), ("west", 0.35))
    }
    return [" ".join(text) for text in gold], systems


def _changed(text: Any, words: Any, rate: float, rng: np.random.Generator) -> Any:
    other = rng.choice(words, len(text))
    return np.where(rng.random(len(text)) < rate, other, text)


def _karat(gold: list[str], systems: dict[str, list[str]], test: str) -> Any:
    return karat.compare(gold, systems, ["bleu", "chrf"], test=test, resamples=RESAMPLES, engine=ENGINE)


def _sacrebleu(gold: list[str], systems: dict[str, list[str]], test: str) -> Any:
    named = list(systems.items())
    metrics = {"BLEU": BLEU(references=[gold]), "chrF": CHRF(references=[gold])}
    return PairedTest(named, metrics, references=None, test_type=test, n_samples=RESAMPLES)()


def _bleu_rows(gold: list[str], systems: dict[str, list[str]]) -> list[Any]:
    bleu = measure("bleu")
    return [bleu.rows(karat.references(streams=[gold]), systems[name]) for name in ("north", "south")]


def _mean(values: Any) -> Any:
    return np.stack([values, np.ones(len(values))], 1).astype(float)


def _timed(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
