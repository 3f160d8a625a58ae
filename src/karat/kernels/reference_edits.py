"""Fewest edits in plain Python: the definition to read, and the oracle for the compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

HIT, SUBSTITUTION, DELETION, INSERTION = range(4)

Ints = NDArray[np.int64]


def edit_counts(gold: Ints, gold_starts: Ints, guess: Ints, guess_starts: Ints, out: Ints) -> None:
    """Fill out[i] with (hits, substitutions, deletions, insertions) of pair i; tokens are numbers from 0."""
    room = np.empty(int(gold_starts[-1] + guess_starts[-1]), np.int8)
    edit_steps(gold, gold_starts, guess, guess_starts, out, room)


def edit_steps(
    gold: Ints, gold_starts: Ints, guess: Ints, guess_starts: Ints, out: Ints, steps: NDArray[np.int8]
) -> None:
    """The same, and what each step is: 0 hit, 1 substitution, 2 deletion, 3 insertion.

    `steps` has room for all tokens of both sides; those of pair i end where its tokens end, counted over both sides.
    """
    rows = zip(pairwise(gold_starts.tolist()), pairwise(guess_starts.tolist()), strict=True)
    for pair, ((a, b), (c, d)) in enumerate(rows):
        found = list(_steps(gold[a:b].tolist(), guess[c:d].tolist()))[::-1]
        out[pair] = [found.count(what) for what in range(4)]
        steps[b + d - len(found) : b + d] = found


def _steps(gold: list[int], guess: list[int]) -> Iterator[int]:
    """From the last: equal ends are hits; between them a deletion where one is possible, an insertion only where it leads
    to a lower count than the diagonal does, else a hit or substitution."""
    first = _shared(gold, guess)
    last = _shared(gold[first:][::-1], guess[first:][::-1])
    yield from [HIT] * last
    a, b = gold[first : len(gold) - last], guess[first : len(guess) - last]
    table = _table(a, b)
    i, j = len(a), len(b)
    while i and j:
        if table[i - 1][j] < table[i][j]:
            i -= 1
            yield DELETION
        elif table[i][j - 1] < table[i - 1][j - 1]:
            j -= 1
            yield INSERTION
        else:
            i, j = i - 1, j - 1
            yield HIT if a[i] == b[j] else SUBSTITUTION
    yield from [DELETION] * i + [INSERTION] * j + [HIT] * first


def _shared(a: list[int], b: list[int]) -> int:
    """How many tokens from the first on are equal."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def _table(gold: list[int], guess: list[int]) -> list[list[int]]:
    """Row i, column j: the fewest edits between the first i tokens of gold and the first j of the guess."""
    table = [list(range(len(guess) + 1))]
    for i, wanted in enumerate(gold, 1):
        above, row = table[-1], [i]
        for j, found in enumerate(guess):
            row.append(min(above[j] + (wanted != found), above[j + 1] + 1, row[j] + 1))
        table.append(row)
    return table
