"""Translation edit rate in characters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from karat.kernels import runs
from karat.measures.base import Floats, Measure, over
from karat.types.ragged import Ragged
from karat.types.references import References
from karat.types.spoken import spoken


@spoken
class CharacTer(Measure):
    """CharacTER: runs of words are moved, then characters edited, for each character of the guess; mean over units, 0 to 1.

    Words are what stands between white space, and case and punctuation count: prepare both sides alike. A moved run costs
    the mean length of its words. At most 1 for a unit; an empty guess is 1, though both sides are. With several references,
    the best. Made for sentences: a unit of a thousand words can take a minute.

    >>> import karat
    >>> karat.score(["the cat sat here"], ["here the cat sat"], "character", interval="none").value
    0.25
    """

    name = "character"
    takes = "text"
    better = "lower"
    undefined = "there are no units"
    paper = "Wang et al. 2016"

    def rows(self, gold: Sequence[References], guess: Sequence[str]) -> Floats:
        """The score, 1; and of the reference that gave it: characters edited, cost of moves, characters of the guess."""
        counts = np.array([len(unit) for unit in gold], np.int64)
        units = np.repeat(np.arange(len(guess)), counts)
        found = np.zeros((len(units), 3))
        references, guesses, spelling = _spelled(list(chain.from_iterable(gold)), guess)
        runs.run_edits(
            *(references.values, references.starts, guesses.values, guesses.starts),
            *(units, spelling.values, spelling.starts, found),
        )
        scores = _scores(found)
        best = np.lexsort((scores, units))[np.cumsum(counts) - counts]
        return np.column_stack([scores[best], np.ones(len(guess)), found[best]])

    def finish(self, totals: Floats) -> Floats:
        """The mean over units."""
        return over(totals[..., 0], totals[..., 1])

    def parts(self, totals: Floats) -> dict[str, float]:
        """Sums over units: the score is a mean of ratios, not their ratio."""
        names = ("character edits", "cost of moves", "characters of the guess")
        return dict(zip(names, totals[2:].tolist(), strict=True))


def _scores(found: Floats) -> Floats:
    edits, cost, length = np.moveaxis(found, -1, 0)
    scores: Floats = np.where(length > 0, np.minimum((edits + cost) / np.maximum(length, 1), 1.0), 1.0)
    return scores


def _spelled(references: Sequence[str], guesses: Sequence[str]) -> tuple[Ragged, Ragged, Ragged]:
    """Words numbered in the order of their spelling, and how each is spelled, in numbers from 1."""
    texts = [text.split() for text in (*references, *guesses)]
    known = sorted(set(chain.from_iterable(texts)))
    number = {word: i for i, word in enumerate(known)}
    every = Ragged.of([[number[word] for word in words] for words in texts])
    letters = np.frombuffer("".join(known).encode("utf-32-le", "surrogatepass"), np.uint32)
    starts = np.cumsum([0, *map(len, known)], dtype=np.int64)
    alphabet = np.unique(letters)
    spelling = Ragged((np.searchsorted(alphabet, letters) + 1).astype(np.int64), starts)
    return every[: len(references)], every[len(references) :], spelling
