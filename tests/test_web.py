"""Work on the pages of the web app without a browser, and with scripts off."""

from __future__ import annotations

from typing import Any

import pytest
import served
from served import GUIDELINES, PASSWORD, TEXTS, Browser, Seen, Site, form_of, show

from karat.kinds import KINDS, kind
from karat.service import people, projects
from karat.web.shown import HERE

made, site, mira = served.made, served.site, served.mira  # the fixtures


@pytest.mark.parametrize("unit", TEXTS)
@pytest.mark.parametrize("guideline", ["tone", "names"])
def test_a_browser_reads_exactly_the_stored_text(mira: Browser, guideline: str, unit: str) -> None:
    page = show(mira, guideline, unit)
    # the parser of a browser turns CR LF and CR into LF before it reads markup; this one does not
    seen = Seen(page.replace("\r\n", "\n").replace("\r", "\n"))
    assert seen.text == TEXTS[unit]
    assert all(TEXTS[unit][start:end] == word for start, end, word in seen.words)


@pytest.mark.parametrize(
    ("guideline", "body", "stored"),
    [("tone", "bad", {"label": "bad"}), ("warmth", "4", {"value": 4}), ("percent", "73", {"value": 73})],
)
def test_it_works_with_scripts_off(site: Site, guideline: str, body: str, stored: Any) -> None:
    mira = site.client("annotator")
    form = form_of(mira.get(f"/{guideline}").text)
    reply = mira.client.post(
        f"/{guideline}", data=form | {"do": "answer", "body": body}, headers={"origin": mira.origin}
    )
    assert (reply.status_code, reply.headers["location"]) == (303, f"/{guideline}")
    answers = projects.answers(site.ws, guideline)
    assert [(a.unit, kind(GUIDELINES[guideline]).to_json(a.body)) for a in answers] == [(form["unit"], stored)]
    back = mira.post(f"/{guideline}", {"do": "undo", "form": "f"})
    assert projects.answers(site.ws, guideline) == []
    assert mira.get(back.headers["location"]).status_code == 200
    mira.post(f"/{guideline}", {"do": "redo", "form": "g"})
    assert len(projects.answers(site.ws, guideline)) == 1


def test_all_units_can_be_done_with_scripts_off_and_then_all_is_done(site: Site) -> None:
    mira = site.client("annotator")
    for _ in TEXTS:
        form = form_of(mira.get("/tone").text)
        mira.client.post("/tone", data=form | {"do": "answer", "body": "good"}, headers={"origin": mira.origin})
    page = mira.get("/tone")
    assert (page.status_code, "All done" in page.text) == (200, True)
    assert [a.unit for a in projects.answers(site.ws, "tone")] == sorted(TEXTS)
    assert mira.post("/tone", {"do": "undo", "form": "f"}).status_code == 303
    assert "All done" not in mira.get("/tone").text


def test_a_unit_whose_name_needs_care_can_be_gone_back_to(mira: Browser) -> None:
    show(mira, "tone", "a/b ?#%")
    assert TEXTS["a/b ?#%"] in mira.get("/tone/a/b%20%3F%23%25").text


def test_a_double_click_is_one_answer(site: Site, mira: Browser) -> None:
    form = form_of(mira.get("/tone").text) | {"do": "answer", "body": "good"}
    replies = [mira.client.post("/tone", data=form, headers={"origin": mira.origin}).status_code for _ in range(2)]
    assert replies == [303, 303]
    assert len(projects.answers(site.ws, "tone")) == 1


def test_another_choice_on_a_page_gone_back_to_is_never_dropped_unseen(site: Site, mira: Browser) -> None:
    form = form_of(mira.get("/tone").text) | {"do": "answer"}
    mira.client.post("/tone", data=form | {"body": "good"}, headers={"origin": mira.origin})
    reply = mira.client.post("/tone", data=form | {"body": "bad"}, headers={"origin": mira.origin})
    assert (reply.status_code, 'role="alert"' in reply.text) == (409, True)
    fresh = form_of(reply.text) | {"do": "answer", "body": "bad"}
    assert mira.client.post("/tone", data=fresh, headers={"origin": mira.origin}).status_code == 303
    assert [a.body.label for a in projects.answers(site.ws, "tone")] == ["bad"]


@pytest.mark.parametrize(
    ("posted", "status", "words"),
    [
        ({"do": "answer"}, 422, "no answer was chosen"),
        ({"do": "answer", "body": "goood"}, 422, "Did you mean good?"),
        ({"do": "answer", "body": "good", "revision": "x"}, 422, "a whole number was expected"),
        ({"do": "answer", "body": "good", "revision": "٣"}, 422, "a whole number was expected"),
        ({"do": "answer", "body": "good", "revision": "9"}, 409, "version 9"),
        ({"do": "skip", "reason": " "}, 422, "reason"),
        ({"do": "dance"}, 422, "one of answer, skip, undo, redo was expected"),
        ({}, 422, "one of answer, skip, undo, redo was expected"),
    ],
)
def test_a_form_that_does_not_fit_says_so(mira: Browser, posted: dict[str, str], status: int, words: str) -> None:
    form = form_of(mira.get("/tone").text)
    reply = mira.client.post("/tone", data=form | posted, headers={"origin": mira.origin})
    assert (reply.status_code, words in reply.text) == (status, True)
    assert "Traceback" not in reply.text


def test_an_adjudicator_sees_answers_without_names(site: Site) -> None:
    for name, body in (("annotator", "good"), ("second", "bad")):
        person = site.client(name)
        show(person, "tone", "plain")
        person.post("/tone", {"do": "answer", "unit": "plain", "body": body, "revision": "0"})
    page = show(site.client("adjudicator"), "tone", "plain")
    others = [a["data-body"] for _, a in Seen(page).elements if a.get("class") == "other"]
    assert sorted(map(str, others)) == ['{"label": "bad"}', '{"label": "good"}']
    assert "annotator" not in page
    assert "second" not in page


def test_an_invitation_works_once_and_leads_to_the_work(site: Site) -> None:
    token = people.invite(site.ws, "guest")
    guest = site.client()
    invitation = guest.get(f"/invite/{token}")
    assert (invitation.status_code, "You are invited as guest" in invitation.text) == (200, True)
    for posted in ({"password": "short", "again": "short"}, {"password": PASSWORD, "again": "another one, longer"}, {}):
        reply = guest.post(f"/invite/{token}", posted)
        assert (reply.status_code, 'role="alert"' in reply.text) == (422, True)
    reply = guest.post(f"/invite/{token}", {"password": PASSWORD, "again": PASSWORD})
    assert (reply.status_code, reply.headers["location"]) == (303, "/")
    assert "guest" in guest.get("/").text
    assert site.client().post(f"/invite/{token}", {"password": PASSWORD, "again": PASSWORD}).status_code == 403
    used = site.client().get(f"/invite/{token}").text
    assert "The invitation was used already" in used
    assert "<form" not in used


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_has_its_widget(name: str) -> None:
    widget = KINDS[name].widget
    assert (HERE / "static" / "widgets" / f"{widget}.js").is_file()
    assert (HERE / "templates" / "widgets" / f"{widget}.html").is_file()
