"""Translation edit rate."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import gcd

import numpy as np
from numpy.typing import NDArray

from karat.kernels import shifts, words
from karat.measures.advice import tokenised
from karat.measures.base import Floats, Measure
from karat.text.tercom import prepared
from karat.types.ragged import Ragged
from karat.types.references import References
from karat.types.spoken import spoken
from karat.version import VERSION

PART = 232_792_560  # parts of a word: 1 … 22 references divide them evenly, so that mean lengths add up exactly
COSTS = ("insertion", "deletion", "substitution", "shift")
FLAGS = ("twice", "targeted")  # that sacreBLEU does not have
SEARCH = ("beam", "shift_size", "shift_distance", "candidates")
MILLION = 1_000_000
LONG = 40  # characters without a white space that are hardly one word

Ints = NDArray[np.int64]


@spoken
class TranslationEditRate(Measure):
    """TER in percent: edits that turn the guess into a reference, for 100 words of it; shifting a run of words is one edit.

    Words are what stands between white space, in lower case unless `case`. `normalized` sets punctuation marks apart,
    `punctuation=False` drops them, `asian` with either does so for Chinese and Japanese. With several references, edits to
    the nearest over the mean length of all. Above 100 when the guess is much too long. As in sacreBLEU, references without
    a word give 100, or 0 if the guess is empty too. sacreBLEU normalizes references twice, which parts "cat's." further
    than in a guess; `twice=False` does it once, so that equal texts always score 0.

    `targeted=True` is HTER: the first reference must be the guess as somebody corrected it. Edits are counted to it alone;
    the length is the mean of the other references, or its own where it stands alone.

    The search is greedy, as sacreBLEU's: runs of up to `shift_size` words, `shift_distance` apart, in a `beam` around the
    diagonal (tercom's own is 20), until `candidates` shifts were tried. The four costs count to six decimals; a shift is
    made where it saves at least what it costs.

    >>> import karat
    >>> karat.score(["the cat sat on the mat"], ["on the mat the cat sat"], "ter", interval="none").value
    16.666666666666664
    """

    name = "ter"
    takes = "text"
    better = "lower"
    bounds = (0.0, float("inf"))
    undefined = "there are no units"
    paper = "Snover et al. 2006"
    limits = {
        "beam": (1, MILLION),
        "shift_size": (0, MILLION),
        "shift_distance": (0, MILLION),
        "candidates": (0, MILLION),
        **dict.fromkeys(COSTS, (0, 1000)),
    }

    normalized: bool = False
    punctuation: bool = True
    asian: bool = False
    case: bool = False
    twice: bool = True
    targeted: bool = False
    beam: int = 25
    shift_size: int = 10
    shift_distance: int = 50
    candidates: int = 1000
    insertion: float = 1.0
    deletion: float = 1.0
    substitution: float = 1.0
    shift: float = 1.0

    def rows(self, gold: Sequence[References], guess: Sequence[str]) -> Floats:
        """Shifts, words shifted, insertions, deletions, substitutions; words of the reference, whole and in parts."""
        counts = np.array([len(unit) for unit in gold], np.int64)
        firsts = np.cumsum(counts) - counts
        references, guesses = self._words(list(chain.from_iterable(gold)), guess)
        if not self.targeted:
            found = self._nearest(references, guesses, np.repeat(np.arange(len(guess)), counts), firsts)
            return np.concatenate([found, _mean(references.lengths, firsts, counts)], 1).astype(np.float64)
        found = self._edits(_rows(references, firsts), guesses, np.arange(len(guess)))[:, 1:]
        return np.concatenate([found, _untargeted(references.lengths, firsts, counts)], 1).astype(np.float64)

    def cut(self, references: Sequence[str], guesses: Sequence[str]) -> tuple[list[list[str]], list[list[str]]]:
        """The words of both sides as they are compared."""
        ready, said = self._prepared(references, guesses)
        return [text.split() for text in ready], [text.split() for text in said]

    def rules(self) -> Ints:
        """How far the search looks, and costs in their largest common unit: whole numbers, so that equal costs are equal."""
        costs = [round(getattr(self, name) * MILLION) for name in COSTS]
        unit = gcd(*costs) or 1
        return np.array([*(getattr(self, name) for name in SEARCH), *(cost // unit for cost in costs)], np.int64)

    def _words(self, references: Sequence[str], guesses: Sequence[str]) -> tuple[Ragged, Ragged]:
        """Words as numbers shared by both sides."""
        flat = Ragged.of_strings(chain.from_iterable(self._prepared(references, guesses)))
        every = Ragged(*words.word_ids(flat.values, flat.starts))
        return every[: len(references)], every[len(references) :]

    def _prepared(self, references: Sequence[str], guesses: Sequence[str]) -> tuple[list[str], list[str]]:
        how = {key: getattr(self, key) for key in ("normalized", "punctuation", "asian", "case")}
        ready = prepared(references, **how)
        if self.normalized and self.twice:
            ready = prepared([" ".join(text.split()) for text in ready], **how)
        return ready, prepared(guesses, **how)

    def _edits(self, references: Ragged, guesses: Ragged, units: Ints) -> Ints:
        """Cost and operations, for each reference of `units`."""
        out = np.zeros((len(references), 6), np.int64)
        pair = references.values, references.starts, guesses.values, guesses.starts
        shifts.shift_edits(*pair, units, self.rules(), out)
        return out

    def _nearest(self, references: Ragged, guesses: Ragged, units: Ints, firsts: Ints) -> Ints:
        """Operations to each unit's nearest reference; the first of equals."""
        found = self._edits(references, guesses, units)
        return found[np.lexsort((found[:, 0], units))[firsts], 1:]

    def finish(self, totals: Floats) -> Floats:
        """What the edits cost, over words of the mean reference."""
        cost, length = self._cost(totals), _length(totals)
        there = length > 0
        return 100 * np.where(there, cost / np.where(there, length, 1.0), cost > 0)

    def _cost(self, totals: Floats) -> Floats:
        shifted, _words, inserted, deleted, substituted = np.moveaxis(totals[..., :5], -1, 0)
        kinds = ((self.insertion, inserted), (self.deletion, deleted), (self.substitution, substituted))
        cost: Floats = sum((each * n for each, n in kinds), self.shift * shifted)
        return cost

    def parts(self, totals: Floats) -> dict[str, float]:
        """Edits by kind, what they cost, and words of the mean reference."""
        names = ("shifts", "words shifted", "insertions", "deletions", "substitutions")
        found = dict(zip(names, totals[:5].tolist(), strict=True))
        return found | {"edits": float(self._cost(totals)), "reference length": float(_length(totals))}

    def signed(self, gold: Sequence[References], guess: Sequence[str]) -> str:
        """As sacreBLEU signs it, with what differs from sacreBLEU's search and costs."""
        found = {len(unit) for unit in gold}
        own = {key: _yes(said) for key, said in self.given().items() if key in FLAGS}
        own |= {key: f"{said:g}" for key, said in self.given().items() if key in (*SEARCH, *COSTS)}
        said = {
            "nrefs": str(*found) if len(found) == 1 else "var",
            "case": "mixed" if self.case else "lc",
            "tok": "tercom",
            "norm": _yes(self.normalized),
            "punct": _yes(self.punctuation),
            "asian": _yes(self.asian),
            **own,
            "version": f"karat-{VERSION}",
        }
        return "|".join(["TER", *(f"{key}:{value}" for key, value in said.items())])

    def advise(self, gold: Sequence[References], guess: Sequence[str]) -> tuple[str, ...]:
        """Tokenised text that would be tokenised again; text without white space, whose lines are a word each."""
        if self.normalized:
            return tokenised(gold, guess) + (() if self.asian else _unspaced(guess))
        return _unspaced(guess)


def _yes(said: bool) -> str:
    return "yes" if said else "no"


def _unspaced(texts: Sequence[str]) -> tuple[str, ...]:
    long = [text for text in texts if len(text) >= LONG]
    found = sum(len(text.split(maxsplit=1)) == 1 for text in long)
    if not found or 2 * found < len(long):
        return ()
    return (
        f"{found:,} of {len(long):,} guesses of {LONG} characters or more hold no white space, so that each is one word: "
        "for Chinese or Japanese say ter(normalized=True, asian=True)",
    )


def _rows(ragged: Ragged, picked: Ints) -> Ragged:
    """Some rows, in this order."""
    rows = list(ragged)
    return Ragged.of([rows[i] for i in picked.tolist()])


def _mean(lengths: Ints, firsts: Ints, counts: Ints) -> Ints:
    """The mean length of each unit's references: whole words, and the rest in parts of a word."""
    sums = np.diff(np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])[np.append(firsts, len(lengths))])
    return np.stack([sums // counts, (sums % counts * PART + counts // 2) // counts], 1)


def _untargeted(lengths: Ints, firsts: Ints, counts: Ints) -> Ints:
    """The mean length of the references behind the first, or of the first where it stands alone."""
    others = np.delete(lengths, firsts[counts > 1])
    left = np.maximum(counts - 1, 1)
    return _mean(others, np.cumsum(left) - left, left)


def _length(totals: Floats) -> Floats:
    length: Floats = (totals[..., 5] * PART + totals[..., 6]) / PART
    return length
