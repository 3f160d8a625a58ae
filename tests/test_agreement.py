"""Agreement among people: every answer counts once, gaps are said, and who is asked gets told why a number is missing."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np
import pytest

from karat.errors import BadInput, BadRequest
from karat.gold import agree, panel_of
from karat.gold.agreement import label_use
from karat.types.answer import Answer

Triple = tuple[str, str, Any]

TWO: list[Triple] = [("u1", "ann", "x"), ("u1", "bob", "x"), ("u2", "ann", "y"), ("u2", "bob", "x")]
STANCE = [[54, 28, 3], [31, 18, 23], [0, 21, 72]]  # ann down, bob across; 250 units


def stance() -> list[Triple]:
    names = ("pos", "neut", "neg")
    cells = [(names[i], names[j]) for i, row in enumerate(STANCE) for j, n in enumerate(row) for _ in range(n)]
    return [
        (f"u{u}", author, label)
        for u, pair in enumerate(cells)
        for author, label in zip(("ann", "bob"), pair, strict=True)
    ]


def only(answers: list[Triple], which: str) -> float:
    return agree(answers, which, interval="none").scores[0].value


# the panel


def test_nobody_is_forgotten() -> None:
    rng = np.random.default_rng(0)
    answers: list[Triple] = [(f"u{u}", f"a{a}", "x") for u in range(40) for a in range(7) if rng.random() < 0.4]
    panel = panel_of([answers[i] for i in rng.permutation(len(answers))])
    assert sum(cell is not None for row in panel.cells for cell in row) == len(answers)
    assert {
        (unit, author)
        for unit, row in zip(panel.units, panel.cells, strict=True)
        for author, cell in zip(panel.authors, row, strict=True)
        if cell
    } == {(unit, author) for unit, author, _ in answers}


def test_answers_and_triples_are_the_same() -> None:
    assert panel_of([Answer(*one) for one in TWO]) == panel_of(TWO)


def test_a_second_answer_of_one_author_is_refused() -> None:
    with pytest.raises(BadInput, match=r"ann answered unit u1 twice \('x', 'y'\)"):
        agree([*TWO, ("u1", "ann", "y")])


def test_the_order_of_answers_does_not_matter() -> None:
    answers = stance()
    turned = [answers[i] for i in np.random.default_rng(0).permutation(len(answers))]
    for which in ("alpha", "kappa", "accuracy"):
        assert only(turned, which) == pytest.approx(only(answers, which))


# scores


# α = 1 − (1 − π)(n − 1)/n, with π = .3587
WORKED = [("accuracy", 0.576, 1e-12), ("kappa", 0.3589, 5e-5), ("alpha", 1 - (1 - 0.35872) * 499 / 500, 5e-5)]


@pytest.mark.parametrize(("which", "expected", "printed_to"), WORKED, ids=[row[0] for row in WORKED])
def test_the_table_of_250_units(which: str, expected: float, printed_to: float) -> None:
    assert only(stance(), which) == pytest.approx(expected, abs=printed_to)


def test_a_score_has_its_interval_and_its_units() -> None:
    [score] = agree(stance(), "kappa").scores
    assert score.low < score.value < score.high
    assert (score.n, "units=250" in score.signature) == (250, True)


def test_alpha_is_taken_where_nothing_is_said() -> None:
    assert agree(TWO, interval="none").scores[0].measure == "alpha"


def test_kappa_of_three_authors_is_read_pair_by_pair() -> None:
    found = agree([*TWO, ("u1", "eve", "x"), ("u2", "eve", "y")], "kappa", interval="none")
    assert found.scores[0].why == "kappa is for 2 authors and 3 answered: read the pairs, or take alpha"
    assert {(pair.a, pair.b): pair.scores[0].value for pair in found.pairs} == {
        ("ann", "bob"): 0.0,
        ("ann", "eve"): 1.0,
        ("bob", "eve"): 0.0,
    }


def test_pairs_count_the_units_that_both_answered() -> None:
    found = agree([*TWO, ("u2", "eve", "y"), ("u3", "eve", "y"), ("u3", "bob", "x")], interval="none")
    assert {(pair.a, pair.b): pair.n for pair in found.pairs} == {
        ("ann", "bob"): 2,
        ("ann", "eve"): 1,
        ("bob", "eve"): 2,
    }


def test_units_with_one_answer_are_named() -> None:
    found = agree([*TWO, ("u9", "ann", "x")], interval="none")
    assert [(one.unit, one.why) for one in found.dropped] == [("u9", "1 answer: agreement needs two")]
    assert found.scores[0].n == 2


def test_all_alike_is_undefined_and_says_why() -> None:
    for which in ("alpha", "kappa"):
        [score] = agree([("u1", "ann", "x"), ("u1", "bob", "x")], which).scores
        assert isnan(score.value)
        assert "chance agreement is already complete" in score.why


def test_a_pair_measure_is_pooled_over_pairs() -> None:
    spans: list[Triple] = [
        ("u1", "ann", [[0, 3, "P"]]),
        ("u1", "bob", [{"start": 0, "end": 3, "label": "P"}]),
        ("u1", "eve", []),
        ("u2", "ann", [[0, 2, "P"]]),
    ]
    found = agree(spans, "span_f", interval="none")
    # by hand: 2·1 / (2 + 1 + 1), over the pairs ann–bob, ann–eve, bob–eve
    assert found.scores[0].value == pytest.approx(0.5)
    assert found.labels == ()


@pytest.mark.parametrize("which", ["spearman", "wer", "f(average='weighted')", "confusion(gold='x', guess='y')"])
def test_a_measure_with_a_gold_side_is_refused_between_people(which: str) -> None:
    with pytest.raises(BadRequest, match="compares guesses with gold; between people, one of alpha, kappa"):
        agree(TWO if which != "spearman" else [(u, a, 1) for u, a, _ in TWO], which)


def test_an_answer_of_another_form_says_where_it_stands() -> None:
    with pytest.raises(BadInput, match=r"unit u1: \['x'\] was found where a label was expected"):
        agree([("u1", "ann", ["x"]), ("u1", "bob", "x")])


# labels


def test_labels_have_their_own_agreement() -> None:
    used = agree(TWO, interval="none").labels
    assert [(one.label, one.n, one.share) for one in used] == [("x", 3, 0.75), ("y", 1, 0.25)]
    assert [one.agreement for one in used] == pytest.approx([2 / 3, 0])  # by hand: 2·2 / (2·2 + 1 + 1)


def test_labels_count_where_two_answered() -> None:
    assert label_use(panel_of([("u1", "ann", "x")])) == ()
    assert [(one.label, one.n) for one in label_use(panel_of([*TWO, ("u3", "ann", "x")]))] == [("x", 3), ("y", 1)]


def test_one_number_is_one_label() -> None:
    assert only([("u1", "ann", 1), ("u1", "bob", 1.0), ("u2", "ann", 2), ("u2", "bob", 2.0)], "alpha") == 1


@pytest.mark.parametrize("word", ["nan", "inf"])
def test_a_word_that_python_takes_for_a_number_has_no_place_on_a_scale(word: str) -> None:
    answers = [("u1", "ann", word), ("u1", "bob", "1"), ("u2", "ann", "2"), ("u2", "bob", "2")]
    with pytest.raises(BadInput, match=f"the label '{word}' is not a number"):
        agree(answers, "alpha(level='interval')", interval="none")
