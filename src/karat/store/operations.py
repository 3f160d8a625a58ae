"""
The log: every action is appended, chained by its hash to the one before, and never changed.

`standing`, `tally` and `queue` say what the log folds to, so that nobody has to fold it to ask one question.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields, replace
from hashlib import sha256
from math import log2
from typing import Any

from sqlalchemy import Connection, Select, bindparam, select

from karat.annotate import ADJUDICATION, ANSWERS, SKIP, Operation
from karat.store import reach
from karat.store.schema import operation, queue, standing, tally

COLUMNS = tuple(field.name for field in fields(Operation))
_LOGGED = [operation.c[name] for name in COLUMNS]
START = "0" * 64
SLICE = 500
STREAMED = {"yield_per": 5000}


def digest(previous: str, done: Operation) -> str:
    """The hash of an operation and of everything before it."""
    return sha256(json.dumps([previous, *asdict(done).values()], allow_nan=False).encode()).hexdigest()


def head(c: Connection) -> tuple[int, str]:
    """The number and the hash of the last operation."""
    row = c.execute(select(operation.c.id, operation.c.hash).order_by(operation.c.id.desc()).limit(1)).one_or_none()
    return (0, START) if row is None else (row.id, row.hash)


def salt(c: Connection) -> str:
    """A secret of this workspace that never changes: the hash of its first operation."""
    return str(c.execute(select(operation.c.hash).where(operation.c.id == 1)).scalar() or START)


def log(c: Connection) -> Iterator[tuple[Operation, str, str]]:
    """Every operation in order, with the hash before it and its own."""
    wanted = select(*_LOGGED, operation.c.previous, operation.c.hash).order_by(operation.c.id)
    rows = c.execute(wanted, execution_options=STREAMED)
    return ((_operation(row), row.previous, row.hash) for row in rows)


def find(c: Connection, client_id: str) -> Operation | None:
    """The operation that a client named so, if it arrived."""
    row = c.execute(select(*_LOGGED).where(operation.c.client_id == client_id)).one_or_none()
    return None if row is None else _operation(row)


def get(c: Connection, id: int) -> Operation | None:
    """An operation by its number; 0 is none."""
    row = c.execute(select(*_LOGGED).where(operation.c.id == id)).one_or_none() if id else None
    return None if row is None else _operation(row)


def stands(c: Connection, guideline: str, unit: str, author: str) -> Operation | None:
    """What stands for this author on this unit: an answer, a skip, a decision, or nothing."""
    here = _at(guideline, author, unit)
    row = c.execute(select(*_LOGGED).join(standing, standing.c.operation == operation.c.id).where(here)).one_or_none()
    return None if row is None else _operation(row)


def standing_of(
    c: Connection, guideline: str, verbs: Sequence[str], *, unit: str | None = None, author: str | None = None
) -> Iterator[Operation]:
    """What stands under a guideline with one of these verbs; on one unit, or of one author, or all."""
    wanted = _standing(select(*_LOGGED), guideline, verbs, unit)
    if author is not None:
        wanted = wanted.where(standing.c.author == author)
    return (_operation(row) for row in c.execute(wanted, execution_options=STREAMED))


def _standing(columns: Select[Any], guideline: str, verbs: Sequence[str], unit: str | None) -> Select[Any]:
    wanted = columns.join(standing, standing.c.operation == operation.c.id)
    wanted = wanted.where(standing.c.guideline == guideline, standing.c.verb.in_(verbs))
    return wanted if unit is None else wanted.where(standing.c.unit == unit)


def undoable(c: Connection, guideline: str, author: str) -> tuple[int, int]:
    """The operation that an undo would turn around, and the undo that a redo would; 0 is none."""
    row = c.execute(select(tally.c.next_undo, tally.c.next_redo).where(_of(guideline, author))).one_or_none()
    return (0, 0) if row is None else (row.next_undo, row.next_redo)


def counted(c: Connection, guideline: str, author: str) -> tuple[int, int, float]:
    """Units answered, units skipped and seconds spent by an author."""
    row = c.execute(
        select(tally.c.answered, tally.c.skipped, tally.c.seconds).where(_of(guideline, author))
    ).one_or_none()
    return (0, 0, 0.0) if row is None else (row.answered, row.skipped, row.seconds)


def do(c: Connection, given: Operation) -> Operation:
    """Append an answer, a skip or a decision; it replaces what stood. Its number and links are filled in here."""
    before = stands(c, given.guideline, given.unit, given.author)
    top, _ = undoable(c, given.guideline, given.author)
    kept = _append(c, [replace(given, replaces=before.id if before else 0, under=top)])[0]
    _count(c, kept, before, kept, next_undo=kept.id, next_redo=0)
    return kept


def undo(c: Connection, given: Operation) -> Operation | None:
    """Append the inverse of this author's last deed; None where there is none."""
    top, undone = undoable(c, given.guideline, given.author)
    deed = get(c, top)
    if deed is None:
        return None
    after = get(c, deed.replaces)
    kept = _append(c, [replace(_like(given, deed, after), replaces=deed.id, under=undone)])[0]
    _count(c, kept, deed, after, next_undo=deed.under, next_redo=kept.id)
    return kept


