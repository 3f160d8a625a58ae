"""The mean of a number that each unit has already: a metric in the log of a harness, or a column of a table."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np

from karat.errors import BadInput, BadRequest, unknown
from karat.measures.base import Floats, Measure, over
from karat.types.scores import Scored
from karat.types.spoken import spoken

LARGEST = 1e90  # cubes of what is larger do not fit into a double, and intervals need cubes


@spoken
class Mean(Measure):
    """Mean of a number that each unit has already, such as a metric in the log of a harness; gold is not looked at.

    Without a name, `mean` stands for every number that the units have. Each unit counts once, and each must have the
    number: what to do with those that lack it is decided, and said, by who reads the log. karat cannot know whether more
    is better; say `better='lower'` where it is not, for ranks turn round.

    >>> import karat
    >>> karat.score(None, [{"acc": 1, "f1": 0.5}, {"acc": 0, "f1": 0.75}], "mean(metric='acc')", interval="none").value
    0.5
    """

    name = "mean"
    takes = "scores"
    of = "alone"
    bounds = (-inf, inf)
    undefined = "there are no units"
    choices = {"better": ("higher", "lower")}

    metric: str = ""
    better: str = "higher"  # type: ignore[misc]  # elsewhere a measure knows

    def rows(self, guess: Scored) -> Floats:
        """The number, 1."""
        values = self._column(guess)
        self._check(values, guess)
        return np.stack([values, np.ones(len(values))], 1)

    def finish(self, totals: Floats) -> Floats:
        """Their sum over how many there are."""
        return over(totals[..., 0], totals[..., 1])

    def spread(self, inventory: Sequence[str]) -> tuple[Measure, ...]:
        """One mean for each number, if none is named."""
        return (self,) if self.metric or not inventory else tuple(self.with_(metric=name) for name in inventory)

    def _column(self, guess: Scored) -> Floats:
        if not len(guess):
            return np.zeros(0)
        if not self.metric and len(guess.inventory) == 1:
            return guess.values[:, 0]
        if not self.metric:
            names = ", ".join(guess.inventory) or "none"
            raise BadRequest(
                f"mean: the units have several numbers or none ({names}): name one, as in mean(metric='acc')"
            )
        if self.metric not in guess.inventory:
            raise unknown("number of these units", self.metric, guess.inventory or ["(they have none)"])
        return guess.values[:, guess.inventory.index(self.metric)]

    def _check(self, values: Floats, guess: Scored) -> None:
        wrong = np.flatnonzero(~(np.abs(values) <= LARGEST))
        if len(wrong):
            found = f"is {values[wrong[0]]:g}, too large for a mean" if np.abs(values[wrong[0]]) > 0 else "is missing"
            raise BadInput(f"{guess.places[wrong[0]]}: {self.metric or 'its number'} {found}: a number was expected")
