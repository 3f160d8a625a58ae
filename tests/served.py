"""A served workspace for the tests of the web app, and a client that behaves as a browser on our pages does."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from karat.kinds import kind
from karat.service import people, projects
from karat.store import Workspace
from karat.types import Document
from karat.web import create_app

PASSWORD = "correct horse battery"
EVIL = "<script>alert(1)</script>\"'`<img src=x onerror=alert(1)>"
TEXTS = {
    "plain": "Ann met Bob.",
    "a/b ?#%": "A unit whose name needs care.",
    "evil": EVIL,
    "crlf": "one\r\n\r\ntwo\rthree\n\nfour",
    "wide": "  Zoë 👩‍👩‍👧 e\u0301te\u0301\tשלום עולם \u2028 end ",
}
GUIDELINES = {
    "tone": "label(labels=('good', 'bad'))",
    "warmth": "scale(points=5)",
    "percent": "scale(points=100)",
    "names": "span(labels=('PER', 'ORG'))",
    "evil": f"label(labels=({EVIL!r}, 'other'))",
}


@dataclass
class Site:
    """One served workspace, with the clients of the people in it."""

    ws: Workspace
    app: Any
    sessions: dict[str, str]

    def client(self, name: str = "") -> Browser:
        session = {"karat-session": self.sessions[name]} if name else {}
        client = TestClient(
            self.app, "http://localhost", raise_server_exceptions=False, follow_redirects=False, cookies=session
        )
        return Browser(client)


@dataclass
class Browser:
    """A client that behaves as a browser on one of our pages does."""

    client: TestClient
    origin: str = "http://localhost"

    def get(self, path: str) -> Any:
        return self.client.get(path)

    def csrf(self) -> str:
        found = re.search(r'data-csrf="(\w+)"', self.client.get("/log-in").text)
        assert found
        return found[1]

    def post(self, path: str, posted: dict[str, Any] | None = None, **headers: str) -> Any:
        data = {"csrf": self.csrf(), **(posted or {})}
        return self.client.post(path, data=data, headers={"origin": self.origin, **headers})

    def send(self, path: str, sent: Any, **headers: str) -> Any:
        known = {"origin": self.origin, "x-csrf": self.csrf(), "content-type": "application/json"}
        return self.client.post(path, content=json.dumps(sent), headers=known | headers)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A workspace with people who are logged in, made once: hashing passwords is slow on purpose."""
    path = tmp_path_factory.mktemp("web") / "made.karat"
    with projects.new(path) as ws:
        projects.add_documents(ws, [Document(name, text) for name, text in TEXTS.items()])
        for name, asked in GUIDELINES.items():
            projects.add_guideline(ws, name, kind(asked), f"# {name}\n\nSay what it is. {EVIL}", answers_per_unit=2)
        sessions = {role: _join(ws, role, role) for role in people.ROLES} | {"second": _join(ws, "second", "annotator")}
    return path, sessions


def _join(ws: Workspace, name: str, role: str) -> str:
    people.accept(ws, people.invite(ws, name, role), PASSWORD)
    return people.log_in(ws, name, PASSWORD)


@pytest.fixture
def site(made: tuple[Path, dict[str, str]], tmp_path: Path) -> Iterator[Site]:
    path = shutil.copy(made[0], tmp_path / "site.karat")
    with projects.open_workspace(path) as ws:
        yield Site(ws, create_app(ws), made[1])


@pytest.fixture
def mira(site: Site) -> Browser:
    """An annotator at work."""
    return site.client("annotator")


def unit_of(person: Browser, guideline: str) -> str:
    unit: str = person.get(f"/api/guidelines/{guideline}/next").json()["question"]["unit"]
    return unit


class Seen(HTMLParser):
    """What a browser makes of a page: elements, and the words and gaps of the text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[tuple[int, int, str]] = []
        self.text, self._open = "", ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.elements.append((tag, found))
        self._open = str(found.get("class"))
        if self._open == "token":
            self.words.append((int(str(found["data-start"])), int(str(found["data-end"])), ""))

    def handle_data(self, data: str) -> None:
        if self._open in ("token", "blank", "text"):
            self.text += data
        if self._open == "token":
            self.words[-1] = (*self.words[-1][:2], data)

    def handle_endtag(self, tag: str) -> None:
        self._open = ""


def show(person: Browser, guideline: str, unit: str) -> str:
    """The page of one unit, whichever comes first in the queue."""
    while unit_of(person, guideline) != unit:
        person.post(f"/{guideline}", {"do": "skip", "unit": unit_of(person, guideline), "reason": "later"})
    page: str = person.get(f"/{guideline}").text
    return page


def form_of(page: str) -> dict[str, str]:
    form = {}
    for tag, attributes in Seen(page).elements:
        if tag == "input" and attributes.get("type") == "hidden":
            form[str(attributes["name"])] = str(attributes["value"])
    return form
