"""Reports as plain JSON values; `docs/report-schema.json` is the published shape."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import asdict, fields, is_dataclass
from functools import singledispatch
from math import isinf, isnan
from numbers import Integral, Real
from typing import Any

import numpy as np

from karat.report.grid import NO_REASON
from karat.types.report import Example, Examples, Figure, Passage, Report, Table
from karat.types.score import Comparison, Score
from karat.types.spoken import Spoken

VERSION = 1


def render(value: Report | Table) -> str:
    """One JSON document that says its format and version; nan is null with why.

    >>> print(render(Table("T", ("n",), ((3,),))))
    {
      "format": "karat-table",
      "version": 1,
      "title": "T",
      "columns": [
        "n"
      ],
      "rows": [
        [
          3
        ]
      ],
      "note": ""
    }
    """
    name = "karat-table" if isinstance(value, Table) else "karat-report"
    document = {"format": name, "version": VERSION, **plain(value)}
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2)


def compact(value: Any) -> str:
    """A value on one line: text as it is, the rest as JSON.

    >>> compact("f(beta=2.0)"), compact({"seed": 0})
    ('f(beta=2.0)', '{"seed": 0}')
    """
    made = plain(value)
    return made if isinstance(made, str) else json.dumps(made, ensure_ascii=False, allow_nan=False)


@singledispatch
def plain(value: Any) -> Any:
    """A value in JSON's own types: what JSON cannot say is said as text, what is not a number is null.

    >>> plain({"p": float("nan"), "names": ("a", "b")})
    {'p': None, 'names': ['a', 'b']}
    """
    if is_dataclass(value) and not isinstance(value, Spoken | type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value if value is None or isinstance(value, bool | str) else str(value)


@plain.register(Real)
def _(value: Any) -> int | float | bool | None:
    if isinstance(value, bool):
        return value
    if isinstance(value, Integral):
        return int(value)
    return float(value) if np.isfinite(value) else None


@plain.register(np.bool_)
def _(value: np.bool_) -> bool:
    return bool(value)


@plain.register(Mapping)
def _(value: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(key): plain(one) for key, one in value.items()}


@plain.register(Sequence)
def _(value: Sequence[Any]) -> list[Any] | str:
    return value if isinstance(value, str) else [plain(one) for one in value]


@plain.register(Set)
def _(value: Set[Any]) -> list[Any]:
    return sorted((plain(one) for one in value), key=str)


@plain.register(np.ndarray)
def _(value: Any) -> Any:
    return plain(value.tolist())


@plain.register(Score)
def _(value: Score) -> dict[str, Any]:
    said = asdict(value)
    said["parts"] = dict(value.parts)
    for sometimes in ("notes", "parts"):
        if not said[sometimes]:
            del said[sometimes]
    return _explained(said, value.value)


@plain.register(Comparison)
def _(value: Comparison) -> dict[str, Any]:
    said = asdict(value)
    names = {"ours": "a", "theirs": "b", "corrected": "p_corrected"}
    return _explained({names.get(key, key): one for key, one in said.items()}, value.difference)


@plain.register(Table)
def _(value: Table) -> dict[str, Any]:
    rows = [[_cell(one) for one in row] for row in value.rows]
    return {"title": value.title, "columns": list(value.columns), "rows": rows, "note": value.note}


@plain.register(Figure)
def _(value: Figure) -> dict[str, Any]:
    return {"title": value.title, "form": value.form, "caption": value.caption, "data": plain(value.data)}


@plain.register(Passage)
def _(value: Passage) -> dict[str, Any]:
    items = [{"about": about, "text": text} for about, text in value.items]
    return {"title": value.title, "items": items, "note": value.note}


@plain.register(Examples)
def _(value: Examples) -> dict[str, Any]:
    examples = [_example(one) for one in value.examples]
    return {"title": value.title, "measure": value.measure, "examples": examples, "note": value.note}


def _example(value: Example) -> dict[str, Any]:
    said = [{"system": name, "text": text, "score": plain(value.scores[name])} for name, text in value.answers.items()]
    return {"unit": value.unit, "text": value.text, "gold": list(value.gold), "answers": said}


@plain.register(Report)
def _(value: Report) -> dict[str, Any]:
    return {
        "title": value.title,
        "claim": value.claim,
        "tables": [plain(table) for table in value.tables],
        "figures": [plain(figure) for figure in value.figures],
        "passages": [plain(passage) for passage in value.passages],
        "examples": [plain(examples) for examples in value.examples],
        "order": [place for place, _ in value.parts],
        "notes": list(value.notes),
        "signature": plain(value.signature),
    }


def _explained(said: Mapping[str, Any], number: float) -> dict[str, Any]:
    made = {key: plain(one) for key, one in said.items()}
    return made | {"why": made["why"] or _why(number)}


def _why(number: float) -> str:
    return NO_REASON if isnan(number) else "infinite" if isinf(number) else ""


def _cell(value: Any) -> Any:
    if isinstance(value, float | np.floating) and not np.isfinite(value):
        return {"value": None, "why": _why(float(value))}
    return plain(value)
