"""Who was asked what, until when; and which unit comes next."""

from __future__ import annotations

from itertools import chain
from typing import Any

from sqlalchemy import Connection, Select, exists, func, select, tuple_

from karat.annotate import is_live, lease_from
from karat.store import guidelines, reach
from karat.store.schema import assignment, queue, standing
from karat.types import Assignment

PRODUCTION, ADJUDICATION = "production", "adjudication"


def mine(c: Connection, guideline: str, author: str, now: float) -> str | None:
    """The unit that this author was lent last and has not finished."""
    mine = (assignment.c.guideline == guideline) & (assignment.c.author == author)
    wanted = select(assignment.c.unit).where(mine, assignment.c.lease > now)
    return _first(c, wanted.order_by(assignment.c.lease.desc(), assignment.c.unit))


def free(c: Connection, guideline: str, author: str, now: float) -> str | None:
    """The open unit with the fewest answers, then the first in order (`karat.annotate.next_unit` is the rule)."""
    per_unit = guidelines.per_unit(c, guideline)
    lent = _lent(author, PRODUCTION, now).label("lent")
    wanted = _open(guideline, author, per_unit).add_columns(queue.c.answers, queue.c.place, lent)
    key = tuple_(queue.c.answers, queue.c.place)
    wanted = wanted.where(key >= reach.frontier_of(c, guideline, author)).order_by(queue.c.answers, queue.c.place)
    with c.execute(wanted, execution_options={"yield_per": 50}) as rows:
        first = next(rows, None)
        candidates = chain([first] if first else [], rows)
        unit = next((str(row.unit) for row in candidates if row.answers + row.lent < per_unit), None)
    reach.move_on(c, guideline, author, (first.answers, first.place) if first else (per_unit, 0))
    return unit


def contested(c: Connection, guideline: str, author: str, now: float) -> str | None:
    """The undecided unit with all its answers on which people differ most; never one that this author answered."""
    wanted = _contested(guideline, author, guidelines.per_unit(c, guideline))
    wanted = wanted.where(_lent(author, ADJUDICATION, now) == 0)
    return _first(c, wanted.order_by(queue.c.entropy.desc(), queue.c.place))


def left(c: Connection, guideline: str, author: str, reason: str) -> int:
    """How many units this author could still be asked."""
    per_unit = guidelines.per_unit(c, guideline)
    if reason == ADJUDICATION:
        return _count(c, _contested(guideline, author, per_unit))
    unfinished = (queue.c.guideline == guideline) & (queue.c.answers < per_unit)
    done = select(standing.c.unit).where(standing.c.guideline == guideline, standing.c.author == author)
    return _count(c, select(queue.c.unit).where(unfinished)) - _count(
        c, done.where(exists().where(unfinished, queue.c.unit == standing.c.unit))
    )


def find(c: Connection, guideline: str, unit: str, author: str) -> Assignment | None:
    """Was this unit ever lent to this author, and until when?"""
    row = c.execute(select(assignment).where(_here(guideline, unit, author))).one_or_none()
    return None if row is None else Assignment(row.unit, row.author, row.guideline, row.reason, row.lease)


def version(c: Connection, guideline: str, unit: str, author: str) -> int | None:
    """The version of the guideline that this author saw last beside this unit."""
    return c.execute(select(assignment.c.version).where(_here(guideline, unit, author))).scalar()


def lend(c: Connection, wanted: Assignment, version: int, now: float) -> float:
    """Lend a unit, or slide the lease; when it ends."""
    here = _here(wanted.guideline, wanted.unit, wanted.author)
    values: dict[str, Any] = {"reason": wanted.reason, "version": version, "lease": lease_from(now)}
    if not c.execute(assignment.update().where(here).values(values)).rowcount:
        same = {"guideline": wanted.guideline, "unit": wanted.unit, "author": wanted.author}
        c.execute(assignment.insert().values(same | values))
    return float(values["lease"])


def lend_again(c: Connection, wanted: Assignment, version: int, now: float) -> float:
    """Lend a unit that was this author's before, if there is room; else note the version seen, and leave the lease."""
    held = find(c, wanted.guideline, wanted.unit, wanted.author)
    if (held and is_live(held.lease, now)) or _room(c, wanted, now):
        return lend(c, wanted, version, now)
    here = _here(wanted.guideline, wanted.unit, wanted.author)
    c.execute(assignment.update().where(here).values(version=version))
    return held.lease if held else 0.0


def release(c: Connection, guideline: str, unit: str, author: str) -> None:
    """End a lease: the unit is answered or skipped. That it was lent stays known."""
    c.execute(assignment.update().where(_here(guideline, unit, author)).values(lease=0.0))


def _room(c: Connection, wanted: Assignment, now: float) -> bool:
    production = wanted.reason == PRODUCTION
    slots = guidelines.per_unit(c, wanted.guideline) if production else 1
    counted = queue.c.answers if production else queue.c.decisions
    free = _undone(wanted.guideline, wanted.author).where(queue.c.unit == wanted.unit)
    return _first(c, free.where(counted + _lent(wanted.author, wanted.reason, now) < slots)) is not None


def _undone(guideline: str, author: str) -> Select[Any]:
    mine = (standing.c.guideline == guideline) & (standing.c.author == author)
    return select(queue.c.unit).where(
        queue.c.guideline == guideline, ~exists().where(mine, standing.c.unit == queue.c.unit)
    )


def _open(guideline: str, author: str, per_unit: int) -> Select[Any]:
    return _undone(guideline, author).where(queue.c.answers < per_unit)


def _contested(guideline: str, author: str, per_unit: int) -> Select[Any]:
    return _undone(guideline, author).where(queue.c.decisions == 0, queue.c.entropy > 0, queue.c.answers >= per_unit)


def _lent(author: str, reason: str, now: float) -> Any:
    """Live leases of others on the queue's unit."""
    others = select(func.count()).select_from(assignment).where(assignment.c.guideline == queue.c.guideline)
    others = others.where(
        assignment.c.unit == queue.c.unit, assignment.c.author != author, assignment.c.reason == reason
    )
    return others.where(assignment.c.lease > now).correlate(queue).scalar_subquery()


def _first(c: Connection, wanted: Select[Any]) -> str | None:
    found: str | None = c.execute(wanted.limit(1)).scalar()
    return found


def _count(c: Connection, wanted: Select[Any]) -> int:
    return int(c.execute(select(func.count()).select_from(wanted.subquery())).scalar_one())


def _here(guideline: str, unit: str, author: str) -> Any:
    return (assignment.c.guideline == guideline) & (assignment.c.unit == unit) & (assignment.c.author == author)
