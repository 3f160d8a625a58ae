"""What every request passes before it is heard, and what every response carries."""

from __future__ import annotations

import hmac
from urllib.parse import urlsplit

from fastapi import HTTPException, Request
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from karat.web.cookies import csrf_token
from karat.web.faults import STALE_PAGE, fault
from karat.web.headers import headers_for

LIMIT = 1_000_000  # bytes: a thousand times the longest answer seen
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
TOO_LONG = f"what was sent is longer than {LIMIT:,} bytes; send less at once"


class Guard:
    """ASGI middleware: known host, own origin on unsafe methods, bounded body, protective headers."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], secure: bool) -> None:
        self.app, self.hosts, self.secure = app, hosts, secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        refused = self._objection(request)
        app = fault(request, *refused) if refused else self.app
        await app(scope, _bounded(receive), _protected(send, request.url.path))

    def _objection(self, request: Request) -> tuple[int, str] | None:
        host = request.headers.get("host", "")
        if _without_port(host) not in self.hosts:
            return 400, f"the host {host!r} is not served here, but {', '.join(self.hosts)} is; use that address"
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LIMIT:
            return 413, TOO_LONG
        if request.method not in SAFE and _origin(request) != self._own_origin(request, host):
            return 403, "this request came from another site; open the page here and send it again"
        return None

    def _own_origin(self, request: Request, host: str) -> str:
        return f"{'https' if self.secure else request.url.scheme}://{host}"


async def same_visit(request: Request) -> None:
    """Every unsafe route asks for the token that our own pages carry."""
    if request.method in SAFE:
        return
    given = request.headers.get("x-csrf") or (await fields(request)).get("csrf", "")
    if not hmac.compare_digest(given.encode(), csrf_token(request).encode()):
        raise HTTPException(403, STALE_PAGE)


async def fields(request: Request) -> dict[str, str]:
    """The text fields of a posted form."""
    form = await request.form()
    return {name: value for name, value in form.items() if isinstance(value, str)}


def _without_port(host: str) -> str:
    name, _, port = host.rpartition(":")
    return name if port.isdecimal() and name else host


def _origin(request: Request) -> str:
    origin = request.headers.get("origin")
    if origin is not None:
        return origin
    referrer = urlsplit(request.headers.get("referer", ""))
    return f"{referrer.scheme}://{referrer.netloc}"


def _bounded(receive: Receive) -> Receive:
    heard = 0

    async def bounded() -> Message:
        nonlocal heard
        message = await receive()
        heard += len(message.get("body", b""))
        if heard > LIMIT:
            raise HTTPException(413, TOO_LONG)
        return message

    return bounded


def _protected(send: Send, path: str) -> Send:
    async def protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(headers_for(path))
        await send(message)

    return protected
