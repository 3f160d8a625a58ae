"""Fold the log again and compare: is everything as it was done?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, select

from karat.annotate import SKIP, Folded, Operation, fold
from karat.store import documents, operations, releases
from karat.store.schema import queue, standing, tally


def problems(c: Connection) -> list[str]:
    """Everything that is not as the log says, in sentences; nothing is good."""
    broken: list[str] = []
    verbs: dict[int, str] = {}
    folded = fold(_read(c, broken, verbs))
    found = [*_standing(c, folded, verbs), *_tally(c, folded, verbs), *_queue(c)]
    return [*broken, *found, *documents.changed(c), *releases.changed(c)]


def _read(c: Connection, broken: list[str], verbs: dict[int, str]) -> Iterator[Operation]:
    """The log, with each broken link noted on the way."""
    previous = operations.START
    for number, (done, before, hashed) in enumerate(operations.log(c), 1):
        if done.id != number and not broken:
            broken.append(f"operation {number}: it is missing from the log, operation {done.id} follows")
        if before != previous or hashed != operations.digest(before, done):
            broken.append(f"operation {done.id}: it, or what came before it, was changed after it was kept")
        previous = hashed
        verbs[done.id] = done.verb
        yield done


def _standing(c: Connection, folded: Folded, verbs: dict[int, str]) -> Iterator[str]:
    kept = {(row.guideline, row.author, row.unit): (row.operation, row.verb) for row in c.execute(select(standing))}
    should = {place: (number, verbs[number]) for place, number in folded.standing.items()}
    for guideline, author, unit in _differences(kept, should):
        here = guideline, author, unit
        yield f"{guideline}, unit {unit}, {author}: operation {_first(kept.get(here))} stands, but the log says {_first(should.get(here))}"


def _tally(c: Connection, folded: Folded, verbs: dict[int, str]) -> Iterator[str]:
    kept = {
        (r.guideline, r.author): (r.next_undo, r.next_redo, r.answered, r.skipped, r.seconds)
        for r in c.execute(select(tally))
    }
    counts: dict[tuple[str, str], list[int]] = {who: [0, 0] for who in folded.seconds}
    for (guideline, author, _), number in folded.standing.items():
        counts[guideline, author][verbs[number] == SKIP] += 1
    for who in _differences(kept, {who: _desk(folded, who, *counted) for who, counted in counts.items()}):
        yield f"{who[0]}, {who[1]}: undo, redo, answers, skips and seconds are kept as {kept.get(who)}, which is not what the log says"


def _desk(folded: Folded, who: tuple[str, str], answered: int, skipped: int) -> tuple[int, int, int, int, float]:
    return folded.next_undo.get(who, 0), folded.next_redo.get(who, 0), answered, skipped, folded.seconds[who]


def _queue(c: Connection) -> Iterator[str]:
    for guideline in c.execute(select(queue.c.guideline).distinct().order_by(queue.c.guideline)).scalars().all():
        found = operations.progress_of_units(c, guideline)
        for row in c.execute(select(queue).where(queue.c.guideline == guideline)).all():
            if (row.answers, row.decisions, row.entropy) != found.get(row.unit, (0, 0, 0.0)):
                yield f"{guideline}, unit {row.unit}: {row.answers} answers and {row.decisions} decisions are counted, which is not what stands"


def _differences(kept: dict[Any, Any], should: dict[Any, Any]) -> list[Any]:
    return sorted(key for key in kept.keys() | should.keys() if kept.get(key) != should.get(key))


def _first(pair: tuple[int, str] | None) -> str:
    return "none" if pair is None else str(pair[0])
