"""The pages on which people work: home, the next question, a question gone back to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b

from fastapi import APIRouter, HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from karat.errors import BadInput, Conflict
from karat.service import asking
from karat.service.asking import Question
from karat.service.people import Person
from karat.store import Workspace
from karat.types import Guideline
from karat.web.cookies import keep_session, session_of
from karat.web.session import Fields, Me, Ws
from karat.web.shown import address, page

routes = APIRouter(include_in_schema=False)


@routes.get("/")
def home(request: Request, ws: Ws, me: Me) -> Response:
    own = [(guideline, asking.progress(ws, me, guideline.id)) for guideline in asking.guidelines(ws, me)]
    return keep_session(request, page(request, "home.html", own=own), session_of(request))


@routes.get("/{guideline}")
def following(request: Request, ws: Ws, me: Me, guideline: str) -> Response:
    asked = known(ws, me, guideline)
    question = asking.next_question(ws, me, guideline)
    if question is None:
        return page(request, "done.html", guideline=asked, progress=asking.progress(ws, me, guideline))
    return show(request, ws, me, question)


@routes.get("/{guideline}/{unit:path}")
def back(request: Request, ws: Ws, me: Me, guideline: str, unit: str) -> Response:
    known(ws, me, guideline)
    return show(request, ws, me, asking.question(ws, me, guideline, unit))


@routes.post("/{guideline}")
def act(request: Request, ws: Ws, me: Me, guideline: str, posted: Fields) -> Response:
    known(ws, me, guideline)
    verb = ACTS.get(posted.get("do", ""))
    if verb is None:
        raise BadInput(f"do: {posted.get('do')!r} was found, but one of {', '.join(ACTS)} was expected")
    try:
        return RedirectResponse(verb(ws, me, guideline, posted), 303)
    except (BadInput, Conflict) as error:
        if "unit" not in posted:
            raise
        return _again(request, ws, me, asking.question(ws, me, guideline, posted["unit"]), error)


def known(ws: Workspace, person: Person, guideline: str) -> Guideline:
    """The guideline of that name, if this person works on it."""
    found = next((own for own in asking.guidelines(ws, person) if own.id == guideline), None)
    if found is None:
        raise HTTPException(404)
    return found


def show(
    request: Request, ws: Workspace, person: Person, question: Question, *, status: int = 200, notice: str = ""
) -> Response:
    """The question page; `notice` is the sentence that stands above the text."""
    progress = asking.progress(ws, person, question.guideline)
    return page(request, "question.html", status=status, question=question, progress=progress, notice=notice)


def _again(request: Request, ws: Workspace, me: Person, question: Question, error: BadInput | Conflict) -> Response:
    status = 409 if isinstance(error, Conflict) else 422
    return show(request, ws, me, question, status=status, notice=str(error))


def _answer(ws: Workspace, me: Person, guideline: str, posted: Mapping[str, str]) -> str:
    if "body" not in posted:
        raise BadInput("no answer was chosen; choose one and submit again")
    unit, body, revision = posted.get("unit", ""), posted["body"], posted.get("revision", "")
    if not (revision.isascii() and revision.isdecimal()):
        raise BadInput(f"revision: {revision!r} was found where a whole number was expected; reload the page")
    asking.answer(ws, me, guideline, unit, body, client_id=_client_id(posted), revision=int(revision))
    return address(guideline)


def _skip(ws: Workspace, me: Person, guideline: str, posted: Mapping[str, str]) -> str:
    asking.skip(ws, me, guideline, posted.get("unit", ""), posted.get("reason", ""), client_id=_client_id(posted))
    return address(guideline)


def _undo(ws: Workspace, me: Person, guideline: str, posted: Mapping[str, str]) -> str:
    receipt = asking.undo(ws, me, guideline, client_id=_client_id(posted))
    return address(guideline, receipt.unit if receipt else "")


def _redo(ws: Workspace, me: Person, guideline: str, posted: Mapping[str, str]) -> str:
    receipt = asking.redo(ws, me, guideline, client_id=_client_id(posted))
    return address(guideline, receipt.unit if receipt else "")


ACTS: Mapping[str, Callable[[Workspace, Person, str, Mapping[str, str]], str]] = {
    "answer": _answer,
    "skip": _skip,
    "undo": _undo,
    "redo": _redo,
}


def _client_id(posted: Mapping[str, str]) -> str:
    # A double click sends the same again and is one operation; another choice on a page gone back to is a new one.
    said = "\0".join(posted.get(part, "") for part in ("form", "do", "unit", "body", "reason"))
    return blake2b(said.encode(), digest_size=16).hexdigest()
