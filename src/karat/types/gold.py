"""What was decided from many answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from karat.types.answer import Answer


@dataclass(frozen=True, slots=True)
class Decision:
    """One unit's gold value: how it was reached, from whose answers, and how sure the votes were."""

    unit: str
    body: Any
    method: str
    by: str = ""
    note: str = ""
    authors: tuple[str, ...] = ()
    votes: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gold:
    """Decisions of one rule; `open` names the units that still need a person."""

    decisions: tuple[Decision, ...]
    rule: str
    sources: tuple[str, ...]
    open: tuple[str, ...] = ()

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The decisions as answers by the author `gold`."""
        return tuple(Answer(d.unit, "gold", d.body) for d in self.decisions)
