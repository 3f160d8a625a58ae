"""What resampling says of a difference: its histogram, with 0 and the interval marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.report.colours import INK, PAPER, SOFT, series
from karat.report.drawings.base import WIDTH, Drawing, Floats, defined, edged, plainly, short
from karat.report.numbers import interval, signed
from karat.types.score import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HEADROOM = 1.3  # room above the bars, for the interval and its numbers


class Difference(Drawing):
    """`comparison` (a `Comparison`), and the histogram of its resamples as `edges` and `counts`."""

    needs = ("comparison", "edges", "counts")
    columns = ("from", "to", "resamples")

    @property
    def size(self) -> tuple[float, float]:
        """Low and wide: only the x-axis is read."""
        return WIDTH, 2.5

    def paint(self, axes: Sequence[Axes]) -> None:
        """Resamples within the interval are dark, the rest pale."""
        edges, counts = edged(self.data)
        found: Comparison = self.data["comparison"]
        _bars(axes[0], edges, counts, found)
        _marks(axes[0], found, float(counts.max(initial=1)))
        axes[0].set_xlabel(f"{found.measure}: {short(found.ours)} − {short(found.theirs)}")
        axes[0].set_yticks([])
        axes[0].grid(visible=False)
        plainly(axes[0].xaxis)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Bin by bin."""
        edges, counts = edged(self.data)
        yield from zip(edges[:-1].tolist(), edges[1:].tolist(), counts.astype(int).tolist(), strict=True)


def _bars(axes: Axes, edges: Floats, counts: Floats, found: Comparison) -> None:
    middle = (edges[:-1] + edges[1:]) / 2
    inside = (middle >= found.low) & (middle <= found.high)
    for chosen, colour, alpha in ((inside, series(0), 0.55), (~inside, SOFT, 0.35)):
        left, width = edges[:-1][chosen], np.diff(edges)[chosen]
        axes.bar(left, counts[chosen], width, align="edge", color=colour, alpha=alpha, edgecolor=PAPER, linewidth=0.4)


def _marks(axes: Axes, found: Comparison, top: float) -> None:
    axes.axvline(0, ymax=1 / HEADROOM, color=INK, linewidth=1, linestyle=(0, (2, 2)))
    away, side = (-5, "right") if found.difference >= 0 else (5, "left")
    said: Any = axes.annotate(
        "no difference", (0, 0.8 * top), (away, 0), textcoords="offset points", color=SOFT, ha=side
    )
    said.set_bbox({"facecolor": PAPER, "alpha": 0.8, "linewidth": 0, "pad": 1})
    axes.set_ylim(0, HEADROOM * top)
    if not defined(found.difference):
        return
    axes.plot([found.low, found.high], [1.06 * top] * 2, color=INK, linewidth=1.4)
    axes.plot([found.difference], [1.06 * top], "o", color=INK, markersize=5)
    said = f"{signed(found.difference)} {interval(found.low, found.high, sided=True)}"
    axes.annotate(said, (found.difference, 1.06 * top), (0, 6), textcoords="offset points", ha="center", color=INK)
