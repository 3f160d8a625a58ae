"""Who may work here: invitations, log-in, sessions."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from math import ceil
from time import time

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from karat.errors import BadInput, Refused, unknown
from karat.store import Workspace, documents, people

ROLES = ("owner", "annotator", "adjudicator")
SESSION_SECONDS = 14 * 86400.0
SLIDE_SECONDS = 3600.0  # a session is written at most once an hour, not at every click
PASSWORD_LENGTHS = range(12, 1025)
FREE_FAILURES = 5
LONGEST_WAIT = 900.0
FORGET_SECONDS = 86400.0
WRONG = "the name or the password is wrong: check both, or ask an owner of this workspace for a new invitation"
_HASHER = PasswordHasher()


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who works in a workspace: as owner, annotator or adjudicator."""

    name: str
    role: str


def invite(ws: Workspace, name: str, role: str = "annotator") -> str:
    """A token that lets one person set a password, once; only its hash is kept, so show it now.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, Workspace.create(f"{folder}/reviews.karat") as ws:
    ...     accept(ws, invite(ws, "ann"), "three random words")
    Person(name='ann', role='annotator')
    """
    if role not in ROLES:
        raise unknown("role", role, ROLES)
    token, now = secrets.token_urlsafe(32), time()
    with ws.writing() as c:
        if people.find(c, well_named(name)):
            raise BadInput(f"person {name!r}: there is somebody of this name already: choose another name")
        people.add(c, name, role, now)
        people.add_invitation(c, _hashed(token), name, now)
    return token


def invited(ws: Workspace, token: str) -> str:
    """The name of the person whom this token invites; nobody's where it was used already, or never given."""
    with ws.reading() as c:
        return people.invited(c, _hashed(token)) or ""


def accept(ws: Workspace, token: str, password: str) -> Person:
    """Set the password of the person who was invited; the token works once."""
    _refuse_weak(password)
    hashed = _HASHER.hash(password)
    with ws.writing() as c:
        name = people.invited(c, _hashed(token))
        if name is None or not people.end_invitation(c, _hashed(token)):
            raise Refused(
                "this invitation was used already, or never given: ask an owner of this workspace for a new one"
            )
        people.set_password(c, name, hashed)
        found = people.find(c, name)
    return Person(name, found[0] if found else "annotator")


def log_in(ws: Workspace, name: str, password: str, *, now: float | None = None) -> str:
    """A session token; the same sentence for an unknown name and a wrong password, and a growing wait after five."""
    when = time() if now is None else now
    hashed = _count_attempt(ws, name, when)
    if not _matches(hashed, password):
        raise Refused(WRONG)
    token = secrets.token_urlsafe(32)
    with ws.writing() as c:
        people.forgive(c, _hashed(name))
        people.add_session(c, _hashed(token), name, when + SESSION_SECONDS, when)
        if _HASHER.check_needs_rehash(str(hashed)):
            people.set_password(c, name, _HASHER.hash(password))
    return token


def who(ws: Workspace, session: str, *, now: float | None = None) -> Person | None:
    """Whose session this is; None where it is over. Each use lets it last 14 days more."""
    when = time() if now is None else now
    with ws.reading() as c:
        found = people.of_session(c, _hashed(session))
    if found is None or found[2] <= when:
        return None
    if when + SESSION_SECONDS - found[2] > SLIDE_SECONDS:
        with ws.writing() as c:
            people.slide(c, _hashed(session), when + SESSION_SECONDS)
    return Person(found[0], found[1])


def log_out(ws: Workspace, session: str) -> None:
    """End a session."""
    with ws.writing() as c:
        people.end_session(c, _hashed(session))


def well_named(name: str) -> str:
    """A name that can be shown and stored; BadInput where it cannot."""
    documents.storable(name, f"person {name!r}")
    if not name.strip() or name != name.strip() or len(name) > 100 or not name.isprintable():
        raise BadInput(
            f"person {name!r}: a name of 1 to 100 printable characters without blanks around it was expected"
        )
    return name


def wait_after(failures: int) -> float:
    """Seconds to wait after so many failed log-ins in a row.

    >>> [wait_after(n) for n in (4, 5, 6, 7, 99)]
    [0.0, 2.0, 4.0, 8.0, 900.0]
    """
    return 0.0 if failures < FREE_FAILURES else min(2.0 ** (min(failures, 99) - FREE_FAILURES + 1), LONGEST_WAIT)


def _count_attempt(ws: Workspace, name: str, now: float) -> str | None:
    """Count the attempt as failed before it is checked, so that many at once are counted too; the password's hash."""
    with ws.writing() as c:
        failed = people.failures(c, _hashed(name))
        wait = failed.at + wait_after(failed.times) - now
        if wait > 0:
            raise Refused(f"too many failed log-ins for this name: wait {ceil(wait)} seconds, then try again")
        people.note_failure(c, _hashed(name), failed.times + 1, now, now - FORGET_SECONDS)
        found = people.find(c, name)
    return found[1] if found else None


def _matches(hashed: str | None, password: str) -> bool:
    """Does the password fit? Takes as long where there is none to compare with."""
    try:
        return _HASHER.verify(hashed or _nobody(), password) and hashed is not None
    except (VerificationError, InvalidHashError, UnicodeEncodeError):
        return False


@cache
def _nobody() -> str:
    return _HASHER.hash(secrets.token_urlsafe(32))


def _refuse_weak(password: str) -> None:
    if len(password) not in PASSWORD_LENGTHS:
        raise BadInput(
            f"the password has {len(password)} characters, but 12 to 1024 were expected: three or four random words do well"
        )


def _hashed(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
