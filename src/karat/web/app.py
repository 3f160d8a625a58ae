"""The whole web app over one workspace."""

from __future__ import annotations

from fastapi import Depends, FastAPI
from starlette.staticfiles import StaticFiles

from karat.store import Workspace
from karat.version import VERSION
from karat.web import api, pages, session
from karat.web.faults import hear_faults
from karat.web.guard import LOOPBACK, Guard, same_visit
from karat.web.shown import HERE


def create_app(ws: Workspace, *, secure_cookies: bool = False, hosts: tuple[str, ...] = LOOPBACK) -> FastAPI:
    """The app that answers for one workspace; `hosts` are the names it may be called by.

    `secure_cookies` is for HTTPS, and log-in fails without HTTPS once it is on.

    >>> create_app(ws).openapi_url  # doctest: +SKIP
    '/api/openapi.json'
    """
    app = FastAPI(
        title="karat",
        version=VERSION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(same_visit)],
    )
    app.state.ws, app.state.secure = ws, secure_cookies
    app.add_middleware(Guard, hosts=hosts, secure=secure_cookies)
    hear_faults(app)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    for routes in (session.routes, api.routes, pages.routes):
        app.include_router(routes)
    return app
