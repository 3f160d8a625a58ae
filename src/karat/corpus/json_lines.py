"""JSONL: one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from karat.corpus.lines import Record, name_of, read_lines
from karat.errors import BadInput


def read(path: str | Path) -> Iterator[Record]:
    """One record a line that is not blank."""
    for number, line in enumerate(read_lines(path), 1):
        place = f"{name_of(path)}:{number}"
        if line.strip():
            yield place, _object(line, place)


def _object(line: str, place: str) -> dict[str, Any]:
    how = {"parse_constant": partial(_no_constant, place), "object_pairs_hook": partial(_once, place)}
    found = parsed(line, place, "one JSON object a line", **how)
    if not isinstance(found, dict):
        raise BadInput(
            f'{place}: a {type(found).__name__} was found where a JSON object was expected, as in {{"unit": …}}'
        )
    return found


def parsed(text: str | bytes, place: str, wanted: str, **how: Any) -> Any:
    """JSON, or a sentence on why it is none."""
    try:
        return json.loads(text, **how)
    except json.JSONDecodeError as error:
        where = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}, column {error.colno}"
        raise BadInput(f"{place}: this is not JSON ({error.msg} at {where}): {wanted} was expected") from None
    except BadInput:
        raise
    except UnicodeDecodeError as error:
        raise BadInput(f"{place}: byte 0x{error.object[error.start]:02x} is not UTF-8, as JSON has to be") from None
    except ValueError:
        raise BadInput(f"{place}: a number with thousands of digits was found where a number was expected") from None
    except RecursionError:
        raise BadInput(f"{place}: the JSON is nested too deeply: {wanted} was expected") from None


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
