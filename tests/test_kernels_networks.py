"""Word networks: the compiled kernel does what its plain twin says, and both do what can be worked out by hand."""

from __future__ import annotations

from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from karat import kernels
from karat.kernels import reference_networks

Ints = NDArray[np.int64]
Arc = tuple[int, int, int, int, tuple[int, ...]]  # word, marks, alone, in place of another, before
Unit = list[Arc]

BOTH = pytest.mark.parametrize("networks", [kernels.networks, reference_networks], ids=["running", "twin"])
NOTHING, OPTIONAL, FRAGMENT = 1, 2, 4
HIT, SUBSTITUTION, DELETION, INSERTION, SPARED, SILENT = range(6)


def line(text: str, alone: int = 3, other: int = 4) -> Unit:
    """Letters one behind the other."""
    return [*((ord(c), 0, alone, other, (i,)) for i, c in enumerate(text)), end(len(text))]


def end(*before: int) -> Arc:
    return -1, 0, 0, 0, before


def side(units: list[Unit]) -> tuple[Ints, Ints, Ints, Ints]:
    every = [arc for unit in units for arc in unit]
    arcs = np.array([arc[:4] for arc in every], np.int64).reshape(-1, 4)
    starts, befores = [0, *map(len, units)], [0, *(len(arc[4]) for arc in every)]
    before = np.array([b for arc in every for b in arc[4]], np.int64)
    return arcs, np.cumsum(starts, dtype=np.int64), before, np.cumsum(befores, dtype=np.int64)


def steps(
    networks: Any, gold: list[Unit], guess: list[Unit], same: tuple[int, ...] = (), deletion_first: bool = False
) -> tuple[list[list[int]], list[list[list[int]]]]:
    """Counts and cost of each pair, and its steps."""
    a, b = side(gold), side(guess)
    out, room = np.zeros((len(gold), 5), np.int64), np.zeros((len(a[0]) + len(b[0]), 3), np.int64)
    networks.network_steps(*a, *b, np.array(same, np.int64), 1000, deletion_first, out, room)
    ends = [0, *(a[1] + b[1])[1:].tolist()]
    told = [room[low:high].tolist() for low, high in pairwise(ends)]
    return out.tolist(), [[row for row in rows if row[1] or row[2]] for rows in told]


COUNTED: list[tuple[str, str, list[int], str]] = [
    ("", "", [0, 0, 0, 0, 0], "nothing"),
    ("", "ab", [0, 0, 0, 2, 6], "two insertions"),
    ("ab", "", [0, 0, 2, 0, 6], "two deletions"),
    ("abc", "axc", [2, 1, 0, 0, 4], "one substitution"),
    ("xyzab", "abpqr", [2, 0, 3, 3, 18], "five substitutions would cost 20"),
]


@BOTH
@pytest.mark.parametrize(("gold", "guess", "expected"), [row[:3] for row in COUNTED], ids=[row[3] for row in COUNTED])
def test_lines_are_aligned_at_least_cost(networks: ModuleType, gold: str, guess: str, expected: list[int]) -> None:
    assert steps(networks, [line(gold)], [line(guess)])[0] == [expected]


@BOTH
def test_of_equal_costs_the_rule_decides(networks: ModuleType) -> None:
    pair = [line("ab", 3, 9)], [line("xb", 3, 9)]
    assert steps(networks, *pair)[1] == [[[DELETION, 1, 0], [INSERTION, 0, 1], [HIT, 2, 2]]]
    assert steps(networks, *pair, deletion_first=True)[1] == [[[INSERTION, 0, 1], [DELETION, 1, 0], [HIT, 2, 2]]]


