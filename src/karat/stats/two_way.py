"""Uncertainty from both sides: other units, and other annotators.

Rows here are annotators × units × k: what each unit contributes when that annotator's answers are taken for gold. Where an
annotator did not answer, the row is 0 throughout.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from karat.errors import BadInput, BadRequest
from karat.measures.base import Floats, Measure
from karat.types.seed import checked

CELLS = 1 << 22  # numbers held at a time
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class TwoWay:
    """A score, or a difference, with its 95 % intervals: over units alone, and over units and annotators."""

    value: float
    low: float
    high: float
    low_two_way: float
    high_two_way: float

    @property
    def only_these_annotators(self) -> bool:
        """Is it clear of 0 with these annotators, but not clear of how far annotators differ?"""
        return (self.low > 0 or self.high < 0) and self.low_two_way <= 0 <= self.high_two_way


@dataclass(frozen=True, slots=True)
class Ceiling:
    """How well people do at the systems' task: the mean over annotators, each scored against all the others."""

    value: float
    each: tuple[float, ...]


def two_way_score(measure: Measure, rows: Floats, resamples: int = 2000, seed: int = 0) -> TwoWay:
    """The score against all annotators, with intervals that say what other units and other annotators would change.

    The two-way interval is on the wide side (each cell is drawn from both sides), and rough with fewer than five annotators.

    >>> from karat.measures import measure
    >>> rng = np.random.default_rng(0)
    >>> right = rng.random((4, 200)) < np.array([[0.7], [0.75], [0.8], [0.85]])  # four annotators, 200 units
    >>> found = two_way_score(measure("accuracy"), np.stack([right, np.ones((4, 200))], 2))
    >>> found.high_two_way - found.low_two_way > 2 * (found.high - found.low)
    True
    """
    _check(measure, rows)
    return _intervals(measure, rows, None, resamples, checked(seed))


def two_way_difference(measure: Measure, ours: Floats, theirs: Floats, resamples: int = 2000, seed: int = 0) -> TwoWay:
    """The difference of two systems against all annotators; `only_these_annotators` flags one that others may turn round.

    >>> from karat.measures import measure
    >>> ones = np.ones((3, 60))
    >>> ours, theirs = np.stack([0.8 * ones, ones], 2), np.stack([0.7 * ones, ones], 2)
    >>> round(two_way_difference(measure("accuracy"), ours, theirs).value, 3)
    0.1
    """
    _check(measure, ours)
    if ours.shape != theirs.shape:
        raise BadInput(f"the systems' rows are {_size(ours)} and {_size(theirs)}: the same were expected")
    return _intervals(measure, ours, theirs, resamples, checked(seed))


def human_ceiling(measure: Measure, rows: Floats) -> Ceiling:
    """What people score who are scored like a system: each annotator against all others, leaving one out.

    `rows[a, b]` are the rows of the units with a's answers as the guess and b's as gold; `rows[a, a]` is not looked at. A
    system's `two_way_score` is on the same scale. Annotators whose score is undefined are left out of the mean.

    >>> from karat.measures import measure
    >>> rows = np.ones((3, 3, 10, 2))
    >>> rows[2, :2, :5, 0] = rows[:2, 2, :5, 0] = 0.0  # the third disagrees with the others on half of the units
    >>> ceiling = human_ceiling(measure("accuracy"), rows)
    >>> ceiling.each, round(ceiling.value, 3)
    ((0.75, 0.75, 0.5), 0.667)
    """
    if measure.whole:
        raise BadRequest(f"{measure.name} needs all units singly: a measure whose rows add up was expected")
    if rows.ndim != 4 or rows.shape[0] != rows.shape[1]:
        raise BadInput(f"the rows are {_size(rows)}: annotators × annotators × units × k was expected")
    others = ~np.eye(len(rows), dtype=bool)
    each = measure.finish(np.array([rows[a, others[a]].sum((0, 1)) for a in range(len(rows))]))
    known = each[~np.isnan(each)]
    return Ceiling(float(known.mean()) if len(known) else float("nan"), tuple(each.tolist()))


def _check(measure: Measure, rows: Floats) -> None:
    if measure.whole:
        raise BadRequest(f"{measure.name} needs all units singly: a measure whose rows add up was expected")
    if rows.ndim != 3 or rows.shape[0] < 2 or rows.shape[1] < 2:
        raise BadInput(f"the rows are {_size(rows)}: annotators × units × k, at least two of both, was expected")


def _size(rows: Floats) -> str:
    return " × ".join(map(str, rows.shape))


def _intervals(measure: Measure, ours: Floats, theirs: Floats | None, resamples: int, seed: int) -> TwoWay:
    if resamples < 1:
        raise BadRequest(f"{resamples} resamples were asked for: at least 1 was expected")
    rows = ours if theirs is None else np.concatenate([ours, theirs], 2)
    value = float(_finished(measure, rows.sum((0, 1)), theirs))
    bounds: list[float] = []
    for both in (False, True):
        drawn = [_finished(measure, sums, theirs) for sums in _drawn(rows, resamples, seed, both)]
        found = np.concatenate(drawn)
        known = found[~np.isnan(found)]
        tails = (1 - LEVEL) / 2, (1 + LEVEL) / 2
        bounds += np.quantile(known, tails).tolist() if len(known) else [float("nan")] * 2
    return TwoWay(value, *bounds)


def _finished(measure: Measure, totals: Floats, theirs: Floats | None) -> Floats:
    if theirs is None:
        return measure.finish(totals)
    one, other = np.split(totals, 2, axis=-1)
    return measure.finish(one) - measure.finish(other)


def _drawn(rows: Floats, resamples: int, seed: int, both: bool) -> Iterator[Floats]:
    """Sums of rows with units drawn anew, and annotators too if `both`; each chunk from its own stream."""
    annotators, units, k = rows.shape
    size = max(1, min(resamples, CELLS // (units * k)))
    for first in range(0, resamples, size):
        some, rng = min(size, resamples - first), np.random.default_rng([seed, first])
        of_units = rng.multinomial(units, np.full(units, 1 / units), some).astype(np.float64)
        of_annotators = rng.multinomial(annotators, np.full(annotators, 1 / annotators), some).astype(np.float64)
        seen = np.tensordot(of_annotators, rows, 1) if both else np.broadcast_to(rows.sum(0), (some, units, k))
        yield np.einsum("cuk,cu->ck", seen, of_units)
