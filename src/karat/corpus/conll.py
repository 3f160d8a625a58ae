"""CoNLL: a token a line, columns, and a blank line after each sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from karat.corpus.lines import Record, name_of, read_lines
from karat.errors import BadInput

BETWEEN = re.compile(r"[ \t]+")  # between columns: a no-break space is part of a token


def read(path: str | Path) -> Iterator[Record]:
    """One record a sentence: `words`, and `spans` over token numbers from the IOB tags in the last column."""
    start, rows = 1, list[list[str]]()
    for number, line in enumerate([*read_lines(path), ""], 1):
        if line.strip():
            rows.append(BETWEEN.split(line.strip(" \t")))
            continue
        if rows and rows != [["-DOCSTART-", *rows[0][1:]]]:
            yield f"{name_of(path)}:{start}", _sentence(rows, path, start)
        start, rows = number + 1, []


def _sentence(rows: list[list[str]], path: str | Path, start: int) -> dict[str, Any]:
    spans: list[list[Any]] = []
    for at, row in enumerate(rows):
        scheme, _, label = row[-1].partition("-")
        if len(row) < 2 or scheme not in ("B", "I", "O") or (scheme != "O") != bool(label):
            raise BadInput(
                f"{name_of(path)}:{start + at}: the tag {row[-1]!r} was found where O, B-LABEL or I-LABEL was expected"
            )
        if scheme == "O":
            continue
        # as the shared-task scorer reads it: an I- that continues nothing opens a chunk
        if scheme == "I" and spans and spans[-1][1] == at and spans[-1][2] == label:
            spans[-1][1] = at + 1
        else:
            spans.append([at, at + 1, label])
    return {"words": " ".join(row[0] for row in rows), "spans": spans}
