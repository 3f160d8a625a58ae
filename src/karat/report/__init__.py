"""From values to what people read: text, Markdown, HTML, LaTeX, JSON and figures."""

from __future__ import annotations

from karat.errors import unknown
from karat.report.figures import draw
from karat.types.listed import Listed
from karat.types.report import Report, Table

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


__all__ = ["RENDERERS", "draw", "render"]
