"""Compiled kernels do what their plain twins say, bit for bit; where nothing is compiled the twins stand alone."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import chisquare

from karat import kernels
from karat.kernels import reference, reference_edits, reference_words
from karat.types.ragged import Ragged

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

BOTH = pytest.mark.parametrize("draws", [kernels.draws, reference], ids=["running", "twin"])
BOTH_EDITS = pytest.mark.parametrize("edits", [kernels.edits, reference_edits], ids=["running", "twin"])


def units(draws: Any, n: int, seed: int, first: int, resamples: int) -> Ints:
    out = np.empty((resamples, n), np.int64)
    draws.resample_units(n, seed, first, out)
    return out


def sums(draws: Any, rows: Floats, seed: int, first: int, resamples: int) -> Floats:
    out = np.empty((resamples, rows.shape[1]))
    draws.resample_sums(rows, seed, first, out)
    return out


def test_it_says_whether_it_is_compiled() -> None:
    assert kernels.compiled == (kernels.counts.__name__ == "karat.kernels.counts")


# draws


@pytest.mark.parametrize("n", [*range(10), 100, 1001])
@pytest.mark.parametrize("columns", [1, 2, 3, 7])
def test_sums_equal_their_twin_to_the_bit(n: int, columns: int) -> None:
    rows = np.random.default_rng(n).normal(size=(n, columns)) * 10.0 ** np.arange(columns)
    for seed, first in ((0, 0), (1, 5), (2**63 - 1, 10**6)):
        assert np.array_equal(sums(kernels.draws, rows, seed, first, 7), sums(reference, rows, seed, first, 7))


@BOTH
def test_rows_without_columns_have_sums_without_columns(draws: ModuleType) -> None:
    assert sums(draws, np.empty((3, 0)), 0, 0, 2).shape == (2, 0)


@pytest.mark.parametrize("n", [*range(10), 100, 1001, 2**20])
def test_drawn_units_equal_their_twin(n: int) -> None:
    for seed, first in ((0, 0), (1, 5), (2**63 - 1, 10**6)):
        assert np.array_equal(units(kernels.draws, n, seed, first, 3), units(reference, n, seed, first, 3))


@BOTH
def test_sums_are_those_of_the_drawn_units(draws: ModuleType) -> None:
    rows = np.random.default_rng(0).integers(0, 100, (37, 3)).astype(float)  # whole numbers add up in any order
    assert np.array_equal(sums(draws, rows, 3, 11, 50), rows[units(draws, 37, 3, 11, 50)].sum(1))


FIRST = {
    0: [[1, 2, 9, 7, 2, 5, 9, 3, 6, 6], [7, 7, 6, 8, 0, 3, 0, 7, 6, 1]],
    1: [[6, 4, 9, 5, 4, 2, 8, 5, 3, 5], [2, 1, 8, 5, 3, 7, 7, 9, 6, 6]],
}


@BOTH
def test_the_first_draws_never_change(draws: ModuleType) -> None:
    """A result signed with a seed must be repeatable by every later version."""
    assert {seed: units(draws, 10, seed, 0, 2).tolist() for seed in (0, 1)} == FIRST


def by_hand(seed: int, resample: int, n: int) -> list[int]:
    """SplitMix64 in whole numbers of Python: the high, then the low half of each output, times n, over 2³²."""
    word, step = 2**64 - 1, 0x9E3779B97F4A7C15

    def mix(z: int) -> int:
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & word
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & word
        return z ^ (z >> 31)

    start = mix((mix((seed + step) & word) + resample * 0xD1342543DE82EF95 + step) & word)
    outputs = [mix((start + i * step) & word) for i in range(1, n)]
    return [(half * n) >> 32 for bits in outputs for half in (bits >> 32, bits & 0xFFFFFFFF)][:n]


@BOTH
@pytest.mark.parametrize("n", [2, 3, 5, 8, 100])
def test_draws_follow_the_definition(draws: ModuleType, n: int) -> None:
    for seed in (0, 1, 12345):
        assert units(draws, n, seed, 4, 2).tolist() == [by_hand(seed, 4, n), by_hand(seed, 5, n)]


@BOTH
def test_a_resample_is_the_same_whoever_draws_it(draws: ModuleType) -> None:
    rows = np.random.default_rng(0).normal(size=(33, 2))
    whole = sums(draws, rows, 7, 0, 100)
    parts = [sums(draws, rows, 7, first, size) for first, size in ((0, 1), (1, 9), (10, 60), (70, 30))]
    assert np.array_equal(np.concatenate(parts), whole)


@BOTH
def test_neighbouring_seeds_share_nothing(draws: ModuleType) -> None:
    drawn = {seed: units(draws, 50, seed, 0, 20) for seed in (0, 1, 2)}
    for one, other in ((0, 1), (1, 2), (0, 2)):
        assert (drawn[one] == drawn[other]).mean() < 0.05
        assert (drawn[one][1:] == drawn[other][:-1]).mean() < 0.05


@pytest.mark.parametrize("n", [2, 7, 100])
def test_every_unit_is_as_likely_at_every_place(n: int) -> None:
    drawn = units(kernels.draws, n, 0, 0, 20_000)
    assert drawn.min() == 0
    assert drawn.max() == n - 1
    assert chisquare(np.bincount(drawn.ravel(), minlength=n)).pvalue > 0.001
    for place in {0, 1, n - 1}:
        assert chisquare(np.bincount(drawn[:, place], minlength=n)).pvalue > 0.0005


def test_draws_do_not_depend_on_those_before_them() -> None:
    drawn = units(kernels.draws, 8, 0, 0, 40_000)
    for a, b in ((0, 1), (1, 2), (0, 7)):
        assert chisquare(np.bincount(drawn[:, a] * 8 + drawn[:, b], minlength=64)).pvalue > 0.0005
    following = np.bincount(drawn[:-1, 0] * 8 + drawn[1:, 0], minlength=64)
    assert chisquare(following).pvalue > 0.0005


# edits


def aligned(edits: Any, gold: list[list[int]], guess: list[list[int]]) -> list[list[int]]:
    flat = [np.array([token for row in side for token in row], np.int64) for side in (gold, guess)]
    starts = [np.cumsum([0, *map(len, side)]).astype(np.int64) for side in (gold, guess)]
    out = np.full((len(gold), 4), -1, np.int64)
    edits.edit_counts(flat[0], starts[0], flat[1], starts[1], out)
    counted: list[list[int]] = out.tolist()
    return counted


def stepped(edits: Any, gold: list[list[int]], guess: list[list[int]]) -> list[list[int]]:
    flat = [np.array([token for row in side for token in row], np.int64) for side in (gold, guess)]
    starts = [np.cumsum([0, *map(len, side)]).astype(np.int64) for side in (gold, guess)]
    out, room = np.full((len(gold), 4), -1, np.int64), np.full(len(flat[0]) + len(flat[1]), 9, np.int8)
    edits.edit_steps(flat[0], starts[0], flat[1], starts[1], out, room)
    assert out.tolist() == aligned(edits, gold, guess)
    ends = (starts[0] + starts[1])[1:].tolist()
    return [room[end - many : end].tolist() for end, many in zip(ends, out.sum(1).tolist(), strict=True)]


EDITS = [  # gold, guess, hits, substitutions, deletions, insertions
    ("", "", [0, 0, 0, 0]),
    ("abc", "", [0, 0, 3, 0]),
    ("", "ab", [0, 0, 0, 2]),
    ("abc", "abc", [3, 0, 0, 0]),
    ("abc", "axc", [2, 1, 0, 0]),
    ("abc", "ac", [2, 0, 1, 0]),
    ("ac", "abc", [2, 0, 0, 1]),
    ("ab", "ba", [1, 0, 1, 1]),  # of equal cost, from the end: a deletion where one is possible
    ("abx", "bay", [1, 1, 1, 1]),
    ("abc", "xyz", [0, 3, 0, 0]),
    ("kitten", "sitting", [4, 2, 0, 1]),
    ("aab", "ab", [2, 0, 1, 0]),
]


def points(text: str) -> list[int]:
    return [ord(character) for character in text]


@BOTH_EDITS
@pytest.mark.parametrize(("gold", "guess", "expected"), EDITS, ids=[f"{a}-{b}" for a, b, _ in EDITS])
def test_edits_are_counted_by_kind(edits: ModuleType, gold: str, guess: str, expected: list[int]) -> None:
    assert aligned(edits, [points(gold)], [points(guess)]) == [expected]


@BOTH_EDITS
def test_pairs_do_not_disturb_each_other(edits: ModuleType) -> None:
    assert aligned(edits, [points(a) for a, _, _ in EDITS], [points(b) for _, b, _ in EDITS]) == [
        row[2] for row in EDITS
    ]
    assert aligned(edits, [], []) == []


@pytest.mark.parametrize("seed", range(10))
def test_edits_equal_their_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    gold, guess = ([rng.integers(0, 2 + seed, rng.integers(0, 12)).tolist() for _ in range(50)] for _side in "ab")
    assert aligned(kernels.edits, list(gold), list(guess)) == aligned(reference_edits, list(gold), list(guess))
    assert stepped(kernels.edits, list(gold), list(guess)) == stepped(reference_edits, list(gold), list(guess))


@pytest.mark.parametrize(("words", "vocabulary"), [(63, 5), (64, 5), (65, 5), (128, 9), (129, 30), (300, 3)])
def test_edits_equal_their_twin_across_blocks_of_bits(words: int, vocabulary: int) -> None:
    rng = np.random.default_rng(words)
    gold = [rng.integers(0, vocabulary, words).tolist() for _ in range(4)]
    guess = [rng.integers(0, vocabulary, rng.integers(1, 2 * words)).tolist() for _ in range(4)]
    assert stepped(kernels.edits, gold, guess) == stepped(reference_edits, gold, guess)


@BOTH_EDITS
def test_steps_turn_gold_into_the_guess(edits: ModuleType) -> None:
    rng = np.random.default_rng(0)
    gold, guess = ([rng.integers(0, 4, rng.integers(0, 40)).tolist() for _ in range(50)] for _side in "ab")
    for a, b, steps in zip(gold, guess, stepped(edits, gold, guess), strict=True):
        left, right = iter(a), iter(b)
        for what in steps:
            one, other = (None if what == 3 else next(left)), (None if what == 2 else next(right))
            assert (one == other) == (what == 0)
        assert (list(left), list(right)) == ([], [])


@pytest.mark.skipif(not kernels.compiled, reason="the twin would take hours")
def test_texts_too_long_to_keep_every_row_are_aligned_all_the_same() -> None:
    """8,000 tokens of their own, of which every fortieth is another, lost, or followed by a new one."""
    gold, guess = list(range(8_000)), list[int]()
    for token in gold:
        what = token // 40 % 3 if token % 40 == 20 else 3
        guess += [[9_000 + token], [], [token, 9_000 + token], [token]][what]
    assert aligned(kernels.edits, [gold], [guess]) == [[8_000 - 67 - 67, 67, 67, 66]]
    assert stepped(kernels.edits, [gold], [guess])[0].count(2) == 67


@pytest.mark.skipif(not kernels.compiled, reason="the twins take what NumPy takes")
def test_arrays_that_do_not_belong_together_are_refused() -> None:
    with pytest.raises(ValueError, match="as many columns"):
        kernels.draws.resample_sums(np.zeros((3, 2)), 0, 0, np.zeros((1, 1)))
    with pytest.raises(ValueError, match="one column a unit"):
        kernels.draws.resample_units(3, 0, 0, np.zeros((1, 2), np.int64))
    starts = np.array([0, 0], np.int64)
    with pytest.raises(ValueError, match="one row a pair"):
        kernels.edits.edit_counts(starts[:0], starts, starts[:0], starts[:1], np.zeros((1, 4), np.int64))
    one = np.array([0, 1], np.int64)
    with pytest.raises(ValueError, match="numbers from 0"):
        kernels.edits.edit_counts(-one[1:], one, one[1:], one, np.zeros((1, 4), np.int64))
    with pytest.raises(ValueError, match="room for the tokens of both sides"):
        kernels.edits.edit_steps(one[1:], one, one[1:], one, np.zeros((1, 4), np.int64), np.zeros(1, np.int8))


# words


WHITE = [chr(c) for c in range(sys.maxunicode + 1) if chr(c).isspace()]
TEXTS = st.lists(
    st.text(st.sampled_from([*"abcé日🙂\ud800", *WHITE, "\x84", "\u1681", "\u200b", "\u2030"])), max_size=8
)


@given(TEXTS)
def test_words_are_those_of_split_with_a_number_each(texts: list[str]) -> None:
    given_ = Ragged.of_strings(texts)
    ids, starts = kernels.words.word_ids(given_.values, given_.starts)
    twin_ids, twin_starts = reference_words.word_ids(given_.values, given_.starts)
    assert (ids.tolist(), starts.tolist()) == (twin_ids.tolist(), twin_starts.tolist())


def test_many_words_keep_their_numbers() -> None:
    """More words than the table first has room for, of every length, twice."""
    texts = [f"{'x' * (i % 40)}{i}" for i in range(20_000)]
    given_ = Ragged.of_strings([*texts, " ".join(texts)])
    ids, starts = kernels.words.word_ids(given_.values, given_.starts)
    assert ids.tolist() == [*range(20_000)] * 2
    assert starts.tolist() == [*range(20_001), 40_000]
