"""What was taken for what."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from karat.measures.base import Floats, Measure, over
from karat.types.coded import Coded
from karat.types.spoken import spoken


@spoken
class Confusion(Measure):
    """One cell of the confusion matrix as a share with an interval; without `gold` and `guess`, every cell.

    `of_what='gold'` divides by the units of the gold label (a row sums to 1), `'guess'` by those of the guessed label,
    `'all'` by all units.

    >>> import karat
    >>> karat.score(["a", "a", "b"], ["a", "b", "b"], "confusion(gold='a', guess='b')", interval="none").value
    0.5
    """

    name = "confusion"
    takes = "label"
    undefined = "no unit has that label"
    choices = {"of_what": ("gold", "guess", "all")}

    gold: str = ""
    guess: str = ""
    of_what: str = "gold"

    @property
    def better(self) -> str:  # type: ignore[override]  # it depends on the cell
        """More is better on the diagonal alone."""
        return "higher" if self.gold == self.guess else "lower"

    @property
    def symmetric(self) -> bool:  # type: ignore[override]  # it depends on the cell
        """A share of all units that both call the same."""
        return self.of_what == "all" and self.gold == self.guess

    def spread(self, inventory: Sequence[str]) -> tuple[Measure, ...]:
        """Every cell, row by row."""
        if self.gold or self.guess:
            return (self,)
        return tuple(self.with_(gold=gold, guess=guess) for gold in inventory for guess in inventory)

    def rows(self, gold: Coded, guess: Coded) -> Floats:
        """In the cell, in what the cell is a share of."""
        row = np.array([label == self.gold for label in gold.inventory], bool)[gold.codes]
        column = np.array([label == self.guess for label in guess.inventory], bool)[guess.codes]
        base = {"gold": row, "guess": column, "all": np.ones(len(gold), bool)}[self.of_what]
        return np.stack([row & column, base], 1).astype(np.float64)

    def finish(self, totals: Floats) -> Floats:
        """Share."""
        return over(totals[..., 0], totals[..., 1])