def redo(c: Connection, given: Operation) -> Operation | None:
    """Append the deed again that was undone last; None where there is none."""
    _, undone = undoable(c, given.guideline, given.author)
    turned = get(c, undone)
    deed = get(c, turned.replaces) if turned else None
    if turned is None or deed is None:
        return None
    kept = _append(c, [replace(_like(given, deed, deed), replaces=deed.id, under=0)])[0]
    _count(c, kept, get(c, deed.replaces), deed, next_undo=deed.id, next_redo=turned.under)
    return kept


def bring_in(c: Connection, given: Sequence[Operation]) -> int:
    """Append many imported answers of one guideline at once; how many."""
    if not given:
        return 0
    authors = sorted({one.author for one in given})
    here = {at: number for author in authors for at, number in _stands_for(c, given[0].guideline, author)}
    for start in range(0, len(given), SLICE):
        part = given[start : start + SLICE]
        kept = _append(c, [replace(one, replaces=here.get((one.author, one.unit), 0)) for one in part])
        _put_standing(c, kept)
    for author in authors:
        _recount(c, given[0].guideline, author, [one.seconds or 0.0 for one in given if one.author == author])
    refresh(c, given[0].guideline, list(dict.fromkeys(one.unit for one in given)))
    return len(given)


def _stands_for(c: Connection, guideline: str, author: str) -> Iterator[tuple[tuple[str, str], int]]:
    wanted = select(standing.c.unit, standing.c.operation).where(_of_author(guideline, author))
    return (((author, row.unit), row.operation) for row in c.execute(wanted))


def refresh(c: Connection, guideline: str, units: Sequence[str]) -> None:
    """Count again how far these units are: answers, decisions, and how much the answers differ."""
    found = progress_of_units(c, guideline, units[0] if len(units) == 1 else None)
    keys = ("answers", "decisions", "entropy")
    rows = [{"here": unit, **dict(zip(keys, found.get(unit, (0, 0, 0.0)), strict=True))} for unit in units]
    c.execute(queue.update().where(queue.c.guideline == guideline, queue.c.unit == bindparam("here")), rows)


def progress_of_units(c: Connection, guideline: str, unit: str | None = None) -> dict[str, tuple[int, int, float]]:
    """Answers, decisions and entropy of the answers, for each unit that has any."""
    bodies: dict[str, list[str | None]] = {}
    decisions: Counter[str] = Counter()
    wanted = select(operation.c.unit, standing.c.verb, operation.c.body)
    for one in c.execute(_standing(wanted, guideline, (*ANSWERS, ADJUDICATION), unit)):
        bodies.setdefault(one.unit, [])
        if one.verb == ADJUDICATION:
            decisions[one.unit] += 1
        else:
            bodies[one.unit].append(one.body)
    return {name: (len(said), decisions[name], entropy(said)) for name, said in bodies.items()}


def entropy(said: Iterable[Any]) -> float:
    """How much answers differ, in bits; 0.0 where all are the same.

    >>> entropy(["x", "x"]), entropy(["x", "y"])
    (0.0, 1.0)
    """
    counts = sorted(Counter(said).values())
    total = sum(counts)
    return 0.0 if len(counts) < 2 else -sum(n / total * log2(n / total) for n in counts)


