"""Who may do what in the web app, what it refuses, and that nothing is shown that could run."""

from __future__ import annotations

import re
from typing import Any

import pytest
import served
from fastapi.testclient import TestClient
from served import EVIL, PASSWORD, TEXTS, Browser, Seen, Site, show, unit_of
from starlette.routing import BaseRoute

from karat.errors import BadInput, BadRequest, Conflict, KaratError, Refused
from karat.kinds import kind
from karat.service import asking, people, projects
from karat.web import create_app, serve
from karat.web.faults import status_of
from karat.web.guard import LIMIT
from karat.web.shown import HERE

made, site, mira = served.made, served.site, served.mira  # the fixtures


def routes(app: Any) -> list[tuple[str, str, BaseRoute]]:
    """Every method and path of the app, found by walking its route table."""
    found = []
    for route in app.routes:
        inner = getattr(route, "original_router", None)
        if inner is not None:
            found += routes(inner)
        found += [(method, route.path, route) for method in sorted(getattr(route, "methods", None) or ())]
    return found


def filled(path: str) -> str:
    for name, value in {"{token}": "x", "{guideline}": "tone", "{unit:path}": "plain"}.items():
        path = path.replace(name, value)
    return path


TABLE = [(method, filled(path)) for method, path, _ in routes(create_app(None))]  # type: ignore[arg-type]
UNSAFE = [path for method, path in TABLE if method not in ("GET", "HEAD", "OPTIONS")]
OPEN = {"/log-in", "/log-out", "/invite/x", "/api/openapi.json"}
FOREIGN: list[tuple[str, dict[str, Any]]] = [
    ("no token", {"origin": "http://localhost", "x-csrf": ""}),
    ("a wrong token", {"origin": "http://localhost", "x-csrf": "0" * 64}),
    ("a token that is not ASCII", {"origin": "http://localhost", "x-csrf": b"\xff"}),
    ("another origin", {"origin": "http://localhost.example"}),
    ("another port", {"origin": "http://localhost:81"}),
    ("another scheme", {"origin": "https://localhost"}),
    ("an opaque origin", {"origin": "null"}),
    ("no origin", {}),
    ("another referrer", {"referer": "http://example/localhost"}),
]


def test_the_table_of_routes_is_found() -> None:
    assert len(UNSAFE) >= 7
    assert {"/tone", "/api/guidelines/tone/answers"} <= set(UNSAFE)


@pytest.mark.parametrize("path", UNSAFE)
@pytest.mark.parametrize(("what", "headers"), FOREIGN)
def test_no_unsafe_route_listens_to_another_site(site: Site, path: str, what: str, headers: dict[str, Any]) -> None:
    person = site.client("annotator")
    person.get("/tone")
    given = {"x-csrf": person.csrf()} | headers
    sent = {"unit": "plain", "body": "good", "revision": 0, "client_id": "c"}
    assert person.client.post(path, json=sent, headers=given).status_code == 403, what
    assert person.client.post(path, data=sent | {"do": "answer"}, headers=given).status_code == 403, what
    assert projects.answers(site.ws, "tone") == []
    assert person.get("/").status_code == 200  # and nobody was logged out


def test_a_token_of_another_session_is_refused(site: Site) -> None:
    mine, theirs = site.client("annotator"), site.client("second")
    posted = {"csrf": theirs.csrf(), "do": "undo"}
    assert mine.client.post("/tone", data=posted, headers={"origin": "http://localhost"}).status_code == 403


def test_a_referrer_of_our_own_stands_in_for_the_origin(mira: Browser) -> None:
    headers = {"referer": "http://localhost/tone", "x-csrf": mira.csrf()}
    assert mira.client.post("/api/guidelines/tone/undo", json={"client_id": "c"}, headers=headers).status_code == 200


@pytest.mark.parametrize(("method", "path"), [row for row in TABLE if row[1] not in OPEN and row[0] != "HEAD"])
def test_every_route_asks_who_is_there(site: Site, method: str, path: str) -> None:
    nobody = site.client()
    sent = {"unit": "plain", "body": "good", "revision": 0, "client_id": "c", "reason": "r"}
    reply = nobody.get(path) if method == "GET" else nobody.send(path, sent)
    if path.startswith("/api/"):
        assert (reply.status_code, list(reply.json())) == (401, ["error", "reload"])
    else:
        assert (reply.status_code, reply.headers["location"][:13]) == (303, "/log-in?then=")


