"""Runs of characters that the guess shares with its reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from karat.kernels import overlap
from karat.measures.base import Floats, Measure
from karat.measures.translation import flattened, nrefs, suspicious
from karat.text import mteval
from karat.types.ragged import Ragged
from karat.types.references import References
from karat.types.spoken import spoken
from karat.version import VERSION

EPS = 1e-16  # what chrF++.py, Moses and NLTK put where there is nothing to divide by


@spoken
class Chrf(Measure):
    """chrF: F of character n-grams shared with the reference, recall weighing `beta` times as much as precision. 0–100.

    Equal to sacreBLEU under the same options, which the signature lists in its form. `words=2` is chrF++, which counts
    single words and pairs of words too. Precision and recall are averaged over the lengths of n-grams that both sides
    hold, and make one F; with `eps=True` every length makes its own F and these are averaged, as chrF++.py, Moses and
    NLTK do. Of several references, each unit counts against the one with the best F. Nothing shared is a true 0.

    >>> import karat
    >>> karat.score(["The cat is on the mat."], ["The cat sat on the mat."], "chrf", interval="none").value
    67.17273492330233
    >>> karat.score(["The cat is on the mat."], ["The cat sat on the mat."], "chrf(words=2)", interval="none").value
    69.43695278069349
    """

    name = "chrf"
    takes = "text"
    bounds = (0.0, 100.0)
    undefined = "there are no units"
    paper = "Popović 2015"
    limits = {"chars": (1, 24), "words": (0, 8), "beta": (0, 1000)}

    chars: int = 6
    words: int = 0
    beta: float = 2.0
    lowercase: bool = False
    whitespace: bool = False
    eps: bool = False

    def rows(self, gold: Sequence[References], guess: Sequence[str]) -> Floats:
        """For each length, of characters and then of words: n-grams of the guess, of its best reference, and shared."""
        references, sets = flattened(gold)
        texts = [*guess, *references]
        if self.lowercase:
            texts = [text.lower() for text in texts]
        whose = np.repeat(np.arange(len(guess)), np.diff(sets))
        counts = _counts(mteval.char_codes(texts, self.whitespace), self.chars, whose, len(guess))
        if self.words:
            counts = np.concatenate([counts, _counts(mteval.trimmed_ids(texts), self.words, whose, len(guess))], 1)
        return _best(counts.reshape(len(counts), 3 * (self.chars + self.words)).astype(np.float64), self.finish, sets)

    def finish(self, totals: Floats) -> Floats:
        """F of the averaged precision and recall, or the average of F."""
        if self.eps:
            return self._of_each_length(totals)
        precision, recall = self._averages(totals)
        there = precision + recall > 0
        weight = self.beta**2
        below = np.where(there, weight * precision + recall, 1.0)
        return np.where(there, 100 * ((1 + weight) * precision * recall / below), 0.0)

    def _averages(self, totals: Floats) -> tuple[Floats, Floats]:
        """Precision and recall, averaged over the lengths of which both sides hold n-grams."""
        guess, gold, shared = (totals[..., i::3] for i in range(3))
        there = (guess > 0) & (gold > 0)
        lengths = np.maximum(there.sum(-1), 1)
        precision = np.where(there, shared / np.where(there, guess, 1.0), 0.0)
        recall = np.where(there, shared / np.where(there, gold, 1.0), 0.0)
        return _in_order(precision) / lengths, _in_order(recall) / lengths

    def _of_each_length(self, totals: Floats) -> Floats:
        """The average over all lengths of their own F."""
        guess, gold, shared = (totals[..., i::3] for i in range(3))
        precision = np.where(guess > 0, shared / np.where(guess > 0, guess, 1.0), EPS)
        recall = np.where(gold > 0, shared / np.where(gold > 0, gold, 1.0), EPS)
        weight = self.beta**2
        below = weight * precision + recall
        each = np.where(below > 0, (1 + weight) * precision * recall / np.where(below > 0, below, 1.0), EPS)
        return 100 * _in_order(each) / (self.chars + self.words)

    def parts(self, totals: Floats) -> dict[str, float]:
        """Precision and recall in percent, averaged over lengths."""
        precision, recall = self._averages(totals)
        return {"precision": 100 * float(precision), "recall": 100 * float(recall)}

    def signed(self, gold: Sequence[References], guess: Sequence[str]) -> str:
        """As sacreBLEU signs it."""
        return "|".join(
            [
                f"chrF{self.beta:g}{'+' * self.words}",
                f"nrefs:{nrefs(gold)}",
                f"case:{'lc' if self.lowercase else 'mixed'}",
                f"eff:{'no' if self.eps else 'yes'}",
                f"nc:{self.chars}",
                f"nw:{self.words}",
                f"space:{'yes' if self.whitespace else 'no'}",
                f"version:karat-{VERSION}",
            ]
        )

    def advise(self, gold: Sequence[References], guess: Sequence[str]) -> tuple[str, ...]:
        """Sides that are empty or equal."""
        return suspicious(gold, guess)


def _counts(ids: Ragged, order: int, whose: NDArray[np.int64], guesses: int) -> NDArray[np.int64]:
    """For each reference and length: n-grams of the guess (none where the reference has none), of the reference, shared."""
    ours, theirs = ids[:guesses], ids[guesses:]
    shared = np.zeros((len(theirs), order), np.int64)
    each = np.arange(len(theirs) + 1)
    overlap.clipped(theirs.values, theirs.starts, each, ours.values, ours.starts, whose, shared)
    of_guess = np.maximum(ours.lengths[whose][:, None] - np.arange(order), 0)
    of_gold = np.maximum(theirs.lengths[:, None] - np.arange(order), 0)
    return np.stack([np.where(of_gold > 0, of_guess, 0), of_gold, shared], 2)


def _best(rows: Floats, finish: Callable[[Floats], Floats], sets: NDArray[np.int64]) -> Floats:
    """Of the references of each unit the row of the one that scores best; of two as good, the first."""
    if len(rows) == len(sets) - 1:
        return rows
    order = np.lexsort((np.arange(len(rows)), -finish(rows), np.repeat(np.arange(len(sets) - 1), np.diff(sets))))
    best: Floats = rows[order[sets[:-1]]]
    return best


def _in_order(values: Floats) -> Floats:
    """Sums along the last axis from first to last: NumPy adds in pairs, and two equal references must not differ by a bit."""
    total = np.zeros(values.shape[:-1])
    for i in range(values.shape[-1]):
        total = total + values[..., i]
    return total
