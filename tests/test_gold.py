"""From answers to gold: a rule decides what it can, people decide the rest, and a release keeps the evidence."""

from __future__ import annotations

import json
from typing import Any

import pytest

import karat
from karat.errors import BadInput, BadRequest
from karat.gold import RULES, adjudicated, manifest, read_answers, rule
from karat.gold.deciding import gold
from karat.kinds import kind
from karat.kinds.label import Chosen
from karat.kinds.span import Mark
from karat.types.answer import Answer
from karat.types.gold import Decision, Gold
from karat.types.score import Score


def votes(*bodies: Any) -> list[tuple[str, str, Any]]:
    return [("u1", f"a{i}", body) for i, body in enumerate(bodies)]


A, B, C = Mark(0, 3, "P"), Mark(4, 6, "P"), Mark(0, 3, "O")
OPEN, OUT = "open", "out"

DECIDED: list[tuple[str, list[Any], Any, str]] = [
    ("majority", ["x", "x", "y"], "x", "two of three"),
    ("majority", ["x"], "x", "one alone"),
    ("majority", ["x", "y"], OPEN, "a tie waits"),
    ("majority", ["x", "y", "z"], OPEN, "a tie of three waits"),
    ("majority", ["x", "x", "y", "y", "z"], OPEN, "a tie of two before one waits"),
    ("majority", ["x", "x", "y", "z"], "x", "most, though not more than half"),
    ("majority(ties='drop')", ["x", "y"], OUT, "a tie is left out if told so"),
    ("majority(least=3)", ["x", "x"], OPEN, "too few have answered"),
    ("majority", [Chosen("x"), Chosen("x"), Chosen("y")], Chosen("x"), "bodies of a kind"),
    ("majority", [(A,), (A, B), (A, B)], (A, B), "each mark by itself"),
    ("majority", [(A,), (C,), (A,)], (A,), "another label is another mark"),
    ("majority", [(), (), (A,)], (), "nothing is an answer too"),
    ("majority", [(A,), ()], OPEN, "half marked it: a tie"),
    ("majority", [(B, A), (A, B)], (A, B), "marks stand in the order of the text"),
    ("majority", [(A, A), (), ()], (), "marked twice by one author is one vote"),
]


@pytest.mark.parametrize(
    ("text", "bodies", "expected"), [row[:3] for row in DECIDED], ids=[f"{row[0]}: {row[3]}" for row in DECIDED]
)
def test_what_is_decided(text: str, bodies: list[Any], expected: Any) -> None:
    for order in (bodies, bodies[::-1]):
        found = gold(votes(*order), text)
        assert found.open == (("u1",) if expected == OPEN else ())
        assert [one.body for one in found.decisions] == ([] if expected in (OPEN, OUT) else [expected])


def test_every_rule_is_tested_here() -> None:
    assert {rule(row[0]).name for row in DECIDED} == set(RULES)


def test_a_decision_keeps_its_votes_and_its_authors() -> None:
    [one] = gold(votes("x", "x", "y")).decisions
    assert (one.votes, one.authors, one.method) == ({"x": 2 / 3, "y": 1 / 3}, ("a0", "a1", "a2"), "majority")


def test_the_room_is_a_verb() -> None:
    verb: Any = karat.gold
    assert verb(votes("x", "x")) == gold(votes("x", "x"))


def test_the_rule_and_the_sources_are_named() -> None:
    found = gold([("u1", "zoe", "x"), ("u2", "ann", "x")], "majority(ties='drop')")
    assert (found.rule, found.sources) == ("majority(ties='drop')", ("ann", "zoe"))


def test_a_second_answer_is_refused() -> None:
    with pytest.raises(BadInput, match="unit u1: somebody answered it twice"):
        gold([("u1", "ann", "x"), Answer("u1", "ann", "y")])


def test_an_unknown_rule_is_answered_with_the_nearest() -> None:
    with pytest.raises(BadRequest, match=r"no rule is called 'majorty'\. Did you mean majority\?"):
        gold([], "majorty")


def test_spans_of_a_file_can_be_decided(tmp_path: Any) -> None:
    file = tmp_path / "spans.jsonl"
    one = {"start": 0, "end": 3, "label": "P"}
    file.write_text("".join(json.dumps({"unit": "u1", "author": a, "spans": [one]}) + "\n" for a in "ab"))
    assert len(gold(read_answers(file)).decisions) == 1


# people decide

TIED = [("u1", "ann", "x"), ("u1", "bob", "y"), ("u2", "ann", "x"), ("u2", "bob", "x")]


def test_a_person_closes_what_was_open() -> None:
    found = adjudicated(gold(TIED), [Decision("u1", "y", "adjudicated", by="eve", note="irony")])
    assert (found.open, found.rule) == ((), "majority, then adjudicated")
    assert {one.unit: (one.body, one.by) for one in found.decisions} == {"u1": ("y", "eve"), "u2": ("x", "")}


def test_a_person_may_overrule_the_rule() -> None:
    found = adjudicated(gold(TIED), [Decision("u2", "y", "adjudicated", by="eve")])
    assert (found.open, [one.body for one in found.decisions]) == (("u1",), ["y"])


REFUSED = [
    (Decision("u1", "y", "adjudicated"), "unit u1: nobody is named for this decision"),
    (Decision("u9", "y", "adjudicated", by="eve"), "unit u9: it is not among the units of this gold set"),
]


@pytest.mark.parametrize(("decision", "said"), REFUSED, ids=["nobody", "another unit"])
def test_a_decision_without_author_or_unit_is_refused(decision: Decision, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        adjudicated(gold(TIED), [decision])


# releases

LABEL = kind("label(labels=('x', 'y'))")


def released(found: Gold) -> dict[str, Any]:
    return manifest("v1", found, LABEL, "stance", 2, (Score("alpha", 0.5, 0.4, 0.6, 2),))


def decided(*bodies: str) -> Gold:
    return gold([(f"u{i}", author, Chosen(body)) for i, body in enumerate(bodies) for author in ("ann", "bob")])


def test_a_release_keeps_the_evidence() -> None:
    found = json.loads(json.dumps(released(decided("x", "y"))))
    assert found["kind"] == "label(labels=('x', 'y'))"
    assert found["agreement"] == [{"measure": "alpha", "value": 0.5, "low": 0.4, "high": 0.6, "n": 2}]
    assert [(one["unit"], one["body"], one["authors"]) for one in found["decisions"]] == [
        ("u0", {"label": "x"}, ["ann", "bob"]),
        ("u1", {"label": "y"}, ["ann", "bob"]),
    ]


def test_one_other_label_is_another_fingerprint() -> None:
    same, other = released(decided("x", "y")), released(decided("x", "x"))
    assert same["fingerprint"] == released(decided("x", "y"))["fingerprint"] != other["fingerprint"]


def test_the_order_of_decisions_is_not_part_of_the_fingerprint() -> None:
    found = decided("x", "y", "y")
    turned = Gold(found.decisions[::-1], found.rule, found.sources)
    assert released(turned) == released(found)


def test_open_units_are_not_released() -> None:
    with pytest.raises(BadRequest, match=r"1 units are still open \(u1 …\): adjudicate them, or use ties='drop'"):
        released(gold([("u1", "ann", Chosen("x")), ("u1", "bob", Chosen("y"))]))


def test_votes_are_named_by_what_was_voted_for() -> None:
    assert released(decided("x"))["decisions"][0]["votes"] == {"x": 1.0}
