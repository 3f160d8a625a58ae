"""Give a number of points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from karat.errors import BadInput, BadRequest
from karat.kinds.base import Kind
from karat.types.spoken import spoken


@dataclass(frozen=True, slots=True, order=True)
class Rated:
    """The points that were given."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


def _lines(text: str, body: Rated) -> Iterator[str]:
    yield f"{body.value}\t{' '.join(text.split())}"


@spoken
class Scale(Kind):
    """Give 1 to n points; `low` and `high` say what the ends mean.

    >>> Scale(points=5).check(Rated(6), "Good.")
    ['6 is not on the scale from 1 to 5']
    """

    name = "scale"
    widget = "scale"
    level = "ordinal"
    agree = ("alpha(level='ordinal')", "alpha(level='interval')", "kappa(weights='quadratic')")
    judge = ("spearman", "accuracy")
    exports = {"tsv": _lines}

    points: int = 5
    low: str = "least"
    high: str = "most"

    def __post_init__(self) -> None:
        Kind.__post_init__(self)
        if not 2 <= self.points <= 101:
            raise BadRequest(f"scale: points is {self.points}, but 2 to 101 were expected")

    def check(self, body: Rated, text: str) -> list[str]:
        """The points must be on the scale."""
        return [] if 1 <= body.value <= self.points else [f"{body.value} is not on the scale from 1 to {self.points}"]

    def to_json(self, body: Rated) -> Any:
        """{"value": …}"""
        return {"value": body.value}

    def from_json(self, found: Any) -> Rated:
        """From {"value": …}, or the number alone; text from a form or a CSV file is read as a number."""
        value: Any = found.get("value") if isinstance(found, Mapping) else found
        try:
            if isinstance(value, bool) or int(value) != float(value):
                raise ValueError
            return Rated(int(value))
        except (TypeError, ValueError, OverflowError):
            raise BadInput(f"{value!r} was found where a whole number from 1 to {self.points} was expected") from None

    def view(self, body: Rated, form: str) -> Any:
        """A number; or a label, for measures of agreement."""
        return {"number": float(body.value), "label": str(body.value)}.get(form)
