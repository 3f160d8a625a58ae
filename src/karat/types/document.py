"""Texts, the slices of them that are asked about, and how they are divided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any


@dataclass(frozen=True, slots=True)
class Document:
    """A text that never changes, with what is known about it."""

    id: str
    text: str
    meta: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str, **meta: Any) -> Document:
        """A document named by its content.

        >>> Document.of("Ann ran").id
        '1820f823cfb9'
        """
        return cls(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest(), text, meta)


@dataclass(frozen=True, slots=True)
class Unit:
    """A slice of a document in code points, end exclusive."""

    id: str
    document: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Split:
    """Which document went to which part, by a rule that prints as it reads."""

    name: str
    parts: Mapping[str, tuple[str, ...]]
    rule: str
    seed: int
    fingerprint: str
