"""Set up a project, bring answers in, and get answers, decisions and releases out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from math import isnan
from pathlib import Path
from time import time
from typing import Any
from uuid import uuid4

from karat.annotate import ADJUDICATION, ANSWERS, NAME, OUTPUT, Operation, named_at
from karat.errors import BadInput, unknown
from karat.gold.release import manifest
from karat.kinds import Kind, kind
from karat.service.asking import refuse_own
from karat.service.people import Person, well_named
from karat.store import (
    Connection,
    Workspace,
    assignments,
    checking,
    documents,
    guidelines,
    operations,
    people,
    releases,
)
from karat.types import Answer, Decision, Document, Gold, Guideline, Score

SYSTEM = "system"


def new(path_or_url: str | Path) -> Workspace:
    """A new workspace: one file, or a PostgreSQL address; BadInput where there is something already.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, new(f"{folder}/reviews.karat") as ws:
    ...     add_documents(ws, [Document("u1", "Well made."), Document("u2", "Dull.")])
    2
    """
    return Workspace.create(path_or_url)


def open_workspace(path_or_url: str | Path) -> Workspace:
    """A workspace that exists; BadInput where it is missing, or is none."""
    return Workspace.open(path_or_url)


def add_documents(ws: Workspace, given: Iterable[Document]) -> int:
    """Keep documents, one unit each; how many are new. A text never changes: the same id with another text is refused."""
    with ws.writing() as c:
        added = documents.add(c, given)
        guidelines.enqueue_everywhere(c, added)
    return len(added)


def add_guideline(
    ws: Workspace, id: str, kind: Kind, prose: str, *, answers_per_unit: int = 3, units: Iterable[str] | None = None
) -> Guideline:
    """Ask about units (all, also those added later, unless some are named); other prose or labels make a new version."""
    with ws.writing() as c:
        chosen = None if units is None else list(units)
        return guidelines.put(c, id, kind, prose, answers_per_unit=answers_per_unit, units=chosen)


def import_answers(ws: Workspace, guideline: str, given: Iterable[Answer], places: Sequence[str] = ()) -> int:
    """Keep answers from a file; how many say something new. One bad answer, and none is kept.

    `places` say where each stood, for error messages. Authors become people without a password; what such an author did
    before can no longer be undone.
    """
    with ws.writing() as c:
        asked = guidelines.get(c, guideline)
        made = _checked(asked, given, documents.texts(c), guidelines.asked(c, guideline), places)
        authors = sorted({one.author for one in made})
        for name in authors:
            _introduce(c, name, "annotator")
        stand = (one for name in authors for one in operations.standing_of(c, guideline, ANSWERS, author=name))
        here = {(one.unit, one.author): one.body for one in stand}
        return operations.bring_in(c, [one for one in made if here.get((one.unit, one.author)) != one.body])


def import_outputs(
    ws: Workspace, guideline: str, system: str, given: Iterable[Answer], places: Sequence[str] = ()
) -> int:
    """Keep what a system said; how many. It stands beside the answers of people and is never counted among them."""
    with ws.writing() as c:
        asked = guidelines.get(c, guideline)
        outputs = [replace(one, author=system) for one in given]
        made = _checked(asked, outputs, documents.texts(c), guidelines.asked(c, guideline), places)
        known = people.find(c, system)
        if known is not None and known[0] != SYSTEM:
            raise BadInput(f"{system} is a person of this workspace: call the system by another name")
        _introduce(c, system, SYSTEM)
        return operations.bring_in(c, [replace(one, verb=OUTPUT, reason=OUTPUT) for one in made])


def outputs_of_systems(ws: Workspace, guideline: str) -> dict[str, dict[str, Any]]:
    """What each system says now: its bodies by unit."""
    found: dict[str, dict[str, Any]] = {}
    with ws.reading() as c:
        kinds = _kinds(c, guideline)
        for one in sorted(operations.standing_of(c, guideline, (OUTPUT,)), key=lambda one: (one.author, one.unit)):
            found.setdefault(one.author, {})[one.unit] = kinds[one.version].from_json(json.loads(str(one.body)))
    return found


def all_guidelines(ws: Workspace) -> list[Guideline]:
    """All guidelines, each in its newest version."""
    with ws.reading() as c:
        return guidelines.every(c)


def known_of_units(ws: Workspace) -> dict[str, dict[str, Any]]:
    """What is known of the document of each unit."""
    with ws.reading() as c:
        return documents.metas(c)


def texts_of_units(ws: Workspace) -> dict[str, str]:
    """The text of each unit."""
    with ws.reading() as c:
        return documents.texts(c)


def answers(ws: Workspace, guideline: str) -> list[Answer]:
    """What everybody answers now, ordered by unit and author; each names its guideline's version, as in `tone@2`."""
    with ws.reading() as c:
        kinds = _kinds(c, guideline)
        stand = sorted(operations.standing_of(c, guideline, ANSWERS), key=lambda one: (one.unit, one.author))
        return [_answer(one, kinds[one.version]) for one in stand]


