"""Coming in and going out: invitation, log-in, log-out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from karat.errors import BadInput, KaratError, Refused
from karat.service import people
from karat.service.people import Person
from karat.store import Workspace
from karat.web.cookies import forget_session, keep_session, keep_visit, session_of
from karat.web.faults import status_of
from karat.web.guard import fields
from karat.web.shown import page

routes = APIRouter(include_in_schema=False)


def workspace(request: Request) -> Workspace:
    """The workspace that this app serves."""
    ws: Workspace = request.app.state.ws
    return ws


Ws = Annotated[Workspace, Depends(workspace)]
Fields = Annotated[dict[str, str], Depends(fields)]


def logged_in(request: Request, ws: Ws) -> Person:
    """The person whose session this is; without one, pages lead to the log-in and `/api` says 401."""
    session = session_of(request)
    person = people.who(ws, session) if session else None
    if person is None:
        raise HTTPException(401, "nobody is logged in; log in at /log-in and send it again")
    request.state.person = person
    return person


Me = Annotated[Person, Depends(logged_in)]


@routes.get("/log-in", name="log_in")
def log_in_page(request: Request, then: str = "/") -> Response:
    return keep_visit(request, page(request, "log_in.html", then=then, name="", wrong=""))


@routes.post("/log-in")
def log_in(request: Request, ws: Ws, posted: Fields) -> Response:
    name, then = posted.get("name", ""), posted.get("then", "/")
    try:
        session = people.log_in(ws, name, posted.get("password", ""))
    except Refused as error:
        return keep_visit(request, page(request, "log_in.html", status=401, then=then, name=name, wrong=str(error)))
    return keep_session(request, RedirectResponse(_inside(then), 303), session)


@routes.post("/log-out")
def log_out(request: Request, ws: Ws) -> Response:
    people.log_out(ws, session_of(request))
    return forget_session(request, RedirectResponse("/log-in", 303))


@routes.get("/invite/{token}")
def invitation(request: Request, ws: Ws, token: str) -> Response:
    return keep_visit(request, page(request, "invite.html", token=token, wrong="", who=people.invited(ws, token)))


@routes.post("/invite/{token}")
def accept(request: Request, ws: Ws, token: str, posted: Fields) -> Response:
    password = posted.get("password", "")
    try:
        person = people.accept(ws, token, _twice(password, posted.get("again", "")))
    except (BadInput, Refused) as error:
        return _invite_again(request, ws, token, error)
    session = people.log_in(ws, person.name, password)
    return keep_session(request, RedirectResponse("/", 303), session)


def _invite_again(request: Request, ws: Workspace, token: str, error: KaratError) -> Response:
    who = people.invited(ws, token)
    wrong = page(request, "invite.html", status=status_of(error), token=token, wrong=str(error), who=who)
    return keep_visit(request, wrong)


def _twice(password: str, again: str) -> str:
    if password != again:
        raise BadInput("password: the two are not the same; type the same one twice")
    return password


def _inside(path: str) -> str:
    """A path on this site; anything that a browser could read as another site becomes the start page.

    >>> _inside("/reviews/7"), _inside("//elsewhere"), _inside("/\\\\elsewhere")
    ('/reviews/7', '/', '/')
    """
    plain = path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable()
    return path if plain else "/"