@pytest.mark.parametrize("session", ["annotator", "second", "adjudicator", "owner"])
def test_a_unit_that_was_never_mine_is_refused(site: Site, session: str) -> None:
    person = site.client(session)
    answer = {"unit": "evil", "body": "good", "revision": 0, "client_id": "c"}
    skip = {"unit": "evil", "reason": "r", "client_id": "c"}
    assert person.get("/tone/evil").status_code == 403
    assert person.get("/tone/no-such-unit").status_code == 403
    assert person.get("/api/guidelines/tone/units/evil").status_code == 403
    assert person.send("/api/guidelines/tone/answers", answer).status_code == 403
    assert person.send("/api/guidelines/tone/skips", skip).status_code == 403
    assert person.post("/tone", {"do": "answer", "unit": "evil", "body": "good", "revision": "0"}).status_code == 403
    assert person.post("/tone", {"do": "skip", "unit": "evil", "reason": "r"}).status_code == 403


def test_what_one_did_is_not_what_another_can_undo_or_see(site: Site) -> None:
    mine, theirs = site.client("annotator"), site.client("second")
    mine.get("/tone")
    mine.post("/tone", {"do": "answer", "unit": unit_of(mine, "tone"), "body": "good", "revision": "0"})
    assert theirs.send("/api/guidelines/tone/undo", {"client_id": "c"}).json() is None
    assert theirs.get("/api/guidelines/tone/next").json()["question"]["body"] is None
    assert len(projects.answers(site.ws, "tone")) == 1


PAGES = ["/", "/log-in", "/invite/x", "/tone", "/warmth", "/percent", "/names", "/evil", "/nothing", "/nothing/here"]


@pytest.mark.parametrize("path", [*PAGES, "/static/karat.css", "/static/none", "/api/guidelines", "/api/nothing"])
def test_every_response_carries_the_protective_headers(mira: Browser, path: str) -> None:
    headers = mira.get(path).headers
    assert headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    )
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == ("no-cache" if path.startswith("/static/") else "no-store")


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_anything_inline_that_could_run(mira: Browser, path: str) -> None:
    for tag, attributes in Seen(mira.get(path).text).elements:
        assert not [name for name in attributes if name.startswith("on") or name == "style"], tag
        assert tag != "style"
        assert tag != "script" or str(attributes["src"]).startswith("/static/")
        assert tag != "img" or attributes.get("src") != "x"
        assert not str(attributes.get("href", "")).lower().startswith("javascript:")


def test_text_labels_and_guideline_are_shown_and_not_run(site: Site) -> None:
    mira = site.client("annotator")
    shown = [show(mira, "evil", unit) for unit in TEXTS]
    assert all("<script>alert" not in page for page in shown)
    assert any(EVIL in Seen(page).text for page in shown)
    radio = [a for tag, a in Seen(shown[0]).elements if a.get("name") == "body"]
    assert [a["value"] for a in radio] == [EVIL, "other"]


def test_links_that_could_run_are_no_links(site: Site) -> None:
    projects.add_guideline(site.ws, "linked", kind("label"), "[a](javascript:alert(1)) [b](data:text/html,x) <b>c</b>")
    assert not [
        a
        for tag, a in Seen(site.client("annotator").get("/linked").text).elements
        if a.get("href") in ("b", "data:text/html,x")
    ]
    assert "&lt;b&gt;c&lt;/b&gt;" in site.client("annotator").get("/linked").text


@pytest.mark.parametrize("path", ["/tone", "/api/guidelines/tone/answers", "/log-in"])
def test_too_much_is_refused_before_it_is_read(mira: Browser, path: str) -> None:
    read_as = "application/json" if path.startswith("/api/") else "application/x-www-form-urlencoded"
    headers = {"origin": mira.origin, "content-type": read_as}
    assert mira.client.post(path, content=b" " * (LIMIT + 1), headers=headers).status_code == 413
    pieces = (b" " * 100_000 for _ in range(20))  # sent in chunks, without a length
    assert mira.client.post(path, content=pieces, headers=headers).status_code == 413


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost", 200), ("localhost:8765", 200), ("127.0.0.1:1", 200), ("[::1]:1", 200), ("[::1]", 200),
     ("evil.example", 400), ("localhost.evil.example", 400), ("evil.example:80", 400), ("", 400), (":80", 400)],
)  # fmt: skip
def test_only_names_that_are_served_are_heard(site: Site, host: str, status: int) -> None:
    assert site.client().client.get("/log-in", headers={"host": host}).status_code == status


