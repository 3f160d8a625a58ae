"""Answers of many authors to many units: one cell each, and never two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from karat.corpus.lines import Record, name_of, read_lines
from karat.corpus.records import read_records
from karat.errors import BadInput
from karat.measures.forms import read_spans
from karat.types.answer import Answer

NEEDED = ("unit", "author")
VALUES = ("label", "value", "spans")


@dataclass(frozen=True, slots=True)
class Panel:
    """Units × authors of values; None where an author did not answer."""

    units: tuple[str, ...]
    authors: tuple[str, ...]
    cells: tuple[tuple[Any, ...], ...]

    def of(self, authors: Sequence[str]) -> Panel:
        """The answers of some authors only."""
        at = [self.authors.index(author) for author in authors]
        return Panel(self.units, tuple(authors), tuple(tuple(row[i] for i in at) for row in self.cells))


def panel_of(answers: Iterable[Answer | tuple[str, str, Any]]) -> Panel:
    """A panel from answers, or from (unit, author, value) triples; two answers of one author to one unit are refused.

    >>> panel_of([("u1", "ann", "x"), ("u1", "bob", "y"), ("u2", "bob", "y")]).cells
    (('x', 'y'), (None, 'y'))
    """
    units: dict[str, int] = {}
    authors: dict[str, int] = {}
    found: dict[tuple[int, int], Any] = {}
    for answer in answers:
        unit, author, value = (answer.unit, answer.author, answer.body) if isinstance(answer, Answer) else answer
        cell = units.setdefault(unit, len(units)), authors.setdefault(author, len(authors))
        if cell in found:
            raise BadInput(
                f"{author} answered unit {unit} twice ({found[cell]!r}, {value!r}): one answer of each author to each unit was expected"
            )
        found[cell] = value
    order = sorted(authors)
    cells = tuple(tuple(found.get((u, authors[author])) for author in order) for u in range(len(units)))
    return Panel(tuple(units), tuple(order), cells)


def read_answers(path: str | Path, format: str = "", author: str = "") -> list[Answer]:
    """Answers of a CSV, TSV or JSONL file with `unit`, `author` and `label` (or `value`, or `spans`).

    With `author` all answers are that author's, whatever the file says.
    """
    return [answer for _, answer in read_placed(path, format, author)]


def read_placed(path: str | Path, format: str = "", author: str = "") -> list[tuple[str, Answer]]:
    """Answers of a file, each with its place (`answers.csv:3`)."""
    told = format or ("" if Path(str(path)).suffix else "csv")
    answers = [
        _answer((place, {**fields, "author": author} if author else fields))
        for place, fields in read_records(path, told)
    ]
    if not answers:
        raise BadInput(
            f"{name_of(path)}: there is no answer in it: a table with the columns unit, author, label was expected"
        )
    _refuse_twice(answers)
    return answers


def _answer(record: Record) -> tuple[str, Answer]:
    place, fields = record
    value = next((name for name in VALUES if name in fields), None)
    for name in (*NEEDED, "label"):
        if name not in fields and (name in NEEDED or value is None):
            raise BadInput(
                f"{place}: no column `{name}` was found among {', '.join(fields)}: unit, author and label were expected"
            )
    odd = next((name for name in NEEDED if isinstance(fields[name], list | dict | bool)), None)
    if odd is not None:
        raise BadInput(f"{place}: the {odd} is {fields[odd]!r}, but a name was expected")
    empty = next((name for name in NEEDED if fields[name] is None or str(fields[name]).strip() == ""), None)
    if empty is not None:
        raise BadInput(f"{place}: the {empty} is empty: every answer needs one")
    body = read_spans(fields["spans"], place) if value == "spans" else fields[str(value)]
    return place, Answer(str(fields["unit"]), str(fields["author"]), body, seconds=_seconds(fields, place))


def _seconds(fields: Mapping[str, Any], place: str) -> float | None:
    found = fields.get("seconds")
    if found in (None, ""):
        return None
    try:
        return float(str(found))
    except ValueError:
        raise BadInput(f"{place}: {found!r} was found where a number of seconds was expected") from None


def _refuse_twice(answers: Sequence[tuple[str, Answer]]) -> None:
    seen: dict[tuple[str, str], str] = {}
    for place, answer in answers:
        first = seen.setdefault((answer.unit, answer.author), place)
        if first != place:
            raise BadInput(
                f"{place}: {answer.author} answered unit {answer.unit} at {first} already: one answer of each author to each unit was expected"
            )


def read_matrix(path: str | Path) -> list[Answer]:
    """Answers of a matrix: a line a unit, a cell an author, empty (or `-`, `NA`) where nobody answered; a header names the authors."""
    rows = [(n, line.replace("\t", ",").split(",")) for n, line in enumerate(read_lines(path), 1) if line.strip()]
    if len(rows) < 2:
        raise BadInput(f"{name_of(path)}: a header with the authors' names and a line for each unit were expected")
    header = [cell.strip() for cell in rows[0][1]]
    twice = next((name for name in header if header.count(name) > 1), None)
    if twice is not None:
        raise BadInput(f"{name_of(path)}:{rows[0][0]}: the author {twice!r} stands twice: each needs one column")
    return [
        answer
        for at, (number, row) in enumerate(rows[1:], 1)
        for answer in _row(row, header, str(at), f"{name_of(path)}:{number}")
    ]


def _row(row: list[str], header: list[str], line: str, place: str) -> list[Answer]:
    if len(row) != len(header):
        raise BadInput(f"{place}: {len(row)} cells were found where {len(header)} were expected, as in the header")
    named = header[0] in ("unit", "id")
    unit = row[0].strip() if named else line
    cells = list(zip(header, row, strict=True))[named:]
    return [Answer(unit, author, cell.strip()) for author, cell in cells if cell.strip() not in ("", "-", "NA")]
