"""How finely a measure's numbers are told: a share has three digits, a score out of a hundred has two."""

from __future__ import annotations

from functools import cache

from karat.errors import KaratError
from karat.measures import measure

FINE, COARSE = 3, 2


@cache
def places(which: str) -> int:
    """Digits after the point that a difference by this measure deserves; three where nobody knows the measure.

    >>> places("accuracy"), places("bleu"), places("adequacy, 1 to 5")
    (3, 2, 3)
    """
    try:
        low, high = measure(which).bounds
    except KaratError:
        return FINE
    return COARSE if 10 < high - low < float("inf") else FINE
