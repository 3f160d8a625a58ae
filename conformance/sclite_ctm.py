"""sclite: which words of a ctm file belong to which segment of an stm file."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from conformance.finding import Finding, compared
from karat.evaluate.runs import pair_up, read_run

NEEDS = ("sctk",)

SETTINGS = {
    "segments with gaps": 0,
    "segments that overlap": 1,
    "segments that are not scored": 2,
    "alternatives": 3,
    "words on a border": 4,
}
BATCH = 300  # recordings in a pair of files
WORD = re.compile(r"w\d+")
ROUNDED = (
    "the middle of a word lies on the end of a segment to the last digit, and so belongs to the next one; sclite reads "
    "times with an error in the last bit, and karat is right"
)
SEGMENT = re.compile(r'<PATH .*sequence="(\d+)".*>\n(.*)\n')
NOWHERE = -1.0


@dataclass(frozen=True)
class Files:
    """A pair of files, and how many words are in the second."""

    stm: str
    ctm: str
    words: int


def findings(cases: int, seed: int = 0) -> Iterator[Finding]:
    """Where each of so many words goes."""
    for setting, special in SETTINGS.items():
        rng = np.random.default_rng([seed, special])
        known = ROUNDED if setting == "words on a border" else ""
        name = f"ctm words cut to stm segments: {setting}"
        yield compared("sclite", "2.10", name, _pairs(cases, special, rng), known=known)


def _pairs(cases: int, special: int, rng: np.random.Generator) -> Iterator[tuple[float, float]]:
    """Our segment and theirs, for each word."""
    with TemporaryDirectory() as folder:
        while cases > 0:
            files = _files(min(BATCH, cases // 12 + 1), special, rng)
            stm, ctm = Path(folder) / "ref.stm", Path(folder) / "hyp.ctm"
            stm.write_text(files.stm, "utf-8")
            ctm.write_text(files.ctm, "utf-8")
            ours, theirs = _ours(stm, ctm), _theirs(stm, ctm)
            for i in range(files.words):
                if special == SETTINGS["alternatives"] and f"w{i}" not in theirs:
                    continue  # of several ways, sclite prints the one that it took
                yield ours.get(f"w{i}", NOWHERE), theirs.get(f"w{i}", NOWHERE)
            cases -= files.words


def _ours(stm: Path, ctm: Path) -> dict[str, float]:
    gold = read_run(stm)
    texts = pair_up(gold, read_run(ctm)).take("words")
    return {word: float(i) for i, text in enumerate(texts) for word in WORD.findall(text)}


def _theirs(stm: Path, ctm: Path) -> dict[str, float]:
    command = ["sctk", "sclite", "-r", str(stm), "stm", "-h", str(ctm), "ctm", "-o", "sgml", "stdout", "-f", "0"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {word: float(i) for i, words in SEGMENT.findall(said) for word in WORD.findall(words)}


def _files(recordings: int, special: int, rng: np.random.Generator) -> Files:
    """Times in eighths of a second, exact in binary: a middle often lies on a border, and nobody rounds it."""
    stm, ctm, words = list[str](), list[str](), 0
    for i in range(recordings):
        name = f"rec{i:05d}"
        on_border = special == SETTINGS["words on a border"]
        segments = _hundredths(rng) if on_border else _eighths(special, rng)
        stm += _segments(name, segments, special, rng)
        times = _bordering(segments, rng) if on_border else _anywhere(rng)
        for time in times:
            several = special == SETTINGS["alternatives"] and rng.random() < 0.3
            made = _several(name, time, words) if several else [_word(name, time, words)]
            ctm += made
            words += sum("<ALT" not in line for line in made)
    return Files("".join(stm), "".join(ctm), words)


Times = list[tuple[float, float]]


def _eighths(special: int, rng: np.random.Generator) -> Times:
    starts = np.sort(rng.choice(70, rng.integers(1, 7), replace=False)).tolist()
    wide = special == SETTINGS["segments that overlap"]
    shifts = rng.integers(-2, 12, len(starts)) if wide else -rng.integers(0, 5, len(starts))
    ends = [
        max(start, end + shift) for start, end, shift in zip(starts, [*starts[1:], 70], shifts.tolist(), strict=True)
    ]
    return [(start / 8, end / 8) for start, end in zip(starts, ends, strict=True)]


def _anywhere(rng: np.random.Generator) -> Times:
    starts = np.sort(rng.integers(0, 80, rng.integers(1, 24))).tolist()
    return [(start / 8, int(rng.integers(0, 6)) / 8) for start in starts]


def _hundredths(rng: np.random.Generator) -> Times:
    borders = np.sort(rng.choice(np.arange(50, 900), 7, replace=False)).tolist()
    return [(start / 100, end / 100) for start, end in pairwise(borders)]


def _bordering(segments: Times, rng: np.random.Generator) -> Times:
    half = rng.integers(1, 20, len(segments)).tolist()
    found = [(round(end * 100) - k, 2 * k) for (_, end), k in zip(segments, half, strict=True)]
    return [(start / 100, length / 100) for start, length in sorted(found)]


def _segments(name: str, times: Times, special: int, rng: np.random.Generator) -> list[str]:
    dropped = rng.random(len(times)) < (0.3 if special == SETTINGS["segments that are not scored"] else 0)
    texts = ["IGNORE_TIME_SEGMENT_IN_SCORING" if drop else "r" for drop in dropped]
    return [f"{name} 1 ann {start:.3f} {end:.3f} <o> {text}\n" for (start, end), text in zip(times, texts, strict=True)]


def _word(name: str, time: tuple[float, float], number: int) -> str:
    return f"{name} 1 {time[0]:.3f} {time[1]:.3f} w{number}\n"


def _several(name: str, time: tuple[float, float], number: int) -> list[str]:
    one, other = _word(name, time, number), _word(name, (time[0], time[1] + 0.25), number + 1)
    marks = [f"{name} 1 * * <ALT{mark}>\n" for mark in ("_BEGIN", "", "_END")]
    return [marks[0], one, marks[1], other, marks[2]]
