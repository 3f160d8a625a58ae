"""The hand-written reviews, read from the line format described in make_sample.py."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SEED = 11
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
SENTENCE = re.compile(r"\S.*?(?:[.!?…]+[\"”)]*(?=\s)|$)", re.M)

Span = tuple[int, int, str]
Rows = Iterable[dict[str, object]]


@dataclass(frozen=True, slots=True)
class Review:
    unit: str
    reviewer: str
    book: str
    label: str
    stars: int
    traits: tuple[str, ...]
    text: str
    spans: tuple[Span, ...]


def chance(*purpose: object) -> float:
    """A number in [0, 1) that depends on the seed and on the purpose alone."""
    digest = hashlib.blake2b(repr((SEED, *purpose)).encode(), digest_size=7).digest()
    return int.from_bytes(digest, "big") / 2**56


def unmark(marked: str) -> tuple[str, tuple[Span, ...]]:
    """Take the {+…} and {-…} marks out of a text and return where they were, in code points."""
    plain = ""
    spans: list[Span] = []
    opened: list[tuple[int, str]] = []
    for piece in re.split(r"(\{[+-]|\})", marked.replace("\\n", "\n")):
        if piece in ("{+", "{-"):
            opened.append((len(plain), "PRAISE" if piece == "{+" else "BLAME"))
        elif piece == "}":
            start, label = opened.pop()
            spans.append((start, len(plain), label))
        else:
            plain += piece
    return plain, tuple(sorted(spans))


def lines_of(path: Path) -> Iterator[str]:
    return (line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))


def read_review(line: str) -> Review:
    unit, reviewer, book, label, stars, traits, marked = line.split("|", 6)
    text, spans = unmark(marked)
    return Review(unit, reviewer, book, label, int(stars), tuple(traits.split(",")), text, spans)


def read_reviews() -> list[Review]:
    found = (read_review(line) for path in sorted(HERE.glob("reviews-*.txt")) for line in lines_of(path))
    return sorted(found, key=lambda review: review.unit)


def read_books() -> dict[str, tuple[str, str]]:
    return {book: (title, genre) for book, title, genre in (line.split("|") for line in lines_of(HERE / "books.txt"))}


def read_lexicon() -> dict[str, frozenset[str]]:
    return {name: frozenset(words.split()) for name, words in (s.split("|") for s in lines_of(HERE / "lexicon.txt"))}


def words_of(text: str) -> list[str]:
    return [word.lower() for word in WORD.findall(text)]


def span_bodies(spans: Iterable[Span]) -> list[dict[str, object]]:
    return [{"start": start, "end": end, "label": label} for start, end, label in spans]


def span_row(unit: str, author: str, spans: Iterable[Span]) -> dict[str, object]:
    return {"unit": unit, "author": author, "spans": span_bodies(spans)}
