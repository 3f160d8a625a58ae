"""CSV and TSV: a line of column names, then a record a row."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from karat.corpus.lines import Record, name_of, read_text
from karat.errors import BadInput

csv.field_size_limit(1 << 30)  # a document in a cell may be longer than the 128 kB that the csv module allows


def comma(path: str | Path) -> Iterator[Record]:
    """Rows of a CSV file; one whose header holds tabs and no comma is read as TSV."""
    text = read_text(path)
    head = text.partition("\n")[0]
    return _rows(text, name_of(path), "\t" if "\t" in head and "," not in head else ",")


def tab(path: str | Path) -> Iterator[Record]:
    """Rows of a TSV file."""
    return _rows(read_text(path), name_of(path), "\t")


def _rows(text: str, place: str, delimiter: str) -> Iterator[Record]:
    rows = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    begin = 1  # a row with a line end in quotes stands on several lines
    try:
        header = [name.strip() for name in next(rows, [])]
        _check_header(header, place)
        begin = rows.line_num + 1
        for row in rows:
            if row:
                yield f"{place}:{rows.line_num}", _fields(header, row, f"{place}:{rows.line_num}")
            begin = rows.line_num + 1
    except csv.Error as error:
        raise BadInput(f"{place}:{begin}: this is not a readable table: {_broken(str(error))}") from None


def _broken(error: str) -> str:
    """What the csv module means, in words for people."""
    if "end of data" in error:
        return "a quote is opened in the row that begins here, and never closed: close it, or write it twice"
    if "new-line" in error:
        return "a lone carriage return was found in it: end lines with LF or CRLF"
    return f"{error}: check the quotes of this line"


def _check_header(header: Sequence[str], place: str) -> None:
    if not header:
        raise BadInput(f"{place}: the file is empty, but a table with a line of column names was expected")
    twice = next((name for name in header if header.count(name) > 1), None)
    if twice is not None:
        raise BadInput(f"{place}:1: the column {twice!r} stands twice: each column needs a name of its own")


def _fields(header: Sequence[str], row: Sequence[str], place: str) -> dict[str, Any]:
    if len(row) != len(header):
        raise BadInput(
            f"{place}: {len(row)} cells were found where the {len(header)} columns {', '.join(header)} were expected"
        )
    return dict(zip(header, row, strict=True))
