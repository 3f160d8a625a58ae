"""Lines and records of text files, each with its place, so that every error can say where."""

from __future__ import annotations

import csv
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from karat.errors import BadInput, unknown

Record = tuple[str, dict[str, Any]]  # (place, fields)
BETWEEN = re.compile(r"[ \t]+")  # between the columns of CoNLL: a no-break space is part of a token
csv.field_size_limit(1 << 30)  # a document in a cell may be longer than the 128 kB that the csv module allows


def name_of(path: str | Path) -> str:
    """How a file is called in messages."""
    return "stdin" if str(path) == "-" else str(path)


def read_bytes(path: str | Path) -> bytes:
    """All bytes of a file, or of standard input for `-`."""
    if str(path) == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise BadInput(f"{path}: this is a folder, but a file was expected") from None
    except ValueError:
        raise BadInput(f"{str(path)!r}: no file can have such a name") from None
    except OSError as error:
        raise BadInput(f"{path}: it cannot be read ({error.strerror})") from None


def read_text(path: str | Path) -> str:
    """All text of a UTF-8 file; a byte-order mark is dropped, and a wrong byte is named with its line."""
    content = read_bytes(path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"byte 0x{content[error.start]:02x}"
        raise BadInput(f"{name_of(path)}:{line}: {found} is not UTF-8: convert the file to UTF-8 first") from None


def read_lines(path: str | Path) -> list[str]:
    """Lines without their ends (LF or CRLF); blank lines count, other line separators of Unicode are text."""
    lines = read_text(path).split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def format_of(path: str | Path, told: str = "") -> str:
    """The format that was told, else what the name's ending says, else lines."""
    if told:
        if told not in READERS:
            raise unknown("format", told, READERS)
        return told
    ending = Path(str(path)).suffix.lower().lstrip(".")
    return (
        {"json": "jsonl", "ndjson": "jsonl", "iob": "conll", "bio": "conll"}.get(ending, ending) if ending else "lines"
    )


def read_records(path: str | Path, format: str = "") -> list[Record]:
    """Records of a file with their places; a line of plain text is a record with the field `line`."""
    chosen = format_of(path, format)
    return list(READERS.get(chosen, _plain)(path))


def _plain(path: str | Path) -> Iterator[Record]:
    for number, line in enumerate(read_lines(path), 1):
        yield f"{name_of(path)}:{number}", {"line": line}


def _json_lines(path: str | Path) -> Iterator[Record]:
    for number, line in enumerate(read_lines(path), 1):
        place = f"{name_of(path)}:{number}"
        if line.strip():
            yield place, _object(line, place)


def _object(line: str, place: str) -> dict[str, Any]:
    try:
        found = json.loads(line, parse_constant=partial(_no_constant, place), object_pairs_hook=partial(_once, place))
    except json.JSONDecodeError as error:
        raise BadInput(
            f"{place}: this is not JSON ({error.msg} at column {error.colno}): one JSON object a line was expected"
        ) from None
    except BadInput:
        raise
    except ValueError:
        raise BadInput(f"{place}: a number with thousands of digits was found where a number was expected") from None
    except RecursionError:
        raise BadInput(f"{place}: the JSON is nested too deeply: one flat JSON object a line was expected") from None
    if not isinstance(found, dict):
        raise BadInput(
            f'{place}: a {type(found).__name__} was found where a JSON object was expected, as in {{"unit": …}}'
        )
    return found


def _once(place: str, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, if each of its keys stands once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput(f"{place}: the key {twice!r} stands twice in one JSON object: once was expected")
    return found


def _no_constant(place: str, name: str) -> NoReturn:
    raise BadInput(f"{place}: {name} is not JSON: leave the field out where there is no number")


def _separated(path: str | Path) -> Iterator[Record]:
    text = read_text(path)
    head = text.partition("\n")[0]
    delimiter = "\t" if format_of(path) == "tsv" or ("\t" in head and "," not in head) else ","
    rows = csv.reader((f"{line}\n" for line in text.split("\n")), delimiter=delimiter, strict=True)
    place = name_of(path)
    try:
        header = [name.strip() for name in next(rows, [])]
        _check_header(header, place)
        for row in rows:
            if row:
                yield f"{place}:{rows.line_num}", _fields(header, row, f"{place}:{rows.line_num}")
    except csv.Error as error:
        raise BadInput(
            f"{place}:{rows.line_num}: this is not a readable table ({error}): check the quotes of this line"
        ) from None


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


def _conll(path: str | Path) -> Iterator[Record]:
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


def write_aside(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: aside first, then renamed."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BadInput(f"{path}: it cannot be written ({error.strerror})") from None


READERS: dict[str, Callable[[str | Path], Iterator[Record]]] = {
    "lines": _plain,
    "csv": _separated,
    "tsv": _separated,
    "jsonl": _json_lines,
    "conll": _conll,
}
