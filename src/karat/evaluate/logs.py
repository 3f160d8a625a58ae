"""Logs whose items have been scored already, by a harness or by their owner: one shape for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from math import isnan, nan
from pathlib import Path
from typing import Any

from karat.corpus.harness import Heading, printable
from karat.corpus.lines import Record, name_of
from karat.corpus.records import LOGS, READERS, format_of, read_records
from karat.errors import BadInput, BadRequest
from karat.evaluate.runs import IDS, NAMED
from karat.measures import MEASURES, Measure, measure
from karat.measures.forms import as_number

Key = tuple[str, str]  # task, item
ANSWERS = (
    "label",
    "text",
    "words",
    "line",
    "spans",
    "logprobs",
    "references",
    "value",
    "number",
)  # not numbers to average
ABOUT = (*IDS, "item", "task", "epoch", "meta", "", "index", "Unnamed: 0")  # the last as data frames write them
FEW = 100  # rows from which a table can be told
MISSING = ("", "-", "na", "n/a", "nan", "none", "null")


@dataclass(frozen=True)
class Log:
    """One system's log: a record for each item and epoch, with `scores` by name (nan where there is none)."""

    name: str
    path: str
    records: tuple[Record, ...]
    whole: bool = False  # items are told apart by their task, too
    wrong: Mapping[str, str] = field(default_factory=dict)  # columns that are no numbers, and why not

    @cached_property
    def headings(self) -> dict[str, Heading]:
        """What is known of each task."""
        return {fields["task"]: fields["heading"] for _, fields in self.records}

    @cached_property
    def items(self) -> dict[Key, list[int]]:
        """Where the records of every item stand."""
        found: dict[Key, list[int]] = {}
        for at, (_, fields) in enumerate(self.records):
            found.setdefault((fields["task"] if self.whole else "", fields["item"]), []).append(at)
        return found

    @cached_property
    def metrics(self) -> dict[tuple[str, str], None]:
        """Tasks and the names of their numbers, in the order of the log."""
        return dict.fromkeys((fields["task"], one) for _, fields in self.records for one in fields["scores"])

    def values(self, task: str | None, metric: str) -> dict[Key, float]:
        """Every item's number, of one task or of all that have it: the mean of its epochs that have one, else nan."""
        scope = {of for of, one in self.metrics if one == metric and task in (None, of)}
        return {key: self._mean(at, metric) for key, at in self.items.items() if self.told(key, "task") in scope}

    def _mean(self, at: Sequence[int], metric: str) -> float:
        values = [value for i in at if not isnan(value := self.records[i][1]["scores"].get(metric, nan))]
        return sum(values) / len(values) if values else nan

    def told(self, key: Key, name: str) -> Any:
        """What the first record of an item says; nothing where there is no such item."""
        at = self.items.get(key)
        return self.records[at[0]][1].get(name) if at else None

    def failed(self, key: Key) -> bool:
        """Did an epoch of this item end in an error?"""
        return any("fault" in self.records[at][1] for at in self.items[key])

    def partial(self, metric: str) -> list[Key]:
        """Items that have a number in some of their epochs only."""
        scores = (
            (key, {isnan(self.records[i][1]["scores"].get(metric, nan)) for i in at}) for key, at in self.items.items()
        )
        return [key for key, seen in scores if len(seen) > 1]


def read_logs(paths: Sequence[str], format: str = "") -> list[Log]:
    """Every log; systems are called by their models, or by their files where that does not tell them apart."""
    read = [_read(path, format) for path in paths]
    whole = any(len(log.headings) > 1 for log in read)
    for names in (
        [next(iter(log.headings.values())).system for log in read],
        [_stem(path) for path in paths],
        [str(Path(path)) for path in paths],
    ):
        if all(names) and len(set(names)) == len(names):
            return [replace(log, name=name, whole=whole) for name, log in zip(names, read, strict=True)]
    raise BadRequest(f"{', '.join(paths)}: one log was named twice")


def _stem(path: str) -> str:
    where = Path(path)
    return where.name if where.is_dir() else where.stem


