"""What new prose means for a guideline and for the answers given under the old one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from karat.errors import BadInput
from karat.kinds import Kind, kind
from karat.types import Answer, Guideline

TAKEN = ("api", "static", "log-in", "log-out", "invite")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


def revised(stands: Guideline | None, id: str, asked: Kind, prose: str) -> Guideline:
    """The guideline after this edit: the same where nothing changed, else the next version.

    >>> first = revised(None, "tone", kind("label"), "Choose.")
    >>> revised(first, "tone", kind("label"), "Choose well.").version
    2
    """
    if stands is None:
        return Guideline(_named_well(id), str(asked), prose)
    if type(kind(stands.kind)) is not type(asked):
        raise BadInput(
            f"guideline {id}: it asks for a {asked.name}, but it has asked for a {kind(stands.kind).name} so far: give it another id"
        )
    changed = replace(stands, kind=str(asked), prose=prose)
    return stands if changed == stands else replace(changed, version=stands.version + 1)


def named(guideline: Guideline) -> str:
    """How an answer names the guideline and version it was given under.

    >>> named(Guideline("tone", "label", "Choose."))
    'tone@1'
    """
    return named_at(guideline.id, guideline.version)


def named_at(id: str, version: int) -> str:
    """A guideline's id with one of its versions."""
    return f"{id}@{version}"


def affected(answers: Iterable[Answer], guideline: Guideline) -> list[Answer]:
    """The answers that were given under another version: what it would cost to ask again."""
    return [answer for answer in answers if answer.guideline != named(guideline)]


def _named_well(id: str) -> str:
    if not NAME.fullmatch(id):
        raise BadInput(
            f"guideline {id!r}: an id of up to 64 letters, digits, `-`, `_` and `.` was expected, because it is part of an address"
        )
    if id in TAKEN:
        raise BadInput(
            f"guideline {id!r}: this is an address of the web page itself: choose another id, such as {id}-1"
        )
    return id