def _operation(row: Sequence[Any]) -> Operation:
    return Operation(*row[: len(COLUMNS)])


def _append(c: Connection, given: Sequence[Operation]) -> list[Operation]:
    last, previous = head(c)
    kept, rows = [], []
    for number, one in enumerate(given, last + 1):
        done = replace(one, id=number)
        hashed = digest(previous, done)
        rows.append({**asdict(done), "previous": previous, "hash": hashed})
        kept.append(done)
        previous = hashed
    c.execute(operation.insert(), rows)
    return kept


def _like(given: Operation, deed: Operation, after: Operation | None) -> Operation:
    """An undo or redo names the unit of its deed, and carries what stands afterwards."""
    return replace(given, unit=deed.unit, version=deed.version, reason=deed.reason, body=after.body if after else None)


def _count(
    c: Connection, kept: Operation, before: Operation | None, after: Operation | None, *, next_undo: int, next_redo: int
) -> None:
    """Bring standing, tally and queue up to an operation that turned `before` into `after`."""
    if after is not None:
        _put_standing(c, [after])
    else:
        c.execute(standing.delete().where(_at(kept.guideline, kept.author, kept.unit)))
    values = {
        "next_undo": next_undo,
        "next_redo": next_redo,
        "answered": tally.c.answered + _is_answer(after) - _is_answer(before),
        "skipped": tally.c.skipped + _is_skip(after) - _is_skip(before),
        "seconds": tally.c.seconds + (kept.seconds or 0.0),
    }
    _desk(c, kept.guideline, kept.author)
    c.execute(tally.update().where(_of(kept.guideline, kept.author)).values(values))
    refresh(c, kept.guideline, [kept.unit])
    if kept.verb not in (*ANSWERS, ADJUDICATION):
        reach.fall_back_to_unit(c, kept.guideline, kept.unit)


def _put_standing(c: Connection, now: Sequence[Operation]) -> None:
    places = [{"in_guideline": o.guideline, "of_author": o.author, "on_unit": o.unit} for o in now]
    c.execute(
        standing.delete().where(_at(bindparam("in_guideline"), bindparam("of_author"), bindparam("on_unit"))), places
    )
    rows = [
        {"guideline": o.guideline, "author": o.author, "unit": o.unit, "operation": o.id, "verb": o.verb} for o in now
    ]
    c.execute(standing.insert(), rows)


def _desk(c: Connection, guideline: str, author: str) -> None:
    if c.execute(select(tally.c.author).where(_of(guideline, author))).one_or_none() is None:
        zeros: Mapping[str, float] = dict.fromkeys(("next_undo", "next_redo", "answered", "skipped", "seconds"), 0)
        c.execute(tally.insert().values(guideline=guideline, author=author, **zeros))


def _recount(c: Connection, guideline: str, author: str, seconds: Sequence[float]) -> None:
    verbs = c.execute(select(standing.c.verb).where(_of_author(guideline, author))).scalars().all()
    _desk(c, guideline, author)
    spent = float(c.execute(select(tally.c.seconds).where(_of(guideline, author))).scalar_one())
    for more in seconds:  # one by one, as the fold adds them: the same bits
        spent += more
    counted = {"answered": len(verbs) - verbs.count(SKIP), "skipped": verbs.count(SKIP), "seconds": spent}
    c.execute(tally.update().where(_of(guideline, author)).values(next_undo=0, next_redo=0, **counted))


def _is_answer(one: Operation | None) -> int:
    return int(one is not None and one.verb != SKIP)


def _is_skip(one: Operation | None) -> int:
    return int(one is not None and one.verb == SKIP)


def _of(guideline: str, author: str) -> Any:
    return (tally.c.guideline == guideline) & (tally.c.author == author)


def _of_author(guideline: str, author: str) -> Any:
    return (standing.c.guideline == guideline) & (standing.c.author == author)


def _at(guideline: Any, author: Any, unit: Any) -> Any:
    return (standing.c.guideline == guideline) & (standing.c.author == author) & (standing.c.unit == unit)
