"""TER and CharacTER of 20,000 pairs of about 26 words, beside sacreBLEU and cer in the same run; whether the two agree comes first.

cer's mean is a little off where its rounding makes it move words for nothing: see conformance/cer_character.py.

python bench/ter.py [PAIRS FOR THE PEER, default 2000]
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from cer import calculate_cer
from sacrebleu.metrics import TER

import karat

PAIRS, WORDS = 20_000, 8_000
Texts = list[str]


def main() -> None:
    """Print seconds and ratios on equal pairs, from strings and from files."""
    some = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    gold, guess = corpus()
    length = sum(len(text.split()) for text in gold) / PAIRS
    print(f"{PAIRS:,} pairs of {length:.1f} words; the peers on the first {some:,}")
    few = gold[:some], guess[:some]
    compare("ter", "sacreBLEU", few, (gold, guess), lambda: TER().corpus_score(few[1], [few[0]]).score)
    compare("character", "cer", few, (gold, guess), lambda: mean_cer(*few))
    with tempfile.TemporaryDirectory() as folder:
        files(Path(folder), gold, guess, few)


def compare(
    name: str, peer: str, few: tuple[Texts, Texts], every: tuple[Texts, Texts], theirs: Callable[[], float]
) -> None:
    """karat on all pairs and on those of the peer."""
    ours_of(name, few[0][:9], few[1][:9])  # imports
    ours, mine = timed(lambda: ours_of(name, *few))
    whole, _ = timed(lambda: ours_of(name, *every))
    slow, other = timed(theirs)
    apart = abs(mine - other)
    print(f"{name}: karat {mine:.10f}, {peer} {other:.10f}: {'equal' if apart <= 1e-9 else f'{apart:.2g} apart'}")
    print(f"  karat  {whole:7.3f} s on {PAIRS:,}, {ours:7.3f} s on {len(few[0]):,}")
    print(f"  {peer:9} {slow:.3f} s on {len(few[0]):,}: karat is {slow / ours:.0f}x as fast on equal pairs")
    print(f"  per pair, karat on all of them: {slow / len(few[0]) / (whole / PAIRS):.0f}x")


def files(folder: Path, gold: Texts, guess: Texts, few: tuple[Texts, Texts]) -> None:
    """The same from files, reading included."""
    some = len(few[0])
    for name, texts in (("gold", gold), ("guess", guess), ("few_gold", few[0]), ("few_guess", few[1])):
        (folder / name).write_text("".join(f"{text}\n" for text in texts), "utf-8")
    whole, _ = timed(lambda: ours_of("ter", lines(folder / "gold"), lines(folder / "guess")))
    ours, mine = timed(lambda: ours_of("ter", lines(folder / "few_gold"), lines(folder / "few_guess")))
    slow, other = timed(lambda: TER().corpus_score(lines(folder / "few_guess"), [lines(folder / "few_gold")]).score)
    print(f"ter from files: {'equal' if mine == other else 'NOT EQUAL'}; karat {whole:.3f} s on {PAIRS:,}")
    print(f"  on {some:,}: karat {ours:.3f} s, sacreBLEU {slow:.3f} s: {slow / ours:.0f}x")


def lines(file: Path) -> Texts:
    """Lines of a file."""
    return file.read_text("utf-8").splitlines()


def ours_of(name: str, gold: Texts, guess: Texts) -> float:
    """karat's score."""
    return karat.score(gold, guess, name, interval="none").value


def mean_cer(gold: Texts, guess: Texts) -> float:
    """cer's score of a corpus."""
    return float(np.mean([calculate_cer(b.split(), a.split()) for a, b in zip(gold, guess, strict=True)]))


def corpus() -> tuple[Texts, Texts]:
    """Sentences of frequent and rare words; guesses with one run in two moved, and words replaced, lost and added."""
    rng = np.random.default_rng(0)
    gold = [[f"w{int(w)}" for w in WORDS ** rng.random(rng.integers(12, 41))] for _ in range(PAIRS)]
    return [" ".join(one) for one in gold], [" ".join(guessed(rng, one)) for one in gold]


def guessed(rng: np.random.Generator, gold: Texts) -> Texts:
    """A translation that is a third wrong."""
    found = [word if rng.random() > 0.3 else f"w{int(WORDS ** rng.random())}" for word in gold if rng.random() > 0.07]
    for _ in range(rng.integers(0, 3)):
        at, run = rng.integers(0, len(found) + 1), rng.integers(1, 5)
        block, rest = found[at : at + run], [*found[:at], *found[at + run :]]
        to = rng.integers(0, len(rest) + 1)
        found = [*rest[:to], *block, *rest[to:]]
    return found


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds, and what came of it."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


if __name__ == "__main__":
    main()
