"""Texts as rows of word numbers, with the texts beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karat.types.ragged import Ragged


@dataclass(frozen=True, slots=True, eq=False)
class Words(Ragged):
    """Row i holds the numbers of the white-space words of `texts[i]`; equal words have equal numbers on all sides."""

    texts: Sequence[str]

    def __getitem__(self, part: slice) -> Words:
        rows = Ragged.__getitem__(self, part)
        return Words(rows.values, rows.starts, self.texts[part])

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled without the rows that a slice left out."""
        _, (values, starts) = Ragged.__reduce__(self)
        return Words, (values, starts, self.texts)
