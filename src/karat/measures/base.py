"""
What a measure is.

A measure turns each unit into one row of numbers (`rows`), and a sum of rows into one number (`finish`). Scores, slices,
intervals, significance tests and distributed runs all follow from those two, so nobody writes them again per measure.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from karat.types.spoken import Spoken

Floats = NDArray[np.float64]


class Measure(Spoken):
    """A frozen value that prints as it reads; subclasses fill in the class variables and two methods."""

    takes: ClassVar[str]  # the form of an answer that it reads: see `forms`
    of: ClassVar[str] = "pair"  # "pair": gold and guess; "panel": many authors; "alone": guesses, without gold
    authors: ClassVar[int] = 0  # a panel measure for just so many authors; 0 for any number
    better: ClassVar[str] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    symmetric: ClassVar[bool] = False
    whole: ClassVar[bool] = False  # rows do not add up: resampling draws units
    undefined: ClassVar[str] = ""  # why a score can be nan, in a user's words
    paper: ClassVar[str] = ""

    @abstractmethod
    def rows(self, *answers: Any) -> Floats:
        """Units × k: what each unit contributes."""

    @abstractmethod
    def finish(self, totals: Floats) -> Floats:
        """Sums of rows (…, k) → scores (…), nan where undefined."""

    def spread(self, inventory: Sequence[str]) -> tuple[Measure, ...]:
        """The single-number measures that this one stands for, given the labels in the data."""
        return (self,)

    def signed(self, *answers: Any) -> str:
        """The measure as the field signs it, with what it found in the data (how many references, say)."""
        return str(self)

    def advise(self, *answers: Any) -> tuple[str, ...]:
        """What somebody who knows the field would say of these answers, in sentences; no news is good news."""
        return ()

    def parts(self, totals: Floats) -> dict[str, float]:
        """What a score is made of, by the field's names (hits, insertions, lengths, precisions), from sums of rows (k)."""
        return {}

    def score(self, rows: Floats) -> float:
        """The score of these rows together."""
        return float(self.finish(rows.sum(0)))


class Whole(Measure):
    """A measure for which sums are not enough: it needs all rows together, and resampling draws units."""

    whole = True

    @abstractmethod
    def score(self, rows: Floats) -> float:
        """The score of these rows together."""

    def finish(self, totals: Floats) -> Floats:
        """There is none: rows of a `Whole` do not add up."""
        raise TypeError(f"{self.name} needs all rows together; call score(rows)")


def over(numerator: Floats, denominator: Floats) -> Floats:
    """Division that is nan where there is nothing to divide by.

    >>> over(np.array([1.0, 0.0]), np.array([2.0, 0.0])).tolist()
    [0.5, nan]
    """
    there = denominator != 0
    return np.where(there, numerator / np.where(there, denominator, 1.0), np.nan)
