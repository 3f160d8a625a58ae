"""From a `Figure` to its drawing and its data, by the name of its form."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Any

from karat.errors import BadInput, unknown
from karat.report.drawings import DRAWINGS, Drawing
from karat.report.json import plain
from karat.types.listed import Listed
from karat.types.report import Figure, Table
from karat.types.score import Score

FORMATS = ("svg", "png", "pdf")
SMALL = 30  # rows that a text may show of a figure's data
PARTS = ("value", "low", "high", "n", "why")  # the columns that a score takes
CANVAS = Listed("karat.report", {"paint": "canvas:paint"})  # matplotlib is read when something is drawn, not before


def draw(figure: Figure, format: str = "svg") -> bytes:
    """Draw a figure as `svg`, `png` or `pdf`: the same data give the same bytes.

    The caption is not in the picture; it belongs to the page around it.

    >>> draw(Figure("Length", "bars", {"bars": {"train": 240, "dev": 30}}), "png")[1:4]
    b'PNG'
    """
    if format not in FORMATS:
        raise unknown("format of figures", format, FORMATS)
    made: bytes = CANVAS["paint"](drawing(figure), figure.title, format)
    return made


def drawing(figure: Figure) -> Drawing:
    """The drawing that a figure asks for; its data must hold what that drawing needs."""
    if figure.form not in DRAWINGS:
        raise unknown("drawing", figure.form, DRAWINGS)
    cls: type[Drawing] = DRAWINGS[figure.form]
    missing = [name for name in cls.needs if name not in figure.data]
    if missing:
        raise BadInput(
            f"figure {figure.title!r}: a drawing of the form {figure.form!r} needs {', '.join(cls.needs)}; "
            f"its data lack {', '.join(missing)}"
        )
    return cls(figure.data)


def table(figure: Figure) -> Table:
    """The numbers behind a figure, a row for each mark that is drawn."""
    drawn = drawing(figure)
    return Table(figure.title, drawn.columns, tuple(drawn.rows()))


def sentence(title: str) -> str:
    """A title as a sentence.

    >>> sentence("Learning curves"), sentence("Is it real?")
    ('Learning curves.', 'Is it real?')
    """
    return title if title.endswith((".", "?", "!", "…")) else f"{title}."


def small_table(figure: Figure) -> Table | None:
    """The numbers behind a figure where they are few enough to stand in a text."""
    made = table(figure)
    return made if len(made.rows) <= SMALL else None


def as_csv(figure: Figure) -> str:
    """The numbers behind a figure at full precision; what is undefined is empty.

    >>> print(as_csv(Figure("Length", "bars", {"bars": {"train": 0.1, "dev": float("nan")}})))
    name,value
    train,0.1
    dev,
    <BLANKLINE>
    """
    made = table(figure)
    scored = [any(isinstance(row[at], Score) for row in made.rows) for at in range(len(made.columns))]
    head = [name for at, column in enumerate(made.columns) for name in (PARTS if scored[at] else (column,))]
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([head, *(_flat(row, scored) for row in made.rows)])
    return out.getvalue()


def _flat(row: Sequence[Any], scored: Sequence[bool]) -> list[Any]:
    return [
        plain(one) for value, parts in zip(row, scored, strict=True) for one in (_parts(value) if parts else (value,))
    ]


def _parts(value: Any) -> tuple[Any, ...]:
    return tuple(getattr(value, part) for part in PARTS) if isinstance(value, Score) else (value, *[None] * 4)
