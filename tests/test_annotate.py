"""The rules of annotation without a store: order, leases, the fold of the log, versions, tokens."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.annotate import (
    Folded,
    Operation,
    Waiting,
    affected,
    fold,
    is_live,
    lease_from,
    named,
    next_unit,
    revised,
    tokens,
)
from karat.errors import BadInput
from karat.kinds import kind
from karat.types import Answer

LABEL = kind("label(labels=('x', 'y'))")


@pytest.mark.parametrize(
    ("waiting", "per_unit", "expected"),
    [
        ([], 3, None),
        ([Waiting("b", 2, 0), Waiting("a", 1, 0)], 3, "a"),  # the first in order
        ([Waiting("a", 1, 2), Waiting("b", 2, 1)], 3, "b"),  # fewest answers before order
        ([Waiting("a", 1, 2, leases=1), Waiting("b", 2, 2)], 3, "b"),  # a lease takes the last place
        ([Waiting("a", 1, 1, leases=1), Waiting("b", 2, 2)], 3, "a"),  # a lease is no answer
        ([Waiting("a", 1, 0, done=True), Waiting("b", 2, 2)], 3, "b"),  # nobody sees a unit twice
        ([Waiting("a", 1, 3), Waiting("b", 2, 4)], 3, None),  # surplus is kept, and asks for nothing
        ([Waiting("a", 1, 0, done=True)], 1, None),
    ],
)
def test_the_open_unit_with_fewest_answers_is_next(waiting: list[Waiting], per_unit: int, expected: str | None) -> None:
    assert next_unit(waiting, per_unit) == expected


def test_a_lease_slides_thirty_minutes_and_ends_on_the_second() -> None:
    assert lease_from(100.0) == 1900.0
    assert is_live(1900.0, 1899.999)
    assert not is_live(1900.0, 1900.0)


def test_new_prose_or_new_labels_are_a_new_version_and_nothing_else_is() -> None:
    first = revised(None, "tone", LABEL, "Choose.")
    assert revised(first, "tone", LABEL, "Choose.") is first
    assert revised(first, "tone", LABEL, "Choose!").version == 2
    assert revised(first, "tone", kind("label(labels=('x', 'y', 'z'))"), "Choose.").version == 2


def test_a_guideline_keeps_to_its_kind_and_has_an_id_for_an_address() -> None:
    first = revised(None, "tone", LABEL, "Choose.")
    with pytest.raises(BadInput, match="it asks for a scale, but it has asked for a label so far"):
        revised(first, "tone", kind("scale"), "Choose.")
    for bad in ("", "a b", "../x", "é", "a" * 65):
        with pytest.raises(BadInput, match="part of an address"):
            revised(None, bad, LABEL, "Choose.")


def test_answers_under_an_older_version_are_affected() -> None:
    second = replace(revised(None, "tone", LABEL, "Choose."), version=2)
    old, new = Answer("u1", "ann", "x", "tone@1"), Answer("u2", "ann", "x", named(second))
    assert affected([old, new], second) == [old]


def log(*steps: tuple[str, str, str]) -> list[Operation]:
    """Operations from (author, verb, unit)."""
    numbers = count(1)
    return [
        Operation(n, str(n), "g", 1, unit, author, verb, f'"{n}"', 0.0, 1.0)
        for n, (author, verb, unit) in zip(numbers, steps, strict=False)
    ]


@pytest.mark.parametrize(
    ("steps", "standing"),
    [
        ("", {}),
        ("ann answer u1", {("ann", "u1"): 1}),
        ("ann answer u1, ann answer u1", {("ann", "u1"): 2}),
        ("ann answer u1, ann answer u1, ann undo u1", {("ann", "u1"): 1}),
        ("ann answer u1, bob answer u1, ann undo u1", {("bob", "u1"): 2}),  # everybody undoes their own
        ("ann answer u1, ann skip u2, ann undo u2, ann undo u1", {}),
        ("ann answer u1, ann undo u1, ann redo u1", {("ann", "u1"): 1}),
        (
            "ann answer u1, ann undo u1, ann answer u2, ann redo u1",
            {("ann", "u2"): 3},
        ),  # a deed forgets what was undone
        ("ann answer u1, ann import u1, ann undo u1", {("ann", "u1"): 2}),  # an import cannot be undone
        ("ann undo u1, ann redo u1", {}),  # nothing to turn around
    ],
)
def test_what_stands_is_the_fold_of_what_was_done(steps: str, standing: dict[tuple[str, str], int]) -> None:
    done = log(*(tuple(step.split()) for step in steps.split(", ") if step))  # type: ignore[arg-type]
    assert fold(done).standing == {("g", author, unit): number for (author, unit), number in standing.items()}


STEP = st.tuples(
    st.sampled_from(["ann", "bob"]),
    st.sampled_from(["answer", "skip", "undo", "redo", "decide", "import"]),
    st.sampled_from(["u1", "u2"]),
)
DEED = st.tuples(
    st.sampled_from(["ann", "bob"]), st.sampled_from(["answer", "skip", "decide"]), st.sampled_from(["u1", "u2"])
)


def stands(folded: Folded) -> tuple[object, object]:
    return folded.standing, folded.next_undo


@settings(derandomize=True)
@given(st.lists(STEP), DEED)
def test_an_undo_puts_back_what_stood_before_the_deed(
    before: list[tuple[str, str, str]], deed: tuple[str, str, str]
) -> None:
    undone = fold(log(*before, deed, (deed[0], "undo", deed[2])))
    assert stands(undone) == stands(fold(log(*before)))


@settings(derandomize=True)
@given(st.lists(STEP), DEED, st.integers(1, 5))
def test_redoing_what_was_undone_leaves_everything_as_it_was(
    before: list[tuple[str, str, str]], deed: tuple[str, str, str], times: int
) -> None:
    did = [*before, deed]
    undos, redos = [(deed[0], "undo", "u1")] * times, [(deed[0], "redo", "u1")] * times
    assert stands(fold(log(*did, *undos, *redos))) == stands(fold(log(*did)))


@settings(derandomize=True)
@given(st.lists(STEP))
def test_seconds_add_up_whatever_was_undone(done: list[tuple[str, str, str]]) -> None:
    assert sum(fold(log(*done)).seconds.values()) == len(done)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \t\r\n", [""]),
        ("  Ann ran.", ["", "Ann", "ran", "."]),
        ("don't (stop)!", ["don", "'", "t", "(", "stop", ")", "!"]),
        ("a_b 3.5%", ["a_b", "3", ".", "5", "%"]),
        ("👩‍👩‍👧‍👦👍🏽", ["👩‍👩‍👧‍👦", "👍🏽"]),  # joiners and skin tones
        ("🇩🇪🇫🇷🇮", ["🇩🇪", "🇫🇷", "🇮"]),  # flags are pairs
        ("1️⃣x", ["1️⃣x"]),
        ("cafe\u0301, e\u0301", ["cafe\u0301", ",", "e\u0301"]),  # combining marks
        ("हिन्दी में।", ["हिन्दी", "में", "।"]),
        ("می‌خواهم كتاب؟", ["می‌خواهم", "كتاب", "؟"]),  # a non-joiner inside a word; right to left
        ("ab\u200fc", ["ab\u200fc"]),  # a direction mark
        ("日本語、です", ["日本語", "、", "です"]),
    ],
)
def test_punctuation_stands_alone_and_drawn_characters_stay_whole(text: str, expected: list[str]) -> None:
    assert [token.text for token in tokens(text)] == expected


@settings(derandomize=True)
@given(st.text(alphabet=st.sampled_from("ab ._\r\n\t\u00a0\u200d\u0301é👩👍🏽🇩🇪ש،1"), max_size=40) | st.text())
def test_tokens_rebuild_the_text_and_their_offsets_are_code_points(text: str) -> None:
    found = tokens(text)
    assert "".join(token.text + token.blank for token in found) == text
    assert all(text[token.start : token.end] == token.text for token in found)
    assert all(not token.blank.strip() for token in found)
    assert all(not any(char.isspace() for char in token.text) for token in found)
