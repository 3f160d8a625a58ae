"""Many tests at once: corrected p values."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan

from karat.errors import unknown

CORRECTIONS = ("holm", "bonferroni", "none")


def corrected(ps: Sequence[float], method: str = "holm") -> list[float]:
    """p values that keep the chance of even one false alarm at its level; nan stays nan and counts for nothing.

    >>> corrected([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    if method not in CORRECTIONS:
        raise unknown("correction", method, CORRECTIONS)
    known = sorted((p, i) for i, p in enumerate(ps) if not isnan(p))
    found, worst = [nan] * len(ps), 0.0
    for step, (p, i) in enumerate(known):
        factor = {"holm": len(known) - step, "bonferroni": len(known), "none": 1}[method]
        worst = max(worst, min(1.0, p * factor)) if method == "holm" else min(1.0, p * factor)
        found[i] = worst
    return found
