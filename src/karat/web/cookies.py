"""Who is at the other end: two cookies, and the token that proves a form came from one of our pages."""

from __future__ import annotations

import hmac
from hashlib import sha256
from secrets import token_urlsafe

from starlette.requests import Request
from starlette.responses import Response

FORTNIGHT = 14 * 24 * 3600


def session_of(request: Request) -> str:
    """The opaque session token that the browser sent, or an empty text."""
    return request.cookies.get(_name(request, "session"), "")


def csrf_token(request: Request) -> str:
    """The token for forms on this page; it is bound to the session, or to the visit before log-in."""
    secret = session_of(request) or visit_of(request)
    return hmac.new(secret.encode(), b"karat form", sha256).hexdigest()


def visit_of(request: Request) -> str:
    """The secret of a visit before log-in; a new one where the browser has none."""
    if not hasattr(request.state, "visit"):
        request.state.visit = request.cookies.get(_name(request, "visit")) or token_urlsafe(24)
    visit: str = request.state.visit
    return visit


def keep_visit(request: Request, response: Response) -> Response:
    """Send the visit's secret along with a page that people see before log-in."""
    _set(request, response, "visit", visit_of(request), None)
    return response


def keep_session(request: Request, response: Response, session: str) -> Response:
    """Send the session along; the browser keeps it as long as the store does without a visit."""
    _set(request, response, "session", session, FORTNIGHT)
    return response


def forget_session(request: Request, response: Response) -> Response:
    """Take the session cookie away."""
    _set(request, response, "session", "", 0)
    return response


def _name(request: Request, what: str) -> str:
    return f"__Host-karat-{what}" if request.app.state.secure else f"karat-{what}"


def _set(request: Request, response: Response, what: str, value: str, age: int | None) -> None:
    secure: bool = request.app.state.secure
    response.set_cookie(_name(request, what), value, max_age=age, secure=secure, httponly=True, samesite="lax")
