"""Compare systems on the same units: scores, differences, corrected p values, and the ranks each may hold."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from karat.engine import Engine
from karat.errors import BadInput, BadRequest
from karat.evaluate.scoring import fitting
from karat.evaluate.tabled import Tabled, tabled, with_corrected
from karat.measures import Measure, measure
from karat.stats.ranks import clusters, places, rank_intervals
from karat.stats.tests import PairedTest, paired_test
from karat.types.score import Comparison, Score
from karat.types.shown import Shown

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Rank:
    """A system's place by one measure, the places it may truly hold, and its cluster.

    Everybody in an earlier cluster is significantly better than everybody in a later one.
    """

    system: str
    measure: str
    place: int
    best: int
    worst: int
    cluster: int = 1


@dataclass(frozen=True, slots=True)
class Compared(Shown):
    """Scores of each system, all pairs, and ranks; `drawn` says over how many units or groups resamples are drawn."""

    systems: Mapping[str, tuple[Score, ...]]
    comparisons: tuple[Comparison, ...]
    ranks: tuple[Rank, ...]
    units: int = 0
    drawn: int = 0
    correction: str = "holm"

    @property
    def measures(self) -> tuple[str, ...]:
        """What was measured."""
        return tuple(score.measure for score in next(iter(self.systems.values())))

    def of(self, which: str) -> Compared:
        """What was found by one measure."""
        systems = {name: tuple(s for s in scores if s.measure == which) for name, scores in self.systems.items()}
        pairs = tuple(c for c in self.comparisons if c.measure == which)
        ranks = tuple(r for r in self.ranks if r.measure == which)
        return Compared(systems, pairs, ranks, self.units, self.drawn, self.correction)

    def ranked(self, which: str) -> list[Rank]:
        """Systems by one measure, the best first; equal ones as they were given."""
        return sorted((rank for rank in self.ranks if rank.measure == which), key=lambda rank: rank.place)

    def between(self, ours: str, theirs: str, which: str) -> Comparison:
        """One pair of systems, ours less theirs, whichever way round it was tested."""
        for one in self.comparisons:
            if one.measure == which and {one.ours, one.theirs} == {ours, theirs}:
                return one if one.ours == ours else turned(one)
        raise BadRequest(f"{ours} and {theirs} were not compared by {which}")


def compare(
    gold: Iterable[Any] | None,
    systems: Mapping[str, Iterable[Any]],
    which: str | Measure | Sequence[str | Measure],
    *,
    test: str | PairedTest = "bootstrap",
    resamples: int | None = None,
    interval: str = "bca",
    correction: str = "holm",
    seed: int = 0,
    groups: Sequence[Hashable] | None = None,
    engine: Engine | None = None,
) -> Compared:
    """Compare systems that answered the same units in the same order, pair by pair, by a paired test.

    Gold is None for measures that look at the answers alone, such as perplexity. `resamples` is for tests that draw.

    >>> found = compare(["a", "b"] * 50, {"one": ["a"] * 100, "two": ["a", "b"] * 50}, "accuracy", resamples=1000)
    >>> found.comparisons[0].difference, round(found.comparisons[0].p, 3)
    (-0.5, 0.001)
    """
    golds = None if gold is None else list(gold)
    chosen = chosen_test(test, resamples)
    measures = fitting([which] if isinstance(which, str | Measure) else which, golds is not None)
    answers = {name: list(values) for name, values in systems.items()}
    _check(golds, answers)
    tables = [table for one in measures for table in tabled(golds, answers, one, groups, engine)]
    return compared(tables, chosen, interval=interval, correction=correction, seed=seed, engine=engine)


def compared(
    tables: Sequence[Tabled],
    test: PairedTest,
    *,
    interval: str = "bca",
    correction: str = "holm",
    seed: int = 0,
    engine: Engine | None = None,
) -> Compared:
    """Compare systems whose rows are there already; p is corrected over the pairs of each measure."""
    names = tables[0].names
    every = list(combinations(range(len(names)), 2))
    scores = {name: tuple(table.score(name, interval, seed, engine) for table in tables) for name in names}
    found = [with_corrected(table.pairs(test, every, seed, engine), correction) for table in tables]
    ranks = tuple(
        rank
        for at, (table, pairs) in enumerate(zip(tables, found, strict=True))
        for rank in _ranks(table, [scores[name][at].value for name in names], pairs)
    )
    comparisons = tuple(one for pairs in found for one in pairs)
    return Compared(scores, comparisons, ranks, tables[0].units, tables[0].drawn, correction)


def chosen_test(test: str | PairedTest, resamples: int | None = None) -> PairedTest:
    """The test, with so many resamples if it draws any."""
    chosen = paired_test(test)
    if resamples is None:
        return chosen
    if not hasattr(chosen, "resamples"):
        raise BadRequest(f"{chosen.name} draws no resamples, and {resamples:,} were asked for: leave them out")
    return chosen.with_(resamples=resamples)


def higher_is_better(which: str) -> bool:
    """Is more better by this measure?

    >>> higher_is_better("accuracy"), higher_is_better("wer")
    (True, False)
    """
    return measure(which).better == "higher"


def turned(found: Comparison) -> Comparison:
    """The same comparison seen from the other side."""
    return replace(
        found,
        ours=found.theirs,
        theirs=found.ours,
        difference=0.0 - found.difference,
        low=0.0 - found.high,
        high=0.0 - found.low,
        effect=0.0 - found.effect,
    )


def beats(found: Comparison) -> bool:
    """Is ours better than theirs beyond what the test leaves to chance?"""
    ahead = found.difference > 0 if higher_is_better(found.measure) else found.difference < 0
    return ahead and found.corrected <= LEVEL


def _check(golds: list[Any] | None, answers: Mapping[str, list[Any]]) -> None:
    if len(answers) < 2:
        raise BadRequest(f"{len(answers)} system was given: at least two were expected; to score one, use `score`")
    side, units = ("gold", golds) if golds is not None else next(iter(answers.items()))
    for name, values in answers.items():
        if len(values) != len(units):
            raise BadInput(
                f"{name} has {len(values)} answers and {side} has {len(units)} units: one answer a unit was expected"
            )


def _ranks(table: Tabled, values: Sequence[float], pairs: Sequence[Comparison]) -> list[Rank]:
    """The place of each system, and the places that no significant difference rules out."""
    names, which = table.names, str(table.measure)
    won = {(one.ours, one.theirs) for pair in pairs for one in (pair, turned(pair)) if beats(one)}
    better = [[(a, b) in won for b in names] for a in names]
    groups = clusters(better, values, table.higher)
    ranked = zip(names, places(values, table.higher), rank_intervals(better), groups, strict=True)
    return [Rank(name, which, place, best, worst, cluster) for name, place, (best, worst), cluster in ranked]
