"""Every system against every other: how surprising is the difference?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.report.drawings.base import Drawing, Floats, defined, square
from karat.report.drawings.heat import CROWD, crowd, extent, shade
from karat.report.numbers import p_value

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEVELS = (0.05, 0.01, 0.001)


class PValues(Drawing):
    """`names`, and `p` with a row and a column for each; darker cells are below .05, .01 and .001."""

    needs = ("names", "p")
    columns = ("system", "against", "p")

    @property
    def size(self) -> tuple[float, float]:
        """As many cells as systems, twice."""
        wide, high = extent(self.data["names"])
        return max(wide, 2.6), max(high, 1.8) + 0.2

    def paint(self, axes: Sequence[Axes]) -> None:
        """Steps rather than a slide of colour: what matters is which side of a level a cell is on."""
        names = list(self.data["names"])
        p = square(self.data, "p", names)
        np.fill_diagonal(p, np.nan)
        steps = sum((p < level).astype(np.float64) for level in LEVELS) / len(LEVELS)
        shades = np.where(np.isnan(p), np.nan, steps)
        if len(names) > CROWD:
            crowd(axes[0], names, shades)
        else:
            self._numbered(axes[0], names, p, shades)
        axes[0].set_xlabel("shade: p < .05, < .01, < .001", labelpad=6)
        axes[0].xaxis.set_label_position("bottom")

    def _numbered(self, axes: Axes, names: list[str], p: Floats, shades: Floats) -> None:
        texts = [[p_value(value) if defined(value) else "·" for value in row] for row in p]
        shade(axes, names, shades, texts)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Each pair once."""
        names = list(self.data["names"])
        p = square(self.data, "p", names)
        yield from ((names[i], names[j], float(p[i, j])) for i in range(len(names)) for j in range(i + 1, len(names)))
