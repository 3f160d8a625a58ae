"""Mark stretches of the text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from karat.errors import BadInput, did_you_mean
from karat.kinds.base import Kind
from karat.kinds.label import check_labels
from karat.types.spoken import spoken


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """One stretch in code points, end exclusive, with its label."""

    start: int
    end: int
    label: str

    def __str__(self) -> str:
        return f"{self.start}–{self.end} {self.label}"


Marks = tuple[Mark, ...]


def conll(text: str, body: Marks) -> Iterator[str]:
    """Token, tab, IOB2 tag; of overlapping marks the first that starts earliest and is longest gives the tag."""
    marks = sorted(body, key=lambda mark: (mark.start, -mark.end, mark.label))
    at, before = 0, None
    for word in text.split():
        start = text.index(word, at)
        at = start + len(word)
        mark = next((m for m in marks if m.start < at and m.end > start), None)
        yield f"{word}\t{'O' if mark is None else ('I-' if mark == before else 'B-') + mark.label}"
        before = mark


@spoken
class Span(Kind):
    """Mark stretches of the text and label each; marks may overlap unless `overlap=False`.

    >>> Span(labels=("PER", "ORG")).check((Mark(0, 3, "PRE"),), "Ann ran")
    ["'PRE' is not a label here. Did you mean PER?"]
    """

    name = "span"
    widget = "span"
    many = True
    agree = ("span_f", "span_f(match='overlap')")
    judge = ("span_f", "span_f(match='overlap')", "span_f(match='boundary')")
    exports = {"conll": conll}

    labels: tuple[str, ...] = ("MARK",)
    overlap: bool = True

    def __post_init__(self) -> None:
        Kind.__post_init__(self)
        check_labels(self.name, self.labels)

    def check(self, body: Marks, text: str) -> list[str]:
        """Labels are known, marks lie inside the text, none twice, and none overlap where that is not allowed."""
        wrong = [
            f"{m.label!r} is not a label here. {did_you_mean(m.label, self.labels)}"
            for m in body
            if m.label not in self.labels
        ]
        wrong += [
            f"{m.start}–{m.end} is outside the text of {len(text)} characters"
            for m in body
            if not 0 <= m.start < m.end <= len(text)
        ]
        inside = sorted(body)
        wrong += [f"{a.label} {a.start}–{a.end} is marked twice" for a, b in pairwise(inside) if a == b]
        if not self.overlap:
            wrong += [f"{a.label} and {b.label} overlap" for a, b in pairwise(inside) if b.start < a.end]
        return wrong

    def to_json(self, body: Marks) -> Any:
        """[{"start", "end", "label"}, …]"""
        return [{"start": mark.start, "end": mark.end, "label": mark.label} for mark in body]

    def from_json(self, found: Any) -> Marks:
        """From a list of {"start", "end", "label"}, or {"spans": [...]}; order does not matter."""
        parts = found.get("spans") if isinstance(found, Mapping) else found
        if not isinstance(parts, list | tuple):
            raise BadInput(f"{found!r} was found where a list of spans was expected")
        return tuple(sorted(_mark(part) for part in parts))

    def view(self, body: Marks, form: str) -> Any:
        """Spans."""
        return tuple((mark.start, mark.end, mark.label) for mark in body) if form == "spans" else None


def _mark(part: Any) -> Mark:
    if isinstance(part, Mark):
        return part
    try:
        start, end, label = (part["start"], part["end"], part["label"]) if isinstance(part, Mapping) else part
    except (KeyError, TypeError, ValueError):
        raise BadInput(f"{part!r} was found where a span with start, end and label was expected") from None
    if type(start) is not int or type(end) is not int or not isinstance(label, str):
        raise BadInput(f"{part!r} was found where whole numbers start and end, and a label, were expected")
    return Mark(start, end, label)
