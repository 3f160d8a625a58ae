"""What every drawing is: data in, marks on axes and a table of the same numbers out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isnan, nan
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from karat.errors import BadInput
from karat.report.numbers import MINUS
from karat.types.score import Score

if TYPE_CHECKING:  # drawings get their axes from the canvas, so that their tables cost no matplotlib
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

Floats: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
WIDTH = 4.9  # inches: on a telephone its 9 points still read, on paper it fits a column
LONGEST = 26


class Drawing:
    """The marks of one figure; a subclass says what its data need and how they are drawn."""

    needs: ClassVar[tuple[str, ...]] = ()
    columns: ClassVar[tuple[str, ...]] = ()
    panels: tuple[int, int] = (1, 1)

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in inches."""
        return WIDTH, 3.0

    def paint(self, axes: Sequence[Axes]) -> None:
        """Put the marks on the axes."""
        raise NotImplementedError

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """The same numbers as rows of `columns`."""
        raise NotImplementedError


def point(value: Score | float | None) -> tuple[float, float, float]:
    """A value with both ends of its interval; nan where there is none."""
    if isinstance(value, Score):
        return value.value, value.low, value.high
    return (nan if value is None else float(value)), nan, nan


def short(name: object) -> str:
    """A label that fits beside an axis; what is left out is in the middle, as names often differ at the end.

    >>> short("a very long name of some system 3")
    'a very long nam…e system 3'
    """
    text = str(name)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 11]}…{text[-10:]}"


def square(data: Mapping[str, Any], key: str, names: Sequence[str]) -> Floats:
    """A matrix with a row and a column for each name."""
    found = [len(row) for row in data[key]]
    if not names or found != [len(names)] * len(names):
        raise BadInput(
            f"figure data, {key}: rows of {found} numbers were found; "
            f"a row and a column for each name expected ({', '.join(map(str, names)) or 'there is no name'})"
        )
    return np.array([[point(value)[0] for value in row] for row in data[key]], np.float64)


def edged(data: Mapping[str, Any]) -> tuple[Floats, Floats]:
    """Edges of bins and what is in each bin."""
    edges, counts = (np.asarray(data[key], np.float64) for key in ("edges", "counts"))
    if len(edges) != len(counts) + 1:
        raise BadInput(f"figure data: {len(counts)} counts need {len(counts) + 1} edges; {len(edges)} were found")
    return edges, counts


def spread(places: Sequence[float], gap: float) -> list[float]:
    """Move labels apart, as little as need be and in their order, until each has room.

    >>> spread([1.0, 1.0, 5.0], 1.0)
    [0.5, 1.5, 5.0]
    """
    order = sorted(range(len(places)), key=lambda at: places[at])
    moved: list[list[int]] = []
    for at in order:
        moved.append([at])
        while len(moved) > 1 and _start(moved[-1], places, gap) < _start(moved[-2], places, gap) + gap * len(moved[-2]):
            moved[-2:] = [moved[-2] + moved[-1]]
    there = {at: _start(block, places, gap) + gap * step for block in moved for step, at in enumerate(block)}
    return [there[at] for at in range(len(places))]


def _start(block: Sequence[int], places: Sequence[float], gap: float) -> float:
    return float(np.mean([places[at] for at in block])) - gap * (len(block) - 1) / 2


def tick(value: float, _: float | None = None) -> str:
    """A number on an axis, as short as it can be.

    >>> tick(0.85), tick(-1.0), tick(12000)
    ('.85', '−1', '12,000')
    """
    said = f"{abs(value):,.10g}" if abs(value) >= 1 else f"{abs(value):.10g}".removeprefix("0") or "0"
    return (MINUS if value < 0 else "") + said


def plainly(axis: Axis) -> None:
    """Numbers on an axis in karat's way."""
    axis.set_major_formatter(tick)  # matplotlib takes a function here


def named(axes: Axes, names: Sequence[str]) -> None:
    """Names down the left side, the first at the top."""
    axes.set_yticks(range(len(names)), [short(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)


def defined(value: float) -> bool:
    """Is there anything to draw?"""
    return not isnan(value)
