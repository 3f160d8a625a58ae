"""All drawings, by the form that a `Figure` names. A new drawing is one file here and one line below."""

from __future__ import annotations

from karat.report.drawings.base import Drawing
from karat.types.listed import Listed

DRAWINGS = Listed(
    "karat.report.drawings",
    {
        "agreement": "agreement:Agreement",
        "bars": "bars:Bars",
        "confusion": "confusion:Confusion",
        "difference": "difference:Difference",
        "intervals": "intervals:Intervals",
        "learning": "learning:Learning",
        "lengths": "lengths:Lengths",
        "pvalues": "pvalues:PValues",
        "slices": "slices:Slices",
    },
)

__all__ = ["DRAWINGS", "Drawing"]
