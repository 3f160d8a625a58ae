"""The nouns: rows of unequal length, and values that print as they read and refuse what they cannot read."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import BadInput, BadRequest, did_you_mean
from karat.kinds import kind
from karat.measures import measure
from karat.types import Document, Gold, Ragged, Score
from karat.types.coded import Coded
from karat.types.gold import Decision

TEXTS = ["", "a", "Ann ran", "日本 🙂", "👨‍👩‍👧", "e\u0301", "\ud800", "\udfff x", "\0", "", "שלום"]
ARROW = [text for text in TEXTS if text.isprintable() or text in ("", "\0", "👨‍👩‍👧")]  # Arrow holds no lone surrogates

# Ragged


def test_rows_are_slices_of_one_array() -> None:
    rows = Ragged.of([[1, 2], [], [3]])
    assert [row.tolist() for row in rows] == [[1, 2], [], [3]]
    assert (len(rows), rows.lengths.tolist(), rows.starts.tolist()) == (3, [2, 0, 1], [0, 2, 2, 3])


@pytest.mark.parametrize(
    "rows",
    [Ragged.of([]), Ragged.of_strings([]), Ragged.of_arrow(pa.array([], pa.string()))],
    ids=["lists", "strings", "arrow"],
)
def test_no_rows_are_no_rows(rows: Ragged) -> None:
    assert (len(rows), list(rows), rows.starts.tolist()) == (0, [], [0])


SLICES = [slice(None), slice(1, 3), slice(0, 0), slice(2, 1), slice(-2, None), slice(5, 9), slice(None, -1)]


@pytest.mark.parametrize("part", SLICES, ids=str)
def test_a_slice_of_rows_shares_memory_and_counts_as_lists_do(part: slice) -> None:
    rows = [[1, 2], [], [3], [4, 5, 6]]
    ragged = Ragged.of(rows)
    assert [row.tolist() for row in ragged[part]] == rows[part]
    assert ragged[part].values is ragged.values


def test_a_slice_of_every_second_row_is_refused() -> None:
    with pytest.raises(ValueError, match="takes every row"):
        Ragged.of([[1], [2]])[::2]


def test_a_slice_that_travels_carries_only_its_rows() -> None:
    rows = Ragged.of([[n] * 100 for n in range(100)])
    assert len(pickle.dumps(rows[:1])) < 2 * len(pickle.dumps(Ragged.of([[0] * 100])))


@pytest.mark.parametrize("texts", [[], [""], TEXTS, TEXTS[::-1]], ids=str)
def test_strings_survive(texts: list[str]) -> None:
    assert Ragged.of_strings(texts).strings() == texts


@given(st.lists(st.text(st.characters())))
def test_any_strings_survive(texts: list[str]) -> None:
    assert Ragged.of_strings(texts).strings() == texts


@pytest.mark.parametrize("kind_of_text", [pa.string(), pa.large_string(), pa.binary(), pa.large_binary()], ids=str)
@pytest.mark.parametrize(("low", "high"), [(0, None), (2, None), (1, 4), (3, 3), (0, 0)])
def test_arrow_text_is_shared_and_not_copied(kind_of_text: Any, low: int, high: int | None) -> None:
    column = pa.array(ARROW, pa.string()).cast(kind_of_text)[low:high]
    rows = Ragged.of_arrow(column)
    assert rows.strings() == ARROW[low:high]
    assert np.shares_memory(rows.values, np.frombuffer(column.buffers()[2], np.uint8))


@pytest.mark.parametrize(
    "kind_of_list", [pa.list_(pa.int64()), pa.large_list(pa.int64()), pa.list_(pa.float64())], ids=str
)
@pytest.mark.parametrize(("low", "high"), [(0, None), (1, None), (1, 3), (2, 2)])
def test_arrow_lists_are_shared_and_not_copied(kind_of_list: Any, low: int, high: int | None) -> None:
    lists = [[1, 2], [], [3], [4, 5, 6]]
    column = pa.array(lists, kind_of_list)[low:high]
    rows = Ragged.of_arrow(column)
    assert [row.tolist() for row in rows] == lists[low:high]
    assert np.shares_memory(rows.values, np.frombuffer(column.values.buffers()[1], np.uint8))


def test_arrow_rows_that_say_nothing_are_refused() -> None:
    with pytest.raises(BadInput, match="an Arrow column with 1 nulls has rows that say nothing: fill or drop them"):
        Ragged.of_arrow(pa.array(["a", None]))


def test_arrow_chunks_are_read_as_one_column() -> None:
    assert Ragged.of_arrow(pa.chunked_array([["a"], [], ["b", ""]])).strings() == ["a", "b", ""]
    assert Ragged.of_arrow(pa.chunked_array([[[1, 2]], [[3]]])).values.tolist() == [1, 2, 3]


NOT_ROWS = {
    "numbers": pa.array([1, 2, 3]),
    "a dictionary": pa.array(["a", "b"]).dictionary_encode(),
    "views": pa.array(["a", "b"], pa.string_view()),
    "lists of one length": pa.array([[1, 2]], pa.list_(pa.int64(), 2)),
    "a null in a list": pa.array([[1, None]]),
}


@pytest.mark.parametrize("column", NOT_ROWS.values(), ids=NOT_ROWS)
def test_other_arrow_columns_are_refused(column: Any) -> None:
    with pytest.raises(BadInput, match=r"an Arrow (list )?column"):
        Ragged.of_arrow(column)


# other nouns


def test_a_document_is_named_by_its_content() -> None:
    assert Document.of("Ann ran").id == Document.of("Ann ran", source="x").id != Document.of("Ann ran.").id
    assert len(Document.of("\ud800").id) == 12


def test_gold_is_the_answers_of_the_author_gold() -> None:
    [answer] = Gold((Decision("u1", "x", "majority"),), "majority", ("ann",)).answers
    assert (answer.unit, answer.author, answer.body) == ("u1", "gold", "x")


def test_a_score_prints_what_it_knows() -> None:
    assert str(Score("wer", 0.25, 0.2, 0.3)) == "wer 0.2500 [0.2000, 0.3000]"
    assert str(Score("wer", 0.25)) == "wer 0.2500"
    assert str(Score("wer", float("nan"), why="the references hold no words")) == "wer – (the references hold no words)"


def test_a_slice_of_codes_keeps_the_inventory() -> None:
    codes = Coded(np.array([0, 1, -1]), ("a", "b"))
    assert (len(codes[1:]), codes[1:].inventory) == (2, ("a", "b"))


def test_the_nearest_names_are_offered() -> None:
    assert did_you_mean("PRE", ["PER", "ORG"]) == "Did you mean PER?"
    assert did_you_mean("", ["b", "a"]) == "Known: a, b."


# values that print as they read

MISTAKES = [
    ("werr", "no measure is called 'werr'. Did you mean wer or wwer?"),
    ("alpha(levle='ordinal')", "no parameter of alpha is called 'levle'. Did you mean level?"),
    ("alpha(level='ordnal')", "alpha: level cannot be 'ordnal'. Did you mean ordinal"),
    ("accuracy(x=1)", "no parameter of accuracy is called 'x'. Known: (it has none)."),
    ("f(beta='high')", "f: beta is 'high', but a float like 1.0 was expected"),
    ("f(beta=True)", "f: beta is True, but a float like 1.0 was expected"),
    ("f(background=None)", "f: background is None, but a str like '' was expected"),
]
HOSTILE = [
    "",
    " ",
    "wer(",
    "wer)",
    "f('macro')",
    "f(**{'average': 'macro'})(beta=1.0)",
    "__import__('os').system('true')",
    "f(label=__import__('os'))",
    "f(label=open('/etc/passwd').read())",
    "f(label=(lambda: 1)())",
    "f(label=f'{1}')",
    "f(label=[x for x in (1,)])",
    "f(beta=9**9**9)",
    "f.__class__",
    "f()()",
    "f; f",
    "f\nf",
    "f\0",
    "f(label='\ud800')",
    "wer or f",
    "{}",
    "1",
    "'wer'",
    "await f()",
    "f(label={[]})",
]
HUGE = [
    "f(" * 10_000,
    "(" * 10_000 + "f" + ")" * 10_000,
    "f(beta=" + "-" * 50_000 + "1)",
    "f(beta=" + "9" * 10_000 + ")",
    "f" * 50_000,
]


@pytest.mark.parametrize(("text", "said"), MISTAKES, ids=[text for text, _ in MISTAKES])
def test_mistakes_are_answered_with_help(text: str, said: str) -> None:
    with pytest.raises(BadRequest) as caught:
        measure(text)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_what_is_no_value_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadRequest) as caught:
        measure(text)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("text", HUGE, ids=["calls", "brackets", "signs", "digits", "letters"])
def test_what_is_huge_is_refused(text: str) -> None:
    with pytest.raises(BadRequest):
        measure(text)


def test_what_is_huge_is_refused_in_a_short_sentence() -> None:
    with pytest.raises(BadRequest) as caught:
        measure("f(" * 10_000)
    assert len(str(caught.value)) < 500


def test_a_parameter_given_twice_is_refused() -> None:
    with pytest.raises(BadRequest, match="f: beta is given twice"):
        measure("f(beta=1.5, beta=2.0)")


def test_equal_values_print_alike() -> None:
    assert measure("f(beta=2)") == measure("f(beta=2.0)")
    assert str(measure("f(beta=2)")) == str(measure("f(beta=2.0)"))


@given(st.text(st.characters(exclude_categories=["Cs"])), st.floats(0.1, 100))
def test_any_label_and_number_survive_printing(label: str, beta: float) -> None:
    wanted = measure("f").with_(label=label, beta=beta)
    assert measure(str(wanted)) == wanted


@given(st.lists(st.text(min_size=1).filter(str.strip), min_size=1, unique=True))
def test_any_labels_of_a_kind_survive_printing(labels: list[str]) -> None:
    wanted = kind("label").with_(labels=tuple(labels))
    assert kind(str(wanted)) == wanted


def test_white_space_and_defaults_are_not_part_of_a_value() -> None:
    assert str(measure(" f( average = 'micro' , beta=1.0 ) ")) == "f"
    assert measure("f") is not measure("f()") == measure("f")


@pytest.mark.parametrize("labels", ["()", "('',)", "(' ',)", "('a', 'a')", "(1, 2)", "'ab'"])
def test_labels_that_cannot_be_told_apart_are_refused(labels: str) -> None:
    with pytest.raises(BadRequest):
        kind(f"label(labels={labels})")
