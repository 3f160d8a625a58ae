"""From values to what people read: text, Markdown, HTML, LaTeX, JSON and figures."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from karat.errors import unknown
from karat.types.listed import Listed
from karat.types.report import Report, Table

if TYPE_CHECKING:
    from karat.report.figures import draw as draw

RENDERERS = Listed(
    "karat.report",
    {
        "html": "html:render",
        "json": "json:render",
        "latex": "latex:render",
        "markdown": "markdown:render",
        "text": "text:render",
    },
)


def render(value: Report | Table, to: str = "text") -> str:
    """Show a report or a table as `html`, `json`, `latex`, `markdown` or `text`.

    Undefined numbers print as `–` with a footnote that says why; only HTML and LaTeX have room for pictures.

    >>> print(render(Table("Sizes", ("part", "units"), (("train", 240), ("dev", 30))), "markdown"))
    **Sizes**
    <BLANKLINE>
    | part | units |
    | :--- | ---: |
    | train | 240 |
    | dev | 30 |
    <BLANKLINE>
    """
    if to not in RENDERERS:
        raise unknown("format of reports", to, RENDERERS)
    shown: str = RENDERERS[to](value)
    return shown


def __getattr__(name: str) -> Any:
    # text and JSON need no figures, and a small score should not wait for them
    if name == "draw":
        return import_module("karat.report.figures").draw
    raise AttributeError(f"karat.report has no {name!r}")


__all__ = ["RENDERERS", "draw", "render"]
