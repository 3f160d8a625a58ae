"""Ask one person one question, and keep what they do: answer, undo, redo, skip."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from time import time
from typing import Any

from karat.annotate import ADJUDICATION, ANSWERS, REDO, SKIP, UNDO, Operation, Token, tokens
from karat.errors import BadInput, BadRequest, Conflict, Refused
from karat.kinds import Kind, kind
from karat.service.people import Person
from karat.store import Connection, Workspace, assignments, documents, operations
from karat.store import guidelines as kept
from karat.types import Assignment, Guideline

__all__ = [
    "Progress",
    "Question",
    "Receipt",
    "Token",
    "answer",
    "guidelines",
    "next_question",
    "progress",
    "question",
    "redo",
    "skip",
    "undo",
]

LONGEST_NOTE = 2000
LONGEST_ID = 200
MOST_SECONDS = 1e6


@dataclass(frozen=True, slots=True)
class Question:
    """One unit as one person is asked about it, with what this person has answered so far."""

    guideline: str
    version: int
    kind: Kind
    prose: str
    unit: str
    text: str
    tokens: tuple[Token, ...]
    body: Any | None
    revision: int
    lease: float
    others: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """An operation that is on disk, and what stands after it."""

    operation: int
    unit: str
    body: Any | None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one person is: units answered, units they could still be asked, units skipped, seconds spent."""

    done: int
    left: int
    skipped: int
    seconds: float


def guidelines(ws: Workspace, person: Person) -> list[Guideline]:
    """All guidelines, each in its newest version."""
    with ws.reading() as c:
        return kept.every(c)


def next_question(ws: Workspace, person: Person, guideline: str, *, now: float | None = None) -> Question | None:
    """The unit to work on now, lent for 30 minutes; None where nothing is left for this person at this moment.

    >>> from tempfile import TemporaryDirectory
    >>> from karat.service import people, projects
    >>> from karat.types import Document
    >>> with TemporaryDirectory() as folder, projects.new(f"{folder}/reviews.karat") as ws:
    ...     ann = people.accept(ws, people.invite(ws, "ann"), "three random words")
    ...     _ = projects.add_documents(ws, [Document("u1", "Well made."), Document("u2", "Dull.")])
    ...     _ = projects.add_guideline(ws, "liked", kind("label"), "Did they like it?")
    ...     asked = next_question(ws, ann, "liked")
    ...     answer(ws, ann, "liked", asked.unit, "yes", client_id="c1", revision=asked.revision)
    Receipt(operation=1, unit='u1', body=Chosen(label='yes'))
    """
    when = _clock(now)
    with ws.writing() as c:
        asked = kept.get(c, guideline)
        unit = assignments.mine(c, guideline, person.name, when) or _choose(c, guideline, person, when)
        if unit is None:
            return None
        lease = assignments.lend(c, _assignment(guideline, unit, person), asked.version, when)
        return _question(c, asked, person, unit, lease)


def question(ws: Workspace, person: Person, guideline: str, unit: str, *, now: float | None = None) -> Question:
    """Go back to a unit; Refused where it was never this person's."""
    with ws.writing() as c:
        asked = kept.get(c, guideline)
        _refuse_foreign(c, guideline, unit, person)
        lease = assignments.lend_again(c, _assignment(guideline, unit, person), asked.version, _clock(now))
        return _question(c, asked, person, unit, lease)


def answer(
    ws: Workspace,
    person: Person,
    guideline: str,
    unit: str,
    body_json: Any,
    *,
    client_id: str,
    revision: int,
    seconds: float | None = None,
    quotes: Sequence[str] | None = None,
    now: float | None = None,
) -> Receipt:
    """Keep an answer; it is on disk when this returns. The same client_id again gives the same receipt.

    `revision` is the question's: another one that stands by now is a Conflict. `quotes` are the texts that the person
    saw marked, one for each part of the body in the order sent. An answer after the lease is kept all the same.
    """
    with ws.writing() as c:
        asked = _as_seen(c, guideline, unit, person)
        body = _checked(c, kind(asked.kind), unit, body_json, quotes)
        verb = ADJUDICATION if _reason(person) == assignments.ADJUDICATION else ANSWERS[0]
        made = _operation(asked, unit, person, verb, client_id, body=body, seconds=_spent(seconds), at=_clock(now))
        return _again(c, made) or _keep(c, made, revision)


def skip(
    ws: Workspace, person: Person, guideline: str, unit: str, reason: str, *, client_id: str, now: float | None = None
) -> Receipt:
    """Leave a unit to others, and say why; it does not come back unless this person goes back to it."""
    with ws.writing() as c:
        asked = _as_seen(c, guideline, unit, person)
        made = _operation(asked, unit, person, SKIP, client_id, at=_clock(now), note=_why(reason))
        return _again(c, made) or _keep(c, made)


