"""Errors as one sentence: a page for people, JSON under `/api`, and never a traceback."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from karat.errors import BadInput, BadRequest, Conflict, KaratError, NotInstalled, Refused
from karat.web.headers import headers_for
from karat.web.shown import page

STALE_PAGE = "this page is from before your last log-in; reload it and send it again"
STATUS: Mapping[type[KaratError], int] = {
    BadInput: 422,
    BadRequest: 422,
    Conflict: 409,
    Refused: 403,
    NotInstalled: 500,
    KaratError: 500,
}
HEADINGS = {
    400: "This cannot be read",
    403: "This is not yours to do",
    404: "There is nothing here",
    405: "This cannot be done here",
    409: "Somebody was faster",
    413: "This is too long",
    422: "This does not fit",
    500: "Something broke on our side",
}
SENTENCES = {
    404: "nothing is kept at this address; go back to the start and choose from there",
    405: "this address takes no such request; go back to the start and choose from there",
    500: "what you sent could not be handled, but every answer confirmed before is safe; go back and try again",
}


class Fault(BaseModel):
    """What went wrong, in one sentence; `reload` says that a fresh page is all it takes."""

    error: str
    reload: bool = False


def fault(request: Request, status: int, sentence: str) -> Response:
    """An error in the form that the asker reads."""
    if request.url.path.startswith("/api/"):
        return JSONResponse(Fault(error=sentence, reload=sentence == STALE_PAGE).model_dump(), status)
    heading = HEADINGS.get(status, "This did not work")
    return page(request, "fault.html", status=status, number=status, heading=heading, sentence=sentence)


def hear_faults(app: FastAPI) -> None:
    """Every error that leaves a route becomes one sentence."""
    app.exception_handler(KaratError)(_karat)
    app.exception_handler(HTTPException)(_http)
    app.exception_handler(RequestValidationError)(_invalid)
    app.exception_handler(Exception)(_broken)


def status_of(error: KaratError) -> int:
    """The HTTP status of one of our errors.

    >>> status_of(Refused("no"))
    403
    """
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def _karat(request: Request, error: KaratError) -> Response:
    return fault(request, status_of(error), str(error))


def _http(request: Request, error: HTTPException) -> Response:
    path = request.url.path
    if error.status_code == 401 and not path.startswith("/api/"):
        return RedirectResponse(f"/log-in?then={quote(path)}", 303)
    return fault(request, error.status_code, SENTENCES.get(error.status_code, error.detail))


def _invalid(request: Request, error: RequestValidationError) -> Response:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return fault(request, 422, f"{where}: {first['msg']}; see /api/openapi.json for what is expected")


def _broken(request: Request, error: Exception) -> Response:
    # Starlette answers these outside all middleware, so the headers are added here, and re-raises for the log.
    response = fault(request, 500, SENTENCES[500])
    response.headers.update(headers_for(request.url.path))
    return response
