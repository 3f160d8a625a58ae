"""What was taken for what: counts in cells, shaded by their share of the gold label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.report.drawings.base import Drawing, square
from karat.report.drawings.heat import extent, shade
from karat.report.numbers import count

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Confusion(Drawing):
    """`labels`, and `counts` with a row for each gold label and a column for each guess."""

    needs = ("labels", "counts")
    columns = ("gold", "guess", "count")

    @property
    def size(self) -> tuple[float, float]:
        """As many cells as labels, twice."""
        wide, high = extent(self.data["labels"])
        return max(wide, 2.6) + 0.3, max(high, 1.8) + 0.2

    def paint(self, axes: Sequence[Axes]) -> None:
        """Shade by row, as the labels of the gold are what is given."""
        labels = list(self.data["labels"])
        counts = square(self.data, "counts", labels)
        total = counts.sum(1, keepdims=True)
        shades = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
        shade(axes[0], labels, shades, [[count(int(n)) for n in row] for row in counts])
        axes[0].set_xlabel("system says", labelpad=6)
        axes[0].set_ylabel("gold says", labelpad=6)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Cell by cell."""
        labels = list(self.data["labels"])
        counts = square(self.data, "counts", labels)
        for gold, row in zip(labels, counts, strict=True):
            yield from ((gold, guess, int(n)) for guess, n in zip(labels, row, strict=True))
