"""Tables of scores."""

from __future__ import annotations

from collections.abc import Sequence

from karat.types.report import Table
from karat.types.score import Score


def score_table(title: str, found: Sequence[Score]) -> Table:
    """The scores."""
    return Table(title, ("measure", "score", "n"), tuple((s.measure, s, s.n) for s in found))


def parts_table(score: Score) -> Table:
    """What a score is made of."""
    names, values = zip(*score.parts, strict=True)
    whole = tuple(int(value) if value.is_integer() else value for value in values)
    return Table(f"What {score.measure} is made of", names, (whole,))


def alone_table(alone: Sequence[tuple[str, dict[str, float]]]) -> Table:
    """Every unit alone."""
    return Table("Each unit alone", ("unit", *alone[0][1]), tuple((unit, *of.values()) for unit, of in alone))
