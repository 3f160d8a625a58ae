"""A square of shaded cells with their numbers: shared by every matrix of names against names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import nan
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from karat.report.colours import GRID, HEAT, INK, SOFT
from karat.report.drawings.base import WIDTH, Floats, defined, short

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Bools = NDArray[np.bool_]
CROWD = 12  # names beyond which numbers in cells no longer read
STRONGEST = 0.7  # ink still reads on the darkest cell, on white and on dark paper


def extent(names: Sequence[str]) -> tuple[float, float]:
    """Inches that a square of so many cells takes."""
    if len(names) > CROWD:
        side = max(WIDTH - 0.6, 0.105 * len(names))  # names of 7 points, one under the other
        return side + 1.5, side + 1.5
    cell = 0.52 if len(names) <= 8 else 0.4
    label = 0.075 * max((len(short(name)) for name in names), default=0)
    return cell * len(names) + label + 0.5, cell * len(names) * 0.8 + 0.6


def shade(axes: Axes, names: Sequence[str], shades: Floats, texts: Sequence[Sequence[str]]) -> None:
    """Shade the cells (0 to 1, nan stays blank), write their texts and name both sides."""
    for down, across in ((d, a) for d in range(len(names)) for a in range(len(names))):
        _cell(axes, down, across, float(shades[down, across]), texts[down][across])
    axes.set_xticks(range(len(names)), [short(name) for name in names])
    axes.set_yticks(range(len(names)), [short(name) for name in names])
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(visible=False)
    axes.spines["bottom"].set_visible(False)
    axes.tick_params(length=0, labelcolor=INK)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    if max(len(short(name)) for name in names) > (8 if len(names) <= 4 else 6):
        axes.tick_params(axis="x", rotation=40)
        for label in axes.get_xticklabels():
            label.set_horizontalalignment("left")
            label.set_rotation_mode("anchor")


def crowd(axes: Axes, names: Sequence[str], shades: Floats) -> None:
    """Shade the cells of a large square without texts: cells of one shade are one shape, so that the page stays small."""
    axes.fill(*_outline(~np.isnan(shades)), color=GRID, alpha=0.35, linewidth=0)
    for level in sorted({float(one) for one in shades[shades > 0]}):
        axes.fill(*_outline(shades == level), color=HEAT, alpha=STRONGEST * level, linewidth=0)
    places = range(len(names))
    axes.set_yticks(places, [short(name) for name in names], fontsize=7)
    axes.set_xticks(places, [short(name) for name in names], fontsize=7, rotation=90)
    axes.set_xlim(-0.5, len(names) - 0.5)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(visible=False)
    axes.spines["bottom"].set_visible(False)
    axes.tick_params(length=0, labelcolor=INK)
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")


def _outline(cells: Bools) -> tuple[Floats, Floats]:
    """A box around every run of cells in each row, as one line with gaps."""
    boxes = [(start, to, down) for down, row in enumerate(cells) for start, to in _runs(row)]
    x = [at - 0.5 for start, to, _ in boxes for at in (start, to, to, start, start, nan)]
    y = [at - 0.5 for _, _, down in boxes for at in (down, down, down + 1, down + 1, down, nan)]
    return np.array(x), np.array(y)


def _runs(row: Bools) -> Iterator[tuple[int, int]]:
    ends = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(np.int8), [0]])))
    yield from zip(ends[::2].tolist(), ends[1::2].tolist(), strict=True)


def _cell(axes: Axes, down: int, across: int, shade: float, text: str) -> None:
    if defined(shade):
        axes.bar([across], [0.96], 0.96, bottom=[down - 0.48], color=GRID, alpha=0.35, linewidth=0)
        axes.bar([across], [0.96], 0.96, bottom=[down - 0.48], color=HEAT, alpha=STRONGEST * shade, linewidth=0)
    axes.text(across, down, text, ha="center", va="center", color=INK if defined(shade) else SOFT)
