"""Compare systems on the same units: scores, differences, corrected p values, and the ranks each may hold."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from karat.engine import Engine
from karat.errors import BadInput, BadRequest
from karat.evaluate.scoring import fitting, taken
from karat.measures import Measure
from karat.measures.base import Floats
from karat.measures.forms import FORMS
from karat.stats.corrections import corrected
from karat.stats.groups import grouped
from karat.stats.ranks import places, rank_intervals
from karat.stats.scoring import rows_of, score_rows
from karat.stats.tests import Paired, PairedTest, paired_test
from karat.types.score import Comparison, Score

LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Rank:
    """A system's place by one measure, and the places it may truly hold."""

    system: str
    measure: str
    place: int
    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Compared:
    """Scores of each system, all pairs, and ranks."""

    systems: Mapping[str, tuple[Score, ...]]
    comparisons: tuple[Comparison, ...]
    ranks: tuple[Rank, ...]


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
    chosen = _chosen(test, resamples)
    golds = None if gold is None else list(gold)
    measures = fitting([which] if isinstance(which, str | Measure) else which, golds is not None)
    answers = {name: list(values) for name, values in systems.items()}
    _check(golds, answers)
    tables = [
        _Table(one, golds, answers, groups, engine) for measure in measures for one in _singles(measure, golds, answers)
    ]
    scored = {name: tuple(t.score(name, interval, seed, engine) for t in tables) for name in answers}
    comparisons = tuple(c for t in tables for c in t.pairs(chosen, seed, correction, engine))
    return Compared(scored, comparisons, tuple(r for t in tables for r in t.ranks(scored, comparisons)))


def _chosen(test: str | PairedTest, resamples: int | None) -> PairedTest:
    chosen = paired_test(test)
    if resamples is None:
        return chosen
    if not hasattr(chosen, "resamples"):
        raise BadRequest(f"{chosen.name} draws no resamples, and {resamples:,} were asked for: leave them out")
    return chosen.with_(resamples=resamples)


def _check(golds: list[Any] | None, answers: Mapping[str, list[Any]]) -> None:
    if len(answers) < 2:
        raise BadRequest(f"{len(answers)} system was given: at least two were expected; to score one, use `score`")
    side, units = ("gold", golds) if golds is not None else next(iter(answers.items()))
    for name, values in answers.items():
        if len(values) != len(units):
            raise BadInput(
                f"{name} has {len(values)} answers and {side} has {len(units)} units: one answer a unit was expected"
            )


def _singles(measure: Measure, golds: list[Any] | None, answers: Mapping[str, list[Any]]) -> tuple[Measure, ...]:
    """The single-number measures that this one stands for over the labels of all sides."""
    everything = [value for side in (golds or [], *answers.values()) for value in taken(side, measure, "value")]
    return measure.spread(getattr(FORMS[measure.takes].encode(everything)[0], "inventory", ()))


class _Table:
    """One measure over all systems: their rows, made once."""

    def __init__(
        self,
        measure: Measure,
        golds: list[Any] | None,
        answers: Mapping[str, list[Any]],
        groups: Sequence[Hashable] | None,
        engine: Engine | None,
    ) -> None:
        self.measure, self.groups = measure, groups
        sides = [taken(values, measure, name) for name, values in answers.items()]
        golden = [] if golds is None else [taken(golds, measure, "gold")]
        encoded = FORMS[measure.takes].encode(*golden, *sides)  # one inventory for all, so that rows have one shape
        gold, guesses = encoded[: len(golden)], encoded[len(golden) :]
        self.n = len(sides[0])
        made = [rows_of(measure, (*gold, guess), engine) for guess in guesses]
        self.rows: dict[str, Floats] = dict(zip(answers, made, strict=True))
        self.signed = measure.signed(*gold, guesses[0])
        self.notes = {name: measure.advise(*gold, guess) for name, guess in zip(answers, guesses, strict=True)}

    def score(self, name: str, interval: str, seed: int, engine: Engine | None) -> Score:
        """One system's score."""
        return score_rows(
            self.measure,
            self.rows[name],
            interval=interval,
            seed=seed,
            groups=self.groups,
            engine=engine,
            signed=self.signed,
            notes=self.notes[name],
        )

    def pairs(self, test: PairedTest, seed: int, correction: str, engine: Engine | None) -> list[Comparison]:
        """Every pair of systems."""
        names = list(self.rows)
        pairs = list(combinations(range(len(names)), 2))
        drawn = [grouped(self.measure, rows, self.groups) for rows in self.rows.values()]
        found = test.pairs(self.measure, drawn, pairs, seed, engine)
        ps = corrected([one.tested.p for one in found], correction)
        return [
            self._comparison(names[a], names[b], one, p, seed) for (a, b), one, p in zip(pairs, found, ps, strict=True)
        ]

    def _comparison(self, ours: str, theirs: str, found: Paired, p: float, seed: int) -> Comparison:
        tested = found.tested
        return Comparison(
            ours,
            theirs,
            str(self.measure),
            found.difference,
            found.low,
            found.high,
            tested.p,
            p,
            found.effect,
            f"{tested.said}, over {'units' if self.groups is None else 'groups'}",
            tested.resamples,
            seed,
            self.n,
            tested.p_one_sided,
            tested.p_strict,
            tested.why,
        )

    def ranks(self, scored: Mapping[str, tuple[Score, ...]], comparisons: Sequence[Comparison]) -> list[Rank]:
        """The place of each system, and the places that no significant difference rules out."""
        mine = {(c.ours, c.theirs): c for c in comparisons if c.measure == str(self.measure)}
        names = list(self.rows)
        values = [next(s.value for s in scored[name] if s.measure == str(self.measure)) for name in names]
        better = [[_beats(a, b, mine, self.measure.better == "higher") for b in names] for a in names]
        ranked = zip(names, places(values, self.measure.better == "higher"), rank_intervals(better), strict=True)
        return [Rank(name, str(self.measure), place, best, worst) for name, place, (best, worst) in ranked]


def _beats(one: str, other: str, found: Mapping[tuple[str, str], Comparison], higher: bool) -> bool:
    for pair, sign in (((one, other), 1), ((other, one), -1)):
        if pair in found:
            difference = sign * found[pair].difference * (1 if higher else -1)
            return found[pair].corrected <= LEVEL and difference > 0
    return False