def decide(ws: Workspace, guideline: str, person_or_name: Person | str, unit: str, body: Any, note: str = "") -> None:
    """Keep an adjudicator's decision beside the answers, which stay; nobody decides a unit that they answered."""
    name = person_or_name if isinstance(person_or_name, str) else person_or_name.name
    with ws.writing() as c:
        asked = guidelines.get(c, guideline)
        made = _checked(asked, [Answer(unit, name, body)], documents.texts(c), guidelines.asked(c, guideline))[0]
        decision = _as_decision(made, documents.storable(note, "the note"))
        refuse_own(c, decision)
        _introduce(c, name, "adjudicator")
        operations.do(c, decision)


def decisions(ws: Workspace, guideline: str) -> list[Decision]:
    """The adjudicators' decisions that stand, ordered by unit; of two on one unit the later."""
    with ws.reading() as c:
        kinds = _kinds(c, guideline)
        stand = sorted(operations.standing_of(c, guideline, (ADJUDICATION,)), key=lambda one: one.id)
        latest = {one.unit: one for one in stand}
    return [_decision(latest[unit], kinds[latest[unit].version]) for unit in sorted(latest)]


def export(ws: Workspace, guideline: str, format: str = "jsonl") -> Iterator[str]:
    """Lines of a file with every author's answers: `jsonl`, or a format of the guideline's kind."""
    with ws.reading() as c:
        asked = guidelines.get(c, guideline)
        texts = documents.texts(c)
    writers = kind(asked.kind).exports
    if format != "jsonl" and format not in writers:
        raise unknown("format", format, ["jsonl", *writers])
    return (line for one in answers(ws, guideline) for line in _lines(kind(asked.kind), one, texts[one.unit], format))


def release(
    ws: Workspace, guideline: str, gold: Gold, *, name: str, agreement: tuple[Score, ...] = ()
) -> dict[str, Any]:
    """Freeze a gold set under a name: its manifest, hashed, with the place in the log that it rests on."""
    with ws.writing() as c:
        asked = guidelines.get(c, guideline)
        last, chain = operations.head(c)
        made = manifest(_released_as(name), gold, kind(asked.kind), asked.id, asked.version, agreement)
        releases.put(c, name, guideline, _without_nan({**made, "operations": last, "log": chain, "at": _iso(time())}))
        return releases.get(c, name)


def released(ws: Workspace, name: str) -> dict[str, Any]:
    """The manifest of a release, with every decision."""
    with ws.reading() as c:
        return releases.get(c, name)


def verify(ws: Workspace) -> list[str]:
    """Fold the log again and check every hash; each sentence is something that is not as it was done, none is good."""
    with ws.reading() as c:
        return checking.problems(c)


def backup(ws: Workspace, path: str | Path) -> None:
    """Copy the workspace to a new file while people work in it."""
    ws.backup(path)


def _released_as(name: str) -> str:
    if not NAME.fullmatch(name):
        raise BadInput(f"release {name!r}: a name of up to 64 letters, digits, `-`, `_` and `.` was expected")
    return name


def _kinds(c: Connection, guideline: str) -> dict[int, Kind]:
    """The kind of each version."""
    newest = guidelines.get(c, guideline).version
    return {version: kind(guidelines.get(c, guideline, version).kind) for version in range(1, newest + 1)}


