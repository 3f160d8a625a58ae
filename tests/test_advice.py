"""What karat says of texts that look wrong."""

from __future__ import annotations

from karat.measures.advice import MANY, mostly_foreign, tokenised
from karat.types.references import References


def said(gold: list[str], guess: list[str]) -> tuple[str, ...]:
    return tokenised([References((text,)) for text in gold], guess)


def test_lines_that_end_in_a_lone_full_stop_look_tokenised() -> None:
    assert said(["It ran."] * 300, ["It ran."] * 300) == ()
    [note] = said(["It ran ."] * MANY + ["It ran."] * 300, ["It ran."] * 400)
    assert note.startswith("100 of 400 references end in ' .'")
    [note] = said(["It ran."] * 3, ["It ran ."] * 2 + ["It ran."])
    assert note.startswith("2 of 3 guesses end in ' .'")


def test_one_such_line_says_nothing() -> None:
    assert said(["It ran ."], ["It ran ."]) == ()


def test_letters_that_a_rule_drops_are_noticed() -> None:
    assert mostly_foreign(["the naïve café, and much more in plain letters"] * 50, "…") == ()
    assert mostly_foreign(["日本"], "too few letters to tell") == ()
    [note] = mostly_foreign(["今日は良い天気ですね、散歩に行きましょう。"] * 3, "use unicode")
    assert note.endswith("use unicode")
