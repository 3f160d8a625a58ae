"""What is printed, drawn and kept: a report is data until a renderer shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Table:
    """A heading, column names and rows of values; scores stay scores, so that each renderer shows their interval."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """What to draw (`form` names the drawing) with its data and its caption."""

    title: str
    form: str
    data: Mapping[str, Any]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """A claim with its evidence; the signature is all that is needed to repeat it."""

    title: str
    claim: str = ""
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()
    signature: Mapping[str, Any] = field(default_factory=dict)
