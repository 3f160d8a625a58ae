"""Names with a number each: labelled bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any

from karat.report.colours import series
from karat.report.drawings.base import WIDTH, Drawing, defined, named
from karat.report.numbers import UNDEFINED, count, number

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Bars(Drawing):
    """`bars`: a number for each name; `label` says what the numbers are."""

    needs = ("bars",)
    columns = ("name", "value")

    @property
    def size(self) -> tuple[float, float]:
        """A line for each bar."""
        return WIDTH, 0.5 + 0.27 * len(self.data["bars"])

    def paint(self, axes: Sequence[Axes]) -> None:
        """Each bar carries its number, so there is no axis to read."""
        names, values = list(self.data["bars"]), list(self.data["bars"].values())
        drawn = [value if defined(value) else 0 for value in values]
        axes[0].barh(range(len(names)), drawn, height=0.62, color=series(0))
        for down, (value, length) in enumerate(zip(values, drawn, strict=True)):
            axes[0].annotate(_said(value), (max(length, 0), down), (4, 0), textcoords="offset points", va="center")
        named(axes[0], names)
        axes[0].set_title(self.data.get("label", ""))
        axes[0].set_xticks([])
        axes[0].grid(visible=False)
        axes[0].spines["bottom"].set_visible(False)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Bar by bar."""
        yield from self.data["bars"].items()


def _said(value: float) -> str:
    if isinstance(value, Integral):
        return count(int(value))
    return number(value) if defined(value) else UNDEFINED
