"""Many tests at once: corrected p values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import isnan, nan

from karat.errors import unknown

Ordered = list[float]


def _bonferroni(ps: Ordered) -> Ordered:
    return [p * len(ps) for p in ps]


def _holm(ps: Ordered) -> Ordered:
    return list(accumulate((p * (len(ps) - i) for i, p in enumerate(ps)), max))


def _hochberg(ps: Ordered) -> Ordered:
    return _from_the_largest([p * (len(ps) - i) for i, p in enumerate(ps)])


def _bh(ps: Ordered) -> Ordered:
    return _from_the_largest([p * len(ps) / (i + 1) for i, p in enumerate(ps)])


def _by(ps: Ordered) -> Ordered:
    price = sum(1 / (i + 1) for i in range(len(ps)))
    return [p * price for p in _bh(ps)]


def _from_the_largest(ps: Ordered) -> Ordered:
    """None larger than a later one."""
    return list(accumulate(reversed(ps), min))[::-1]


METHODS: dict[str, Callable[[Ordered], Ordered]] = {
    "holm": _holm,
    "bonferroni": _bonferroni,
    "hochberg": _hochberg,
    "bh": _bh,
    "by": _by,
    "none": list,
}
CORRECTIONS = tuple(METHODS)


def corrected(ps: Sequence[float], method: str = "holm") -> list[float]:
    """p values that allow for how many tests were made; nan stays nan and counts for nothing.

    `holm` and `bonferroni` keep the chance of even one false alarm at its level, whatever the tests (Holm finds more);
    `hochberg` does so for tests that are independent or go together. `bh` (Benjamini & Hochberg 1995, for such tests) and
    `by` (Benjamini & Yekutieli 2001, for any) keep the share of false alarms among what is found.

    >>> corrected([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    >>> corrected([0.01, 0.04, 0.03], "bh")
    [0.03, 0.04, 0.04]
    """
    if method not in METHODS:
        raise unknown("correction", method, METHODS)
    known = sorted((p, i) for i, p in enumerate(ps) if not isnan(p))
    found = [nan] * len(ps)
    for (_, i), p in zip(known, METHODS[method]([p for p, _ in known]), strict=True):
        found[i] = min(1.0, p)
    return found
