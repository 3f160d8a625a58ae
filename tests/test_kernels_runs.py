"""The search for moves of runs does what its plain twin says, and what can be worked out by hand."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat import kernels
from karat.kernels import reference_runs

BOTH = pytest.mark.parametrize("runs", [kernels.runs, reference_runs], ids=["running", "twin"])

Texts = list[list[str]]


def counted(runs: Any, gold: Texts, guess: Texts, units: list[int] | None = None) -> list[list[float]]:
    """Edits of letters, cost of moves, letters of the guess."""
    known = sorted({word for text in [*gold, *guess] for word in text})
    sides = [[[known.index(word) for word in text] for text in side] for side in (gold, guess)]
    flat = [np.array([word for text in side for word in text], np.int64) for side in sides]
    starts = [np.cumsum([0, *map(len, side)]).astype(np.int64) for side in sides]
    letters = np.array([ord(letter) - 60 for letter in "".join(known)], np.int64)
    of = np.array(range(len(gold)) if units is None else units, np.int64)
    out = np.full((len(gold), 3), -1.0)
    ends = np.cumsum([0, *map(len, known)]).astype(np.int64)
    runs.run_edits(flat[0], starts[0], flat[1], starts[1], of, letters, ends, out)
    found: list[list[float]] = out.tolist()
    return found


BY_HAND = [  # gold, guess, edits of letters, cost of moves, letters of the guess
    ("", "", [0, 0, 0]),
    ("", "ab c", [4, 0, 4]),
    ("ab c", "", [4, 0, 0]),
    ("ab cd", "ab cd", [0, 0, 5]),
    ("ab cd", "abcd", [1, 0, 4]),
    ("cd ab", "ab cd", [0, 2, 5]),
    ("c aaaa bb", "aaaa bb c", [0, 3, 9]),  # c moves, and two words of mean length 3 stand further right
    ("bb a bb", "a bb bb", [0, 1.5, 7]),  # a run goes as far as it can
    ("eeeee ccc", "a eeeee", [3, 1, 7]),
    ("b a d c", "a b c d", [0, 2, 7]),
]


@BOTH
@pytest.mark.parametrize(("gold", "guess", "expected"), BY_HAND, ids=[f"{a}-{b}" for a, b, _ in BY_HAND])
def test_moves_and_edits_are_counted(runs: ModuleType, gold: str, guess: str, expected: list[float]) -> None:
    assert counted(runs, [gold.split()], [guess.split()]) == [expected]


@BOTH
def test_pairs_do_not_disturb_each_other(runs: ModuleType) -> None:
    gold, guess = [a.split() for a, _, _ in BY_HAND], [b.split() for _, b, _ in BY_HAND]
    assert counted(runs, gold, guess) == [row[2] for row in BY_HAND]
    assert counted(runs, gold[::-1], guess[::-1]) == [row[2] for row in BY_HAND][::-1]
    assert counted(runs, gold, [["ab"], []], units=[1] * len(gold)) == [[len(a), 0, 0] for a, _, _ in BY_HAND]
    assert counted(runs, [], []) == []


TEXT = st.lists(st.sampled_from(["a", "b", "ab", "ba", "abc", "aaaa"]), max_size=9)


@settings(max_examples=300)
@given(st.lists(st.tuples(TEXT, TEXT), max_size=4))
def test_runs_equal_their_twin(pairs: list[tuple[list[str], list[str]]]) -> None:
    gold, guess = [a for a, _ in pairs], [b for _, b in pairs]
    assert counted(kernels.runs, gold, guess) == counted(reference_runs, gold, guess)


@pytest.mark.parametrize("words", [62, 63, 64, 65, 66, 127, 128, 129, 140])
def test_long_texts_equal_their_twin(words: int) -> None:
    """Around the 64 places that are looked at together, in words and in letters."""
    rng = np.random.default_rng(words)
    gold = [f"{'x' * int(w % 3)}{chr(97 + w % 26)}" for w in rng.integers(0, 60, words)]
    guess = [*gold[words // 2 : words - 3], *gold[: words // 2], "zz"]
    for pair in ((gold, guess), (guess, gold), (gold, gold[::-1][:60]), (["y"], guess)):
        one, other = [pair[0][:words]], [pair[1]]
        assert counted(kernels.runs, one, other) == counted(reference_runs, one, other)


@pytest.mark.skipif(not kernels.compiled, reason="the twins take what NumPy takes")
def test_arrays_that_do_not_belong_together_are_refused() -> None:
    starts, out = np.array([0, 0], np.int64), np.zeros((1, 3))
    none = starts[:0]
    with pytest.raises(ValueError, match="one row a row of gold"):
        kernels.runs.run_edits(none, starts, none, starts, starts, none, starts[:1], out)
    with pytest.raises(ValueError, match="number the rows"):
        kernels.runs.run_edits(none, starts, none, starts, starts[:1] + 1, none, starts[:1], out)
