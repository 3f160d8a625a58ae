"""Rival systems on the same units, with gold where there is some: from files to rows, slices, facts and examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from karat.engine import Engine
from karat.errors import BadRequest
from karat.evaluate.facts import Facts, facts
from karat.evaluate.features import feature, shown, slices
from karat.evaluate.runs import Run, pair_up, read_gold, read_run
from karat.evaluate.tabled import Tabled, tabled
from karat.evaluate.telling import Telling, telling
from karat.evaluate.texts import has_texts, texts_of, told
from karat.measures import Measure
from karat.types.references import References
from karat.types.report import Example
from karat.types.scores import Scores


@dataclass(frozen=True, slots=True)
class Rivals:
    """Gold and the outputs of several systems, in gold's order; or outputs alone. `said` are notes of who read them."""

    gold: Run | None
    systems: Mapping[str, Run]
    said: tuple[str, ...] = ()

    @property
    def asked(self) -> Run:
        """The side that says which units there are."""
        return self.gold or next(iter(self.systems.values()))

    @property
    def name(self) -> str:
        """What the systems are compared on, in words."""
        return self.gold.name if self.gold else "these units"

    @property
    def notes(self) -> tuple[str, ...]:
        """What was done to the files."""
        runs = [*([self.gold] if self.gold else []), *self.systems.values()]
        return tuple(dict.fromkeys([*self.said, *(note for run in runs for note in run.notes)]))

    def tables(self, measures: Sequence[Measure], group: str = "", engine: Engine | None = None) -> list[Tabled]:
        """The rows of every measure; units with equal values in the column `group` are drawn together."""
        return [
            table
            for one in measures
            for table in tabled(*self._sides(one.takes), one, self.asked.groups(group, one.whole), engine)
        ]

    def slices(self, by: str) -> tuple[str, dict[str, list[int]]]:
        """What a feature is called, and the places of the units of each slice."""
        found = feature(by, self.asked)
        return shown(found), slices(found, self.asked)

    def facts(self, measure: Measure) -> Facts:
        """Counts over the test set and the outputs."""
        return facts(self.gold, self.systems, measure.takes)

    def telling(self, table: Tabled, ours: str, theirs: str, most: int = 5) -> Telling:
        """Units that speak for either of two systems."""
        return telling(table, self.asked.units, ours, theirs, most)

    def examples(self, table: Tabled, names: Sequence[str], at: Sequence[int]) -> tuple[Example, ...]:
        """Some units as they are read: text, gold, what each system said, and the score of each."""
        form = table.measure.takes
        gold, answers = self._sides(form)
        alone = {name: table.alone(name) for name in names}
        texts = texts_of(self.asked) if _has_inputs(self.asked, form) else None
        return tuple(
            Example(
                self.asked.units[i],
                () if gold is None else _right(gold[i]),
                {name: said(answers[name][i]) for name in names},
                {name: float(alone[name][i]) for name in names},
                "" if texts is None else texts[i],
            )
            for i in at
        )

    def _sides(self, form: str) -> tuple[list[Any] | None, dict[str, list[Any]]]:
        gold = None if self.gold is None else self.gold.take(form)
        return gold, {name: run.take(form) for name, run in self.systems.items()}


def read_rivals(golds: Sequence[str], paths: Sequence[str], format: str = "", texts: str = "") -> Rivals:
    """Read all sides and pair them by unit; `texts` is a file that says more of each unit than gold does."""
    first = read_gold(golds or paths[:1], format)
    runs = [pair_up(first, read_run(path, format)) for path in paths]
    if texts:
        first = told(first, read_run(texts))
        runs = runs if golds else [first, *runs[1:]]
    if len(runs) < 2:
        raise BadRequest(f"{len(runs)} system was given: at least two were expected; to score one, use `score`")
    return Rivals(first if golds else None, _named(runs, paths))


def _named(runs: Sequence[Run], paths: Sequence[str]) -> dict[str, Run]:
    """Systems by the names of their files; by whole paths where two files have one name."""
    names = [run.name for run in runs]
    chosen = names if len(set(names)) == len(names) else [str(Path(path)) for path in paths]
    if len(set(chosen)) < len(chosen):
        raise BadRequest(f"{', '.join(chosen)}: one system was named twice")
    return dict(zip(chosen, runs, strict=True))


def said(value: Any) -> str:
    """An answer as a person reads it.

    >>> said("yes"), said(((0, 4, "PER"),)), said(0.5), said(())
    ('yes', '0–4 PER', '0.5', '')
    """
    if isinstance(value, Scores):
        return ", ".join(f"{name} {number:g}" for name, number in value.values.items())
    if isinstance(value, tuple):
        return "; ".join(f"{start}–{end} {label}" for start, end, label in value)
    return f"{value:g}" if isinstance(value, float) else str(getattr(value, "text", None) or value)


def _right(value: Any) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, References) else (said(value),)


def _has_inputs(asked: Run, form: str) -> bool:
    """Is there a text that was asked about, apart from the answer?"""
    return form not in ("text", "words") and "line" not in asked.records[0][1] and has_texts(asked)
