"""What people and systems are asked, and what they say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Guideline:
    """What is asked, in words: new prose is a new version, and every answer names its version."""

    id: str
    kind: str
    prose: str
    cases: tuple[str, ...] = ()
    version: int = 1


@dataclass(frozen=True, slots=True)
class Assignment:
    """One unit lent to one author until the lease ends (seconds since 1970)."""

    unit: str
    author: str
    guideline: str
    reason: str = "production"
    lease: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What one author (a person, a system, or the gold itself) said about one unit."""

    unit: str
    author: str
    body: Any
    guideline: str = ""
    at: str = ""
    seconds: float | None = None
    replaces: int | None = None
