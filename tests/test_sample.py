"""The sample data: what its README promises."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from karat import sample

SAMPLE = Path(sample.__path__[0])
GENERATOR = Path(__file__).parents[1] / "tools" / "make_sample.py"
HAND_WRITTEN = {"README.md", "guideline-label.md", "guideline-scale.md", "guideline-span.md"}
TRAITS = {"plain", "mixed", "ironic", "off-topic", "hard", "long", "quote", "negation"}
SPAN_FILES = ["truth-spans", "answers-span", "system-north-spans", "system-south-spans"]

DIFFICULTIES = {
    "one word": r"\A\w+\W?\Z",
    "a hundred words": r"(?s)(\S+\s+){99}\S",
    "capitals": r"([A-Z]{2,}\W+){6}",
    "a paragraph break": r"\n\n",
    "an emoji joined by zero-width joiners": "\u200d",
    "a flag": "[\U0001f1e6-\U0001f1ff]{2}",
    "a combining mark": "[\u0300-\u036f]",
    "Hebrew": "[\u05d0-\u05ea]",
    "Arabic": "[\u0621-\u064a]",
    "a quotation": r'"[^"]+"',
    "a typo": r"\bteh\b",
}


def lines(name: str) -> list[str]:
    return (SAMPLE / name).read_text(encoding="utf-8").split("\n")[:-1]


def records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines(name)]


def table(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(lines(name)))


REVIEWS = records("reviews.jsonl")
TEXTS: dict[str, str] = {review["id"]: review["text"] for review in REVIEWS}
TRUTH = {row["unit"]: row for row in table("truth.csv")}


def accuracy(system: str, trait: str = "") -> float:
    units = [unit for unit, row in TRUTH.items() if not trait or trait in row["traits"].split()]
    label = {row["unit"]: row["label"] for row in records(f"system-{system}.jsonl")}
    return sum(bool(label[unit] == TRUTH[unit]["label"]) for unit in units) / len(units)


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def overlap(one: str, other: str) -> float:
    return len(words(one) & words(other)) / len(words(one) | words(other))


def plain(text: str) -> str:
    return " ".join(re.sub(r"[\"'\[\]*]", "", text).lower().split())


def test_there_are_at_least_three_hundred_reviews_with_ids_and_texts_of_their_own() -> None:
    assert len(REVIEWS) >= 300
    assert len(TEXTS) == len(set(TEXTS.values())) == len(REVIEWS)


def test_every_review_says_who_wrote_it_and_under_which_licence() -> None:
    for review in REVIEWS:
        assert set(review["meta"]) == {"reviewer", "book", "genre", "licence", "source"}
        assert review["meta"]["licence"] == "MIT"


def test_reviews_have_one_to_a_hundred_and_twenty_words() -> None:
    lengths = [len(text.split()) for text in TEXTS.values()]
    assert min(lengths) == 1
    assert 100 < max(lengths) <= 120


@pytest.mark.parametrize("pattern", DIFFICULTIES.values(), ids=DIFFICULTIES)
def test_every_kind_of_difficult_text_is_present(pattern: str) -> None:
    assert any(re.search(pattern, text) for text in TEXTS.values())


def test_every_trait_is_present_ten_times_and_no_other() -> None:
    counts = Counter(trait for row in TRUTH.values() for trait in row["traits"].split())
    assert set(counts) == TRAITS
    assert min(counts.values()) >= 10


def test_some_texts_change_when_they_are_composed() -> None:
    assert any(unicodedata.normalize("NFC", text) != text for text in TEXTS.values())


def test_two_reviewers_paste_nearly_the_same_review_under_several_books() -> None:
    pasted = {
        one["meta"]["reviewer"]
        for reviewer in {review["meta"]["reviewer"] for review in REVIEWS}
        for mine in [sorted((r for r in REVIEWS if r["meta"]["reviewer"] == reviewer), key=lambda r: str(r["text"]))]
        for one, other in pairwise(mine)
        if min(len(words(one["text"])), len(words(other["text"]))) > 10 and overlap(one["text"], other["text"]) > 0.6
    }
    assert pasted == {"r014", "r081"}


def test_the_readme_counts_the_labels_right() -> None:
    counts = Counter(row["label"] for row in TRUTH.values())
    claim = f"{counts['positive']} positive, {counts['negative']} negative, {counts['neither']} neither"
    assert claim in (SAMPLE / "README.md").read_text(encoding="utf-8")


def test_the_readme_names_every_file() -> None:
    prose = (SAMPLE / "README.md").read_text(encoding="utf-8")
    shipped = {path.name for path in SAMPLE.iterdir() if path.is_file()}
    assert [name for name in sorted(shipped - {"README.md"}) if f"`{name}`" not in prose] == []


@pytest.mark.parametrize("trait", ["", "negation", "mixed", "long"])
def test_the_readme_gives_the_accuracy_of_both_systems(trait: str) -> None:
    row = [trait or f"all {len(REVIEWS)}", *(f"{accuracy(s, trait):.3f}".lstrip("0") for s in ("north", "south"))]
    assert f"| {' | '.join(row)} |" in (SAMPLE / "README.md").read_text(encoding="utf-8")


def test_north_is_better_by_three_to_six_points_and_south_on_mixed_reviews() -> None:
    assert 0.03 <= accuracy("north") - accuracy("south") <= 0.06
    assert accuracy("south", "mixed") > accuracy("north", "mixed")


@pytest.mark.parametrize("author", ["a1", "a2", "a3", "a4", "a5"])
def test_the_readme_gives_the_accuracy_of_every_annotator(author: str) -> None:
    mine = [row for row in table("answers-label.csv") if row["author"] == author]
    right = sum(row["label"] == TRUTH[row["unit"]]["label"] for row in mine) / len(mine)
    row = rf"\| {author} \| .* \| {re.escape(f'{right:.3f}'.lstrip('0'))} \| {len(mine)} \|"
    assert re.search(row, (SAMPLE / "README.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["answers-label.csv", "answers-scale.csv"])
def test_answers_are_given_once_to_reviews_that_exist(name: str) -> None:
    rows = table(name)
    assert len({(row["unit"], row["author"]) for row in rows}) == len(rows)
    assert {row["unit"] for row in rows} <= set(TEXTS)
    assert min(float(row["seconds"]) for row in rows) > 0


def test_answers_use_the_labels_of_the_guideline() -> None:
    assert {row["label"] for row in table("answers-label.csv")} == {"positive", "negative", "neither"}
    assert {row["label"] for row in table("answers-scale.csv")} == {"1", "2", "3", "4", "5"}


@pytest.mark.parametrize("name", SPAN_FILES)
def test_spans_lie_inside_their_text_and_begin_and_end_with_something_visible(name: str) -> None:
    for row in records(f"{name}.jsonl"):
        for span in row["spans"]:
            assert 0 <= span["start"] < span["end"] <= len(TEXTS[row["unit"]])
            quoted = TEXTS[row["unit"]][span["start"] : span["end"]]
            assert quoted == quoted.strip()
            assert span["label"] in {"PRAISE", "BLAME"}


@pytest.mark.parametrize(
    ("unit", "label", "quoted"),
    [
        ("u001", "PRAISE", "At last a crime novel in which the compost is right."),
        ("u002", "BLAME", "A triumph, if you need help sleeping."),
        ("u006", "PRAISE", "But oh, that dog at the landing, waiting."),
    ],
)
def test_spans_quote_what_they_mark(unit: str, label: str, quoted: str) -> None:
    (row,) = (row for row in records("truth-spans.jsonl") if row["unit"] == unit)
    assert (label, quoted) in [(s["label"], TEXTS[unit][s["start"] : s["end"]]) for s in row["spans"]]


@pytest.mark.parametrize("system", ["north", "south"])
def test_each_system_answers_every_review_with_a_confidence(system: str) -> None:
    rows = records(f"system-{system}.jsonl")
    assert [row["unit"] for row in rows] == list(TEXTS)
    assert all(0 <= row["score"] <= 1 for row in rows)


def test_dictations_are_aligned_line_by_line_and_south_missed_one() -> None:
    reference, north, south = (lines(f"dictation-{name}.txt") for name in ("reference", "north", "south"))
    assert len(reference) == len(north) == len(south) == 200
    assert [at for at, line in enumerate(south, 1) if not line] == [58]
    assert all(reference)
    assert all(north)


def test_the_corpus_has_one_line_a_review() -> None:
    assert lines("corpus.txt") == [" ".join(text.split()) for text in TEXTS.values()]


@pytest.mark.parametrize("name", sorted(HAND_WRITTEN - {"README.md"}))
def test_guidelines_quote_real_reviews(name: str) -> None:
    corpus = [plain(text) for text in TEXTS.values()]
    prose = " ".join((SAMPLE / name).read_text(encoding="utf-8").split())
    examples = [plain(example).rstrip(".,") for example in re.findall(r'\*"(.+?)"\*', prose)]
    assert len(examples) >= 5
    assert [example for example in examples if not any(example in text for text in corpus)] == []


def test_the_sample_is_small() -> None:
    assert sum(path.stat().st_size for path in SAMPLE.iterdir() if path.is_file()) < 600_000


def test_the_generator_writes_the_shipped_files_byte_for_byte(tmp_path: Path) -> None:
    if not GENERATOR.exists():
        pytest.skip("the generator is part of the repository, not of the package")
    subprocess.run([sys.executable, "-B", str(GENERATOR), str(tmp_path)], check=True)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    shipped = {path.name: path.read_bytes() for path in SAMPLE.iterdir() if path.is_file()}
    assert made == {name: content for name, content in shipped.items() if name not in HAND_WRITTEN}
