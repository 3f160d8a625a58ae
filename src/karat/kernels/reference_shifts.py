"""Edits and shifts, in plain Python: the definition to read, and the oracle for the compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Words = list[int]


class Rules(NamedTuple):
    """How far the search looks, and what each edit costs."""

    beam: int = 25
    size: int = 10
    distance: int = 50
    candidates: int = 1000
    insertion: int = 1
    deletion: int = 1
    substitution: int = 1
    shift: int = 1


class Shift(NamedTuple):
    """`length` words that stand at `start` go before the word at `target`; `to` is where they stand afterwards."""

    start: int
    length: int
    target: int
    to: int


@dataclass(frozen=True, slots=True)
class Edits:
    """Pairs (place in gold, place in guess) from the left, None where a side has no word, and what they cost."""

    pairs: list[tuple[int | None, int | None]]
    cost: int


def shift_edits(
    gold: NDArray[np.int64],
    gold_starts: NDArray[np.int64],
    guess: NDArray[np.int64],
    guess_starts: NDArray[np.int64],
    units: NDArray[np.int64],
    rules: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Fill out[p] with cost, shifts, words shifted, insertions, deletions, substitutions of gold row p.

    Its guess is row units[p]. rules: beam, longest shift, farthest shift, candidates, and what an insertion, a deletion,
    a substitution and a shift cost.
    """
    how = Rules(*rules.tolist())
    for p, (low, high) in enumerate(pairwise(gold_starts.tolist())):
        wanted = gold[low:high].tolist()
        said = guess[guess_starts[units[p]] : guess_starts[units[p] + 1]].tolist()
        made, moved, edits = shifted(wanted, said, how)
        gone = sum(b is None for _, b in edits.pairs)
        more = sum(a is None for a, _ in edits.pairs)
        wrong = sum(a is not None and b is not None and wanted[a] != moved[b] for a, b in edits.pairs)
        cost = edits.cost + how.shift * len(made)
        out[p] = cost, len(made), sum(one.length for one in made), more, gone, wrong


def shifted(gold: Words, guess: Words, rules: Rules) -> tuple[list[Shift], Words, Edits]:
    """The shifts that pay, the guess after them, and the edits that remain: the best shift each time, while one pays."""
    made: list[Shift] = []
    checked = 0
    while True:
        edits = aligned(gold, guess, rules)
        tried = list(candidates(gold, guess, edits, rules, checked))
        checked += len(tried)
        if not tried or checked >= rules.candidates:
            return made, guess, edits
        saved = [edits.cost - aligned(gold, moved(guess, one), rules).cost for one in tried]
        most, _, _, _, best = max(
            (gain, one.length, -one.start, -one.target, one) for gain, one in zip(saved, tried, strict=True)
        )
        if most < max(rules.shift, 1):
            return made, guess, edits
        made.append(best)
        guess = moved(guess, best)


def candidates(gold: Words, guess: Words, edits: Edits, rules: Rules, checked: int) -> Iterator[Shift]:
    """Runs that both sides share, wrong on both, not aligned with each other; before and behind what they should meet."""
    place, wrong_gold, wrong_guess = _errors(gold, guess, edits)
    for start in range(len(guess)):
        for other in range(max(0, start - rules.distance), min(len(gold), start + rules.distance + 1)):
            for length in range(1, _shared(guess[start:], gold[other:], rules.size) + 1):
                right = not any(wrong_guess[start : start + length]) or not any(wrong_gold[other : other + length])
                if right or start <= place[other] < start + length:
                    continue
                targets = [place[i] + 1 if i >= 0 else 0 for i in range(other - 1, other + length)]
                fresh = [b for a, b in pairwise([-1, *targets]) if a != b]
                yield from (Shift(start, length, target, _to(start, length, target, len(guess))) for target in fresh)
                checked += len(fresh)
                if checked >= rules.candidates:
                    return


def _errors(gold: Words, guess: Words, edits: Edits) -> tuple[list[int], list[bool], list[bool]]:
    """The last guess word that each reference word stands at or behind, and the words that are wrong on either side."""
    place, wrong_gold, wrong_guess, last = [-1] * len(gold), [True] * len(gold), [True] * len(guess), -1
    for a, b in edits.pairs:
        last = last if b is None else b
        if a is not None:
            place[a] = last
        if a is not None and b is not None:
            wrong_gold[a] = wrong_guess[b] = gold[a] != guess[b]
    return place, wrong_gold, wrong_guess


def _shared(a: Words, b: Words, most: int) -> int:
    """How many words from the first on are equal."""
    return next((i for i, (x, y) in enumerate(zip(a[:most], b, strict=False)) if x != y), min(len(a), len(b), most))


def _to(start: int, length: int, target: int, words: int) -> int:
    """Where the run stands afterwards; a target inside it moves it on by so much."""
    if target < start:
        return target
    return target - length if target > start + length else min(target, words - length)


def moved(guess: Words, shift: Shift) -> Words:
    """The guess after a shift."""
    rest = guess[: shift.start] + guess[shift.start + shift.length :]
    return rest[: shift.to] + guess[shift.start : shift.start + shift.length] + rest[shift.to :]


def aligned(gold: Words, guess: Words, rules: Rules) -> Edits:
    """Fewest edits in a beam around the diagonal; from the end: a match or substitution, an insertion, a deletion."""
    table = _table(gold, guess, rules)
    pairs: list[tuple[int | None, int | None]] = []
    i, j = len(guess), len(gold)
    while i or j:
        changed = rules.substitution if i and j and guess[i - 1] != gold[j - 1] else 0
        if i and j and table[i - 1][j - 1] + changed == table[i][j]:
            i, j = i - 1, j - 1
            pairs.append((j, i))
        elif i and table[i - 1][j] + rules.insertion == table[i][j]:
            i -= 1
            pairs.append((None, i))
        else:
            j -= 1
            pairs.append((j, None))
    return Edits(pairs[::-1], int(table[-1][-1]))


def _table(gold: Words, guess: Words, rules: Rules) -> list[list[float]]:
    """Row i, column j: what the first i guess words cost against the first j of gold; infinite beside the beam."""
    n, m = len(guess), len(gold)
    ratio = m / n if n else 1.0
    beam = ceil(ratio / 2 + rules.beam) if rules.beam < ratio / 2 else rules.beam
    table: list[list[float]] = [[j * rules.deletion for j in range(m + 1)]]
    for i, word in enumerate(guess, 1):
        middle, above = floor(i * ratio), table[-1]
        row = [inf] * (m + 1)
        for j in range(max(0, middle - beam), m + 1 if i == n else min(m + 1, middle + beam)):
            matched = above[j - 1] + (0 if gold[j - 1] == word else rules.substitution) if j else inf
            row[j] = min(matched, above[j] + rules.insertion, row[j - 1] + rules.deletion if j else inf)
        table.append(row)
    return table
