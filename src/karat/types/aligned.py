"""A guess beside what was right, word by word."""

from __future__ import annotations

from dataclasses import dataclass

HIT, SUBSTITUTION, DELETION, INSERTION = "hit", "substitution", "deletion", "insertion"


@dataclass(frozen=True, slots=True)
class Edit:
    """One place of an alignment; `gold` or `guess` is None where that side has nothing there."""

    what: str
    gold: str | None
    guess: str | None


@dataclass(frozen=True, slots=True)
class Aligned:
    """The places of one unit from the left; an optional word that is missing is a hit without a guess."""

    edits: tuple[Edit, ...]

    def count(self, what: str) -> int:
        """How many hits, substitutions, deletions or insertions there are."""
        return sum(edit.what == what for edit in self.edits)
