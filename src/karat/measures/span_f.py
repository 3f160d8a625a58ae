"""Precision and recall of marked stretches of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

import numpy as np
from scipy.optimize import linear_sum_assignment

from karat.measures.base import Floats, Measure, over
from karat.types.spoken import spoken

Mark = tuple[int, int, str]


@spoken
class SpanF(Measure):
    """F-measure over spans, pooled over units: a span is found when offsets and label are those of a gold span.

    `match='boundary'` forgives the label; `match='overlap'` takes spans of one label that share at least `iou` of their
    union, paired one to one so that as many as possible are found. Units where nothing is marked on either side add
    nothing.

    >>> import karat
    >>> gold, guess = [[(0, 3, "PER"), (8, 12, "ORG")]], [[(0, 3, "PER"), (8, 11, "ORG")]]
    >>> karat.score(gold, guess, "span_f", interval="none").value
    0.5
    >>> karat.score(gold, guess, "span_f(match='overlap')", interval="none").value
    1.0
    """

    name = "span_f"
    takes = "spans"
    undefined = "nothing is marked in gold or guess"
    paper = "Tjong Kim Sang & De Meulder 2003"
    choices = {"match": ("exact", "boundary", "overlap")}

    limits = {"beta": (0, 1000), "iou": (0.001, 1)}

    match: str = "exact"
    beta: float = 1.0
    iou: float = 0.5

    @property
    def symmetric(self) -> bool:  # type: ignore[override]  # it depends on the parameters
        """Swapping gold and guess swaps precision and recall, which only an even weight forgives."""
        return self.beta == 1

    def rows(self, gold: Sequence[Sequence[Mark]], guess: Sequence[Sequence[Mark]]) -> Floats:
        """Found, in gold, in guess."""
        found = self._overlapping if self.match == "overlap" else self._equal
        tallies = [(found(a, b), len(a), len(b)) for a, b in zip(gold, guess, strict=True)]
        return np.array(tallies, np.float64).reshape(len(gold), 3)

    def finish(self, totals: Floats) -> Floats:
        """From tallies to F."""
        found, in_gold, in_guess = np.moveaxis(totals, -1, 0)
        weight = self.beta**2
        return over((1 + weight) * found, weight * in_gold + in_guess)

    def _equal(self, gold: Sequence[Mark], guess: Sequence[Mark]) -> int:
        return (Counter(map(self._key, gold)) & Counter(map(self._key, guess))).total()

    def _key(self, mark: Mark) -> Mark:
        return (mark[0], mark[1], "") if self.match == "boundary" else mark

    def _overlapping(self, gold: Sequence[Mark], guess: Sequence[Mark]) -> int:
        ours, theirs = _by_label(gold), _by_label(guess)
        return sum(_most_pairs(ours[label], theirs[label], self.iou) for label in ours.keys() & theirs.keys())


def _by_label(marks: Sequence[Mark]) -> dict[str, list[Mark]]:
    ordered = sorted(marks, key=_label)
    return {label: list(group) for label, group in groupby(ordered, key=_label)}


def _label(mark: Mark) -> str:
    return mark[2]


def _most_pairs(gold: list[Mark], guess: list[Mark], iou: float) -> int:
    """How many spans can be paired one to one: an assignment, because taking the first overlap can lose a better one."""
    fits = np.array([[_shared(a, b) >= iou for b in guess] for a in gold], np.float64)
    return int(fits[linear_sum_assignment(fits, maximize=True)].sum())


def _shared(a: Mark, b: Mark) -> float:
    common = max(0, min(a[1], b[1]) - max(a[0], b[0]))
    return common / (max(a[1], b[1]) - min(a[0], b[0])) if common else 0.0
