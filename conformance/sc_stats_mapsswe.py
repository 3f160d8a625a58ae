"""sc_stats: how two recognisers' words are cut into segments, and the matched-pairs test on them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from conformance.finding import Finding, compared
from karat.measures.wer import WordErrorRate
from karat.stats.tests.mapsswe import Mapsswe, segmented

UTTERANCES = 200  # in a pair of files
RESULT = re.compile(r"# segs: (\d+)\).*\(mean: (\S+)\) \(std dev: (\S+)\) \(Z Stat: (\S+)\)")
WORDS = [f"w{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
PRINTED = 6e-4  # sc_stats prints three digits behind the point
MEASURE = WordErrorRate(align="sclite")

Rng = np.random.Generator


def findings(cases: int, seed: int = 0) -> Iterator[Finding]:
    """Segments, mean and spread of their differences, and z, of so many utterances in files of 200."""
    rng = np.random.default_rng(seed)
    with TemporaryDirectory() as folder:
        found = [_both(Path(folder), rng) for _ in range(max(1, cases // UTTERANCES))]
    for i, what in enumerate(("number of segments", "mean difference", "standard deviation", "z")):
        pairs = ((ours[i], theirs[i]) for ours, theirs in found)
        yield compared("sc_stats", "1.3", f"mapsswe: {what}", pairs, within=PRINTED if i else 0.0)


def _both(folder: Path, rng: Rng) -> tuple[list[float], list[float]]:
    gold = [rng.choice(WORDS, rng.integers(1, 40)).tolist() for _ in range(UTTERANCES)]
    share = rng.uniform(0.02, 0.4, 2)
    sides = [[" ".join(one) for one in gold], *([" ".join(_heard(one, s, rng)) for one in gold] for s in share)]
    return _ours(sides), _theirs(folder, sides)


def _heard(words: list[str], share: float, rng: Rng) -> list[str]:
    """The words with some replaced, lost, or followed by another."""
    said: list[str] = []
    for word, fate in zip(words, rng.random(len(words)) / share, strict=True):
        other = str(rng.choice(WORDS))
        said += [other] if fate < 0.5 else [] if fate < 0.75 else [word, other] if fate < 1 else [word]
    return said


def _ours(sides: list[list[str]]) -> list[float]:
    gold, *heard = sides
    rows = segmented(*(MEASURE.aligned(gold, side) for side in heard))
    apart = rows[0][:, 1:].sum(1) - rows[1][:, 1:].sum(1)
    z = Mapsswe().test(MEASURE, *rows).statistic
    return [float(len(apart)), float(apart.mean()), float(apart.std(ddof=1)), z]


def _theirs(folder: Path, sides: list[list[str]]) -> list[float]:
    files = [folder / f"{name}.trn" for name in ("gold", "a", "b")]
    for file, side in zip(files, sides, strict=True):
        file.write_text("".join(f"{line} (ann_{i:05d})\n" for i, line in enumerate(side)), "utf-8")
    gold, a, b = map(str, files)
    told = ["sctk", "sclite", "-i", "spu_id", "-r", gold, "trn", "-h", a, "trn", "A", "-h", b, "trn", "B"]
    aligned = subprocess.run([*told, "-o", "sgml", "stdout"], capture_output=True, check=True).stdout
    tested = ["sctk", "sc_stats", "-p", "-t", "mapsswe", "-v", "-n", "-"]
    said = subprocess.run(tested, input=aligned, capture_output=True, check=True, cwd=folder).stdout.decode("latin-1")
    [found] = RESULT.findall(said)
    return [float(one) for one in found]