def test_a_fault_of_ours_shows_no_traceback(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(asking, "next_question", broken)
    for path in ("/tone", "/api/guidelines/tone/next"):
        reply = site.client("annotator").get(path)
        assert (reply.status_code, "secret" in reply.text, "Traceback" in reply.text) == (500, False, False)
        assert "default-src 'none'" in reply.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("error", "status"), [(BadInput, 422), (BadRequest, 422), (Conflict, 409), (Refused, 403), (KaratError, 500)]
)
def test_each_of_our_errors_has_its_status(error: type[KaratError], status: int) -> None:
    assert status_of(error("x")) == status


def test_log_in_says_the_same_for_an_unknown_name_and_a_wrong_password(site: Site) -> None:
    replies = [site.client().post("/log-in", {"name": n, "password": "wrong"}) for n in ("annotator", "nobody")]
    said = [re.search(r'role="alert">([^<]*)', reply.text) for reply in replies]
    assert [reply.status_code for reply in replies] == [401, 401]
    assert said[0]
    assert said[1]
    assert said[0][1] == said[1][1]


def test_log_in_is_slowed_down_after_five_failures(site: Site) -> None:
    for _ in range(5):
        site.client().post("/log-in", {"name": "nobody", "password": "wrong"})
    assert "wait" in site.client().post("/log-in", {"name": "nobody", "password": "wrong"}).text


@pytest.mark.parametrize(
    ("then", "goes"),
    [("/tone", "/tone"), ("/", "/"), ("//evil.example", "/"), ("/\\evil.example", "/"), ("https://evil.example", "/"),
     ("javascript:alert(1)", "/"), ("", "/"), ("/\t/evil.example", "/"), ("/a\r\nx: y", "/")],
)  # fmt: skip
def test_log_in_leads_to_our_own_pages_only(site: Site, then: str, goes: str) -> None:
    reply = site.client().post("/log-in", {"name": "annotator", "password": PASSWORD, "then": then})
    assert (reply.status_code, reply.headers["location"]) == (303, goes)


def test_the_session_cookie_is_out_of_reach_of_scripts(site: Site) -> None:
    cookie = site.client().post("/log-in", {"name": "annotator", "password": PASSWORD}).headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/", "Max-Age=1209600"} <= set(cookie.split("; "))
    safe = TestClient(create_app(site.ws, secure_cookies=True), "https://localhost")
    cookie = safe.get("/log-in").headers["set-cookie"]
    assert cookie.startswith("__Host-karat-visit=")
    assert "Secure" in cookie


def test_log_out_ends_the_session_for_good(site: Site) -> None:
    mira = site.client("annotator")
    assert mira.post("/log-out").status_code == 303
    assert site.client("annotator").get("/").headers["location"] == "/log-in?then=/"


def test_an_ended_session_can_be_logged_in_again_from_the_same_browser(site: Site) -> None:
    people.log_out(site.ws, site.sessions["annotator"])
    mira = site.client("annotator")
    assert mira.post("/log-in", {"name": "annotator", "password": PASSWORD}).headers["location"] == "/"


def test_all_scripts_together_are_small_and_load_only_our_own() -> None:
    scripts = list((HERE / "static").rglob("*.js"))
    assert sum(script.stat().st_size for script in scripts) <= 60_000
    for script in scripts:
        for path in re.findall(r'from "([^"]+)"', script.read_text()):
            assert (script.parent / path).is_file(), f"{script.name} loads {path}"
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|https?://", script.read_text()
        )


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "karat.example"])
def test_it_is_served_to_this_machine_alone_unless_a_proxy_stands_in_front(site: Site, host: str) -> None:
    with pytest.raises(BadRequest, match="behind_proxy=True"):
        serve(site.ws, host)
    with pytest.raises(BadRequest, match="names"):
        serve(site.ws, host, behind_proxy=True)
