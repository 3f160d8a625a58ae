"""
What the logs of all harnesses have in common: a heading (who ran what), and items with the numbers they were given.

A reader of such a log gives one record an item (and epoch): `unit`, `item`, `task`, `epoch`, `scores` (numbers by name, nan
where there is none), `passed` (names of what is no number), `target` and `prompt` (hashes, where the log tells), `fault`
(where it ended in an error), `meta` (plain short fields, to group or slice by) and `heading`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from math import isfinite, nan
from pathlib import Path
from typing import Any

from karat.corpus.json_lines import parsed
from karat.corpus.lines import Record, read_bytes
from karat.errors import BadInput

NUMBERS = (int, float)  # and bool, which is an int
SHORT = 80  # characters of a text that can still be a column to group or slice by


@dataclass(frozen=True, slots=True)
class Heading:
    """Who ran which task with what: `settings` should be the same in logs that are compared.

    `main` are the numbers that are about quality, where the harness also counts tokens and seconds; `lower` are those
    of which less is better; `notes` are what one should know before one believes the log.
    """

    system: str = ""
    task: str = ""
    tool: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    main: frozenset[str] = frozenset()
    lower: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


def number(value: Any) -> float:
    """A number or truth value of a log; nan for anything else, and for what is not finite.

    >>> number(True), number(0.5), number("0.5"), number(float("inf")), number(10**400)
    (1.0, 0.5, nan, nan, nan)
    """
    if not isinstance(value, NUMBERS):
        return nan
    try:
        found = float(value)
    except OverflowError:
        return nan
    return found if isfinite(found) else nan


def is_number(value: Any) -> bool:
    """A number in a log, be it nan: harnesses write NaN for what they could not score."""
    return isinstance(value, NUMBERS)


def printable(value: Any) -> str:
    """An id or a name as text that can be printed."""
    text = str(value)
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def digest(value: Any) -> bytes:
    """A short hash of any JSON value, by which two logs are held against each other."""
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def columns(found: Any) -> dict[str, Any]:
    """The plain short fields of an object: what one can group or slice by."""
    if not isinstance(found, Mapping):
        return {}
    return {printable(key): value for key, value in found.items() if is_number(value) or _is_short(value)}


def _is_short(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= SHORT


def settings(found: Mapping[str, Any], names: Iterable[str]) -> dict[str, str]:
    """Those of the named settings that are set, as text."""
    return {one: json.dumps(found[one], sort_keys=True, default=str) for one in names if found.get(one) is not None}


def read_json(path: str | Path, wanted: str) -> Any:
    """A whole JSON file; NaN, which harnesses write, is read as it stands."""
    return parsed(read_bytes(path), str(path), wanted)


def beside(path: Path) -> dict[str, Any]:
    """A JSON object in a file that may be there; nothing if it is not."""
    if not path.is_file():
        return {}
    found = read_json(path, "a JSON object")
    return found if isinstance(found, dict) else {}


def mapping(found: Any) -> Mapping[str, Any]:
    """The object, or nothing where something else stands."""
    return found if isinstance(found, Mapping) else {}


def files(path: str | Path, *patterns: str) -> list[Path]:
    """The file itself, or the files in a folder and below it whose names fit, in order of their names."""
    root = Path(str(path))
    if not root.is_dir():
        return [root]
    found = sorted({file for pattern in patterns for file in root.rglob(pattern) if file.is_file()})
    if not found:
        raise BadInput(f"{path}: this folder holds no {' or '.join(patterns)}, but a log was expected")
    return found


def joined(logs: Iterable[tuple[Path, Iterator[Record]]]) -> Iterator[Record]:
    """The records of several logs as one; a task that stands in two of them is refused, as is a second system."""
    every = list(logs)
    seen = dict[str, Path]()
    first: tuple[str, Path] | None = None
    for path, records in every:
        for place, fields in records:
            task, system = fields["task"], fields["heading"].system
            first = first or (system, path)
            if seen.setdefault(task, path) is not path:
                raise BadInput(f"{path}: the task {task!r} stands in {seen[task]} already: name one of the two")
            if system != first[0]:
                raise BadInput(f"{path}: this is of {system!r}, and {first[1]} of {first[0]!r}: name a folder a system")
            yield place, fields if len(every) == 1 else {**fields, "unit": f"{task}/{fields['unit']}"}
