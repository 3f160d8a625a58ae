"""The web app in a real Chromium, over a real server: keys, marks, drafts, a killed server, and what axe says."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from karat.kinds import kind
from karat.service import people, projects
from karat.types import Answer, Document

CHROMIUM = Path("/usr/bin/chromium")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PASSWORD = "correct horse battery"
pytestmark = pytest.mark.browser

try:
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright
except ImportError:
    if os.environ.get("CI") == "true":
        raise
    pytest.skip("playwright is not installed", allow_module_level=True)
if not CHROMIUM.exists() and os.environ.get("CI") != "true":
    pytest.skip(f"{CHROMIUM} is not installed", allow_module_level=True)

FAMILY = "Ann 👩‍👩‍👧 Lee met Bob e\u0301tienne.\r\n\r\nThey stayed."
HEBREW = "דנה לוי גרה בירושלים."
TEXTS = {"1": FAMILY, "2": HEBREW, "3": "A third text. " * 40, "4": "Four."}
PROSE = "# What to do\n\nRead it **twice**.\n\n| say | when |\n|---|---|\n| good | you like it |\n\nIrony counts as irony.\n"
GUIDELINES = {
    "tone": "label(labels=('good', 'bad', 'mixed'))",
    "warmth": "scale(points=7, low='cold', high='warm')",
    "percent": "scale(points=100)",
    "names": "span(labels=('PER', 'LOC', 'ORG'))",
}
SERVE = "import sys; from karat.service.projects import open_workspace as o; from karat.web import serve; serve(o(sys.argv[1]), port=int(sys.argv[2]))"


@dataclass
class Server:
    """A workspace served by a process of its own, which can be killed and started again."""

    path: Path
    port: int = 0
    process: Any = field(default=None, repr=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-W", "error", "-c", SERVE, str(self.path), str(self.port)])
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        raise TimeoutError("the server did not start")

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def answers(self, guideline: str) -> list[Answer]:
        with projects.open_workspace(self.path) as ws:
            assert projects.verify(ws) == []
            return projects.answers(ws, guideline)

    def operations(self) -> int:
        return int(sqlite3.connect(self.path).execute("SELECT count(*) FROM operation").fetchone()[0])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    path = tmp_path / "browser.karat"
    with projects.new(path) as ws:
        projects.add_documents(ws, [Document(name, text) for name, text in TEXTS.items()])
        for name, asked in GUIDELINES.items():
            projects.add_guideline(ws, name, kind(asked), PROSE)
        people.accept(ws, people.invite(ws, "mira"), PASSWORD)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    made = Server(path, port)
    made.start()
    yield made
    made.kill()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGS, "--no-first-run"])
        yield browser
        browser.close()


@contextmanager
def visit(chromium: Browser, server: Server, **settings: Any) -> Iterator[BrowserContext]:
    """A browser in which mira is logged in; a script that fails fails the test."""
    faults: list[str] = []
    context = chromium.new_context(base_url=server.url, **settings)
    context.set_default_timeout(10_000)
    context.on("weberror", lambda fault: faults.append(str(fault.error)))
    with projects.open_workspace(server.path) as ws:
        session = people.log_in(ws, "mira", PASSWORD)
    context.add_cookies(
        [{"name": "karat-session", "value": session, "url": server.url, "httpOnly": True, "sameSite": "Lax"}]
    )
    yield context
    context.close()
    assert faults == []


@pytest.fixture
def context(chromium: Browser, server: Server) -> Iterator[BrowserContext]:
    with visit(chromium, server) as context:
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def on_unit(page: Page, unit: str) -> None:
    """Wait for the question about this unit, ready for keys."""
    expect(page.locator(f"html.scripted-on #answer[data-unit='{unit}']")).to_be_attached()
    page.wait_for_url(f"**/{unit}")  # the last thing that the script does before it listens


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def spans(answer: Answer) -> list[tuple[str, int, int]]:
    return [(mark.label, mark.start, mark.end) for mark in answer.body]


def test_log_in_label_and_undo_with_the_keyboard_alone(chromium: Browser, server: Server) -> None:
    page = chromium.new_page(base_url=server.url)
    page.goto("/tone")
    expect(page.get_by_label("Name")).to_be_focused()
    page.keyboard.type("mira")
    press(page, "Tab")
    page.keyboard.type(PASSWORD)
    press(page, "Enter")
    on_unit(page, "1")
    press(page, "2")
    expect(page.locator("#status")).to_have_text("draft kept on this device")
    press(page, "Enter")
    on_unit(page, "2")
    press(page, "1", "Enter")
    on_unit(page, "3")
    assert [(a.unit, a.body.label) for a in server.answers("tone")] == [("1", "bad"), ("2", "good")]
    press(page, "Backspace")
    on_unit(page, "2")
    assert [a.unit for a in server.answers("tone")] == ["1"]
    press(page, "3", "Enter")
    on_unit(page, "3")
    assert [(a.unit, a.body.label) for a in server.answers("tone")] == [("1", "bad"), ("2", "mixed")]
    page.close()


def test_undo_takes_back_choices_on_the_page_before_it_takes_back_answers(page: Page, server: Server) -> None:
    page.goto("/tone")
    on_unit(page, "1")
    press(page, "1", "2", "Backspace")
    expect(page.get_by_label("good")).to_be_checked()
    press(page, "Shift+Backspace")
    expect(page.get_by_label("bad")).to_be_checked()
    press(page, "Control+z", "Control+z")
    expect(page.locator("input:checked")).to_have_count(0)
    press(page, "Backspace")
    expect(page.locator("#status")).to_have_text("there is nothing to undo")
    press(page, "Enter")
    expect(page.locator("#status")).to_have_text("choose an answer first")


def test_overlapping_marks_over_an_emoji_are_stored_in_code_points(page: Page, server: Server) -> None:
    page.goto("/names")
    on_unit(page, "1")
    press(page, "Shift+ArrowRight", "Shift+ArrowRight", "1")  # Ann 👩‍👩‍👧 Lee
    press(page, "ArrowLeft", "3")  # 👩‍👩‍👧 inside it
    press(page, "Home", "Shift+ArrowRight", "2")  # Ann 👩‍👩‍👧: overlaps both
    page.locator(".token", has_text="tienne").click()
    press(page, "1")  # a combining accent
    expect(page.locator("#marks li")).to_have_count(4)
    assert len({bar.bounding_box()["y"] for bar in page.locator(".bar").all()[:3]}) == 3  # type: ignore[index]
    press(page, "Enter")
    on_unit(page, "2")
    marks = spans(server.answers("names")[0])
    assert [(label, FAMILY[start:end]) for label, start, end in marks] == [
        ("LOC", "Ann 👩‍👩‍👧"),
        ("PER", "Ann 👩‍👩‍👧 Lee"),
        ("ORG", "👩‍👩‍👧"),
        ("PER", "e\u0301tienne"),
    ]
    assert marks[2] == ("ORG", 4, 9)  # three people and two joiners: five code points, eight UTF-16 units


def test_overlapping_marks_over_right_to_left_text(page: Page, server: Server) -> None:
    page.goto("/names")
    on_unit(page, "1")
    press(page, "Enter")
    on_unit(page, "2")
    first, second = (page.locator(".token").nth(index).bounding_box() for index in (0, 1))
    assert first
    assert second
    assert first["x"] > second["x"]  # shown from right to left
    press(page, "Shift+ArrowLeft", "1", "ArrowLeft", "Shift+ArrowLeft", "2")  # left is onwards here
    press(page, "ArrowRight", "ArrowRight", "ArrowRight", "3", "Enter")
    on_unit(page, "3")
    assert spans(server.answers("names")[0]) == []  # submitted without marks
    marks = spans(server.answers("names")[1])
    assert [(label, HEBREW[start:end]) for label, start, end in marks] == [
        ("ORG", "דנה"),
        ("PER", "דנה לוי"),
        ("LOC", "גרה בירושלים"),
    ]


def test_marks_by_mouse_and_removal_of_one_of_several(page: Page, server: Server) -> None:
    page.goto("/names")
    on_unit(page, "1")
    page.locator(".token", has_text="Ann").hover()
    page.mouse.down()
    page.locator(".token", has_text="Lee").hover()
    page.mouse.up()
    page.get_by_role("button", name="PER").click()
    page.locator(".token", has_text="Lee").click()
    press(page, "2", "3")
    expect(page.locator("#marks li")).to_have_count(3)
    press(page, "ArrowLeft", "ArrowRight", "Tab", "Tab", "Delete")  # the third mark on Lee
    expect(page.locator("#marks li")).to_have_count(2)
    page.get_by_role("button", name="Remove LOC").click()
    expect(page.locator("#marks li")).to_have_count(1)
    press(page, "Enter")
    on_unit(page, "2")
    assert spans(server.answers("names")[0]) == [("PER", 0, 13)]


def test_tab_leaves_the_text_after_the_last_mark(page: Page) -> None:
    page.goto("/names")
    on_unit(page, "1")
    press(page, "1", "2", "ArrowRight", "ArrowLeft", "Tab")
    expect(page.locator(".tokens")).to_be_focused()
    press(page, "Tab")
    expect(page.locator(".tokens")).not_to_be_focused()


def test_scales_short_and_long(page: Page, server: Server) -> None:
    page.goto("/warmth")
    on_unit(page, "1")
    press(page, "8", "6", "Enter")
    on_unit(page, "2")
    page.goto("/percent")
    on_unit(page, "1")
    page.keyboard.type("73")
    press(page, "Enter")
    on_unit(page, "2")
    assert server.answers("warmth")[0].body.value == 6
    assert server.answers("percent")[0].body.value == 73


def test_a_killed_server_loses_nothing_acknowledged_and_gets_what_waited_once(page: Page, server: Server) -> None:
    page.goto("/tone")
    on_unit(page, "1")
    press(page, "1", "Enter")
    on_unit(page, "2")  # the first is acknowledged
    server.kill()
    press(page, "2", "Enter")
    expect(page.locator("#waiting")).to_have_text("1 answer waiting for the network")
    press(page, "Enter", "Enter")  # an impatient person
    assert [a.unit for a in server.answers("tone")] == ["1"]
    server.start()
    on_unit(page, "3")
    assert [(a.unit, a.body.label) for a in server.answers("tone")] == [("1", "good"), ("2", "bad")]
    assert server.operations() == 2


def test_what_waited_is_sent_when_the_browser_comes_back(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    page.goto("/tone")
    on_unit(page, "1")
    context.set_offline(True)
    press(page, "2", "Enter")
    expect(page.locator("#waiting")).to_have_text("1 answer waiting for the network")
    page.close()
    context.set_offline(False)
    again = context.new_page()
    again.goto("/")
    expect(again.get_by_text("1 done")).to_be_visible()
    assert [a.body.label for a in server.answers("tone")] == ["bad"]


def test_an_answer_whose_receipt_was_lost_is_stored_once(page: Page, server: Server) -> None:
    lost: list[int] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    page.route("**/answers", lose)
    page.goto("/tone")
    on_unit(page, "1")
    press(page, "1", "Enter")
    on_unit(page, "2")
    assert (lost, server.operations()) == ([200], 1)


def test_an_answer_given_after_the_session_ended_arrives_after_the_next_log_in(page: Page, server: Server) -> None:
    page.goto("/tone")
    on_unit(page, "1")
    session = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "karat-session")
    with projects.open_workspace(server.path) as ws:
        people.log_out(ws, session)
    press(page, "2", "Enter")
    page.get_by_role("link", name="Open this page again").click()
    page.locator("#name").fill("mira")
    page.locator("#password").fill(PASSWORD)
    press(page, "Enter")
    on_unit(page, "2")
    assert [a.body.label for a in server.answers("tone")] == ["bad"]


def test_drafts_outlive_the_tab(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/names")
    on_unit(page, "1")
    press(page, "2")
    page.close()
    again = context.new_page()
    again.goto("/names")
    on_unit(again, "1")
    expect(again.locator("#marks li")).to_have_text(["LOC Ann ×"])
    expect(again.locator("#status")).to_have_text("draft from this device")


@pytest.mark.parametrize(("choice", "stands"), [("Use mine", "bad"), ("Keep what stands", "good")])
def test_of_two_versions_the_person_chooses(context: BrowserContext, server: Server, choice: str, stands: str) -> None:
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        page.goto("/tone")
        on_unit(page, "1")
    press(first, "1", "Enter")
    on_unit(first, "2")
    press(second, "2", "Enter")
    expect(second.locator("#clash dd")).to_have_text(["bad", "good"])
    second.get_by_role("button", name=choice).click()
    on_unit(second, "2")
    assert [a.body.label for a in server.answers("tone")] == [stands]


def test_skip_find_and_the_list_of_keys(page: Page, server: Server) -> None:
    page.goto("/tone")
    on_unit(page, "1")
    press(page, "?")
    expect(page.locator("#keys")).to_be_visible()
    press(page, "1", "Escape")
    expect(page.locator("input:checked")).to_have_count(0)  # keys do nothing behind a dialog
    press(page, "g")
    page.keyboard.type("irony")
    expect(page.locator("#found")).to_have_text("2 places")
    press(page, "Escape", "s")
    page.keyboard.type("cannot decide 1")
    press(page, "Enter")
    on_unit(page, "2")
    assert server.answers("tone") == []
    page.goto("/")
    expect(page.get_by_text("1 skipped")).to_be_visible()


def test_the_browsers_back_leads_to_the_unit_before(page: Page, server: Server) -> None:
    page.goto("/tone")
    on_unit(page, "1")
    press(page, "1", "Enter")
    on_unit(page, "2")
    page.go_back()
    on_unit(page, "1")
    expect(page.get_by_label("good")).to_be_checked()
    press(page, "2", "Enter")
    on_unit(page, "2")
    assert [a.body.label for a in server.answers("tone")] == ["bad"]


def test_it_works_with_scripts_off(chromium: Browser, server: Server) -> None:
    with visit(chromium, server, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/tone")
        page.get_by_text("mixed", exact=True).click()
        page.get_by_role("button", name="Submit").click()
        expect(page.locator("#answer")).to_have_attribute("data-unit", "2")
        page.get_by_role("button", name="Undo").click()
        expect(page.locator("#answer")).to_have_attribute("data-unit", "1")
        page.goto("/warmth")
        page.locator(".step").nth(4).click()
        page.get_by_role("button", name="Submit").click()
        expect(page.locator("#answer")).to_have_attribute("data-unit", "2")
    assert server.answers("tone") == []
    assert server.answers("warmth")[0].body.value == 5


def shown(page: Page, invitation: str) -> Iterator[str]:
    """Each page and dialog in turn."""
    for path in (
        "/log-in",
        f"/invite/{invitation}",
        "/invite/x",
        "/",
        "/nothing",
        "/tone",
        "/warmth",
        "/percent",
        "/names",
    ):
        page.goto(path)
        if page.locator("#answer").count():
            on_unit(page, "1")
            press(page, "1", "2")
        yield path
    page.locator(".tokens").focus()
    press(page, "Home", "Shift+ArrowRight", "3", "Shift+ArrowRight")
    yield "overlapping marks"
    press(page, "?")
    yield "the list of keys"
    press(page, "Escape", "s")
    yield "skip"
    page.goto("/warmth")
    for unit in TEXTS:
        on_unit(page, unit)
        press(page, "1", "Enter")
    expect(page.get_by_role("heading", name="All done")).to_be_visible()
    yield "all done"


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    chromium: Browser, server: Server, width: int, scheme: Any
) -> None:
    size: Any = {"width": width, "height": 800}
    with visit(chromium, server, viewport=size, color_scheme=scheme, reduced_motion="reduce") as context:
        page = context.new_page()
        with projects.open_workspace(server.path) as ws:
            invitation = people.invite(ws, "guest")
        for what in shown(page, invitation):
            found = Axe().run(page).response["violations"]
            assert [
                (one["id"], [(node["html"], node["failureSummary"]) for node in one["nodes"]]) for one in found
            ] == [], what
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), what


@pytest.mark.parametrize("path", ["/tone", "/names"])
def test_pages_stay_under_sixty_kilobytes_of_script(page: Page, path: str) -> None:
    sizes: list[int] = []
    page.on("response", lambda reply: sizes.append(len(reply.body())) if reply.url.endswith(".js") else None)
    page.goto(path)
    on_unit(page, "1")
    page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes) < 60_000
