"""The report of a comparison: what was found, what it rests on, and units to look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from karat.engine import Engine
from karat.evaluate.comparing import Compared
from karat.evaluate.rivals import Rivals
from karat.evaluate.slicing import Slice
from karat.evaluate.tabled import Tabled
from karat.evaluate.telling import Telling
from karat.report.comparison import figures, tables
from karat.report.comparison.claims import claim
from karat.report.comparison.questions import five_questions
from karat.report.numbers import count
from karat.types.report import Examples, Part, Passage, Report

FEW = 5  # systems whose pairs all fit into a table


def comparison_report(
    rivals: Rivals,
    tabled: Sequence[Tabled],
    found: Compared,
    slices: Sequence[Sequence[Slice]] = (),
    signature: Mapping[str, Any] | None = None,
    engine: Engine | None = None,
) -> Report:
    """Everything that a reader who did not run the comparison needs, in the order in which it is read."""
    parts = [one for one in comparison_parts(rivals, tabled, found, slices, engine) if one]
    title = f"{len(found.systems)} systems on {rivals.name}"
    return Report.of(title, claim(found, rivals.name), parts, notes_of(rivals, found), signature)


def summary(found: Compared) -> Report:
    """What can be said of a comparison whose answers are no longer at hand: the tables, the intervals, the heat map."""
    parts: list[Part] = [tables.systems(found, which) for which in found.measures]
    parts.append(figures.intervals(found))
    parts += [figures.heat_map(found, which) for which in found.measures if len(found.systems) > 2]
    return Report.of(f"{len(found.systems)} systems", claim(found, "these units"), parts)


def comparison_parts(
    rivals: Rivals,
    tabled: Sequence[Tabled],
    found: Compared,
    slices: Sequence[Sequence[Slice]] = (),
    engine: Engine | None = None,
) -> Iterator[Part | None]:
    """The parts, from what was found down to the units."""
    first = tabled[0]
    best, second = (rank.system for rank in found.ranked(str(first.measure))[:2])
    units, facts = rivals.telling(first, best, second), rivals.facts(first.measure)
    yield from (tables.systems(found, which) for which in found.measures)
    yield figures.intervals(found)
    yield five_questions(found, facts, slices, units, rivals.name)
    yield from _differences(tabled, found, engine)
    for parts in slices:
        yield from _sliced(parts, found)
    yield from looked_at(rivals, first, best, second, units)
    yield tables.test_set(facts, found)
    yield tables.outputs(facts)


def _differences(tabled: Sequence[Tabled], found: Compared, engine: Engine | None) -> Iterator[Part | None]:
    for table in tabled:
        which = str(table.measure)
        best, second = (rank.system for rank in found.ranked(which)[:2])
        yield figures.resamples(table, found.between(best, second, which), engine)
        if len(found.systems) > 2:
            yield figures.heat_map(found, which)
            yield tables.pairs(found, which) if len(found.systems) <= FEW else None


def _sliced(parts: Sequence[Slice], found: Compared) -> Iterator[Part]:
    for which in found.measures:
        names = [rank.system for rank in found.ranked(which)[:2]]
        yield tables.slices(parts, which, names)
    yield figures.slices(parts, found, found.measures[0])


def looked_at(rivals: Rivals, table: Tabled, best: str, second: str, units: Telling) -> Iterator[Examples | Passage]:
    """Units that speak for either of the two best, and those that cost the best most."""
    which, names = str(table.measure), (best, second)
    why = f"{which} over all units would fall most for {{}} if the two exchanged their answers to these."
    chosen = (
        (f"Where {best} wins", units.wins, f"{_some(units.wins, units.won)} {why.format(best)}"),
        (f"Where {second} wins", units.losses, f"{_some(units.losses, units.lost)} {why.format(second)}"),
        (f"What costs {best} most", units.worst, f"Without each of these {which} of {best} would be better by most."),
    )
    for title, at, note in chosen:
        if at:
            yield Examples(title, which, rivals.examples(table, names, at), note)
    if not any(at for _, at, _ in chosen):
        yield Passage("Units to look at", (("None.", f"No unit moves {which} between {best} and {second}."),))


def _some(shown: Sequence[int], every: int) -> str:
    return f"{len(shown)} of {count(every)} units:" if len(shown) < every else f"All {count(every)} units:"


def notes_of(rivals: Rivals, found: Compared) -> tuple[str, ...]:
    """What was done to the files, and what looks wrong in the answers, each said once."""
    scores = (note for scores in found.systems.values() for score in scores for note in score.notes)
    return tuple(dict.fromkeys([*rivals.notes, *scores]))
