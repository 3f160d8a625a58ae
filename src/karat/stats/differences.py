"""How far apart two systems are on the same units: the difference, its interval, and how resamples of it fall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from karat.engine import Engine, Local
from karat.errors import BadInput
from karat.kernels import draws
from karat.measures.base import Floats, Measure
from karat.stats.bootstrap import Chunk, chunks
from karat.stats.counting import Counting
from karat.stats.intervals import bca, without_each
from karat.stats.population import Distinct, OneByOne, counted, distinct, one_by_one
from karat.types.seed import checked

KEPT = 100_000  # resamples kept for the interval: enough for its third digit, and memory does not grow with b
DUST = 1e-12  # sums of rows in another order differ by this much

Pair = tuple[int, int]


class Difference(Measure):
    """The score of one system less that of another: a measure of both systems' rows side by side.

    Being a measure, it has resamples, a jackknife and intervals like any other.
    """

    name = "difference"

    def __init__(self, measure: Measure) -> None:
        self.measure = measure

    @property
    def whole(self) -> bool:  # type: ignore[override]  # as the measure it is a difference of
        """Does it need all rows together?"""
        return self.measure.whole

    def rows(self, ours: Floats, theirs: Floats) -> Floats:
        """Both rows side by side."""
        _check([ours, theirs])
        return np.concatenate([ours, theirs], axis=1)

    def finish(self, totals: Floats) -> Floats:
        """Our score less theirs."""
        ours, theirs = np.split(totals, 2, axis=-1)
        return self.measure.finish(ours) - self.measure.finish(theirs)

    def score(self, rows: Floats) -> float:
        """Our score less theirs."""
        ours, theirs = np.split(rows, 2, axis=1)
        return self.measure.score(ours) - self.measure.score(theirs)


@dataclass(frozen=True, slots=True)
class Apart:
    """A difference, its 95 % interval, its effect, and how many of the resamples are as extreme in three readings.

    `effect` is the mean of the units' differences over their standard deviation (by jackknife where units do not add up).
    """

    difference: float
    low: float = nan
    high: float = nan
    effect: float = nan
    two_sided: int = 0
    one_sided: int = 0
    strict: int = 0


def differences(
    measure: Measure,
    systems: Sequence[Floats],
    pairs: Sequence[Pair],
    resamples: int,
    seed: int = 0,
    engine: Engine | None = None,
) -> list[Apart]:
    """How far apart each pair of systems is; units are rows, so sum rows by group first where groups exist.

    Where the distinct rows of a pair are few, they are counted; the other pairs share one drawing of all their systems.
    A pair's numbers are the same whichever other systems there are.
    """
    checked(seed)
    _check(systems)
    values = [measure.score(rows) if len(rows) else nan for rows in systems]
    jackknives = [without_each(measure, rows) if len(rows) > 1 else np.zeros(1) for rows in systems]
    known = [pair for pair in pairs if not isnan(values[pair[0]] - values[pair[1]])]
    found = {pair: Apart(nan) for pair in pairs}
    for drawing, these in _drawings(measure, systems, known):
        at = {name: place for place, name in enumerate(drawing.names)}
        reading = _Reading(
            drawing,
            [(at[a], at[b]) for a, b in these],
            [values[a] - values[b] for a, b in these],
            seed,
        )
        counts, kept = reading.through(resamples, engine)
        for (a, b), extreme in zip(these, counts.tolist(), strict=True):
            difference, jackknife = values[a] - values[b], jackknives[a] - jackknives[b]
            jackknife = jackknife[~np.isnan(jackknife)]
            low, high = _interval(difference, kept[at[a]] - kept[at[b]], jackknife)
            found[a, b] = Apart(difference, low, high, _effect(difference, jackknife), *extreme)
    return [found[pair] for pair in pairs]


def _check(systems: Sequence[Floats]) -> None:
    for rows in systems:
        if rows.shape != systems[0].shape:
            raise BadInput(f"the systems have {len(systems[0])} and {len(rows)} units: the same units were expected")


@dataclass(frozen=True, slots=True)
class _Added:
    """Systems whose rows are drawn side by side, and add up."""

    measure: Measure
    names: tuple[int, ...]
    units: Counting | OneByOne
    width: int

    def scores(self, seed: int, chunk: Chunk) -> Floats:
        """A row a system, a column a resample."""
        totals = self.units.totals(seed, *chunk).reshape(chunk[1], len(self.names), -1)
        return self.measure.finish(totals.transpose(1, 0, 2))


@dataclass(frozen=True, slots=True)
class _Whole:
    """Systems whose scores need all rows of the units that are drawn."""

    measure: Measure
    names: tuple[int, ...]
    rows: tuple[Floats, ...]
    width: int

    def scores(self, seed: int, chunk: Chunk) -> Floats:
        """A row a system, a column a resample."""
        units: NDArray[np.int64] = np.empty((chunk[1], len(self.rows[0])), np.int64)
        draws.resample_units(len(self.rows[0]), seed, chunk[0], units)
        return np.array([[self.measure.score(rows[drawn]) for drawn in units] for rows in self.rows])


def _drawings(
    measure: Measure, systems: Sequence[Floats], pairs: Sequence[Pair]
) -> list[tuple[_Added | _Whole, list[Pair]]]:
    """What is drawn, each with the pairs that read it."""
    names = tuple(sorted({name for pair in pairs for name in pair}))
    if not names:
        return []
    if measure.whole:
        rows = tuple(np.ascontiguousarray(systems[name]) for name in names)
        return [(_Whole(measure, names, rows, len(rows[0])), list(pairs))]
    few = {name: distinct(systems[name]) for name in names}
    beside = {pair: _beside(few[pair[0]], few[pair[1]]) for pair in pairs}
    found: list[tuple[_Added | _Whole, list[Pair]]] = [
        (_Added(measure, pair, counted(both), both.rows.shape[1]), [pair])
        for pair, both in beside.items()
        if both is not None
    ]
    rest = [pair for pair, both in beside.items() if both is None]
    if rest:
        names = tuple(sorted({name for pair in rest for name in pair}))
        joined = np.concatenate([systems[name] for name in names], axis=1)
        found.append((_Added(measure, names, one_by_one(joined), joined.shape[1]), rest))
    return found


def _beside(ours: Distinct | None, theirs: Distinct | None) -> Distinct | None:
    return None if ours is None or theirs is None else ours.beside(theirs)


@dataclass(frozen=True, slots=True)
class _Reading:
    """The pairs that are read off one drawing, by the places of their systems, with the differences seen."""

    drawing: _Added | _Whole
    pairs: list[Pair]
    seen: list[float]
    seed: int

    def through(self, resamples: int, engine: Engine | None) -> tuple[NDArray[np.int64], Floats]:
        """For each pair how many resamples are as extreme, and the first scores of each system."""
        counts, kept = np.zeros((len(self.pairs), 3), np.int64), list[Floats]()
        for extreme, scores in (engine or Local()).map(self, chunks(resamples, self.drawing.width)):
            counts += extreme
            if scores is not None:
                kept.append(scores)
        return counts, np.concatenate(kept, axis=1)

    def __call__(self, chunk: Chunk) -> tuple[NDArray[np.int64], Floats | None]:
        scores = self.drawing.scores(self.seed, chunk)
        read = zip(self.pairs, self.seen, strict=True)
        extreme = [_as_extreme(scores[a] - scores[b], seen) for (a, b), seen in read]
        return np.array(extreme, np.int64), scores if chunk[0] < KEPT else None


def _as_extreme(drawn: Floats, seen: float) -> tuple[int, int, int]:
    """Resamples as extreme as what was seen: two-sided, one-sided, strictly; an undefined one counts as extreme."""
    size, dust = abs(seen), DUST * max(1.0, abs(seen))
    known = drawn[~np.isnan(drawn)] if np.isnan(drawn.sum()) else drawn
    undefined, won = len(drawn) - len(known), known if seen >= 0 else -known
    # two-sided is |drawn − seen| ≥ |seen|: at least twice what was seen, or nothing of it, or the other way
    one_sided, none = np.count_nonzero(won >= 2 * size - dust), np.count_nonzero(won <= dust)
    both = len(known) if size <= dust else int(one_sided + none)
    return undefined + both, undefined + int(one_sided), undefined + int(np.count_nonzero(won > 2 * size + dust))


def _interval(difference: float, drawn: Floats, jackknife: Floats) -> tuple[float, float]:
    drawn = drawn[~np.isnan(drawn)]
    return bca(difference, drawn, jackknife) if len(jackknife) > 1 and len(drawn) else (nan, nan)


def _effect(difference: float, jackknife: Floats) -> float:
    n = len(jackknife)
    spread = float(((n - 1) * jackknife).std(ddof=1)) if n > 1 else 0.0
    return difference / spread if spread > DUST else nan
