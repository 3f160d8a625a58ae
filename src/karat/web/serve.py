"""The web app on a port of this machine."""

from __future__ import annotations

import sys
from os import strerror
from socket import AF_INET, AF_INET6, create_server, socket

import uvicorn

from karat.errors import BadRequest
from karat.store import Workspace
from karat.web.app import create_app
from karat.web.guard import LOOPBACK


def serve(
    ws: Workspace, host: str = "127.0.0.1", port: int = 8765, *, behind_proxy: bool = False, names: tuple[str, ...] = ()
) -> None:
    """Serve a workspace until interrupted, on this machine alone unless a proxy with HTTPS stands in front.

    Behind a proxy, `names` are the host names that people type; others are refused.

    >>> serve(ws)  # doctest: +SKIP
    """
    _safe(host, behind_proxy, names)
    app = create_app(ws, secure_cookies=behind_proxy, hosts=(*LOOPBACK, *names))
    config = uvicorn.Config(app, proxy_headers=behind_proxy, server_header=False, log_level="warning")
    with _listening(host, port) as listener:
        sys.stderr.write(f"{ws.name} is served at http://{host}:{port} until Ctrl-C\n")
        uvicorn.Server(config).run(sockets=[listener])


def _listening(host: str, port: int) -> socket:
    """A socket that is ours, or a sentence."""
    try:
        return create_server((host, port), family=AF_INET6 if ":" in host else AF_INET)
    except (OSError, OverflowError) as error:
        why = strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
        raise BadRequest(f"port {port} of {host} cannot be used ({why}): choose another with --port") from None


def _safe(host: str, behind_proxy: bool, names: tuple[str, ...]) -> None:
    if host not in ("127.0.0.1", "localhost", "::1") and not behind_proxy:
        raise BadRequest(
            f"host: {host!r} can be reached from other machines and this server speaks plain HTTP, so passwords could "
            "be read on the way; use 127.0.0.1, or put a proxy with HTTPS in front and say behind_proxy=True"
        )
    if behind_proxy and not names:
        raise BadRequest("names: none were found, but behind a proxy the host names that people type were expected")
