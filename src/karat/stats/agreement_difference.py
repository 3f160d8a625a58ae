"""Did people agree more under one guideline than under another?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, isnan, nan

import numpy as np

from karat.errors import BadInput, BadRequest
from karat.measures.base import Floats, Measure
from karat.measures.forms import encode_panel
from karat.stats.scoring import rows_of
from karat.stats.tests.base import Tested
from karat.types.seed import checked

CHUNK = 256  # rearrangements at a time
EXACT = 10_000  # so many rearrangements are all tried
DUST = 1e-12
Panel = Sequence[Sequence[str | None]]


@dataclass(frozen=True, slots=True)
class AgreementDifference:
    """Agreement under either condition, the difference (one − other), and how surprising it is."""

    one: float
    other: float
    difference: float
    tested: Tested


def agreement_difference(
    measure: Measure, one: Panel, other: Panel, *, same_units: bool = False, resamples: int = 10_000, seed: int = 0
) -> AgreementDifference:
    """Test whether two conditions, such as versions of a guideline, differ in agreement, by a permutation test.

    Each panel is a list of units with one label an author, None where somebody did not answer. With `same_units` both list
    the same units in the same order, and answers are swapped within units; else units are dealt out anew. It asks whether
    the condition makes any difference at all to a unit, so harder units under one guideline are found as well: take the
    same units where you can. All rearrangements are tried where there are at most 10,000, and p is then exact.

    >>> from karat.measures import measure
    >>> vague = [["x", "y"], ["x", "x"], ["y", "x"], ["y", "x"], ["x", "y"], ["y", "y"]]
    >>> clear = [["x", "x"], ["x", "x"], ["y", "y"], ["y", "y"], ["x", "x"], ["y", "y"]]
    >>> found = agreement_difference(measure("kappa"), vague, clear, same_units=True)
    >>> round(found.difference, 3), found.tested.p  # 2 of the 16 ways to swap four units that differ
    (-1.333, 0.125)
    """
    if measure.of != "panel":
        raise BadRequest(f"{measure.name} is no measure of agreement among authors: take alpha or kappa")
    if same_units and len(one) != len(other):
        raise BadInput(f"the conditions have {len(one)} and {len(other)} units: the same units were expected")
    if resamples < 1:
        raise BadRequest(f"{resamples} rearrangements were asked for: at least 1 was expected")
    rows = _rows(measure, one, other)
    first, second = rows[: len(one)], rows[len(one) :]
    scores = [measure.score(side) if len(side) else nan for side in (first, second)]
    seen = scores[0] - scores[1]
    rearranged = _swapped if same_units else _dealt
    said = f"permutation of {'answers within units' if same_units else 'units'}, two-sided"
    if isnan(seen):
        return AgreementDifference(scores[0], scores[1], seen, Tested(nan, said, why=measure.undefined))
    p, tried = _p(measure, rearranged(first, second, resamples, checked(seed)), seen)
    return AgreementDifference(scores[0], scores[1], seen, Tested(p, said, statistic=seen, resamples=tried))


def _rows(measure: Measure, *panels: Panel) -> Floats:
    """Rows of both conditions over one inventory, so that they have one shape."""
    width = max((len(row) for panel in panels for row in panel), default=0)
    padded = [[*row, *[None] * (width - len(row))] for panel in panels for row in panel]
    return rows_of(measure, encode_panel(padded))


def _p(measure: Measure, rearranged: Iterable[tuple[Floats, Floats, bool]], seen: float) -> tuple[float, int]:
    """The share of rearrangements as far apart as what was seen, which is one of them; an undefined one counts as such."""
    extreme = tried = 0
    exact = True
    for ours, theirs, every in rearranged:
        apart = measure.finish(ours) - measure.finish(theirs)
        extreme += int(np.count_nonzero(~(np.abs(apart) < abs(seen) - DUST)))
        tried, exact = tried + len(apart), every
    return (extreme / tried, 0) if exact else ((extreme + 1) / (tried + 1), tried)


def _swapped(one: Floats, other: Floats, resamples: int, seed: int) -> Iterator[tuple[Floats, Floats, bool]]:
    """Sums of both conditions with answers swapped in some units; units that are alike under both need no swap."""
    differ = (one != other).any(1)
    half, apart = one.sum(0) + other.sum(0), (other - one)[differ]
    every = 2 ** len(apart) <= EXACT
    drawn = product((0.0, 1.0), repeat=len(apart)) if every else _coins(len(apart), resamples, seed)
    for chosen in _chunks(drawn, len(apart)):
        first = one.sum(0) + chosen @ apart
        yield first, half - first, every


def _dealt(one: Floats, other: Floats, resamples: int, seed: int) -> Iterator[tuple[Floats, Floats, bool]]:
    """Sums of both conditions with all units dealt out anew, as many to each as it had."""
    rows = np.concatenate([one, other])
    every = comb(len(rows), len(one)) <= EXACT
    drawn = _hands(len(rows), len(one)) if every else _shuffled(len(rows), len(one), resamples, seed)
    for chosen in _chunks(drawn, len(rows)):
        first = chosen @ rows
        yield first, rows.sum(0) - first, every


def _coins(units: int, resamples: int, seed: int) -> Iterator[Sequence[float]]:
    rng = np.random.default_rng(seed)
    return ((rng.random(units) < 0.5).astype(np.float64).tolist() for _ in range(resamples))


def _hands(units: int, dealt: int) -> Iterator[Sequence[float]]:
    for hand in combinations(range(units), dealt):
        yield np.isin(np.arange(units), hand).astype(np.float64).tolist()


def _shuffled(units: int, dealt: int, resamples: int, seed: int) -> Iterator[Sequence[float]]:
    rng = np.random.default_rng(seed)
    return ((rng.permutation(units) < dealt).astype(np.float64).tolist() for _ in range(resamples))


def _chunks(drawn: Iterable[Sequence[float]], width: int) -> Iterator[Floats]:
    """Rows of 0 and 1, some at a time."""
    some: list[Sequence[float]] = []
    for one in drawn:
        some.append(one)
        if len(some) == CHUNK:
            yield np.array(some)
            some = []
    if some:
        yield np.array(some).reshape(len(some), width)
