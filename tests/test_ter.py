"""Translation edit rate beyond its number: what it is made of, how it is signed, what it warns of, and its steps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import karat
from karat.measures import measure
from karat.measures.base import Floats
from karat.measures.forms import FORMS
from karat.measures.ter import TranslationEditRate
from karat.measures.ter_steps import Shifted, steps
from karat.stats.scoring import rows_of
from karat.types.references import References, references
from karat.version import VERSION

SAUDI = (
    "SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times",
    "THIS WEEK THE SAUDIS denied information published in the new york times",
)


def rows(text: str, gold: list[Any], guess: list[str]) -> Floats:
    return rows_of(measure(text), FORMS["text"].encode(gold, guess))


def test_a_score_says_which_edits_it_counts() -> None:
    found = dict(karat.score([SAUDI[0]], [SAUDI[1]], "ter", interval="none").parts)
    assert found == {
        "shifts": 1,
        "words shifted": 2,
        "insertions": 0,
        "deletions": 1,
        "substitutions": 2,
        "edits": 4,
        "reference length": 13,
    }


def test_characters_and_moves_are_shown() -> None:
    found = karat.score(["cd ab", "x"], ["ab cd", "y"], "character", interval="none").parts
    assert dict(found) == {"character edits": 1, "cost of moves": 2, "characters of the guess": 6}


@pytest.mark.parametrize(
    ("text", "gold", "signed"),
    [
        ("ter", ["a"], "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no"),
        (
            "ter(normalized=True, punctuation=False, asian=True, case=True)",
            references(units=[["a", "b"]]),
            "nrefs:2|case:mixed|tok:tercom|norm:yes|punct:no|asian:yes",
        ),
        (
            "ter(beam=20, shift=0.5, targeted=True, twice=False)",
            references(units=[["a"]]),
            "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|twice:no|targeted:yes|beam:20|shift:0.5",
        ),
    ],
)
def test_it_is_signed_as_sacrebleu_does(text: str, gold: list[Any], signed: str) -> None:
    found = karat.score(gold, ["a"], text, interval="none").signature
    assert found.startswith(f"TER|{signed}|version:karat-{VERSION}|")


def test_units_with_different_numbers_of_references_are_signed_so() -> None:
    assert "|nrefs:var|" in karat.score(references(units=[["a"], ["a", "b"]]), ["a", "b"], "ter").signature


@pytest.mark.parametrize("most", [3, 7, 22])
def test_mean_lengths_add_up_to_the_bit_in_any_order(most: int) -> None:
    rng = np.random.default_rng(most)
    gold = [
        References(" ".join("abc"[: rng.integers(0, 4)]) for _ in range(rng.integers(1, most + 1))) for _ in range(500)
    ]
    made = rows("ter", gold, ["a b"] * 500)
    sums = {tuple(made[rng.permutation(500)].sum(0)) for _ in range(20)}
    sums |= {tuple(made[:k].sum(0) + made[k:].sum(0)) for k in range(0, 500, 50)}
    assert len(sums) == 1
    assert sum(len(one.split()) / len(unit) for unit in gold for one in unit) == pytest.approx(
        measure("ter").parts(made.sum(0))["reference length"], abs=1e-9
    )


def test_hter_takes_edits_from_the_first_reference_and_length_from_the_others() -> None:
    gold = references(units=[["a b c d", "x", "a x b c d"], ["e f"]])
    found = dict(karat.score(gold, ["a c d", "e g"], "ter(targeted=True)", interval="none").parts)
    assert (found["edits"], found["deletions"], found["substitutions"], found["reference length"]) == (2, 1, 1, 3 + 2)


def test_costs_that_are_equal_on_paper_are_equal() -> None:
    """.1 + .2 is .3: a substitution for a deletion and an insertion, and neither hides behind the last bit."""
    found = measure("ter(insertion=0.1, deletion=0.2, substitution=0.3)")
    assert isinstance(found, TranslationEditRate)
    assert found.rules()[4:].tolist() == [1, 2, 3, 10]
    assert measure("ter").parts(rows(str(found), ["a"], ["b"]).sum(0))["substitutions"] == 1


@pytest.mark.parametrize(
    ("text", "gold", "guess", "said"),
    [
        ("ter", "a b .", "a b .", ()),
        ("ter(normalized=True)", "a b .", "a b .", ("look tokenised already", "look tokenised already")),
        ("ter", "x", "東京" * 30, ("hold no white space",)),
        ("ter(normalized=True, asian=True)", "x", "東京" * 30, ()),
        ("ter", "x", "long words are words " * 9, ()),
    ],
)
def test_it_warns_of_what_looks_wrong(text: str, gold: str, guess: str, said: tuple[str, ...]) -> None:
    notes = karat.score([gold] * 3, [guess] * 3, text, interval="none").notes
    assert len(notes) == len(said)
    assert all(part in note for part, note in zip(said, notes, strict=True))


def test_steps_say_what_was_shifted_and_edited() -> None:
    found = steps(*SAUDI)
    assert found.shifts == (Shifted(("this", "week"), 0, 3),)
    assert [(one.what, one.gold, one.guess, one.place, one.moved) for one in found.edits[:5]] == [
        ("substitution", "saudi", "the", 2, False),
        ("substitution", "arabia", "saudis", 3, False),
        ("hit", "denied", "denied", 4, False),
        ("hit", "this", "this", 0, True),
        ("hit", "week", "week", 1, True),
    ]
    assert [one.what for one in found.edits if one.guess is None] == ["deletion"]


@pytest.mark.parametrize("seed", range(20))
def test_steps_are_those_that_the_measure_counts(seed: int) -> None:
    rng = np.random.default_rng(seed)
    gold, guess = (" ".join(rng.choice(list("ABcde."), rng.integers(0, 12))) for _side in "ab")
    for text in ("ter", "ter(case=True, punctuation=False)", "ter(shift=2.0, insertion=0.5)"):
        m = measure(text)
        assert isinstance(m, TranslationEditRate)
        found, counted = steps(gold, guess, m), m.parts(rows(text, [gold], [guess]).sum(0))
        assert len(found.shifts) == counted["shifts"]
        for what in ("insertion", "deletion", "substitution"):
            assert sum(one.what == what for one in found.edits) == counted[f"{what}s"]
        assert sorted(one.place for one in found.edits if one.place is not None) == list(
            range(len(m.cut((gold,), (guess,))[1][0]))
        )
