"""What errors cost, word by word or class by class: tables that are read from a file, or written by a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from karat.corpus.lines import read_bytes, write_aside
from karat.corpus.records import format_of, read_records
from karat.errors import BadInput

KINDS = ("deletion", "substitution", "insertion")
OTHERS = "*"  # the word that stands for all that have no row
MOST = 1000

Cost = tuple[float | None, float | None, float | None]


@dataclass(frozen=True, slots=True)
class Prices:
    """What an error at a word costs: deletion, substitution, insertion; None where nothing is said."""

    words: Mapping[str, Cost] = field(default_factory=dict)
    others: Cost = (None, None, None)


def read_costs(path: str) -> Prices:
    """The costs in a table (TSV, CSV or JSONL) with the columns `word`, `class`, `deletion`, `substitution`, `insertion`.

    A row with a word prices the word or puts it into a class; one with a class alone prices the class; the word `*` is
    every other word. An empty cell leaves a price as it is.
    """
    place = Path(path)
    at = place.stat().st_mtime_ns if place.exists() else 0
    return _read(path, at)


@lru_cache(maxsize=8)
def _read(path: str, at: int) -> Prices:
    rows = read_records(path, "tsv" if format_of(path) == "lines" else "")
    classes: dict[str, Cost] = {}
    members: dict[str, tuple[str, str]] = {}
    words: dict[str, Cost] = {}
    for place, fields in rows:
        word, group, cost = _row(place, fields)
        if not word:
            classes[group] = cost
        elif word in words or word in members:
            raise BadInput(f"{place}: the word {word!r} has a row already: one was expected")
        elif group:
            members[word] = group, place
            words[word] = cost
        else:
            words[word] = cost
    for word, (group, place) in members.items():
        if group not in classes:
            raise BadInput(f"{place}: the class {group!r} has no row of its own: one without a word was expected")
        words[word] = _first(words[word], classes[group])
    return Prices(words, words.pop(OTHERS, (None, None, None)))


def _row(place: str, fields: Mapping[str, Any]) -> tuple[str, str, Cost]:
    word, group = (str(fields.get(name) or "") for name in ("word", "class"))
    if not word and not group:
        raise BadInput(
            f"{place}: neither `word` nor `class` was found among {', '.join(fields)}: one of them was expected"
        )
    deletion, substitution, insertion = (_price(place, kind, fields.get(kind)) for kind in KINDS)
    return word, group, (deletion, substitution, insertion)


def _price(place: str, kind: str, said: Any) -> float | None:
    if said in (None, ""):
        return None
    try:
        price = float(said)
    except (TypeError, ValueError):
        price = -1.0
    if not 0 <= price <= MOST:
        raise BadInput(f"{place}: {kind} is {said!r}, but a number from 0 to {MOST} was expected")
    return price


def _first(own: Cost, other: Cost) -> Cost:
    deletion, substitution, insertion = (b if a is None else a for a, b in zip(own, other, strict=True))
    return deletion, substitution, insertion


def write_costs(
    path: str | Path, texts: Iterable[str], cost: Callable[[str], float | tuple[float, float, float]]
) -> None:
    """Write the table of what a function says of every word in these texts, for `wwer(costs='…')` to read.

    The function gives one cost, or three: deletion, substitution, insertion. A table can be shown and kept, a function
    cannot.

    >>> from tempfile import mkdtemp
    >>> place = mkdtemp() + "/costs.tsv"
    >>> write_costs(place, ["the cat"], lambda word: 0.4 if word == "the" else 2.3)
    >>> read_costs(place).words["the"]
    (0.4, 0.4, 0.4)
    """
    write_aside(Path(path), "".join(_written(texts, cost)).encode())


def _written(texts: Iterable[str], cost: Callable[[str], float | tuple[float, float, float]]) -> Iterator[str]:
    yield "\t".join(("word", *KINDS)) + "\n"
    for word in sorted({word for text in texts for word in text.split()}):
        said = cost(word)
        three = said if isinstance(said, tuple) else (said,) * 3
        yield "\t".join((word, *map(str, three))) + "\n"


def fingerprint(path: str) -> str:
    """The file's name, and the beginning of its hash."""
    return f"{Path(path).name},sha256={sha256(read_bytes(path)).hexdigest()[:12]}"
