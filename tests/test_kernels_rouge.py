"""The kernels of ROUGE do what their plain twins say."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import kernels
from karat.kernels import reference_lcs, reference_skips
from karat.types.ragged import Ragged

TYPES = 5
TEXT = st.lists(st.lists(st.integers(0, TYPES - 1), max_size=9), max_size=4)
SIDE = st.lists(TEXT, min_size=1, max_size=5)
WEIGHTS = [float(k) ** 1.2 for k in range(400)]
BOTH = pytest.mark.parametrize("kernel", [kernels.lcs, reference_lcs], ids=["running", "twin"])


def lines(side: list[list[list[int]]]) -> tuple[Ragged, Any, Ragged]:
    """The lines of all texts, where the texts start, and a text a row."""
    rows = Ragged.of([line for text in side for line in text])
    starts = np.cumsum([0, *map(len, side)])
    return rows, starts, Ragged(rows.values, rows.starts[starts])


def found(kernel: ModuleType, gold: Any, guess: Any, whose: Any, f: list[float]) -> list[list[float]]:
    """What every function of the kernel says, with what texts hold in place of what their lines hold."""
    (theirs, sets, held), (ours, own, said) = lines(gold), lines(guess)
    pairs = held.values, held.starts, said.values, said.starts, whose
    length, weight, hits = np.full(len(gold), -1, np.int64), np.full(len(gold), -1.0), np.full(len(gold), -1.0)
    kernel.lengths(*pairs, TYPES, length)
    kernel.weights(*pairs, np.array(WEIGHTS), weight)
    both = theirs.values, theirs.starts, sets, ours.values, ours.starts, own
    kernel.union_hits(*both, *pairs[:4], whose, TYPES, np.array(f), hits)
    return [length.tolist(), weight.tolist(), hits.tolist()]


@given(SIDE, SIDE, st.sampled_from([[], WEIGHTS]), st.randoms(use_true_random=False))
def test_common_subsequences_equal_their_twin(gold: Any, guess: Any, f: list[float], random: Any) -> None:
    whose = np.array([random.randrange(len(guess)) for _ in gold], np.int64)
    assert found(kernels.lcs, gold, guess, whose, f) == found(reference_lcs, gold, guess, whose, f)


@pytest.mark.parametrize("f", [[], WEIGHTS], ids=["counted", "weighed"])
def test_lines_beyond_64_tokens_equal_their_twin(f: list[float]) -> None:
    rng = np.random.default_rng(0)
    gold, guess = (
        [[rng.integers(0, TYPES, n).tolist() for n in (63, 64, 65, 150)] for _ in range(3)] for _side in "ab"
    )
    whose = np.array([2, 0, 1])
    assert found(kernels.lcs, gold, guess, whose, f) == found(reference_lcs, gold, guess, whose, f)


@BOTH
def test_the_example_of_the_paper(kernel: ModuleType) -> None:
    # Lin 2004, 3.2: w1 … w5 against w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5: w1 w2 and w1 w3 w5 make w1 w2 w3 w5
    gold, guess = [[[1, 2, 3, 4, 0]]], [[[1, 2], [1, 3, 0]]]
    assert found(kernel, gold, guess, np.array([0]), [])[2] == [4.0]


@BOTH
def test_runs_weigh_more_than_their_tokens(kernel: ModuleType) -> None:
    # Lin 2004, 3.3: A B C D against A B C D x and A x B x C: the same length, another weight
    gold = [[[1, 2, 3]], [[1, 2, 3]]]
    guess = [[[1, 2, 3, 0, 0]], [[1, 0, 2, 0, 3]]]
    length, weight, _ = found(kernel, gold, guess, np.array([0, 1]), [])
    assert length == [3, 3]
    assert weight == [pytest.approx(3**1.2), pytest.approx(3.0)]


@BOTH
def test_a_token_counts_no_more_often_than_either_text_holds_it(kernel: ModuleType) -> None:
    gold, guess = [[[1, 2], [1, 2]]], [[[1, 2]]]
    assert found(kernel, gold, guess, np.array([0]), [])[2] == [2.0]


@pytest.mark.parametrize("kernel", [kernels.skips, reference_skips], ids=["running", "twin"])
def test_pairs_in_order_are_counted(kernel: ModuleType) -> None:
    # Lin 2004, 3.4: police killed the gunman / police kill the gunman / the gunman kill police: 3 of 6, 1 of 6
    gold, guess = Ragged.of([[1, 2, 3, 4]] * 2), Ragged.of([[1, 0, 3, 4], [3, 4, 0, 1]])
    assert pairs(kernel, gold, guess, [0, 1], -1, -1) == [3, 1]
    assert pairs(kernel, gold, guess, [0, 1], -1, 0) == [6, 4]
    assert pairs(kernel, gold, guess, [0, 1], 0, -1) == [1, 1]
    assert pairs(kernel, gold, guess, [0, 1], 0, 1) == [3, 2]  # and single ones but the last: 1 and 3; 3


def pairs(kernel: ModuleType, gold: Ragged, guess: Ragged, whose: list[int], gap: int, alone: int) -> list[int]:
    out = np.full(len(whose), -1, np.int64)
    kernel.shared(gold.values, gold.starts, guess.values, guess.starts, np.array(whose, np.int64), gap, alone, out)
    return out.tolist()


@given(TEXT, TEXT, st.integers(-1, 5), st.integers(-1, 2), st.data())
def test_skip_bigrams_equal_their_twin(gold: Any, guess: Any, gap: int, alone: int, data: Any) -> None:
    guess = guess or [[]]
    whose = data.draw(st.lists(st.integers(0, len(guess) - 1), min_size=len(gold), max_size=len(gold)))
    sides = Ragged.of(gold), Ragged.of(guess), whose, gap, alone
    assert pairs(kernels.skips, *sides) == pairs(reference_skips, *sides)


@pytest.mark.skipif(not kernels.compiled, reason="the twins take what NumPy takes")
def test_arrays_that_do_not_belong_together_are_refused() -> None:
    rows = Ragged.of([[1]])
    with pytest.raises(ValueError, match="one number a row"):
        pairs(kernels.skips, rows, rows, [0, 0], 0, 0)
    with pytest.raises(ValueError, match="one number a row"):
        kernels.lcs.lengths(
            rows.values, rows.starts, rows.values, rows.starts, np.zeros(2, np.int64), 2, np.zeros(2, np.int64)
        )
    with pytest.raises(ValueError, match="a weight for every length"):
        kernels.lcs.weights(
            rows.values, rows.starts, rows.values, rows.starts, np.zeros(1, np.int64), np.zeros(2), np.zeros(1)
        )
