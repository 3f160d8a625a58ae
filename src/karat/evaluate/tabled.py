"""One measure over all systems: the rows of each, made once, from which scores, differences and slices are sums."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan
from typing import Any

import numpy as np

from karat.engine import Engine
from karat.evaluate.scoring import taken
from karat.measures import Measure
from karat.measures.base import Floats
from karat.measures.forms import FORMS
from karat.stats.corrections import corrected
from karat.stats.groups import grouped
from karat.stats.power import detectable, needed
from karat.stats.scoring import rows_of, score_rows
from karat.stats.tests import Paired, PairedTest
from karat.types.score import Comparison, Score


@dataclass(frozen=True, slots=True, eq=False)
class Tabled:
    """A measure, and what each unit contributes to it for each system; units are drawn by group where groups are."""

    measure: Measure
    rows: Mapping[str, Floats]
    groups: tuple[Hashable, ...] | None = None
    signed: str = ""
    notes: Mapping[str, tuple[str, ...]] | None = None

    @property
    def names(self) -> list[str]:
        """The systems, as they were given."""
        return list(self.rows)

    @property
    def units(self) -> int:
        """How many units there are."""
        return len(next(iter(self.rows.values())))

    @property
    def drawn(self) -> int:
        """How many things are drawn: units, or groups."""
        return self.units if self.groups is None else len(set(self.groups))

    @property
    def higher(self) -> bool:
        """Is more better?"""
        return self.measure.better == "higher"

    def only(self, at: Sequence[int]) -> Tabled:
        """Some of the units."""
        chosen = np.asarray(at, np.int64)
        groups = None if self.groups is None else tuple(self.groups[i] for i in at)
        rows = {name: rows[chosen] for name, rows in self.rows.items()}
        return replace(self, rows=rows, groups=groups, notes=None)

    def score(self, name: str, interval: str = "bca", seed: int = 0, engine: Engine | None = None) -> Score:
        """One system's score."""
        return score_rows(
            self.measure,
            self.rows[name],
            interval=interval,
            seed=seed,
            groups=self.groups,
            engine=engine,
            signed=self.signed,
            notes=(self.notes or {}).get(name, ()),
        )

    def pairs(
        self, test: PairedTest, pairs: Sequence[tuple[int, int]], seed: int = 0, engine: Engine | None = None
    ) -> list[Comparison]:
        """Pairs of systems, by their places; p is not corrected yet."""
        drawn = [grouped(self.measure, rows, self.groups) for rows in self.rows.values()]
        found = test.pairs(self.measure, drawn, pairs, seed, engine)
        return [self._comparison(drawn, pair, one, seed) for pair, one in zip(pairs, found, strict=True)]

    def _comparison(self, drawn: Sequence[Floats], pair: tuple[int, int], found: Paired, seed: int) -> Comparison:
        tested, (ours, theirs) = found.tested, (drawn[at] for at in pair)
        known = not isnan(found.difference)
        return Comparison(
            self.names[pair[0]],
            self.names[pair[1]],
            str(self.measure),
            found.difference,
            found.low,
            found.high,
            tested.p,
            tested.p,
            found.effect,
            f"{tested.said}, over {'units' if self.groups is None else 'groups'}",
            tested.resamples,
            seed,
            self.units,
            tested.p_one_sided,
            tested.p_strict,
            tested.why,
            detectable(self.measure, ours, theirs) if known else float("nan"),
            needed(self.measure, ours, theirs) if known else float("nan"),
        )

    def alone(self, name: str) -> Floats:
        """The score of every unit alone; nan for measures that need all units together."""
        return np.full(self.units, np.nan) if self.measure.whole else self.measure.finish(self.rows[name])


def tabled(
    gold: Sequence[Any] | None,
    answers: Mapping[str, Sequence[Any]],
    measure: Measure,
    groups: Sequence[Hashable] | None = None,
    engine: Engine | None = None,
) -> list[Tabled]:
    """The rows of every system, for each number that the measure stands for over the labels of all sides."""
    sides = [taken(list(values), measure, name) for name, values in answers.items()]
    golden = [] if gold is None else [taken(list(gold), measure, "gold")]
    encoded = FORMS[measure.takes].encode(*golden, *sides)  # one inventory for all, so that rows have one shape
    inventory = getattr(encoded[0], "inventory", ())
    return [
        _tabled(one, list(answers), encoded[: len(golden)], encoded[len(golden) :], groups, engine)
        for one in measure.spread(inventory)
    ]


def _tabled(
    measure: Measure,
    names: Sequence[str],
    gold: tuple[Any, ...],
    guesses: tuple[Any, ...],
    groups: Sequence[Hashable] | None,
    engine: Engine | None,
) -> Tabled:
    rows = {name: rows_of(measure, (*gold, guess), engine) for name, guess in zip(names, guesses, strict=True)}
    notes = {name: measure.advise(*gold, guess) for name, guess in zip(names, guesses, strict=True)}
    return Tabled(measure, rows, None if groups is None else tuple(groups), measure.signed(*gold, guesses[0]), notes)


def with_corrected(found: Sequence[Comparison], correction: str) -> list[Comparison]:
    """The same comparisons, their p corrected for how many there are."""
    ps = corrected([one.p for one in found], correction)
    return [replace(one, corrected=p) for one, p in zip(found, ps, strict=True)]
