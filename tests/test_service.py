"""What people do in a workspace: log in, answer, go back, decide, release; and many at once."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from karat.errors import BadInput, BadRequest, Conflict, Refused
from karat.gold import gold
from karat.gold.panel import read_answers
from karat.kinds import kind
from karat.kinds.label import Chosen
from karat.service import asking, people, projects
from karat.service.people import Person
from karat.store import Workspace
from karat.types import Answer, Document

LABEL = kind("label(labels=('x', 'y'))")
SPAN = kind("span(labels=('A', 'B'))")
PASSWORD = "correct horse battery"
POSTGRES = os.environ.get("KARAT_TEST_POSTGRES", "")
TEXT = "a👩‍👧b שלום."


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    """Three units, asked twice each under `tone`; and spans under `marks`."""
    with projects.new(tmp_path / "w.karat") as made:
        projects.add_documents(made, [Document("u1", "One."), Document("u2", "Two."), Document("u3", TEXT)])
        projects.add_guideline(made, "tone", LABEL, "Choose.", answers_per_unit=2)
        projects.add_guideline(made, "marks", SPAN, "Mark.", answers_per_unit=1, units=["u3"])
        yield made


def join(ws: Workspace, name: str, role: str = "annotator") -> Person:
    """Somebody who was let in without the cost of a password."""
    people.invite(ws, name, role)
    return Person(name, role)


def ask(ws: Workspace, person: Person, guideline: str = "tone", now: float | None = None) -> asking.Question:
    question = asking.next_question(ws, person, guideline, now=now)
    assert question is not None
    return question


def say(ws: Workspace, person: Person, label: str, client: str, now: float | None = None) -> asking.Receipt:
    """Answer whatever comes next."""
    question = ask(ws, person, now=now)
    return asking.answer(
        ws, person, "tone", question.unit, label, client_id=client, revision=question.revision, now=now
    )


# people


def test_an_invitation_works_once(ws: Workspace) -> None:
    token = people.invite(ws, "ann")
    with pytest.raises(BadInput, match="12 to 1024 were expected"):
        people.accept(ws, token, "too short")
    assert people.accept(ws, token, PASSWORD) == Person("ann", "annotator")
    for spent in (token, "made up", ""):
        with pytest.raises(Refused, match="used already, or never given"):
            people.accept(ws, spent, PASSWORD)


def test_nobody_is_invited_twice_or_as_something_unknown(ws: Workspace) -> None:
    people.invite(ws, "ann")
    with pytest.raises(BadInput, match="somebody of this name already"):
        people.invite(ws, "ann")
    with pytest.raises(BadRequest, match="Did you mean owner"):
        people.invite(ws, "bob", "owners")


@pytest.mark.parametrize("name", ["", "  ", " ann", "a\nb", "a\0b", "a\u202eb", "x" * 101])
def test_a_name_can_be_shown(ws: Workspace, name: str) -> None:
    with pytest.raises(BadInput, match="person "):
        people.invite(ws, name)


def test_a_session_lasts_fourteen_days_from_its_last_use(ws: Workspace) -> None:
    people.accept(ws, people.invite(ws, "ann", "owner"), PASSWORD)
    day = 86400.0
    session = people.log_in(ws, "ann", PASSWORD, now=0.0)
    assert people.who(ws, session, now=13 * day) == Person("ann", "owner")
    assert people.who(ws, session, now=26 * day) == Person("ann", "owner")
    assert people.who(ws, session, now=40 * day) is None
    other = people.log_in(ws, "ann", PASSWORD, now=0.0)
    people.log_out(ws, other)
    assert people.who(ws, other, now=1.0) is None
    assert people.who(ws, "made up") is None


def test_secrets_are_stored_hashed(ws: Workspace, tmp_path: Path) -> None:
    unused, token = people.invite(ws, "bob"), people.invite(ws, "ann")
    people.accept(ws, token, PASSWORD)
    session = people.log_in(ws, "ann", PASSWORD)
    ws.close()
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert not any(secret.encode() in stored for secret in (unused, token, session, PASSWORD))
    assert b"$argon2id$" in stored


def test_an_unknown_name_and_a_wrong_password_get_the_same_sentence(ws: Workspace) -> None:
    people.accept(ws, people.invite(ws, "ann"), PASSWORD)
    people.invite(ws, "bob")
    projects.import_answers(ws, "tone", [Answer("u1", "imported", "x")])
    said = set()
    for name in ("ann", "bob", "imported", "nobody", ""):
        with pytest.raises(Refused) as error:
            people.log_in(ws, name, "wrong password")
        said.add(str(error.value))
    assert said == {people.WRONG}


def test_after_five_failures_one_waits_longer_and_longer(ws: Workspace) -> None:
    people.accept(ws, people.invite(ws, "ann"), PASSWORD)
    for _ in range(5):
        with pytest.raises(Refused, match="is wrong"):
            people.log_in(ws, "ann", "wrong password", now=100.0)
    with pytest.raises(Refused, match="wait 2 seconds"):
        people.log_in(ws, "ann", PASSWORD, now=100.0)
    with pytest.raises(Refused, match="is wrong"):
        people.log_in(ws, "ann", "wrong password", now=102.5)
    with pytest.raises(Refused, match="wait"):
        people.log_in(ws, "ann", PASSWORD, now=105.0)
    assert people.log_in(ws, "ann", PASSWORD, now=107.0)
    for _ in range(5):  # a log-in that works forgives what failed before
        with pytest.raises(Refused, match="is wrong"):
            people.log_in(ws, "ann", "wrong password", now=108.0)


def test_attempts_at_the_same_time_are_counted_too(ws: Workspace) -> None:
    people.accept(ws, people.invite(ws, "ann"), PASSWORD)

    def attempt(_: int) -> str:
        try:
            return people.log_in(ws, "ann", "wrong password", now=100.0)
        except Refused as error:
            return str(error)

    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(attempt, range(16)))
    assert said.count(people.WRONG) == 5


# asking


def test_a_question_says_all_that_a_page_shows(ws: Workspace) -> None:
    question = ask(ws, join(ws, "ann"), "marks", now=100.0)
    assert (question.guideline, question.version, question.kind, question.prose) == ("marks", 1, SPAN, "Mark.")
    assert (question.unit, question.text, question.body, question.revision, question.others) == (
        "u3",
        TEXT,
        None,
        0,
        (),
    )
    assert question.lease == 1900.0
    assert [token.text for token in question.tokens] == ["a", "👩‍👧", "b", "שלום", "."]


def test_the_same_unit_comes_until_it_is_done_and_its_lease_slides(ws: Workspace) -> None:
    ann = join(ws, "ann")
    assert ask(ws, ann, now=0.0).unit == ask(ws, ann, now=1000.0).unit == "u1"
    assert asking.question(ws, ann, "tone", "u1", now=2000.0).lease == 3800.0


def test_a_unit_is_lent_to_no_more_people_than_answers_are_wanted(ws: Workspace) -> None:
    ann, bob, cem = (join(ws, name) for name in ("ann", "bob", "cem"))
    assert [ask(ws, who, now=0.0).unit for who in (ann, bob, cem)] == ["u1", "u1", "u2"]
    assert ask(ws, join(ws, "dia"), now=1800.0).unit == "u1"


def test_late_work_is_kept(ws: Workspace) -> None:
    ann, others = join(ws, "ann"), [join(ws, name) for name in ("bob", "cem")]
    assert ask(ws, ann, now=0.0).unit == "u1"
    assert [ask(ws, other, now=5000.0).unit for other in others] == ["u1", "u1"]
    for other in others:
        assert say(ws, other, "x", other.name, now=5001.0).unit == "u1"
    asking.answer(ws, ann, "tone", "u1", "y", client_id="late", revision=0, now=6000.0)
    assert len(projects.answers(ws, "tone")) == 3
    assert projects.verify(ws) == []


def test_nothing_left_is_none_and_progress_says_so(ws: Workspace) -> None:
    ann = join(ws, "ann")
    for number in range(2):
        question = ask(ws, ann)
        asking.answer(ws, ann, "tone", question.unit, "x", client_id=str(number), revision=0, seconds=2.5)
    asking.skip(ws, ann, "tone", ask(ws, ann).unit, "in a language that I cannot read", client_id="skip")
    assert asking.next_question(ws, ann, "tone") is None
    assert asking.progress(ws, ann, "tone") == asking.Progress(done=2, left=0, skipped=1, seconds=5.0)


def test_documents_added_later_are_asked_under_guidelines_about_all_units(ws: Workspace) -> None:
    ann = join(ws, "ann")
    for number in range(3):
        say(ws, ann, "x", str(number))
    assert asking.next_question(ws, ann, "tone") is None
    projects.add_documents(ws, [Document("u4", "Four.")])
    assert ask(ws, ann).unit == "u4"
    assert asking.progress(ws, ann, "marks").left == 1


def test_the_same_client_id_is_the_same_operation(ws: Workspace) -> None:
    ann = join(ws, "ann")
    first = say(ws, ann, "x", "c1")
    assert asking.answer(ws, ann, "tone", "u1", "x", client_id="c1", revision=0) == first
    undone = asking.undo(ws, ann, "tone", client_id="c2")
    assert asking.undo(ws, ann, "tone", client_id="c2") == undone == asking.Receipt(2, "u1", None)
    assert projects.answers(ws, "tone") == []
    ask(ws, ann)
    skipped = asking.skip(ws, ann, "tone", "u1", "unclear", client_id="c3")
    assert asking.skip(ws, ann, "tone", "u1", "unclear", client_id="c3") == skipped


def test_a_client_id_names_one_action_of_one_person(ws: Workspace) -> None:
    ann, bob = join(ws, "ann"), join(ws, "bob")
    say(ws, ann, "x", "c1")
    assert ask(ws, bob).unit == "u2"
    tries: list[Callable[[], Any]] = [
        lambda: asking.answer(ws, ann, "tone", "u1", "y", client_id="c1", revision=1),
        lambda: asking.answer(ws, bob, "tone", "u2", "x", client_id="c1", revision=0),
        lambda: asking.undo(ws, bob, "tone", client_id="c1"),
        lambda: asking.skip(ws, ann, "tone", "u1", "unclear", client_id="c1"),
    ]
    for attempt in tries:
        with pytest.raises(BadRequest, match="it named another action already"):
            attempt()
    for bad in ("", "x" * 201):
        with pytest.raises(BadRequest, match="a new name for each action"):
            asking.undo(ws, ann, "tone", client_id=bad)


def test_a_stale_answer_is_a_conflict_that_names_both_versions(ws: Workspace) -> None:
    ann = join(ws, "ann")
    first = say(ws, ann, "x", "c1")
    asking.answer(ws, ann, "tone", "u1", "y", client_id="c2", revision=first.operation)
    with pytest.raises(Conflict, match=r'based on version 1, but version 2 stands now: \{"label": "y"\}'):
        asking.answer(ws, ann, "tone", "u1", "x", client_id="c3", revision=first.operation)
    asking.undo(ws, ann, "tone", client_id="c4")
    assert asking.question(ws, ann, "tone", "u1").revision == 1
    asking.undo(ws, ann, "tone", client_id="c5")
    with pytest.raises(Conflict, match="based on version 2, but version 0 stands now: no answer"):
        asking.answer(ws, ann, "tone", "u1", "x", client_id="c6", revision=2)


def test_undo_and_redo_walk_through_answers_and_skips(ws: Workspace) -> None:
    ann = join(ws, "ann")
    say(ws, ann, "x", "1")
    asking.skip(ws, ann, "tone", ask(ws, ann).unit, "unclear", client_id="2")
    asking.answer(ws, ann, "tone", "u2", "y", client_id="3", revision=0)
    walk = [asking.undo(ws, ann, "tone", client_id=f"u{n}") for n in range(4)]
    assert [(r.unit, r.body) if r else None for r in walk] == [("u2", None), ("u2", None), ("u1", None), None]
    walk = [asking.redo(ws, ann, "tone", client_id=f"r{n}") for n in range(4)]
    assert [(r.unit, r.body) if r else None for r in walk] == [
        ("u1", Chosen("x")),
        ("u2", None),
        ("u2", Chosen("y")),
        None,
    ]
    assert asking.progress(ws, ann, "tone").done == 2
    assert projects.verify(ws) == []


def test_an_undone_unit_is_asked_again_first(ws: Workspace) -> None:
    ann = join(ws, "ann")
    say(ws, ann, "x", "1")
    assert ask(ws, ann).unit == "u2"
    asking.undo(ws, ann, "tone", client_id="2")
    assert ask(ws, ann).unit == "u1"


def test_an_undone_skip_takes_no_place_that_others_have(ws: Workspace) -> None:
    ann = join(ws, "ann")
    asking.skip(ws, ann, "tone", ask(ws, ann, now=0.0).unit, "unclear", client_id="1", now=0.0)
    for name in ("bob", "cem"):
        assert ask(ws, join(ws, name), now=0.0).unit == "u1"
    asking.undo(ws, ann, "tone", client_id="2", now=1.0)
    assert ask(ws, ann, now=2.0).unit == "u2"


def test_a_unit_that_was_never_mine_is_refused(ws: Workspace) -> None:
    ann = join(ws, "ann")
    ask(ws, ann)
    tries: list[Callable[[str], Any]] = [
        lambda unit: asking.question(ws, ann, "tone", unit),
        lambda unit: asking.answer(ws, ann, "tone", unit, "x", client_id="1", revision=0),
        lambda unit: asking.skip(ws, ann, "tone", unit, "unclear", client_id="1"),
    ]
    for attempt in tries:
        for unit in ("u2", "nowhere", ""):
            with pytest.raises(Refused, match="never yours"):
                attempt(unit)
    with pytest.raises(BadRequest, match=r"no guideline is called 'ton'\. Did you mean tone"):
        asking.next_question(ws, ann, "ton")


def test_an_answer_names_the_version_its_author_saw(ws: Workspace) -> None:
    ann = join(ws, "ann")
    ask(ws, ann)
    projects.add_guideline(ws, "tone", LABEL, "Choose well.", answers_per_unit=2)
    asking.answer(ws, ann, "tone", "u1", "x", client_id="1", revision=0)
    say(ws, ann, "x", "2")
    assert [answer.guideline for answer in projects.answers(ws, "tone")] == ["tone@1", "tone@2"]
    assert [(own.id, own.version) for own in asking.guidelines(ws, ann)] == [("marks", 1), ("tone", 2)]


BAD_SPANS = {
    "outside": ([{"start": 0, "end": 99, "label": "A"}], None, "unit u3: 0–99 is outside the text of 11 characters"),
    "label": ([{"start": 0, "end": 1, "label": "C"}], None, "'C' is not a label here"),
    "shape": ("A", None, "unit u3: 'A' was found where a list of spans was expected"),
    "quote": ([{"start": 1, "end": 4, "label": "A"}], ["👩"], "but '👩' was marked"),
    "one quote too few": ([{"start": 1, "end": 4, "label": "A"}], [], "one quote for each span was expected"),
    "order": (
        [{"start": 4, "end": 5, "label": "A"}, {"start": 1, "end": 4, "label": "A"}],
        ["👩‍👧", "b"],
        "was marked",
    ),
}


@pytest.mark.parametrize(("body", "quotes", "sentence"), BAD_SPANS.values(), ids=BAD_SPANS.keys())
def test_an_answer_that_is_none_says_why(ws: Workspace, body: Any, quotes: list[str] | None, sentence: str) -> None:
    ann = join(ws, "ann")
    ask(ws, ann, "marks")
    with pytest.raises(BadInput) as error:
        asking.answer(ws, ann, "marks", "u3", body, client_id="1", revision=0, quotes=quotes)
    assert sentence in str(error.value)
    assert projects.answers(ws, "marks") == []


def test_spans_are_kept_in_code_points_and_quotes_follow_the_order_sent(ws: Workspace) -> None:
    ann = join(ws, "ann")
    ask(ws, ann, "marks")
    body = [{"start": 6, "end": 10, "label": "B"}, {"start": 1, "end": 4, "label": "A"}]
    asking.answer(ws, ann, "marks", "u3", body, client_id="1", revision=0, quotes=["שלום", "👩‍👧"])
    (answer,) = projects.answers(ws, "marks")
    assert [TEXT[mark.start : mark.end] for mark in answer.body] == ["👩‍👧", "שלום"]


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf"), 1e9, "soon"])
def test_seconds_are_a_sensible_number(ws: Workspace, seconds: Any) -> None:
    ann = join(ws, "ann")
    ask(ws, ann)
    with pytest.raises(BadInput, match=r"seconds: .* a number from 0 to 1000000"):
        asking.answer(ws, ann, "tone", "u1", "x", client_id="1", revision=0, seconds=seconds)


def test_a_skip_needs_a_reason(ws: Workspace) -> None:
    ann = join(ws, "ann")
    ask(ws, ann)
    for reason in ("", "  ", "x" * 2001):
        with pytest.raises(BadInput, match="a few words"):
            asking.skip(ws, ann, "tone", "u1", reason, client_id="1")


# adjudication


@pytest.fixture
def contested(ws: Workspace) -> Workspace:
    """Two people agree on u1, differ on u2 and u3."""
    labels = {"ann": "xxy", "bob": "xyx"}
    projects.import_answers(
        ws, "tone", [Answer(f"u{n}", name, label) for name, said in labels.items() for n, label in enumerate(said, 1)]
    )
    return ws


def test_an_adjudicator_sees_contested_units_without_names(contested: Workspace) -> None:
    judge = join(contested, "judge", "adjudicator")
    question = ask(contested, judge)
    assert question.unit == "u2"
    assert [letter for letter, _ in question.others] == ["A", "B"]
    assert {body for _, body in question.others} == {Chosen("x"), Chosen("y")}
    assert asking.question(contested, judge, "tone", "u2").others == question.others
    assert asking.progress(contested, judge, "tone").left == 2
    asking.answer(contested, judge, "tone", "u2", "x", client_id="1", revision=0)
    assert ask(contested, judge).unit == "u3"
    assert len(projects.answers(contested, "tone")) == 6
    assert [(made.unit, made.body, made.by) for made in projects.decisions(contested, "tone")] == [
        ("u2", Chosen("x"), "judge")
    ]


def test_two_adjudicators_are_not_given_the_same_unit(contested: Workspace) -> None:
    first, second = join(contested, "first", "adjudicator"), join(contested, "second", "adjudicator")
    assert {ask(contested, first).unit, ask(contested, second).unit} == {"u2", "u3"}


def test_nobody_decides_a_unit_that_they_answered(contested: Workspace) -> None:
    with pytest.raises(Refused, match="ann answered it, so somebody else has to decide it"):
        projects.decide(contested, "tone", "ann", "u2", "x")
    with pytest.raises(Refused, match="somebody else"):
        asking.answer(contested, Person("ann", "adjudicator"), "tone", "u2", "x", client_id="1", revision=0)


def test_a_decision_stands_beside_the_answers_and_the_later_one_counts(contested: Workspace) -> None:
    projects.decide(contested, "tone", "judge", "u2", Chosen("x"), note="ironic")
    projects.decide(contested, "tone", Person("chief", "adjudicator"), "u2", "y")
    (found,) = projects.decisions(contested, "tone")
    assert (found.body, found.by, found.method) == (Chosen("y"), "chief", "adjudication")
    assert len(projects.answers(contested, "tone")) == 6
    with pytest.raises(BadInput, match="'z' is not a label here"):
        projects.decide(contested, "tone", "judge", "u2", "z")
    assert projects.verify(contested) == []


# projects


def test_a_text_never_changes(ws: Workspace) -> None:
    assert projects.add_documents(ws, [Document("u1", "One."), Document("new", "x"), Document("new", "x")]) == 1
    for again in ([Document("u1", "Other.")], [Document("twice", "x"), Document("twice", "y")]):
        with pytest.raises(BadInput, match="a text never changes"):
            projects.add_documents(ws, again)
    with pytest.raises(BadInput, match="meta cannot be kept"):
        projects.add_documents(ws, [Document("u9", "x", {"when": object()})])
    with pytest.raises(BadInput, match="empty id"):
        projects.add_documents(ws, [Document(" ", "x")])


def test_a_guideline_asks_about_units_that_are_there(ws: Workspace) -> None:
    with pytest.raises(BadInput, match="guideline more: unit v1, v2, v3 and 1 more is not among the units"):
        projects.add_guideline(ws, "more", LABEL, "x", units=["u1", "v1", "v2", "v3", "v4"])
    with pytest.raises(BadInput, match="0 answers a unit were asked for"):
        projects.add_guideline(ws, "more", LABEL, "x", answers_per_unit=0)


BAD_ANSWERS = {
    "unit": (Answer("u9", "ann", "x"), "answer 2 (unit u9, author ann): unit u9 is not among the units. Did you mean"),
    "label": (Answer("u2", "ann", "z"), "answer 2 (unit u2, author ann): 'z' is not a label here"),
    "body": (Answer("u2", "ann", object()), "was found where an answer to label(labels=('x', 'y')) was expected"),
    "twice": (Answer("u1", "ann", "y"), "this author has answered this unit before in the same file"),
    "author": (Answer("u2", " ", "x"), "person ' ': a name of 1 to 100 printable characters"),
    "time": (Answer("u2", "ann", "x", at="noon"), "'noon' was found where a time like"),
    "seconds": (Answer("u2", "ann", "x", seconds=float("nan")), "nan seconds were found"),
}


@pytest.mark.parametrize(("bad", "sentence"), BAD_ANSWERS.values(), ids=BAD_ANSWERS.keys())
def test_one_bad_answer_and_nothing_is_imported(ws: Workspace, bad: Answer, sentence: str) -> None:
    with pytest.raises(BadInput) as error:
        projects.import_answers(ws, "tone", [Answer("u1", "ann", "x"), bad])
    assert sentence in str(error.value)
    assert projects.answers(ws, "tone") == []


def test_importing_again_says_nothing_new(ws: Workspace) -> None:
    given = [
        Answer("u1", "ann", "x", seconds=1.5),
        Answer("u1", "bob", {"label": "y"}),
        Answer("u2", "ann", Chosen("x")),
    ]
    assert [projects.import_answers(ws, "tone", given) for _ in range(2)] == [3, 0]
    assert projects.import_answers(ws, "tone", [Answer("u1", "ann", "y", at="2026-01-31T12:00:00")]) == 1
    (first, *_) = projects.answers(ws, "tone")
    assert (first.body, first.at, first.replaces) == (Chosen("y"), "2026-01-31T12:00:00+00:00", 1)
    assert asking.undo(ws, Person("ann", "annotator"), "tone", client_id="1") is None
    assert projects.verify(ws) == []


def test_imported_answers_count_towards_what_is_wanted(ws: Workspace) -> None:
    projects.import_answers(ws, "tone", [Answer("u1", "ann", "x"), Answer("u1", "bob", "x")])
    assert ask(ws, join(ws, "cem")).unit == "u2"


@pytest.mark.parametrize("guideline", ["tone", "marks"])
def test_what_is_exported_can_be_imported_and_nobody_is_lost(ws: Workspace, tmp_path: Path, guideline: str) -> None:
    bodies: dict[str, list[Any]] = {
        "tone": ["x", "y", "x"],
        "marks": [[{"start": 1, "end": 4, "label": "A"}], [], [{"start": 0, "end": 11, "label": "B"}]],
    }
    given = [
        Answer("u3", name, body, seconds=2.0)
        for name, body in zip(("ann", "bob", "cem"), bodies[guideline], strict=True)
    ]
    projects.import_answers(ws, guideline, given)
    path = tmp_path / "out.jsonl"
    path.write_text("\n".join(projects.export(ws, guideline)) + "\n")
    with projects.new(tmp_path / "other.karat") as other:
        projects.add_documents(other, [Document("u3", TEXT)])
        projects.add_guideline(other, guideline, {"tone": LABEL, "marks": SPAN}[guideline], "x")
        assert projects.import_answers(other, guideline, read_answers(path)) == 3
        assert [(a.author, a.body, a.seconds) for a in projects.answers(other, guideline)] == [
            (a.author, a.body, a.seconds) for a in projects.answers(ws, guideline)
        ]


def test_each_line_or_block_of_an_export_names_its_author(ws: Workspace) -> None:
    projects.import_answers(ws, "tone", [Answer("u1", "ann", "x"), Answer("u1", "bob", "y")])
    assert list(projects.export(ws, "tone", "tsv")) == ["u1\tann\tx\tOne.", "u1\tbob\ty\tOne."]
    projects.import_answers(ws, "marks", [Answer("u3", "ann", [{"start": 6, "end": 10, "label": "A"}])])
    assert list(projects.export(ws, "marks", "conll")) == [
        "# unit = u3",
        "# author = ann",
        "a👩‍👧b\tO",
        "שלום.\tB-A",
        "",
    ]
    with pytest.raises(BadRequest, match="no format is called 'xml'"):
        projects.export(ws, "tone", "xml")


def test_a_release_is_frozen(contested: Workspace) -> None:
    projects.decide(contested, "tone", "judge", "u2", "x")
    found = gold(projects.answers(contested, "tone"), "majority(ties='drop')")
    made = projects.release(contested, "tone", found, name="v1")
    assert (made["guideline"], made["version"], made["operations"]) == ("tone", 1, 7)
    assert json.loads(json.dumps(made)) == made == projects.released(contested, "v1")
    with pytest.raises(BadInput, match="never overwritten"):
        projects.release(contested, "tone", found, name="v1")
    with pytest.raises(BadInput, match="release 'a b'"):
        projects.release(contested, "tone", found, name="a b")
    with pytest.raises(BadRequest, match="no release is called 'v2'"):
        projects.released(contested, "v2")
    assert projects.verify(contested) == []


# many at once

PEOPLE = [Person(f"p{number}", "annotator") for number in range(8)]


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where many will work: each database, with 20 units of 3 answers."""
    if request.param == "postgresql" and not POSTGRES:
        pytest.skip("KARAT_TEST_POSTGRES names no server, as in postgresql://user@host/empty-database")
    where = POSTGRES if request.param == "postgresql" else str(tmp_path / "w.karat")
    with projects.new(where) as ws:
        projects.add_documents(ws, [Document(f"u{number:02}", "x") for number in range(20)])
        projects.add_guideline(ws, "g", LABEL, "Choose.", answers_per_unit=3)
        for person in PEOPLE:
            people.invite(ws, person.name)
    yield where
    if where == POSTGRES:
        with projects.open_workspace(where) as ws, ws.writing() as c:
            c.exec_driver_sql("DROP SCHEMA public CASCADE")
            c.exec_driver_sql("CREATE SCHEMA public")


