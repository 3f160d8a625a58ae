"""Word errors beside sclite: hits, substitutions, deletions and insertions of every utterance, and its table of speakers."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from conformance.finding import Finding, compared
from conformance.sacrebleu_ter import NOVEL, Rng, edited, novel
from karat.evaluate.aligning import by_group
from karat.evaluate.runs import pair_up, read_run
from karat.measures import measure
from karat.measures.forms import FORMS
from karat.stats.scoring import rows_of

NEEDS = ("sctk",)

TOOL, VERSION = "sclite", "2.10"
BATCH = 5_000  # utterances in a pair of files
SCORES = re.compile(r"^id: \((.*)\)\nScores: \(#C #S #D #I\) (\d+) (\d+) (\d+) (\d+)$", re.M)
SPEAKERS = re.compile(r"^ *\| *(\S+) *\| +([\d.]+) +([\d.]+) \|((?: +[\d.]+){6}) *\|$", re.M)
NAMES = {"Sum/Avg": "all", "Mean": "mean", "S.D.": "s.d.", "Median": "median"}
WORDS = ["a", "b", "c", "d", "A", "Bc", "bcd", "é"]
MARKED = [*WORDS, "@", "ab*", "x/y"]
PARTS = ["bc-", "-cd", "b-", "-c", "-", "--", "abc", "bcd", "cd", "acd"]

SILENCE = (
    "sclite gives a way that says nothing (@) a cost of .001 and adds in single precision, so that two alignments of equal "
    "cost differ in the last bit; karat counts in whole numbers and takes the one that its rule names"
)
ROUNDED = [("{d A b/bcd} b", "d c ab* A @"), ("Bc b {@/@} bcd { bcd c } A é", "bcd A ab* a ab* a a é é")]

Pairs = tuple[list[str], list[str]]


def findings(cases: int, seed: int = 0) -> Iterator[Finding]:
    """Every option that karat has too."""
    rng = np.random.default_rng(seed)
    yield utterances("words", lines(rng, cases, WORDS))
    yield utterances("words, case counts (-s)", lines(rng, cases // 4, WORDS), "lowercase=False", "-s")
    ways = several(rng, cases, 0.3)
    yield utterances("alternatives in the reference", (without(ways), lines(rng, cases, WORDS)[1]))
    silent = [*ways, *(gold for gold, _ in ROUNDED)], [*lines(rng, cases, MARKED)[1], *(guess for _, guess in ROUNDED)]
    yield utterances("alternatives that may say nothing (@)", silent, known=SILENCE)
    yield utterances("alternatives on both sides, some within others", nested(rng, cases // 4))
    yield utterances("optional words (-D)", optional(rng, cases // 2, WORDS), "optional=True", "-D")
    yield utterances("fragments (-F)", lines(rng, cases // 2, [*WORDS, *PARTS]), "fragments=True", "-F")
    gold, guess = optional(rng, cases // 4, [*WORDS, *PARTS], 0.2)
    yield utterances("all of it (-D -F)", (without(gold), guess), "optional=True, fragments=True", "-D", "-F")
    spelled = lines(rng, cases // 4, [*WORDS, "b-c", "a-"])
    yield utterances("characters (-c)", spelled, "", "-c", which="cer(align='sclite', spaces=False)")
    bare = "cer(align='sclite', spaces=False, hyphens=False)"
    yield utterances("characters without hyphens (-c DH)", spelled, "", "-c", "DH", which=bare)
    yield speakers(rng, max(3, cases // 2_000))
    if NOVEL.exists():
        every = novel(max(200, cases // 20))
        told = [[word.strip("*;") or "a" for word in line] for line in every]  # a line that starts so is a comment
        guess = [" ".join(edited(rng, one)) for one in told]
        yield utterances("lines of Tom Sawyer with words moved", ([" ".join(one) for one in told], guess))


def utterances(what: str, pairs: Pairs, options: str = "", *flags: str, known: str = "", which: str = "") -> Finding:
    """How far the counts of each utterance are apart."""
    m = measure(which or f"wer(align='sclite'{', ' * bool(options)}{options})")
    apart = []
    for low in range(0, len(pairs[0]), BATCH):
        with TemporaryDirectory() as folder:
            files = written(Path(folder), [side[low : low + BATCH] for side in pairs])
            gold = read_run(files[0])
            sides = gold.take("words"), pair_up(gold, read_run(files[1])).take("words")
            ours = rows_of(m, FORMS["words"].encode(*sides)).tolist()
            theirs = counted(files, flags)
        for unit, row in zip(gold.units, ours, strict=True):
            apart.append((sum(abs(a - b) for a, b in zip(row, theirs[unit], strict=True)), 0.0))
    return compared(TOOL, VERSION, f"errors: {what}", apart, known=known)


def counted(files: Sequence[Path], flags: Sequence[str]) -> dict[str, list[float]]:
    """What sclite counts in each utterance."""
    command = ["sctk", "sclite", "-i", "spu_id", "-r", str(files[0]), "trn", "-h", str(files[1]), "trn"]
    done = subprocess.run(
        [*command, *flags, "-e", "utf-8", "-f", "0", "-o", "pralign", "stdout"], capture_output=True, check=True
    )
    said = done.stdout.decode("utf-8", "replace")
    return {unit: [float(n) for n in counts] for unit, *counts in SCORES.findall(said)}


def speakers(rng: Rng, many: int) -> Finding:
    """The summary by speaker, to the decimal that is printed."""
    apart = []
    for _ in range(many):
        with TemporaryDirectory() as folder:
            files = written(Path(folder), lines(rng, 60, WORDS))
            gold = read_run(files[0])
            guess = pair_up(gold, read_run(files[1])).take("words")
            ours = by_group(gold.take("words"), guess, gold.column("speaker"), "wer(align='sclite')")
            theirs = summary(files)
        for name, units, words, *shares in ours.rows:
            apart += list(zip((units, words, *(100 * share for share in shares)), theirs[name], strict=True))
    return compared(TOOL, VERSION, "table of speakers: every number, to one decimal", apart, within=0.05 + 1e-9)


def summary(files: Sequence[Path]) -> dict[str, list[float]]:
    """The rows of sclite's table of speakers."""
    command = ["sctk", "sclite", "-i", "spu_id", "-r", str(files[0]), "trn", "-h", str(files[1]), "trn"]
    done = subprocess.run(
        [*command, "-e", "utf-8", "-f", "0", "-o", "sum", "stdout"], capture_output=True, text=True, check=True
    )
    return {
        NAMES.get(name, name): [float(n) for n in (units, words, *shares.split())]
        for name, units, words, shares in SPEAKERS.findall(done.stdout)
    }


