"""All kinds of question, by name. A new kind is one file here, one widget module and one line below."""

from __future__ import annotations

from karat.kinds.base import Kind
from karat.types.listed import Listed
from karat.types.spoken import listen

KINDS = Listed(
    "karat.kinds",
    {
        "label": "label:Label",
        "scale": "scale:Scale",
        "span": "span:Span",
    },
)


def kind(text: str | Kind) -> Kind:
    """Read a kind as it prints.

    >>> kind("scale(points=7)")
    scale(points=7)
    """
    return text if isinstance(text, Kind) else listen(text, KINDS, "kind")


__all__ = ["KINDS", "Kind", "kind"]
