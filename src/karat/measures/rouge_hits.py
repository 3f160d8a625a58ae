"""What a guess and each of its references share, by every way that ROUGE has to count: hits, and how many could be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import add

import numpy as np
from numpy.typing import NDArray

from karat.kernels import lcs, overlap, skips
from karat.measures.base import Floats
from karat.text.rouge import Lines
from karat.types.ragged import Ragged

Ints = NDArray[np.int64]
UNWEIGHTED: Floats = np.zeros(0)


@dataclass(frozen=True, slots=True)
class Sides:
    """References and guesses as lines of tokens; `whose` says which guess each reference belongs to.

    `held` and `said` are all tokens of a reference and of a guess: seldom others than those of the lines.
    """

    gold: Lines
    guess: Lines
    held: Ragged
    said: Ragged
    whose: Ints

    def lengths(self) -> tuple[Ints, Ints]:
        """Tokens of each reference, and of its guess."""
        return self.held.lengths, self.said.lengths[self.whose]


def ngrams(sides: Sides, n: int) -> Floats:
    """Runs of n tokens: shared, in the reference, in the guess."""
    shared = np.zeros((len(sides.whose), n), np.int64)
    each = np.arange(len(sides.whose) + 1)
    overlap.clipped(
        sides.held.values, sides.held.starts, each, sides.said.values, sides.said.starts, sides.whose, shared
    )
    return _columns(shared[:, -1], *(np.maximum(one - n + 1, 0) for one in sides.lengths()))


def subsequence(sides: Sides) -> Floats:
    """The longest common subsequence of whole texts, and the lengths of both."""
    shared = np.zeros(len(sides.whose), np.int64)
    lcs.lengths(*_whole(sides), sides.gold.types, shared)
    return _columns(shared, *sides.lengths())


def union(sides: Sides) -> Floats:
    """Tokens in common subsequences of lines, and the lengths of both."""
    return _columns(_united(sides, UNWEIGHTED), sides.gold.whole.lengths, sides.lengths()[1])


def weighted(sides: Sides, weight: float) -> Floats:
    """The heaviest common subsequence of whole texts, and what all of each would weigh."""
    shared, f = np.zeros(len(sides.whose)), _powers(max(map(_longest, (sides.held, sides.said))), weight)
    lcs.weights(*_whole(sides), f, shared)
    return _columns(shared, *(f[one] for one in sides.lengths()))


def weighted_union(sides: Sides, weight: float) -> Floats:
    """The same by lines, as ROUGE-1.5.5 counts it: what all of a reference would weigh is weighed once more."""
    f = _powers(max(_longest(sides.gold.tokens), _longest(sides.said)), weight)
    lines = f[sides.gold.tokens.lengths].tolist()
    base = [_in_order(lines[low:high]) for low, high in pairwise(sides.gold.texts.tolist())]
    theirs = np.array([total**weight for total in base])
    return _columns(_united(sides, f), theirs, f[sides.lengths()[1]])


def skip_bigrams(sides: Sides, gap: int, alone: int) -> Floats:
    """Pairs of tokens in order, with up to `gap` tokens between; and single ones but for the last `alone`, if that is not below 0."""
    shared = np.zeros(len(sides.whose), np.int64)
    skips.shared(*_whole(sides), gap, alone, shared)
    return _columns(shared, *(_pairs(one, gap, alone) for one in sides.lengths()))


def _columns(*columns: NDArray[np.generic]) -> Floats:
    return np.column_stack(columns).astype(np.float64)


def _whole(sides: Sides) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    return sides.held.values, sides.held.starts, sides.said.values, sides.said.starts, sides.whose


def _united(sides: Sides, f: Floats) -> Floats:
    shared = np.zeros(len(sides.whose))
    gold, guess = ((one.tokens.values, one.tokens.starts, one.texts) for one in (sides.gold, sides.guess))
    bags = sides.held.values, sides.held.starts, sides.said.values, sides.said.starts
    lcs.union_hits(*gold, *guess, *bags, sides.whose, sides.gold.types, f, shared)
    return shared


def _pairs(lengths: Ints, gap: int, alone: int) -> Ints:
    """How many pairs and single tokens texts of these lengths hold."""
    before = np.maximum(lengths - 1, 0)
    reach = before if gap < 0 else np.minimum(before, gap + 1)
    singles = np.maximum(lengths - alone, 0) if alone >= 0 else 0
    found: Ints = reach * before - reach * np.maximum(reach - 1, 0) // 2 + singles
    return found


def _powers(longest: int, weight: float) -> Floats:
    return np.array(
        [float(k) ** weight for k in range(longest + 2)]
    )  # by Python: NumPy's own may differ in the last bit


def _in_order(values: list[float]) -> float:
    """Added one after the other: since Python 3.12 `sum` adds more exactly than the script whose sums these are."""
    return reduce(add, values, 0.0)


def _longest(rows: Ragged) -> int:
    return int(rows.lengths.max(initial=0))
