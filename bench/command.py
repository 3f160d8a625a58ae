"""`karat score` beside the sacrebleu command on 2,000 segments: wall time from the shell, in the same run.

python bench/command.py
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

SEGMENTS, WORDS, ROUNDS = 2_000, 26, 15
KARAT = [sys.executable, "-m", "karat.cli", "score", "gold.txt", "guess.txt", "-m", "bleu"]
SACREBLEU = [str(Path(sys.executable).with_name("sacrebleu")), "gold.txt", "-i", "guess.txt", "-m", "bleu"]
COMMANDS = {
    "karat, without interval": [*KARAT, "--interval", "none"],
    "sacreBLEU, without interval": SACREBLEU,
    "karat, 10,000 resamples": KARAT,
    "sacreBLEU, 1,000 resamples": [*SACREBLEU, "--confidence"],
}


def main() -> None:
    """Print the shortest of some runs of each command, taken in turns."""
    with TemporaryDirectory() as folder:
        for name, lines in texts().items():
            Path(folder, f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
        found = {name: float("inf") for name in COMMANDS}
        for _ in range(ROUNDS):
            for name, command in COMMANDS.items():
                found[name] = min(found[name], timed(command, folder))
    print(f"{SEGMENTS:,} segments of about {WORDS} words, the shortest of {ROUNDS} runs taken in turns")
    for name, seconds in found.items():
        print(f"{name:28} {seconds * 1000:6.0f} ms")
    alone, with_interval = (found[b] / found[a] for a, b in zip(list(found)[::2], list(found)[1::2], strict=True))
    print(f"sacreBLEU takes {alone:.1f}x as long without intervals, {with_interval:.1f}x with them")


def texts() -> dict[str, list[str]]:
    """Gold, and a guess in which one word of four is another."""
    rng = np.random.default_rng(0)
    words = np.array([f"{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{'aeiou'[i % 5]}{i % 7}" for i in range(5_000)])
    gold = [rng.choice(words, max(1, rng.poisson(WORDS))) for _ in range(SEGMENTS)]
    guess = [np.where(rng.random(len(text)) < 0.25, rng.choice(words, len(text)), text) for text in gold]
    return {name: [" ".join(text) for text in side] for name, side in (("gold", gold), ("guess", guess))}


def timed(command: list[str], folder: str) -> float:
    """Seconds on the clock."""
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
