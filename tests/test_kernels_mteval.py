"""The kernels of translation scoring do what their plain twins say, on texts that break tokenisers."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat import kernels
from karat.kernels import reference_mteval, reference_overlap
from karat.text import mteval
from karat.types.ragged import Ragged

WHITE = [chr(c) for c in range(sys.maxunicode + 1) if chr(c).isspace()]
TEXTS = st.lists(
    st.text(
        st.sampled_from([*"ab15.,.,--'!&($~", *"é日。Ω²٣🙂🫩€«»\u0301\u200b\ud800\u2fa1", *WHITE])
        | st.characters(codec="utf-8"),
        max_size=20,
    ),
    max_size=6,
)
RULES = ("13a", "intl", "zh", "char", "none")
ROWS = st.lists(st.lists(st.integers(0, 3), max_size=9), min_size=1, max_size=8)


def plain(found: tuple[Any, ...]) -> list[list[int]]:
    return [one.tolist() for one in found]


@given(TEXTS, st.sampled_from(RULES))
def test_tokens_equal_their_twin(texts: list[str], tokens: str) -> None:
    rows = Ragged.of_strings(texts)
    rule = mteval.rule_of(tokens, rows.values)
    for trimmed in (False, True):
        ours = kernels.mteval.token_ids(rows.values, rows.starts, *rule, trimmed)
        assert plain(ours) == plain(reference_mteval.token_ids(rows.values, rows.starts, *rule, trimmed))
    spans = kernels.mteval.token_spans(rows.values, rows.starts, *rule)
    assert plain(spans) == plain(reference_mteval.token_spans(rows.values, rows.starts, *rule))


@given(TEXTS, st.booleans())
def test_code_points_equal_their_twin(texts: list[str], blanks: bool) -> None:
    rows = Ragged.of_strings(texts)
    rule = mteval.rule_of("none", rows.values)[:2]
    ours = kernels.mteval.code_points(rows.values, rows.starts, *rule, blanks)
    assert plain(ours) == plain(reference_mteval.code_points(rows.values, rows.starts, *rule, blanks))
    kept = [[ord(char) for char in text if blanks or not char.isspace()] for text in texts]
    assert Ragged(*ours).starts.tolist() == np.cumsum([0, *map(len, kept)]).tolist()
    assert ours[0].tolist() == [code for row in kept for code in row]


@given(TEXTS)
def test_a_part_of_the_rows_is_cut_as_if_it_were_all(texts: list[str]) -> None:
    rows = Ragged.of_strings(["a 1,5.", *texts, "b-"])
    rule, part = mteval.rule_of("intl", rows.values), rows[1:-1]
    alone = Ragged.of_strings(texts)
    begins, ends, starts = kernels.mteval.token_spans(part.values, part.starts, *rule)
    wanted = kernels.mteval.token_spans(alone.values, alone.starts, *rule)
    assert plain((begins - part.starts[0], ends - part.starts[0], starts)) == plain(wanted)


def overlap(kernel: ModuleType, gold: Ragged, sets: list[int], guess: Ragged, whose: list[int], order: int) -> Any:
    out = np.full((len(whose), order), -1, np.int64)
    pairs = np.array(sets, np.int64), np.array(whose, np.int64)
    kernel.clipped(gold.values, gold.starts, pairs[0], guess.values, guess.starts, pairs[1], out)
    return out.tolist()


@given(ROWS, ROWS, st.integers(1, 7), st.data())
def test_shared_ngrams_equal_their_twin(gold: Any, guess: Any, order: int, data: Any) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(gold)), max_size=4))
    sets = [0, *sorted(cuts), len(gold)]
    whose = data.draw(st.lists(st.integers(0, len(guess) - 1), min_size=len(sets) - 1, max_size=len(sets) - 1))
    sides = Ragged.of(gold), sets, Ragged.of(guess), whose, order
    assert overlap(kernels.overlap, *sides) == overlap(reference_overlap, *sides)


@pytest.mark.parametrize("kernel", [kernels.overlap, reference_overlap], ids=["running", "twin"])
def test_an_ngram_counts_as_often_as_one_reference_holds_it(kernel: ModuleType) -> None:
    gold, guess = Ragged.of([[1, 1, 2], [1, 3, 2, 2]]), Ragged.of([[1, 1, 1, 2, 2]])
    # 1 twice by the first, 2 twice by the second; of pairs 1 1 and 1 2 by the first, 2 2 by the second; 1 1 2 by the first
    assert overlap(kernel, gold, [0, 2], guess, [0], 4) == [[4, 3, 1, 0]]


def test_long_rows_of_large_numbers_equal_their_twin() -> None:
    rng = np.random.default_rng(0)
    gold, guess = (Ragged.of([rng.integers(2**32 - 9, 2**32, 4000), rng.integers(0, 2, 300)]) for _side in "ab")
    sides = gold, [0, 1, 2, 2], guess, [0, 1, 1], 6
    assert overlap(kernels.overlap, *sides) == overlap(reference_overlap, *sides)


@pytest.mark.skipif(not kernels.compiled, reason="the twins take what NumPy takes")
def test_arrays_that_do_not_belong_together_are_refused() -> None:
    rows = Ragged.of([[1]])
    with pytest.raises(ValueError, match="one row a pair"):
        overlap(kernels.overlap, rows, [0, 1], rows, [0, 0], 2)
