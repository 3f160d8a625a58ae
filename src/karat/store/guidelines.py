"""Guidelines, version by version, and the units each asks about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import time

from sqlalchemy import Connection, func, select

from karat.annotate import revised
from karat.errors import BadInput, unknown
from karat.kinds import Kind
from karat.store import documents, reach
from karat.store.schema import guideline, plan, queue
from karat.types import Guideline


def find(c: Connection, id: str, version: int | None = None) -> Guideline | None:
    """A guideline in its newest version, or in the one named."""
    wanted = select(guideline).where(guideline.c.id == id).order_by(guideline.c.version.desc()).limit(1)
    if version is not None:
        wanted = wanted.where(guideline.c.version == version)
    row = c.execute(wanted).one_or_none()
    return None if row is None else Guideline(row.id, row.kind, row.prose, version=row.version)


def get(c: Connection, id: str, version: int | None = None) -> Guideline:
    """A guideline; BadRequest says which there are."""
    found = find(c, id, version)
    if found is None:
        raise unknown("guideline", id, [one.id for one in every(c)] or ["(there is none yet)"])
    return found


def every(c: Connection) -> list[Guideline]:
    """All guidelines, each in its newest version."""
    newest = select(guideline.c.id, func.max(guideline.c.version).label("version")).group_by(guideline.c.id).subquery()
    same = (guideline.c.id == newest.c.id) & (guideline.c.version == newest.c.version)
    rows = c.execute(select(guideline).join(newest, same).order_by(guideline.c.id))
    return [Guideline(row.id, row.kind, row.prose, version=row.version) for row in rows]


def per_unit(c: Connection, id: str) -> int:
    """How many answers are wanted for each unit."""
    return int(c.execute(select(plan.c.per_unit).where(plan.c.guideline == id)).scalar_one())


def put(
    c: Connection, id: str, kind: Kind, prose: str, *, answers_per_unit: int, units: Sequence[str] | None
) -> Guideline:
    """Keep a guideline, as a new version where its prose or its kind changed, and queue its units."""
    if answers_per_unit < 1:
        raise BadInput(f"guideline {id}: {answers_per_unit} answers a unit were asked for, but 1 or more were expected")
    stands = find(c, id)
    made = revised(stands, id, kind, documents.storable(prose, f"guideline {id}"))
    if made != stands:
        c.execute(
            guideline.insert().values(id=made.id, version=made.version, kind=made.kind, prose=made.prose, at=time())
        )
    _plan(c, id, answers_per_unit, units is None)
    enqueue(c, id, list(documents.places(c)) if units is None else units)
    return made


def _plan(c: Connection, id: str, answers_per_unit: int, every: bool) -> None:
    reach.fall_back(c, id, (0, 0))
    values = {"per_unit": answers_per_unit, "every": int(every)}
    if not c.execute(plan.update().where(plan.c.guideline == id).values(values)).rowcount:
        c.execute(plan.insert().values(guideline=id, **values))


def enqueue(c: Connection, id: str, units: Iterable[str]) -> None:
    """Ask these units under the guideline as well."""
    known = documents.places(c)
    wanted = list(dict.fromkeys(units))
    missing = [one for one in wanted if one not in known]
    if missing:
        raise documents.unknown_units(missing, known, f"guideline {id}")
    queued = asked(c, id)
    rows = [_waiting(id, one, known[one]) for one in wanted if one not in queued]
    if rows:
        c.execute(queue.insert(), rows)
        reach.fall_back(c, id, (0, 0))


def _waiting(id: str, unit: str, place: int) -> dict[str, str | int | float]:
    return {"guideline": id, "unit": unit, "place": place, "answers": 0, "decisions": 0, "entropy": 0.0}


def enqueue_everywhere(c: Connection, units: Sequence[str]) -> None:
    """Ask new units under every guideline that is about all units."""
    for id in c.execute(select(plan.c.guideline).where(plan.c.every == 1)).scalars().all():
        enqueue(c, id, units)


def asked(c: Connection, id: str) -> set[str]:
    """The units that a guideline asks about."""
    return set(c.execute(select(queue.c.unit).where(queue.c.guideline == id)).scalars())
