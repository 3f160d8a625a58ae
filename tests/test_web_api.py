"""The web app's JSON: answers, conflicts, and an OpenAPI document that keeps its word."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
import served
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi import checks as openapi_checks
from served import TEXTS, Browser, Site, unit_of

from karat.service import projects

made, site, mira = served.made, served.site, served.mira  # the fixtures


ANSWER = {"unit": "", "body": {"label": "good"}, "revision": 0, "client_id": "c1"}


def test_the_api_answers_undoes_and_redoes(site: Site, mira: Browser) -> None:
    unit = unit_of(mira, "tone")
    receipt = mira.send("/api/guidelines/tone/answers", ANSWER | {"unit": unit, "seconds": 2.5}).json()
    assert (receipt["unit"], receipt["body"]) == (unit, {"label": "good"})
    assert mira.send("/api/guidelines/tone/answers", ANSWER | {"unit": unit, "seconds": 2.5}).json() == receipt
    tone = next(one for one in mira.get("/api/guidelines").json() if one["id"] == "tone")
    assert tone["progress"] == {"done": 1, "left": 4, "skipped": 0, "seconds": 2.5}
    assert mira.send("/api/guidelines/tone/undo", {"client_id": "c2"}).json()["body"] is None
    assert mira.send("/api/guidelines/tone/redo", {"client_id": "c3"}).json()["body"] == {"label": "good"}
    assert mira.send("/api/guidelines/tone/redo", {"client_id": "c4"}).json() is None
    assert mira.get(f"/api/guidelines/tone/units/{unit}").json()["body"] == {"label": "good"}
    assert projects.verify(site.ws) == []


def test_a_stale_answer_gets_both_versions(mira: Browser) -> None:
    unit = unit_of(mira, "names")
    for client, label in (("c1", "PER"), ("c2", "ORG")):
        body = [{"start": 0, "end": 3, "label": label}]
        reply = mira.send(
            "/api/guidelines/names/answers", {"unit": unit, "body": body, "revision": 0, "client_id": client}
        )
    assert reply.status_code == 409
    clash, text = reply.json(), TEXTS[unit][:3]
    assert [clash[side]["said"] for side in ("yours", "stands")] == [f"ORG “{text}”", f"PER “{text}”"]
    fresh = {"unit": unit, "body": body, "revision": clash["stands"]["revision"], "client_id": "c3"}
    assert mira.send("/api/guidelines/names/answers", fresh).json()["body"] == body


def test_a_span_whose_quote_differs_is_refused(mira: Browser) -> None:
    sent = {
        "unit": unit_of(mira, "names"),
        "body": [{"start": 0, "end": 3, "label": "PER"}],
        "revision": 0,
        "client_id": "c",
    }
    reply = mira.send("/api/guidelines/names/answers", sent | {"quotes": ["???"]})
    assert (reply.status_code, "was marked" in reply.json()["error"]) == (422, True)


@pytest.mark.parametrize(
    ("path", "sent", "status"),
    [
        ("/api/guidelines/nothing/undo", {"client_id": "c"}, 404),
        ("/api/guidelines/tone/undo", {}, 422),
        ("/api/guidelines/tone/undo", {"client_id": ""}, 422),
        ("/api/guidelines/tone/undo", {"client_id": "c", "more": 1}, 422),
        ("/api/guidelines/tone/undo", [], 422),
        ("/api/guidelines/tone/answers", ANSWER | {"unit": "plain", "seconds": -1}, 422),
        ("/api/guidelines/tone/answers", ANSWER | {"unit": "plain", "revision": 2**63}, 422),
        ("/api/guidelines/tone/answers", ANSWER | {"unit": "\ud800"}, 422),
        ("/api/guidelines/tone/answers", ANSWER | {"unit": "nul\0"}, 403),
        ("/api/guidelines/tone", {}, 405),
        ("/api/guidelines", {}, 405),
    ],
)
def test_the_api_says_in_one_sentence_what_does_not_fit(mira: Browser, path: str, sent: Any, status: int) -> None:
    reply = mira.send(path, sent)
    assert (reply.status_code, sorted(reply.json())) == (status, ["error", "reload"])
    assert "\n" not in reply.json()["error"]


EVERY_CHECK = list(HealthCheck)
PROMISES = [
    schemathesis.checks.not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_schema_conformance,
]


def test_the_openapi_document_keeps_its_word(site: Site) -> None:
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", site.app, headers={"host": "localhost"})
    person = site.client("annotator")
    headers = {"x-csrf": person.csrf(), "origin": "http://localhost", "host": "localhost"}
    heard: set[tuple[str, int]] = set()
    operations: Any = schema.get_all_operations()
    for found in operations:
        _keeps_its_word(found.ok(), headers, {"karat-session": site.sessions["annotator"]}, heard)
    assert {path for path, status in heard if status == 200} >= {"/api/guidelines", "/api/guidelines/{guideline}/next"}


def _keeps_its_word(
    operation: Any, headers: dict[str, str], cookies: dict[str, str], heard: set[tuple[str, int]]
) -> None:
    @settings(max_examples=15, deadline=None, derandomize=True, database=None, suppress_health_check=EVERY_CHECK)
    @given(case=operation.as_strategy())
    def hold(case: Any) -> None:
        if "guideline" in case.path_parameters:
            case.path_parameters["guideline"] = "tone"
        reply = case.call(headers=headers, cookies=cookies)
        case.validate_response(reply, checks=PROMISES)
        heard.add((operation.path, reply.status_code))

    hold()
