"""Runs of words moved, then letters changed, in plain Python: the definition to read, and the compiled kernel's oracle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Words = list[int]


def run_edits(
    gold: NDArray[np.int64],
    gold_starts: NDArray[np.int64],
    guess: NDArray[np.int64],
    guess_starts: NDArray[np.int64],
    units: NDArray[np.int64],
    letters: NDArray[np.int64],
    letter_starts: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None:
    """Fill out[p] with edits of letters, cost of moves and letters of the guess, for gold row p and guess row units[p].

    Words are numbered in the order of their spelling; word w is spelled letters[letter_starts[w] : letter_starts[w + 1]],
    in numbers from 1.
    """
    spelling = [letters[low:high].tolist() for low, high in pairwise(letter_starts.tolist())]
    for p, (low, high) in enumerate(pairwise(gold_starts.tolist())):
        wanted = gold[low:high].tolist()
        said = guess[guess_starts[units[p]] : guess_starts[units[p] + 1]].tolist()
        found = arranged(wanted, said)
        spelled = _spelled(found, spelling)
        out[p] = _distance(spelled, _spelled(wanted, spelling)), _cost(said, found, spelling), len(spelled)


def arranged(gold: Words, guess: Words) -> Words:
    """The guess once no move brings it nearer: each time the nearest, of equals the last in the order of spelling."""
    now = _distance(guess, gold)
    while True:
        nearest = max(((-_distance(one, gold), one) for one in _moves(gold, guess)), default=(-now, guess))
        if -nearest[0] >= now:
            return guess
        now, guess = -nearest[0], nearest[1]


def _moves(gold: Words, guess: Words) -> Iterator[Words]:
    """Every run of words that both sides hold, as far as it goes, put where it stands in gold."""
    for start in range(len(guess)):
        for to in range(len(gold)):
            length = _shared(guess[start:], gold[to:])
            if length and start != to:
                rest = guess[:start] + guess[start + length :]
                yield rest[:to] + guess[start : start + length] + rest[to:]


def _shared(a: Words, b: Words) -> int:
    """How many words from the first on are equal."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def _cost(before: Words, after: Words, spelling: list[Words]) -> float:
    """For each run that now stands further right: the mean length of its words."""
    at, cost = 0, 0.0
    while at < len(before):
        there = [j for j in range(at + 1, len(after)) if after[j] == before[at]] if after[at] != before[at] else []
        length = _shared(before[at:], after[there[0] :]) if there else 0
        if length:
            cost += sum(len(spelling[word]) for word in before[at : at + length]) / length
        at += max(length, 1)
    return cost


def _spelled(words: Words, spelling: list[Words]) -> Words:
    return [letter for i, word in enumerate(words) for letter in ([0] if i else []) + spelling[word]]


def _distance(a: Sequence[int], b: Sequence[int]) -> int:
    """Levenshtein's."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(diagonal + (x != y), row[j] + 1, row[j - 1] + 1)
    return row[-1]