@BOTH
def test_the_nearest_of_several_ways_is_taken(networks: ModuleType) -> None:
    # a { b c / d / nothing } e
    ways = [(1, 0, 3, 4, (0,)), (2, 0, 3, 4, (1,)), (3, 0, 3, 4, (2,)), (4, 0, 3, 4, (1,)), (9, NOTHING, 0, 4, (1,))]
    gold = [[*ways, (5, 0, 3, 4, (3, 4, 5)), end(6)]] * 4
    said = [(1, 2, 3, 5), (1, 4, 5), (1, 5), (1, 7, 5)]
    guess = [[*((word, 0, 3, 4, (i,)) for i, word in enumerate(words)), end(len(words))] for words in said]
    counts, told = steps(networks, gold, guess)
    assert counts == [[4, 0, 0, 0, 0], [3, 0, 0, 0, 0], [2, 0, 0, 0, 0], [2, 0, 0, 1, 3]]
    assert told[2] == [[HIT, 1, 1], [SILENT, 5, 0], [HIT, 6, 2]]


@BOTH
def test_an_optional_word_that_is_missing_is_a_hit(networks: ModuleType) -> None:
    gold = [[(1, 0, 3, 4, (0,)), (2, OPTIONAL, 2, 4, (1,)), end(2)]] * 2
    counts, told = steps(networks, gold, [[(1, 0, 3, 4, (0,)), end(1)], line("x")])
    assert counts[0] == [2, 0, 0, 0, 2]
    assert told[0] == [[HIT, 1, 1], [SPARED, 2, 0]]
    assert counts[1] == [1, 1, 0, 0, 6]


@BOTH
def test_fragments_equal_what_is_listed(networks: ModuleType) -> None:
    gold, guess = [[(1, FRAGMENT, 3, 4, (0,)), end(1)]], [[(2, 0, 3, 4, (0,)), end(1)]]
    assert steps(networks, gold, guess, (1002,))[0] == [[1, 0, 0, 0, 0]]
    assert steps(networks, gold, guess, (1003,))[0] == [[0, 1, 0, 0, 4]]
    assert steps(networks, [line("\x01")], guess, (1002,))[0] == [[0, 1, 0, 0, 4]]  # neither is marked


@BOTH
def test_the_dearer_of_two_words_prices_a_substitution(networks: ModuleType) -> None:
    assert steps(networks, [line("a", 9, 2)], [line("b", 9, 5)])[0] == [[0, 1, 0, 0, 5]]


def random_unit(rng: np.random.Generator) -> Unit:
    """Up to nine arcs, each behind some of those before it; every arc leads on."""
    n = int(rng.integers(0, 9))
    before = [tuple(sorted({int(rng.integers(0, i + 1)) for _ in range(rng.integers(1, 3))})) for i in range(n)]
    followed = {b for some in before for b in some}
    last = tuple(i for i in range(1, n + 1) if i not in followed) or (0,)
    marks = rng.choice([0, 0, 0, NOTHING, OPTIONAL, FRAGMENT, OPTIONAL | FRAGMENT], n).tolist()
    costs = rng.integers(0, 5, (n, 2)).tolist()
    return [*((int(rng.integers(0, 4)), marks[i], *costs[i], before[i]) for i in range(n)), end(*last)]


@pytest.mark.parametrize("seed", range(30))
def test_networks_equal_their_twin(seed: int) -> None:
    rng = np.random.default_rng(seed)
    gold, guess = ([random_unit(rng) for _ in range(20)] for _side in "ab")
    same = tuple(sorted({int(a) * 1000 + int(b) for a, b in rng.integers(0, 4, (3, 2))}))
    for first in (False, True):
        assert steps(kernels.networks, gold, guess, same, first) == steps(reference_networks, gold, guess, same, first)


@pytest.mark.skipif(not kernels.compiled, reason="the twins take what NumPy takes")
def test_arrays_that_do_not_belong_together_are_refused() -> None:
    a, b = side([line("a")]), side([line("a"), line("b")])
    same, room = np.zeros(0, np.int64), np.zeros((9, 3), np.int64)
    with pytest.raises(ValueError, match="one row a pair"):
        kernels.networks.network_steps(*a, *b, same, 1, False, np.zeros((1, 5), np.int64), room)
    with pytest.raises(ValueError, match="four columns"):
        kernels.networks.network_steps(*a, *a, same, 1, False, np.zeros((1, 5), np.int64), room[:3])


def test_no_pairs_are_no_work() -> None:
    assert steps(kernels.networks, [], []) == ([], [])
