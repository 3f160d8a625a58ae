"""The shift search does what its plain twin says, and what can be worked out by hand."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat import kernels
from karat.kernels import reference_shifts
from karat.kernels.reference_shifts import Rules

BOTH = pytest.mark.parametrize("shifts", [kernels.shifts, reference_shifts], ids=["running", "twin"])

Side = list[list[int]]

USUAL = Rules()


def counted(shifts: Any, gold: Side, guess: Side, rules: Rules = USUAL, units: list[int] | None = None) -> Side:
    """Cost, shifts, words shifted, insertions, deletions, substitutions of each pair."""
    flat = [np.array([token for row in side for token in row], np.int64) for side in (gold, guess)]
    starts = [np.cumsum([0, *map(len, side)]).astype(np.int64) for side in (gold, guess)]
    of = np.array(range(len(gold)) if units is None else units, np.int64)
    out = np.full((len(gold), 6), -1, np.int64)
    shifts.shift_edits(flat[0], starts[0], flat[1], starts[1], of, np.array(rules, np.int64), out)
    found: Side = out.tolist()
    return found


BY_HAND = [  # gold, guess, cost, shifts, words shifted, insertions, deletions, substitutions
    ("", "", [0, 0, 0, 0, 0, 0]),
    ("abc", "", [3, 0, 0, 0, 3, 0]),
    ("", "ab", [2, 0, 0, 2, 0, 0]),
    ("abc", "abc", [0, 0, 0, 0, 0, 0]),
    ("abc", "axc", [1, 0, 0, 0, 0, 1]),
    ("abc", "ac", [1, 0, 0, 0, 1, 0]),
    ("ac", "abc", [1, 0, 0, 1, 0, 0]),
    ("abcdef", "defabc", [1, 1, 3, 0, 0, 0]),  # either half moves: the earliest of the longest
    ("ab", "ba", [1, 1, 1, 0, 0, 0]),
    ("abcd", "xbad", [2, 0, 0, 0, 0, 2]),
    ("aabb", "bbaa", [1, 1, 2, 0, 0, 0]),
]


def points(text: str) -> list[int]:
    return [ord(character) for character in text]


@BOTH
@pytest.mark.parametrize(("gold", "guess", "expected"), BY_HAND, ids=[f"{a}-{b}" for a, b, _ in BY_HAND])
def test_edits_and_shifts_are_counted(shifts: ModuleType, gold: str, guess: str, expected: list[int]) -> None:
    assert counted(shifts, [points(gold)], [points(guess)]) == [expected]


@BOTH
def test_pairs_do_not_disturb_each_other(shifts: ModuleType) -> None:
    gold, guess = [points(a) for a, _, _ in BY_HAND], [points(b) for _, b, _ in BY_HAND]
    assert counted(shifts, gold, guess) == [row[2] for row in BY_HAND]
    assert counted(shifts, gold[::-1], guess[::-1]) == [row[2] for row in BY_HAND][::-1]
    assert counted(shifts, [], []) == []


@BOTH
def test_several_references_share_a_guess(shifts: ModuleType) -> None:
    found = counted(shifts, [points("ab"), points("ba"), points("")], [points("xyz"), points("ba")], units=[1, 1, 0])
    assert [row[0] for row in found] == [1, 0, 3]


@BOTH
def test_a_shift_is_made_where_it_saves_what_it_costs(shifts: ModuleType) -> None:
    pair = [points("abcdef")], [points("defabc")]  # unshifted: six edits
    assert counted(shifts, *pair, Rules(shift=6)) == [[6, 1, 3, 0, 0, 0]]
    assert counted(shifts, *pair, Rules(shift=7))[0][:2] == [6, 0]
    assert counted(shifts, *pair, Rules(shift=0))[0] == [0, 1, 3, 0, 0, 0]


@BOTH
def test_each_operation_has_its_price(shifts: ModuleType) -> None:
    dear = Rules(insertion=2, deletion=3, substitution=9)
    assert counted(shifts, [points("abc")], [points("axc")], dear) == [[5, 0, 0, 1, 1, 0]]
    assert counted(shifts, [points("a")], [points("")], dear) == [[3, 0, 0, 0, 1, 0]]
    assert counted(shifts, [points("")], [points("a")], dear) == [[2, 0, 0, 1, 0, 0]]


@BOTH
def test_the_search_looks_no_further_than_it_is_told(shifts: ModuleType) -> None:
    pair = [points("abcdefghi")], [points("bcdefghia")]
    assert counted(shifts, *pair)[0][:3] == [1, 1, 1]
    assert counted(shifts, *pair, Rules(distance=8))[0][:3] == [1, 1, 1]
    assert counted(shifts, *pair, Rules(distance=7))[0] == [2, 0, 0, 1, 1, 0]
    assert counted(shifts, *pair, Rules(size=0))[0] == [2, 0, 0, 1, 1, 0]
    assert counted(shifts, *pair, Rules(candidates=1))[0] == [2, 0, 0, 1, 1, 0]


ROWS = st.lists(st.integers(0, 4), max_size=12)
RULES = st.builds(
    Rules,
    beam=st.sampled_from([1, 2, 3, 25]),
    size=st.sampled_from([0, 1, 3, 10]),
    distance=st.sampled_from([0, 1, 5, 50]),
    candidates=st.sampled_from([0, 1, 5, 40, 1000]),
    insertion=st.integers(0, 4),
    deletion=st.integers(0, 4),
    substitution=st.integers(0, 4),
    shift=st.integers(0, 4),
)


@settings(max_examples=300)
@given(st.lists(st.tuples(ROWS, ROWS), max_size=4), st.one_of(st.just(USUAL), RULES))
def test_shifts_equal_their_twin(pairs: list[tuple[list[int], list[int]]], rules: Rules) -> None:
    gold, guess = [a for a, _ in pairs], [b for _, b in pairs]
    assert counted(kernels.shifts, gold, guess, rules) == counted(reference_shifts, gold, guess, rules)


@pytest.mark.parametrize("seed", range(6))
def test_long_rows_equal_their_twin(seed: int) -> None:
    """Beyond the beam, and with sides of very different lengths."""
    rng = np.random.default_rng(seed)
    for words, low, high in ((8, 0, 60), (40, 30, 90)):
        gold = [rng.integers(0, words, rng.integers(low, high)).tolist() for _ in range(3)]
        guess = [np.roll(row, rng.integers(0, 60)).tolist()[: rng.integers(1, 99)] for row in gold]
        for rules in (Rules(), Rules(beam=2), Rules(candidates=100, shift=2, insertion=3)):
            assert counted(kernels.shifts, gold, guess, rules) == counted(reference_shifts, gold, guess, rules)


@BOTH
@pytest.mark.parametrize(
    ("words", "expected"), [(0, [1, 1]), (1, [1, 1]), (9, [8, 8]), (40, [40, 39]), (400, [400, 399])]
)
def test_one_side_may_be_many_times_as_long(shifts: ModuleType, words: int, expected: list[int]) -> None:
    """A word far from the diagonal is beyond the beam, unless it stands in a long guess: its last row sees everything."""
    long = list(range(words))
    assert [row[0] for row in counted(shifts, [long, [7]], [[7], long])] == expected


@pytest.mark.skipif(not kernels.compiled, reason="the twins take what NumPy takes")
def test_arrays_that_do_not_belong_together_are_refused() -> None:
    starts, rules, out = np.array([0, 0], np.int64), np.array(Rules(), np.int64), np.zeros((1, 6), np.int64)
    none = starts[:0]
    with pytest.raises(ValueError, match="eight rules"):
        kernels.shifts.shift_edits(none, starts, none, starts, starts[:1], rules[:7], out)
    with pytest.raises(ValueError, match="one row a row of gold"):
        kernels.shifts.shift_edits(none, starts, none, starts, starts, rules, out)
    with pytest.raises(ValueError, match="number the rows"):
        kernels.shifts.shift_edits(none, starts, none, starts, starts[:1] + 1, rules, out)
