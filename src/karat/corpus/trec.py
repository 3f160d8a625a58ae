"""
TREC: runs, judgements, and what trec_eval says of every topic; columns between white space.

A run: topic Q0 document rank score tag · judgements: topic iteration document grade · trec_eval -q: measure topic value.
Names of documents are bytes; those that are not UTF-8 survive as surrogates (PEP 383).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite, nan
from pathlib import Path
from typing import Any

from karat.corpus.harness import Heading, printable
from karat.corpus.lines import Record, name_of, opened
from karat.errors import BadInput

ALL = "all"  # the topic of trec_eval's averages
ABOUT = ("runid",)  # names that trec_eval prints among its measures


def run(path: str | Path) -> Iterator[Record]:
    """One record a topic: `unit`, `ranking` (pairs of document and score, in the order of the file) and `tag`."""
    topics: dict[str, tuple[str, dict[str, Any]]] = {}
    seen = set[tuple[str, str]]()
    for place, parts in _rows(path, 6, "topic, Q0, document, rank, score and tag"):
        topic, _, document, _, score, tag = parts
        if (topic, document) in seen:
            raise BadInput(f"{place}: the document {printable(document)} stands twice in topic {printable(topic)}")
        seen.add((topic, document))
        empty = {"unit": printable(topic), "ranking": [], "tag": printable(tag)}
        topics.setdefault(topic, (place, empty))[1]["ranking"].append((document, _number(score, place)))
    yield from topics.values()


def judgements(path: str | Path) -> Iterator[Record]:
    """One record a topic: `unit`, and `judged`, the grade of each document; below 0 it was pooled and not judged."""
    topics: dict[str, tuple[str, dict[str, Any]]] = {}
    for place, (topic, _, document, grade) in _rows(path, 4, "topic, iteration, document and grade"):
        judged = topics.setdefault(topic, (place, {"unit": printable(topic), "judged": {}}))[1]["judged"]
        if document in judged:
            raise BadInput(f"{place}: the document {printable(document)} is judged twice in topic {printable(topic)}")
        judged[document] = _grade(grade, place)
    yield from topics.values()


def per_topic(path: str | Path) -> Iterator[Record]:
    """One record a topic, with its value of every measure; the averages over all topics are passed over."""
    topics: dict[str, tuple[str, dict[str, float]]] = {}
    system = ""
    for place, (measure, topic, value) in _rows(path, 3, "measure, topic and value"):
        if measure in ABOUT:
            system = printable(value)
        elif topic != ALL:
            scores = topics.setdefault(topic, (place, {}))[1]
            if measure in scores:
                raise BadInput(f"{place}: {printable(measure)} of topic {printable(topic)} stands twice")
            scores[printable(measure)] = _number(value, place, beyond=True)
    heading = Heading(system, tool="trec_eval", main=frozenset(_about_quality(topics)))
    for topic, (place, found) in topics.items():
        known = {"unit": printable(topic), "item": printable(topic), "task": "", "epoch": 1}
        yield place, {**known, "scores": found, "meta": {}, "heading": heading}


def _about_quality(topics: dict[str, tuple[str, dict[str, float]]]) -> set[str]:
    """Measures without those that count: num_ret, num_rel …"""
    return {measure for _, scores in topics.values() for measure in scores if not measure.startswith("num_")}


def _rows(path: str | Path, columns: int, wanted: str) -> Iterator[tuple[str, list[str]]]:
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            parts = line.split()
            place = f"{name_of(path)}:{number}"
            if parts and len(parts) != columns:
                raise BadInput(f"{place}: {len(parts)} columns were found where {wanted} were expected")
            if parts:
                yield place, [part.decode("utf-8", "surrogateescape") for part in parts]


def _number(text: str, place: str, beyond: bool = False) -> float:
    """A number; where `beyond` is allowed, nan and infinities are none."""
    try:
        found = float(text)
    except ValueError:
        raise BadInput(f"{place}: {printable(text)!r} was found where a number was expected") from None
    if not isfinite(found) and not beyond:
        raise BadInput(f"{place}: {text} was found where a finite number was expected")
    return found if isfinite(found) else nan


def _grade(text: str, place: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadInput(f"{place}: {printable(text)!r} was found where a grade such as 1 was expected") from None