def _read(path: str, format: str) -> Log:
    records, wrong = read_records(path, format), dict[str, str]()
    if not records:
        raise BadInput(f"{name_of(path)}: there is no item in it")
    if format_of(path, format) not in LOGS:
        columns, wrong = _columns(records)
        records = list(_rows(records, columns))
    return Log("", path, tuple(records), wrong=wrong)


def _columns(records: Iterable[Record]) -> tuple[list[str], dict[str, str]]:
    """The columns of a table that are numbers, and why the others are none."""
    names: dict[str, bool] = {}
    wrong: dict[str, str] = {}
    for place, fields in records:
        for name, value in fields.items():
            known = not isnan(as_number(value))
            names[name] = names.get(name, False) or known
            if not known and not _is_missing(value):
                wrong.setdefault(name, f"{place}: {name} is {value!r}, but a number was expected")
    return [name for name, known in names.items() if known and name not in wrong and name not in ABOUT], wrong


def _is_missing(value: Any) -> bool:
    return value is None or isinstance(value, float) or (isinstance(value, str) and value.strip().lower() in MISSING)


def _rows(records: Iterable[Record], columns: Sequence[str]) -> Iterator[Record]:
    heading, seen = Heading(), dict[tuple[str, str, int], str]()
    for place, fields in records:
        item = next((printable(fields[one]) for one in IDS if fields.get(one) not in (None, "")), None)
        if item is None:
            raise BadInput(f"{place}: no `unit` (or `id`) was found, but items are paired by it")
        task, epoch = printable(fields.get("task") or ""), _epoch(fields.get("epoch", 1), place)
        if (task, item, epoch) in seen:
            raise BadInput(
                f"{place}: the item {item!r} stood at {seen[task, item, epoch]} already: once was expected, "
                "or a column `epoch` that tells them apart"
            )
        seen[task, item, epoch] = place
        scores = {name: as_number(fields.get(name)) for name in columns}
        known = {"unit": item, "item": item, "task": task, "epoch": epoch, "scores": scores, "heading": heading}
        yield place, {**fields, **known}


def _epoch(value: Any, place: str) -> int:
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        raise BadInput(f"{place}: the epoch is {value!r}, but a whole number was expected") from None


def are_logs(paths: Sequence[str], measures: Sequence[str], format: str = "") -> bool:
    """Do these files hold scores, so that no gold is needed? Logs of harnesses do; a table does if its columns are asked for.

    Without a measure a table counts as scores if it has an id, a number, and no answer such as `label` or `text`.
    """
    formats = [format_of(path, format) for path in paths]
    if all(one in LOGS for one in formats):
        return True
    if "-" in paths or any(one not in (*LOGS, *NAMED) for one in formats):
        return False
    asked = [_measure(text) for text in measures]
    if any(one is not None and one.takes != "scores" for one in asked):
        return False
    words = [text for text, one in zip(measures, asked, strict=True) if one is None]
    tables = [
        list(islice(READERS[one](path), FEW)) for path, one in zip(paths, formats, strict=True) if one not in LOGS
    ]
    return all(_holds([fields for _, fields in table], words, bool(measures)) for table in tables)


def _measure(text: str) -> Measure | None:
    """The measure, or nothing for a word that names none."""
    return measure(text) if text.partition("(")[0].strip() in MEASURES else None


def _holds(rows: Sequence[Mapping[str, Any]], words: Sequence[str], asked: bool) -> bool:
    """Are these rows a table with such columns; or, if none is asked for, one of ids and numbers without answers?"""
    columns = {name for fields in rows for name in fields}
    if asked:
        return all({word, word.partition("/")[2]} & columns for word in words)
    numbers = any(name not in ABOUT and not isnan(as_number(one)) for fields in rows for name, one in fields.items())
    return numbers and not columns.isdisjoint(IDS) and columns.isdisjoint(ANSWERS)


def shown(key: Key) -> str:
    """An item as it is named to people."""
    return "/".join(part for part in key if part)


def some(names: Iterable[str], most: int = 3) -> str:
    """The first of some names."""
    every = list(names)
    return ", ".join(every[:most]) + (" …" if len(every) > most else "")
