"""Both sides of pairs as networks of words with costs, and what the cheapest way through them is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from karat.kernels import networks, words
from karat.kernels.reference_networks import FRAGMENT, NOTHING, OPTIONAL
from karat.text.alternates import Arc, arcs
from karat.types.ragged import Ragged

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Costs:
    """What errors cost, in whole numbers, so that equal costs are equal; which of two as cheap comes first.

    `missing` is an optional word that is not there, `silence` a way that says nothing. `own` has other costs for some
    words: (deletion, substitution, insertion).
    """

    substitution: int
    deletion: int
    insertion: int
    missing: int
    silence: int
    deletion_first: bool = False
    own: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)

    def of(self, word: str) -> tuple[int, int, int]:
        """Deletion, substitution, insertion of this word."""
        return self.own.get(word, (self.deletion, self.substitution, self.insertion))


@dataclass(frozen=True, slots=True)
class Marks:
    """Which marks of a transcript mean something: `{ a / b }` and `@`, `(optional)`, `frag-`."""

    alternates: bool = False
    optional: bool = False
    fragments: bool = False

    def seen(self, text: str) -> bool:
        """May this text hold one?"""
        return (
            (self.alternates and ("{" in text or "@" in text or "*" in text))
            or (self.optional and "(" in text)
            or (self.fragments and "-" in text)
        )

    def arcs(self, text: str) -> list[Arc]:
        """The words of a text, and the end."""
        if self.alternates and "{" in text:
            return arcs(text)
        said = [*text.split(), ""]
        return [Arc(word, (i,)) for i, word in enumerate(said)]

    def read(self, word: str) -> tuple[str, int]:
        """The word that counts, and its marks; a * behind a word says how it was pronounced, and is dropped."""
        if self.alternates and len(word) > 1:
            word = word.removesuffix("*")
        inner, marks = word, 0
        if self.alternates and word == "@":
            marks |= NOTHING
        if self.optional and len(word) > 2 and word[0] == "(" and word[-1] == ")":
            inner, marks = word[1:-1], marks | OPTIONAL
        if self.fragments and (word[:1] == "-" or inner[-1:] == "-"):
            marks |= FRAGMENT
        return inner, marks


@dataclass(frozen=True, slots=True)
class Side:
    """One side of all pairs as the kernel takes it, and the words of its arcs as they were written."""

    arcs: Ints
    starts: Ints
    before: Ints
    before_starts: Ints
    written: Sequence[str] = ()

    @property
    def arrays(self) -> tuple[Ints, Ints, Ints, Ints]:
        """What the kernel takes."""
        return self.arcs, self.starts, self.before, self.before_starts


@dataclass(frozen=True, slots=True)
class Ways:
    """The cheapest way through each pair: counts and cost, and its steps, those of pair i up to ends[i]."""

    counts: Ints
    steps: Ints
    ends: Ints
    gold: Side
    guess: Side

    def rows(self, pair: int) -> list[list[int]]:
        """What was done, and the places on both sides, from 1; 0 where a side has none."""
        low, high = (int(self.ends[pair - 1]) if pair else 0), int(self.ends[pair])
        return [row for row in self.steps[low:high].tolist() if row[1] or row[2]]

    def told(self, pair: int) -> Iterator[tuple[int, str | None, str | None]]:
        """What was done, and the words on both sides as they were written."""
        a, b = int(self.gold.starts[pair]) - 1, int(self.guess.starts[pair]) - 1
        for what, i, j in self.rows(pair):
            yield what, self.gold.written[a + i] if i else None, self.guess.written[b + j] if j else None


def ways(gold: Sequence[str], guess: Sequence[str], costs: Costs, marks: Marks, *, told: bool = False) -> Ways:
    """The cheapest way through each pair; `told` keeps the words, to tell its steps."""
    if told or costs.own or any(marks.seen(text) for side in (gold, guess) for text in side):
        sides, same, base = _marked(gold, guess, costs, marks)
    else:
        sides, same, base = _plain(gold, guess, costs), np.zeros(0, np.int64), 1
    return _walked(*sides, same, base, costs)


def along(gold: Ragged, guess: Ragged, costs: Costs) -> Ways:
    """The same for rows of numbers, without marks."""
    sides = (_line(gold, costs.deletion, costs.substitution), _line(guess, costs.insertion, 0))
    return _walked(*sides, np.zeros(0, np.int64), 1, costs)


def _walked(gold: Side, guess: Side, same: Ints, base: int, costs: Costs) -> Ways:
    counts = np.zeros((len(gold.starts) - 1, 5), np.int64)
    steps = np.zeros((len(gold.arcs) + len(guess.arcs), 3), np.int64)
    networks.network_steps(*gold.arrays, *guess.arrays, same, base, costs.deletion_first, counts, steps)
    return Ways(counts, steps, gold.starts[1:] + guess.starts[1:], gold, guess)


def _plain(gold: Sequence[str], guess: Sequence[str], costs: Costs) -> tuple[Side, Side]:
    flat = Ragged.of_strings([*gold, *guess])
    every = Ragged(*words.word_ids(flat.values, flat.starts))
    sides = every[: len(gold)], every[len(gold) :]
    return _line(sides[0], costs.deletion, costs.substitution), _line(sides[1], costs.insertion, 0)


def _line(rows: Ragged, alone: int, other: int) -> Side:
    """Words one behind the other, and an end arc for each row."""
    units, low = len(rows), int(rows.starts[0])
    starts = rows.starts - low + np.arange(units + 1)
    made = np.empty((int(starts[-1]), 4), np.int64)
    made[:, 1:] = 0, alone, other
    ends = np.zeros(len(made), bool)
    ends[starts[1:] - 1] = True
    made[ends, 0] = -1
    made[~ends, 0] = rows.values[low : int(rows.starts[-1])]
    before = np.arange(len(made)) - np.repeat(starts[:-1], np.diff(starts))
    return Side(made, starts, before, np.arange(len(made) + 1))


def _marked(
    gold: Sequence[str], guess: Sequence[str], costs: Costs, marks: Marks
) -> tuple[tuple[Side, Side], Ints, int]:
    """Both sides word by word, and the pairs of words of which one is a fragment of the other."""
    known: dict[str, int] = {}
    sides = _networked(gold, known, costs, marks, 0), _networked(guess, known, costs, marks, 2)
    base = len(known) + 1
    spelled = list(known)
    same: set[int] = set()
    if marks.fragments:
        for a, b in zip(*(_units(side) for side in sides), strict=True):
            same |= {x * base + y for x, y in _fragments(a, b) if _equal(spelled[x], spelled[y])}
    return sides, np.array(sorted(same), np.int64), base


def _networked(texts: Sequence[str], known: dict[str, int], costs: Costs, marks: Marks, alone: int) -> Side:
    """One side; alone: which of a word's costs is that of standing alone."""
    rows: list[tuple[int, int, int, int]] = []
    before: list[int] = []
    starts, befores, written = [0], [0], list[str]()
    read: dict[str, tuple[int, int, int, int]] = {"": (-1, 0, 0, 0)}
    for text in texts:
        for word, behind in marks.arcs(text):
            if word not in read:
                read[word] = _costed(word, known, costs, marks, alone)
            rows.append(read[word])
            before += behind
            befores.append(len(before))
            written.append(word)
        starts.append(len(rows))
    flat = [np.array(one, np.int64) for one in (starts, before, befores)]
    return Side(np.array(rows, np.int64).reshape(-1, 4), flat[0], flat[1], flat[2], written)