def written(folder: Path, sides: Sequence[Sequence[str]]) -> list[Path]:
    """A trn file for each side."""
    files = [folder / "ref.trn", folder / "hyp.trn"]
    for file, side in zip(files, sides, strict=True):
        file.write_text("".join(f"{text} (s{i % 7}-{i:06d})\n" for i, text in enumerate(side)), "utf-8")
    return files


def lines(rng: Rng, many: int, words: Sequence[str]) -> Pairs:
    """Short lines of few words, half of the guesses made of the reference; now and then nothing."""
    gold, guess = [], []
    for _ in range(many):
        line = rng.choice(words, rng.integers(0, 12)).tolist()
        own = edited(rng, line) if rng.random() < 0.5 else rng.choice(words, rng.integers(0, 12)).tolist()
        gold.append(" ".join(line))
        guess.append(" ".join(own))
    return gold, guess


def several(rng: Rng, many: int, share: float, depth: int = 0) -> list[str]:
    """Lines in which some words are alternatives."""
    found = []
    for _ in range(many):
        places = rng.integers(1 if depth else 0, 4 if depth else 8)
        found.append(
            " ".join(_ways(rng, depth) if rng.random() < share else str(rng.choice(WORDS)) for _ in range(places))
        )
    return found


def without(texts: Sequence[str]) -> list[str]:
    """The same lines where every way says something."""
    return [text.replace("@", "c") for text in texts]


def _ways(rng: Rng, depth: int) -> str:
    inner = several(rng, int(rng.integers(1, 4)), 0.2, depth + 1) if depth else None
    ways = inner or [
        "@" if rng.random() < 0.3 else " ".join(rng.choice(WORDS, rng.integers(1, 4)))
        for _ in range(rng.integers(1, 4))
    ]
    return f"{{ {' / '.join(ways)} }}" if rng.random() < 0.7 else f"{{{'/'.join(ways)}}}"


def nested(rng: Rng, many: int) -> Pairs:
    """Alternatives within alternatives."""
    sides = [[text for text in several(rng, 3 * many, 0.4, 1) if len(text) < 80][:many] for _ in "ab"]
    most = min(map(len, sides))
    return without(sides[0][:most]), without(sides[1][:most])


def optional(rng: Rng, many: int, words: Sequence[str], share: float = 0.3) -> Pairs:
    """Lines in which some words may be missing, and, with a smaller share, alternatives."""
    gold, guess = lines(rng, many, words)
    gold = [" ".join(f"({w})" if rng.random() < share else w for w in text.split()) for text in gold]
    if share < 0.3:
        gold = [f"{text} {way}" for text, way in zip(gold, several(rng, many, 0.3), strict=True)]
    return gold, [" ".join(f"({w})" if rng.random() < 0.05 else w for w in text.split()) for text in guess]