def _checked(
    asked: Guideline, given: Iterable[Answer], texts: Mapping[str, str], units: set[str], places: Sequence[str] = ()
) -> list[Operation]:
    """Answers as operations, if every one of them is good."""
    made: dict[tuple[str, str], Operation] = {}
    kind_, now = kind(asked.kind), time()
    for number, one in enumerate(given, 1):
        where = f"{places[number - 1] if places else f'answer {number}'} (unit {one.unit}, author {one.author})"
        if one.unit not in units:
            raise documents.unknown_units([one.unit], units, where)
        if (one.unit, one.author) in made:
            raise BadInput(
                f"{where}: this author has answered this unit before in the same file: one answer was expected"
            )
        body = _body(kind_, one.body, texts[one.unit], where)
        at = now if not one.at else _seconds(one.at, where)
        made[one.unit, one.author] = _import(asked, one, body, at, where)
    return list(made.values())


def _import(asked: Guideline, one: Answer, body: str, at: float, where: str) -> Operation:
    if one.seconds is not None and not one.seconds >= 0:
        raise BadInput(f"{where}: {one.seconds!r} seconds were found where a number of 0 or more was expected")
    name = well_named(one.author)
    return Operation(
        0,
        f"import-{uuid4()}",
        asked.id,
        asked.version,
        one.unit,
        name,
        "import",
        body,
        at,
        one.seconds,
        reason="import",
    )


def _as_decision(made: Operation, note: str) -> Operation:
    return replace(made, client_id=f"decide-{uuid4()}", verb=ADJUDICATION, reason=assignments.ADJUDICATION, note=note)


def _body(kind_: Kind, body: Any, text: str, where: str) -> str:
    """A body as it is kept; it may be given as the kind's own value, or as it stands in a file."""
    try:
        found = kind_.from_json(
            body if isinstance(body, str | int | float | list | tuple | Mapping) else kind_.to_json(body)
        )
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None
    except (AttributeError, TypeError):
        raise BadInput(f"{where}: {body!r} was found where an answer to {kind_} was expected") from None
    wrong = kind_.check(found, text)
    if wrong:
        raise BadInput(f"{where}: {'; '.join(wrong)}")
    return json.dumps(kind_.to_json(found), sort_keys=True, allow_nan=False)


def _introduce(c: Connection, name: str, role: str) -> None:
    if people.find(c, name) is None:
        people.add(c, name, role, time())


def _answer(one: Operation, kind_: Kind) -> Answer:
    body = kind_.from_json(json.loads(str(one.body)))
    return Answer(
        one.unit,
        one.author,
        body,
        named_at(one.guideline, one.version),
        _iso(one.at),
        one.seconds,
        one.replaces or None,
    )


def _decision(one: Operation, kind_: Kind) -> Decision:
    return Decision(one.unit, kind_.from_json(json.loads(str(one.body))), "adjudication", by=one.author, note=one.note)


def _lines(kind_: Kind, one: Answer, text: str, format: str) -> Iterator[str]:
    """One answer in a format; each line or block names the unit and the author, so that nobody is lost."""
    if format == "jsonl":
        yield json.dumps(_record(kind_, one), ensure_ascii=False)
        return
    lines = kind_.exports[format](text, one.body)
    if not kind_.many:
        yield from (f"{one.unit}\t{one.author}\t{line}" for line in lines)
        return
    yield from (f"# unit = {one.unit}", f"# author = {one.author}", *lines, "")


def _record(kind_: Kind, one: Answer) -> dict[str, Any]:
    body = kind_.to_json(one.body)
    said = body if isinstance(body, Mapping) else {f"{kind_.name}s": body}
    return {
        "unit": one.unit,
        "author": one.author,
        **said,
        "guideline": one.guideline,
        "at": one.at,
        "seconds": one.seconds,
    }


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _seconds(at: str, where: str) -> float:
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        raise BadInput(f"{where}: {at!r} was found where a time like 2026-01-31T12:00:00+00:00 was expected") from None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def _without_nan(value: Any) -> Any:
    """JSON has no nan: an undefined number is null."""
    if isinstance(value, Mapping):
        return {key: _without_nan(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_without_nan(each) for each in value]
    return None if isinstance(value, float) and isnan(value) else value