def _costed(word: str, known: dict[str, int], costs: Costs, marks: Marks, alone: int) -> tuple[int, int, int, int]:
    inner, marked = marks.read(word)
    own = costs.of(inner)
    price = costs.silence if marked & NOTHING else min(costs.missing, own[alone]) if marked & OPTIONAL else own[alone]
    return known.setdefault(inner, len(known)), marked, price, own[1]


def _units(side: Side) -> Iterator[Ints]:
    return (side.arcs[low : high - 1] for low, high in pairwise(side.starts))


def _fragments(a: Ints, b: Ints) -> Iterator[tuple[int, int]]:
    """Pairs of different words of which one is marked as a fragment."""
    if not (a[:, 1] & FRAGMENT).any() and not (b[:, 1] & FRAGMENT).any():
        return
    for x, marked, _, _ in a.tolist():
        yield from ((x, y) for y, other, _, _ in b.tolist() if (marked | other) & FRAGMENT)


def _equal(a: str, b: str) -> bool:
    """Is one a fragment of the other? The first of the two that has a hyphen at an end decides."""
    for one, other in ((a, b), (b, a)):
        if len(one) > 1 and one.startswith("-"):
            return other.endswith(one[1:])
        if len(one) > 1 and one.endswith("-"):
            return other.startswith(one[:-1])
    return a == b
