"""People, their invitations, sessions, and failed log-ins. Tokens and passwords arrive here hashed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from karat.store.schema import failure, invitation, person, session


@dataclass(frozen=True, slots=True)
class Failures:
    """How often a log-in failed in a row, and when last."""

    times: int
    at: float


def find(c: Connection, name: str) -> tuple[str, str | None] | None:
    """The role of a person, and the hash of the password where one is set."""
    row = c.execute(select(person.c.role, person.c.password).where(person.c.name == name)).one_or_none()
    return None if row is None else (row.role, row.password)


def add(c: Connection, name: str, role: str, now: float) -> None:
    """A person, as yet without a password."""
    c.execute(person.insert().values(name=name, role=role, password=None, at=now))


def set_password(c: Connection, name: str, hashed: str) -> None:
    """Keep the hash of a person's password."""
    c.execute(person.update().where(person.c.name == name).values(password=hashed))


def add_invitation(c: Connection, token: str, name: str, now: float) -> None:
    """Keep the hash of an invitation's token."""
    c.execute(invitation.insert().values(token=token, name=name, at=now))


def invited(c: Connection, token: str) -> str | None:
    """Who was invited with this token."""
    return c.execute(select(invitation.c.name).where(invitation.c.token == token)).scalar()


def end_invitation(c: Connection, token: str) -> bool:
    """Use up an invitation; False where somebody just did."""
    return c.execute(invitation.delete().where(invitation.c.token == token)).rowcount == 1


def add_session(c: Connection, token: str, name: str, until: float, now: float) -> None:
    """Keep the hash of a session's token; sessions that are over are dropped."""
    c.execute(session.delete().where(session.c.until <= now))
    c.execute(session.insert().values(token=token, name=name, until=until))


def of_session(c: Connection, token: str) -> tuple[str, str, float] | None:
    """Name, role, and when the session ends."""
    wanted = select(person.c.name, person.c.role, session.c.until).join_from(session, person)
    row = c.execute(wanted.where(session.c.token == token)).one_or_none()
    return None if row is None else (row.name, row.role, row.until)


def slide(c: Connection, token: str, until: float) -> None:
    """Let a session end later."""
    c.execute(session.update().where(session.c.token == token).values(until=until))


def end_session(c: Connection, token: str) -> None:
    """Forget a session."""
    c.execute(session.delete().where(session.c.token == token))


def failures(c: Connection, name: str) -> Failures:
    """Failed log-ins in a row for this name."""
    row = c.execute(select(failure.c.times, failure.c.at).where(failure.c.name == name)).one_or_none()
    return Failures(0, 0.0) if row is None else Failures(row.times, row.at)


def note_failure(c: Connection, name: str, times: int, now: float, forget_before: float) -> None:
    """Keep that a log-in failed; old failures of any name are dropped."""
    c.execute(failure.delete().where((failure.c.name == name) | (failure.c.at < forget_before)))
    values: dict[str, Any] = {"name": name, "times": times, "at": now}
    c.execute(failure.insert().values(values))


def forgive(c: Connection, name: str) -> None:
    """Forget failed log-ins after one that worked."""
    c.execute(failure.delete().where(failure.c.name == name))
