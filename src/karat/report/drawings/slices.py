"""Where a difference is: a dot and a whisker for each slice, beside the difference over all units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from karat.report.colours import GRID, INK, PAPER, SOFT, series
from karat.report.drawings.base import WIDTH, Drawing, defined, named, plainly, short
from karat.report.numbers import count
from karat.types.score import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SMALL = 30  # units below which a slice is drawn hollow
ALL = "all units"


class Slices(Drawing):
    """`slices`: a `Comparison` for each name, all of the same two systems; `all`: the same over all units."""

    needs = ("slices", "all")
    columns = ("slice", "units", "difference", "low", "high", "corrected p")

    @property
    def lines(self) -> Mapping[str, Comparison]:
        """What is drawn, from the top."""
        return {ALL: self.data["all"], **self.data["slices"]}

    @property
    def size(self) -> tuple[float, float]:
        """A line for each slice."""
        return WIDTH, 0.9 + 0.3 * len(self.lines)

    def paint(self, axes: Sequence[Axes]) -> None:
        """The band is the interval over all units."""
        over_all: Comparison = self.data["all"]
        if defined(over_all.low):
            axes[0].axvspan(over_all.low, over_all.high, color=GRID, alpha=0.6, linewidth=0)
        axes[0].axvline(0, color=INK, linewidth=1, linestyle=(0, (2, 2)))
        for down, (name, found) in enumerate(self.lines.items()):
            _whisker(axes[0], down, found, series(0) if name != ALL else INK)
        named(axes[0], [f"{short(name)} ({count(found.n)})" for name, found in self.lines.items()])
        axes[0].set_xlabel(f"{over_all.measure}: {short(over_all.ours)} − {short(over_all.theirs)}")
        axes[0].grid(axis="y", visible=False)
        plainly(axes[0].xaxis)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Slice by slice."""
        for name, one in self.lines.items():
            yield name, one.n, one.difference, one.low, one.high, one.corrected


def _whisker(axes: Axes, down: int, found: Comparison, colour: str) -> None:
    if not defined(found.difference):
        axes.text(0.5, down, "undefined", transform=axes.get_yaxis_transform(), ha="center", va="center", color=SOFT)
        return
    if defined(found.low):
        axes.plot([found.low, found.high], [down, down], color=colour)
    face = PAPER if found.n < SMALL else colour
    axes.plot([found.difference], [down], "o", color=face, markersize=6, markeredgecolor=colour, markeredgewidth=1.2)