def undo(ws: Workspace, person: Person, guideline: str, *, client_id: str, now: float | None = None) -> Receipt | None:
    """Turn around this person's last answer, skip or decision under the guideline; None where there is none.

    What stands then may have come from an earlier operation: ask `question` for the revision to send next.
    """
    with ws.writing() as c:
        asked = kept.get(c, guideline)
        return _turn(c, asked, person, _operation(asked, "", person, UNDO, client_id, at=_clock(now)))


def redo(ws: Workspace, person: Person, guideline: str, *, client_id: str, now: float | None = None) -> Receipt | None:
    """Do again what was undone last; None where there is nothing."""
    with ws.writing() as c:
        asked = kept.get(c, guideline)
        return _turn(c, asked, person, _operation(asked, "", person, REDO, client_id, at=_clock(now)))


def progress(ws: Workspace, person: Person, guideline: str) -> Progress:
    """How far this person is."""
    with ws.reading() as c:
        kept.get(c, guideline)
        answered, skipped, seconds = operations.counted(c, guideline, person.name)
        left = assignments.left(c, guideline, person.name, _reason(person))
    return Progress(answered, left, skipped, seconds)


def _clock(now: float | None) -> float:
    return time() if now is None else now


def _reason(person: Person) -> str:
    return assignments.ADJUDICATION if person.role == "adjudicator" else assignments.PRODUCTION


def _choose(c: Connection, guideline: str, person: Person, now: float) -> str | None:
    choose = assignments.contested if _reason(person) == assignments.ADJUDICATION else assignments.free
    return choose(c, guideline, person.name, now)


def _assignment(guideline: str, unit: str, person: Person) -> Assignment:
    return Assignment(unit, person.name, guideline, _reason(person))


def _question(c: Connection, asked: Guideline, person: Person, unit: str, lease: float) -> Question:
    kind_, text = kind(asked.kind), documents.text_of(c, unit)
    body, revision = _standing(c, kind_, asked.id, unit, person.name)
    others = _others(c, kind_, asked.id, unit, person) if _reason(person) == assignments.ADJUDICATION else ()
    return Question(
        asked.id, asked.version, kind_, asked.prose, unit, text, tokens(text), body, revision, lease, others
    )


def _standing(c: Connection, kind_: Kind, guideline: str, unit: str, author: str) -> tuple[Any | None, int]:
    stands = operations.stands(c, guideline, unit, author)
    return (None, 0) if stands is None or stands.body is None else (_body(kind_, stands.body), stands.id)


def _others(c: Connection, kind_: Kind, guideline: str, unit: str, person: Person) -> tuple[tuple[str, Any], ...]:
    """The answers to decide between, without names, in an order that says nothing and stays."""
    salt = operations.salt(c)
    said = [one for one in operations.standing_of(c, guideline, ANSWERS, unit=unit) if one.author != person.name]
    said.sort(key=lambda one: sha256(json.dumps([salt, unit, one.author]).encode()).digest())
    return tuple((_letter(place), _body(kind_, one.body)) for place, one in enumerate(said))


