"""Alignment of word networks, in plain Python: the definition to read, and the oracle for the compiled kernel.

A unit is a row of arcs, an end arc last. Each arc says its word, its marks (1: nothing is said, 2: may be missing, 4: a
fragment), and what it costs alone and where another word stands (the dearer of the two counts); `before` names the arcs
that it can follow, numbered from 1 within the unit, 0 for the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NOTHING, OPTIONAL, FRAGMENT = 1, 2, 4
HIT, SUBSTITUTION, DELETION, INSERTION, SPARED, SILENT = range(6)

Ints = NDArray[np.int64]
Place = tuple[int, int]


class Arc(NamedTuple):
    """A word, its marks, what it costs, and the arcs before it."""

    word: int
    marks: int
    alone: int
    other: int
    before: list[int]


@dataclass(frozen=True, slots=True)
class Rules:
    """Which words are equal though their numbers differ, and what comes first of equal costs."""

    same: frozenset[Place]
    deletion_first: bool


def network_steps(
    gold: Ints,
    gold_starts: Ints,
    gold_before: Ints,
    gold_before_starts: Ints,
    guess: Ints,
    guess_starts: Ints,
    guess_before: Ints,
    guess_before_starts: Ints,
    same: Ints,
    base: int,
    deletion_first: bool,
    out: Ints,
    steps: Ints,
) -> None:
    """Fill out[i] with (hits, substitutions, deletions, insertions, cost) of pair i, and `steps` with what was done.

    A step is (what, arc of gold, arc of the guess), 0 where a side has none; what: 0 hit, 1 substitution, 2 deletion,
    3 insertion, 4 a word that may be missing is (a hit), 5 nothing said (not counted). Those of pair i end where its
    arcs end, counted over both sides. `same` lists words that are equal though their numbers differ, as a · base + b,
    in order. Of ways that cost the same: a hit or substitution, then an insertion, then a deletion, or the other way
    round; of arcs before, the first.
    """
    rules = Rules(frozenset((key // base, key % base) for key in same.tolist()), deletion_first)
    wanted = _arcs(gold, gold_before, gold_before_starts), _arcs(guess, guess_before, guess_before_starts)
    rows = zip(pairwise(gold_starts.tolist()), pairwise(guess_starts.tolist()), strict=True)
    for pair, ((a, b), (c, d)) in enumerate(rows):
        cost, found = _aligned(wanted[0][a:b], wanted[1][c:d], rules)
        kinds = [HIT if what == SPARED else what for what, _, _ in found]
        out[pair] = [*(kinds.count(what) for what in range(4)), cost]
        steps[b + d - len(found) : b + d] = np.array(found, np.int64).reshape(-1, 3)


def _arcs(arcs: Ints, before: Ints, starts: Ints) -> list[Arc]:
    rows = zip(arcs.tolist(), pairwise(starts.tolist()), strict=True)
    return [Arc(arc[0], arc[1], arc[2], arc[3], before[low:high].tolist()) for arc, (low, high) in rows]


def _aligned(gold: list[Arc], guess: list[Arc], rules: Rules) -> tuple[int, list[tuple[int, int, int]]]:
    """The cost of the cheapest way, and its steps."""
    cells: dict[Place, int] = {}
    whence: dict[Place, Place] = {(0, 0): (0, 0)}
    for here in product(range(len(gold)), range(len(guess))):
        cells[here], whence[here] = _cheapest(gold, guess, here, cells, rules)
    at = min(product(gold[-1].before, guess[-1].before), key=cells.__getitem__)
    return cells[at], list(_traced(gold, guess, at, whence, rules))[::-1]


def _cheapest(
    gold: list[Arc], guess: list[Arc], here: Place, cells: dict[Place, int], rules: Rules
) -> tuple[int, Place]:
    """`min` keeps the first of equals."""
    i, j = here
    if not i and not j:
        return 0, here
    a, b = gold[i - 1], guess[j - 1]
    ways: list[tuple[int, Place]] = []
    if i and j and not (a.marks | b.marks) & NOTHING:
        at = min(product(a.before, b.before), key=cells.__getitem__)
        ways.append((cells[at] + (0 if _equal(a, b, rules) else max(a.other, b.other)), at))
    alone: list[tuple[int, Place]] = []
    if j:
        at = min(((i, y) for y in b.before), key=cells.__getitem__)
        alone.append((cells[at] + b.alone, at))
    if i:
        at = min(((x, j) for x in a.before), key=cells.__getitem__)
        alone.append((cells[at] + a.alone, at))
    ways += alone[::-1] if rules.deletion_first else alone
    return min(ways, key=lambda way: way[0])


def _equal(a: Arc, b: Arc, rules: Rules) -> bool:
    return a.word == b.word or (bool((a.marks | b.marks) & FRAGMENT) and (a.word, b.word) in rules.same)


def _traced(
    gold: list[Arc], guess: list[Arc], at: Place, whence: dict[Place, Place], rules: Rules
) -> Iterator[tuple[int, int, int]]:
    """From the end."""
    while at != (0, 0):
        (i, j), at = at, whence[at]
        if at[0] != i and at[1] != j:
            yield (HIT if _equal(gold[i - 1], guess[j - 1], rules) else SUBSTITUTION), i, j
        elif at[0] != i:
            yield _left_out(gold[i - 1], DELETION), i, 0
        else:
            yield _left_out(guess[j - 1], INSERTION), 0, j


def _left_out(arc: Arc, what: int) -> int:
    return SILENT if arc.marks & NOTHING else SPARED if arc.marks & OPTIONAL else what
