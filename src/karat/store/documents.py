"""Documents and their units."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, func, select

from karat.errors import BadInput, did_you_mean
from karat.store.schema import document, unit
from karat.types import Document


def add(c: Connection, documents: Iterable[Document]) -> list[str]:
    """Keep documents, one unit each; the ids that are new. The same id with another text is refused."""
    texts: list[dict[str, str]] = []
    known = {row.id: row.hash for row in c.execute(select(document.c.id, document.c.hash))}
    for given in documents:
        _refuse_unstorable(given)
        if given.id not in known:
            known[given.id] = fingerprint(given.text)
            texts.append({"id": given.id, "text": given.text, "meta": _meta(given), "hash": known[given.id]})
        elif known[given.id] != fingerprint(given.text):
            raise BadInput(
                f"document {given.id}: it is here already with another text: a text never changes, so give the new one a new id"
            )
    if texts:
        c.execute(document.insert(), texts)
        c.execute(unit.insert(), list(_units(c, texts)))
    return [one["id"] for one in texts]


def _units(c: Connection, texts: Iterable[dict[str, str]]) -> Iterator[dict[str, str | int]]:
    first = (c.execute(select(func.max(unit.c.place))).scalar() or 0) + 1
    for place, one in enumerate(texts, first):
        yield {"id": one["id"], "document": one["id"], "start": 0, "end": len(one["text"]), "place": place}


def fingerprint(text: str) -> str:
    """The hash of a text."""
    return sha256(text.encode()).hexdigest()


def text_of(c: Connection, id: str) -> str:
    """The text of a unit; BadInput where there is no such unit."""
    found = c.execute(
        select(document.c.text, unit.c.start, unit.c.end).join_from(unit, document).where(unit.c.id == id)
    ).one_or_none()
    if found is None:
        raise BadInput(f"unit {id!r}: this workspace has no such unit: the id of a document in it was expected")
    return str(found.text)[found.start : found.end]


def texts(c: Connection) -> dict[str, str]:
    """The text of every unit."""
    rows = c.execute(select(unit.c.id, unit.c.start, unit.c.end, document.c.text).join_from(unit, document))
    return {row.id: row.text[row.start : row.end] for row in rows}


def metas(c: Connection) -> dict[str, dict[str, Any]]:
    """What is known of the document of every unit."""
    rows = c.execute(select(unit.c.id, document.c.meta).join_from(unit, document))
    return {row.id: json.loads(row.meta) for row in rows}


def places(c: Connection) -> dict[str, int]:
    """Every unit with its place in the order in which documents were added."""
    return {row.id: row.place for row in c.execute(select(unit.c.id, unit.c.place).order_by(unit.c.place))}


def changed(c: Connection) -> list[str]:
    """Documents whose text no longer has the hash it was kept with."""
    rows = c.execute(select(document.c.id, document.c.text, document.c.hash).order_by(document.c.id))
    return [
        f"document {row.id}: its text is not the text that was added"
        for row in rows
        if fingerprint(row.text) != row.hash
    ]


def storable(text: str, where: str) -> str:
    """The text, if every database keeps it exactly; else BadInput that names the character."""
    nul = text.find("\0")
    if nul >= 0:
        raise BadInput(f"{where}: character {nul} is NUL, which databases cut texts at: remove it first")
    lone = (
        next((place for place, char in enumerate(text) if "\ud800" <= char <= "\udfff"), None)
        if not _encodes(text)
        else None
    )
    if lone is not None:
        raise BadInput(
            f"{where}: character {lone} is half of a surrogate pair (U+{ord(text[lone]):04X}), which is no text: decode the file as UTF-8 first"
        )
    return text


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def unknown_units(missing: list[str], known: Iterable[str], where: str) -> BadInput:
    """The error for units that are not here; it names the first three."""
    more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
    return BadInput(
        f"{where}: unit {', '.join(missing[:3])}{more} is not among the units. {did_you_mean(missing[0], list(known)[:200])}"
    )


def _refuse_unstorable(given: Document) -> None:
    storable(given.id, f"document {given.id!r}")
    storable(given.text, f"document {given.id}")
    if not given.id.strip():
        raise BadInput("a document has an empty id: a name for it was expected")


def _meta(given: Document) -> str:
    try:
        return json.dumps(dict(given.meta), sort_keys=True, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise BadInput(
            f"document {given.id}: its meta cannot be kept as JSON ({error}): plain texts, numbers and lists were expected"
        ) from None
