"""Every pair of people: how well do they agree?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.report.drawings.base import Drawing, defined, square
from karat.report.drawings.heat import extent, shade
from karat.report.numbers import UNDEFINED, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Agreement(Drawing):
    """`people`, `values` (scores or numbers) with a row and a column for each, and `measure` for the label."""

    needs = ("people", "values")
    columns = ("person", "with", "value")

    @property
    def size(self) -> tuple[float, float]:
        """As many cells as people, twice."""
        wide, high = extent(self.data["people"])
        return max(wide, 2.6), max(high, 1.8) + 0.2

    def paint(self, axes: Sequence[Axes]) -> None:
        """Agreement below chance is as pale as chance."""
        people = list(self.data["people"])
        values = square(self.data, "values", people)
        texts = [[_said(values, i, j) for j in range(len(people))] for i in range(len(people))]
        np.fill_diagonal(values, np.nan)
        shade(axes[0], people, np.clip(values, 0, 1), texts)
        axes[0].set_xlabel(self.data.get("measure", ""), labelpad=6)
        axes[0].xaxis.set_label_position("bottom")

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Each pair once; a score keeps its interval and its reason."""
        people, values = list(self.data["people"]), self.data["values"]
        square(self.data, "values", people)
        every = ((i, j) for i in range(len(people)) for j in range(i + 1, len(people)))
        yield from ((people[i], people[j], values[i][j]) for i, j in every)


def _said(values: Any, down: int, across: int) -> str:
    if down == across:
        return "·"
    return number(float(values[down, across]), 2) if defined(values[down, across]) else UNDEFINED
