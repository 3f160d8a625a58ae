"""More data, better scores? Train (dashed) and dev (solid) over the size of the training set, with bands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.errors import BadInput
from karat.report.colours import series
from karat.report.drawings.base import WIDTH, Drawing, Floats, defined, plainly, point, short, spread, tick
from karat.types.score import Score

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DASHED = "train"


class Learning(Drawing):
    """`sizes`, and `systems`: for each name its parts (`train`, `dev`, …) with a score for each size.

    `measure` names the scores and `unit` what the sizes count.
    """

    needs = ("sizes", "systems")
    columns = ("system", "part", "size", "score")

    @property
    def size(self) -> tuple[float, float]:
        """Wide enough for names at the ends of lines."""
        return WIDTH, 3.2

    def paint(self, axes: Sequence[Axes]) -> None:
        """Names stand at the ends of lines; sizes that grow by factors get a scale that grows by factors."""
        sizes = np.asarray(self.data["sizes"], np.float64)
        ends = [
            (_name(name, part), _curve(axes[0], sizes, scores, colour, dashed=part == DASHED), colour)
            for name, part, scores, colour in self._curves()
        ]
        axes[0].set_xlabel(self.data.get("unit", "training units"))
        axes[0].set_title(self.data.get("measure", ""))
        _scale(axes[0], sizes)
        _names(axes[0], [(name, y, colour) for name, y, colour in ends if defined(y)], float(sizes[-1]))

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Point by point."""
        for name, part, scores, _ in self._curves():
            yield from ((name, part, size, score) for size, score in zip(self.data["sizes"], scores, strict=True))

    def _curves(self) -> Iterator[tuple[str, str, Sequence[Score | float], str]]:
        for at, (name, parts) in enumerate(self.data["systems"].items()):
            for part, scores in parts.items():
                _same_length(name, part, scores, self.data["sizes"])
                yield name, part, scores, series(at)


def _same_length(name: str, part: str, scores: Sequence[Any], sizes: Sequence[float]) -> None:
    if len(scores) != len(sizes) or not len(sizes):
        raise BadInput(
            f"figure data, {name}, {part}: {len(scores)} scores were found, one for each of {len(sizes)} sizes expected"
        )


def _curve(axes: Axes, sizes: Floats, scores: Sequence[Score | float], colour: str, *, dashed: bool) -> float:
    points = np.array([point(score) for score in scores], np.float64)
    style: Any = (0, (4, 2)) if dashed else "-"
    axes.plot(sizes, points[:, 0], color=colour, linestyle=style, marker="" if dashed else "o", markersize=4)
    axes.fill_between(sizes, points[:, 1], points[:, 2], color=colour, alpha=0.12, linewidth=0)
    return float(points[-1, 0])


def _name(system: str, part: str) -> str:
    return ", ".join(word for word in (short(system), part) if word)


def _scale(axes: Axes, sizes: Floats) -> None:
    if len(sizes) > 1 and sizes.min() > 0 and sizes.max() / sizes.min() >= 8:
        axes.set_xscale("log", base=2)
    shown = sizes if len(sizes) <= 7 else sizes[:: -(-len(sizes) // 6)]
    axes.set_xticks(shown, [tick(size) for size in shown])
    axes.minorticks_off()
    axes.grid(axis="x", visible=False)
    plainly(axes.yaxis)


def _names(axes: Axes, ends: Sequence[tuple[str, float, str]], right: float) -> None:
    low, high = axes.get_ylim()
    places = spread([y for _, y, _ in ends], (high - low) * 0.065)
    for (name, _, colour), y in zip(ends, places, strict=True):
        axes.annotate(name, (right, y), (8, 0), textcoords="offset points", color=colour, va="center")
