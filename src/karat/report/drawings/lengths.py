"""How often each size occurs: a histogram."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.report.colours import PAPER, series
from karat.report.drawings.base import WIDTH, Drawing, edged, plainly

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Lengths(Drawing):
    """`edges` and `counts` of bins; `label` names what is measured and `of` what is counted."""

    needs = ("edges", "counts")
    columns = ("from", "to", "count")

    @property
    def size(self) -> tuple[float, float]:
        """Low and wide."""
        return WIDTH, 2.4

    def paint(self, axes: Sequence[Axes]) -> None:
        """Bars that touch, as lengths are continuous."""
        edges, counts = edged(self.data)
        axes[0].bar(edges[:-1], counts, np.diff(edges), align="edge", color=series(0), edgecolor=PAPER)
        axes[0].set_xlabel(self.data.get("label", ""))
        axes[0].set_title(self.data.get("of", ""))
        axes[0].grid(axis="x", visible=False)
        plainly(axes[0].xaxis)
        plainly(axes[0].yaxis)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Bin by bin."""
        edges, counts = edged(self.data)
        yield from zip(edges[:-1].tolist(), edges[1:].tolist(), counts.tolist(), strict=True)