def spell(where: str, person: Person, seed: int, now: float) -> list[int]:
    """Half an hour of one person, on a connection of their own: they answer, undo, skip, or walk away from a unit."""
    random = Random(f"{seed} {person.name}")
    acknowledged: list[int] = []
    with projects.open_workspace(where) as ws:
        for number in range(6):
            question = asking.next_question(ws, person, "g", now=now + number)
            chance = random.random()
            sleep(random.uniform(0.0, 0.02))  # others come in between
            if question is None or chance < 0.15:
                return acknowledged  # walked away: the lease runs out
            client = f"{seed}-{person.name}-{number}"
            if chance < 0.2 and question.unit == "u00":
                receipt = asking.skip(ws, person, "g", question.unit, "unclear", client_id=client, now=now + number)
            else:
                receipt = asking.answer(
                    ws,
                    person,
                    "g",
                    question.unit,
                    random.choice("xy"),
                    client_id=client,
                    revision=question.revision,
                    now=now + number,
                )
                again = asking.answer(
                    ws,
                    person,
                    "g",
                    question.unit,
                    str(receipt.body.label if receipt.body else ""),
                    client_id=client,
                    revision=0,
                )
                assert again == receipt  # sent twice, kept once
            acknowledged.append(receipt.operation)
            if chance > 0.9:
                undone = asking.undo(ws, person, "g", client_id=f"{client}-undo", now=now + number)
                assert undone is not None
                acknowledged.append(undone.operation)
    return acknowledged


@pytest.mark.parametrize("seed", range(2))
def test_eight_people_at_once_give_never_one_answer_too_many_nor_too_few(place: str, seed: int) -> None:
    acknowledged: list[int] = []
    with ThreadPoolExecutor(8) as pool, projects.open_workspace(place) as ws:
        for round in range(12):  # between rounds every lease that was left runs out
            now = round * 4000.0
            work = [pool.submit(spell, place, person, seed * 100 + round, now) for person in PEOPLE]
            acknowledged += [operation for done in work for operation in done.result()]
            counts = Counter(answer.unit for answer in projects.answers(ws, "g"))
            assert max(counts.values()) <= 3
        assert counts == {f"u{number:02}": 3 for number in range(20)}
        assert sorted(acknowledged) == list(range(1, len(acknowledged) + 1))
        assert projects.verify(ws) == []
