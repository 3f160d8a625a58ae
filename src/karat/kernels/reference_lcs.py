"""Longest common subsequences in plain Python: the definition to read, and the oracle for the compiled kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def lengths(gold: Ints, gold_starts: Ints, guess: Ints, guess_starts: Ints, whose: Ints, types: int, out: Ints) -> None:
    """Fill out[i] with the length of the longest common subsequence of gold row i and guess whose[i]."""
    ours = _rows(guess, guess_starts)
    for i, row in enumerate(_rows(gold, gold_starts)):
        out[i] = len(_places(row, ours[whose[i]], range(len(row) + 2)))  # a run of k weighs k


def weights(
    gold: Ints, gold_starts: Ints, guess: Ints, guess_starts: Ints, whose: Ints, f: Floats, out: Floats
) -> None:
    """Fill out[i] with what gold row i and guess whose[i] share in order, where runs of k tokens weigh f[k]."""
    ours = _rows(guess, guess_starts)
    for i, row in enumerate(_rows(gold, gold_starts)):
        out[i] = _table(row, ours[whose[i]], f.tolist())[len(row)][len(ours[whose[i]])][0]


def union_hits(
    gold: Ints,
    gold_starts: Ints,
    gold_sets: Ints,
    guess: Ints,
    guess_starts: Ints,
    guess_sets: Ints,
    held: Ints,
    held_starts: Ints,
    said: Ints,
    said_starts: Ints,
    whose: Ints,
    types: int,
    f: Floats,
    out: Floats,
) -> None:
    """Fill out[i] with how many tokens of text i of gold stand in longest common subsequences of its lines and lines of its guess."""
    right, ours = _rows(gold, gold_starts), _rows(guess, guess_starts)
    bags, sayings = _rows(held, held_starts), _rows(said, said_starts)
    for i, (low, high) in enumerate(pairwise(gold_sets.tolist())):
        lines = ours[guess_sets[whose[i]] : guess_sets[whose[i] + 1]]
        left = Counter(bags[i]), Counter(sayings[whose[i]])
        out[i] = 0.0
        for row in right[low:high]:
            steps = f.tolist() or range(len(row) + 2)
            marked = set().union(*(_places(row, line, steps) for line in lines))
            out[i] += _clipped(row, marked, left, f.tolist())


def _clipped(row: list[int], marked: set[int], left: tuple[Counter[int], Counter[int]], f: list[float]) -> float:
    """What the marked tokens of a line weigh, each no more often than either text holds it."""
    found, run = 0.0, 0
    for i, token in enumerate(row):
        if i not in marked or left[0][token] <= 0 or left[1][token] <= 0:
            continue
        for bag in left:
            bag[token] -= 1
        run += 1
        if not f:
            found += 1
        elif i + 1 not in marked:  # so a run whose last token is clipped goes on in the next
            found += f[run]
            run = 0
    return found


def _places(gold: list[int], guess: list[int], f: Sequence[float]) -> set[int]:
    """The tokens of the reference on the way back: along what both hold, else up if that is no worse, else left."""
    table, i, j = _table(gold, guess, f), len(gold), len(guess)
    found = set()
    while i and j:
        if gold[i - 1] == guess[j - 1]:
            i, j = i - 1, j - 1
            found.add(i)
        elif table[i - 1][j][0] >= table[i][j - 1][0]:
            i -= 1
        else:
            j -= 1
    return found


def _table(gold: list[int], guess: list[int], f: Sequence[float]) -> list[list[tuple[float, int]]]:
    """For each beginning of both: what they share in order weighs, and the run of tokens at the end."""
    table = [[(0.0, 0)] * (len(guess) + 1)]
    for token in gold:
        above, row = table[-1], [(0.0, 0)]
        for j, other in enumerate(guess):
            weight, run = above[j]
            if token == other:
                row.append((weight + f[run + 1] - f[run], run + 1))
            else:
                row.append((max(above[j + 1][0], row[j][0]), 0))
        table.append(row)
    return table


def _rows(values: Ints, starts: Ints) -> list[list[int]]:
    return [values[low:high].tolist() for low, high in pairwise(starts)]