def _letter(place: int) -> str:
    """A, B, … Z, AA, AB …"""
    return (_letter(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)


def _body(kind_: Kind, body: str | None) -> Any | None:
    return None if body is None else kind_.from_json(json.loads(body))


def _refuse_foreign(c: Connection, guideline: str, unit: str, person: Person) -> None:
    lent = assignments.find(c, guideline, unit, person.name) is not None
    if not lent and operations.stands(c, guideline, unit, person.name) is None:
        raise Refused(f"unit {unit}: it was never yours under {guideline}: ask for the next question instead")


def _as_seen(c: Connection, guideline: str, unit: str, person: Person) -> Guideline:
    """The guideline in the version that this person saw beside this unit."""
    asked = kept.get(c, guideline)
    _refuse_foreign(c, guideline, unit, person)
    return kept.get(c, guideline, assignments.version(c, guideline, unit, person.name) or asked.version)


def _checked(c: Connection, kind_: Kind, unit: str, body_json: Any, quotes: Sequence[str] | None) -> str:
    """The answer as it is kept, if it is one; else BadInput says everything that is wrong with it."""
    text = documents.text_of(c, unit)
    try:
        body = kind_.from_json(body_json)
    except BadInput as error:
        raise BadInput(f"unit {unit}: {error}") from None
    wrong = kind_.check(body, text) or _misquoted(kind_, text, body_json, quotes)
    if wrong:
        raise BadInput(f"unit {unit}: {'; '.join(wrong)}")
    return json.dumps(kind_.to_json(body), sort_keys=True, allow_nan=False)


def _misquoted(kind_: Kind, text: str, body_json: Any, quotes: Sequence[str] | None) -> list[str]:
    """Spans whose text is not what the person saw marked."""
    if quotes is None:
        return []
    parts = [kind_.view(kind_.from_json([part]), "spans")[0] for part in _parts(kind_, body_json)]
    if len(parts) != len(quotes):
        return [f"{len(quotes)} quotes came with {len(parts)} spans: one quote for each span was expected"]
    pairs = [(text[start:end], quote, start, end) for (start, end, *_), quote in zip(parts, quotes, strict=True)]
    return [
        f"{start}–{end} is {found!r} in the text, but {quote!r} was marked: reload the page"
        for found, quote, start, end in pairs
        if found != quote
    ]


def _parts(kind_: Kind, body_json: Any) -> list[Any]:
    """The parts of a body as they were sent: `from_json` sorts them, and quotes come in the order sent."""
    if kind_.view(kind_.from_json(body_json), "spans") is None:
        return []
    return list(body_json if isinstance(body_json, list | tuple) else next(iter(body_json.values())))


def _spent(seconds: float | None) -> float | None:
    if seconds is None:
        return None
    if not isinstance(seconds, int | float) or not 0 <= seconds <= MOST_SECONDS:
        raise BadInput(f"seconds: {seconds!r} was found where a number from 0 to {MOST_SECONDS:.0f} was expected")
    return float(seconds)


def _why(reason: str) -> str:
    if not reason.strip() or len(reason) > LONGEST_NOTE:
        expected = f"a few words, up to {LONGEST_NOTE} characters, were expected"
        raise BadInput(f"the reason for a skip has {len(reason)} characters: {expected}")
    return documents.storable(reason, "the reason for a skip")


def _operation(asked: Guideline, unit: str, person: Person, verb: str, client_id: str, **more: Any) -> Operation:
    if not 0 < len(client_id) <= LONGEST_ID:
        expected = f"a new name for each action, up to {LONGEST_ID} characters, was expected"
        raise BadRequest(f"client_id has {len(client_id)} characters: {expected}")
    documents.storable(client_id, "client_id")
    named = {"client_id": client_id, "guideline": asked.id, "version": asked.version, "unit": unit, "verb": verb}
    return Operation(**{"id": 0, "author": person.name, "reason": _reason(person), "body": None, **named, **more})


def _again(c: Connection, made: Operation) -> Receipt | None:
    """The receipt of an operation that arrived before."""
    before = operations.find(c, made.client_id)
    if before is None:
        return None
    if _asks(before) != _asks(made):
        raise BadRequest(f"client_id {made.client_id!r}: it named another action already: give each action a new one")
    return _receipt(kind(kept.get(c, before.guideline, before.version).kind), before)


def _asks(done: Operation) -> tuple[Any, ...]:
    """What makes two operations the same request; an undo or redo does not say its unit."""
    same = done.author, done.guideline, done.verb
    return same if done.verb in (UNDO, REDO) else (*same, done.unit, done.body, done.note)


def _refuse_stale(c: Connection, made: Operation, revision: int) -> None:
    stands = operations.stands(c, made.guideline, made.unit, made.author)
    current, body = (stands.id, stands.body) if stands and stands.body is not None else (0, "no answer")
    if current != revision:
        now = f"version {current} stands now: {body}"
        raise Conflict(
            f"unit {made.unit}: this answer is based on version {revision}, but {now}; choose one, send it again"
        )


def refuse_own(c: Connection, made: Operation) -> None:
    """Nobody decides a unit that they answered themselves."""
    stands = operations.stands(c, made.guideline, made.unit, made.author)
    if made.verb == ADJUDICATION and stands is not None and stands.verb in ANSWERS:
        raise Refused(f"unit {made.unit}: {made.author} answered it, so somebody else has to decide it")


def _keep(c: Connection, made: Operation, revision: int | None = None) -> Receipt:
    refuse_own(c, made)
    if revision is not None:
        _refuse_stale(c, made, revision)
    done = operations.do(c, made)
    assignments.release(c, done.guideline, done.unit, done.author)
    return _receipt(kind(kept.get(c, done.guideline, done.version).kind), done)


def _receipt(kind_: Kind, done: Operation) -> Receipt:
    return Receipt(done.id, done.unit, _body(kind_, done.body))


def _turn(c: Connection, asked: Guideline, person: Person, made: Operation) -> Receipt | None:
    before = _again(c, made)
    if before is not None:
        return before
    done = operations.undo(c, made) if made.verb == UNDO else operations.redo(c, made)
    if done is None:
        return None
    _lend_or_release(c, asked, person, done)
    return _receipt(kind(kept.get(c, asked.id, done.version).kind), done)


def _lend_or_release(c: Connection, asked: Guideline, person: Person, done: Operation) -> None:
    """A unit without an answer after an undo is this person's to answer next, as far as there is room for it."""
    if operations.stands(c, asked.id, done.unit, person.name) is None:
        assignments.lend_again(c, _assignment(asked.id, done.unit, person), asked.version, done.at)
    else:
        assignments.release(c, asked.id, done.unit, person.name)
