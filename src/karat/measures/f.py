"""Precision and recall of labels in one number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from karat.measures.base import Floats, Measure, over
from karat.types.coded import Coded
from karat.types.spoken import spoken


@spoken
class F(Measure):
    """F-measure over labels: the mean of precision and recall that is near the smaller one; `beta` weighs recall.

    Without `background`, micro-F is accuracy: name the label that means "nothing here" and it takes no part. Two numbers
    are called macro-F: `macro='mean-of-f'` averages each label's F, `macro='f-of-means'` takes F of mean precision and
    mean recall. `average='none'` gives one score a label. A label that is in neither gold nor guess has no F.
    `f1` is another name of it.

    >>> import karat
    >>> gold, guess = ["a", "a", "b", "b"], ["a", "b", "b", "b"]
    >>> karat.score(gold, guess, "f(average='macro')", interval="none").value
    0.7333333333333334
    """

    name = "f"
    takes = "label"
    undefined = "no unit carries a label that counts (for the weighted average: none in gold does)"
    paper = "van Rijsbergen 1979, ch. 7"
    choices = {"average": ("micro", "macro", "weighted", "none"), "macro": ("mean-of-f", "f-of-means")}

    limits = {"beta": (0, 1000)}

    average: str = "micro"
    beta: float = 1.0
    background: str = ""
    macro: str = "mean-of-f"
    label: str = ""

    @property
    def symmetric(self) -> bool:  # type: ignore[override]  # it depends on the parameters
        """Swapping gold and guess swaps precision and recall, which only an even weight forgives."""
        is_accuracy = self.average == "micro" and not self.background and not self.label
        return is_accuracy or (self.beta == 1 and self.average != "weighted")

    def spread(self, inventory: Sequence[str]) -> tuple[Measure, ...]:
        """One measure a label when no average is wanted."""
        if self.average != "none" or self.label:
            return (self,)
        return tuple(self.with_(label=label) for label in inventory if label != self.background)

    def rows(self, gold: Coded, guess: Coded) -> Floats:
        """For each label that counts: right, in gold, in guess."""
        wanted = np.array([i for i, label in enumerate(gold.inventory) if self._counts(label)], np.int64)
        in_gold = gold.codes[:, None] == wanted
        in_guess = guess.codes[:, None] == wanted
        tallies = np.stack([in_gold & in_guess, in_gold, in_guess], 2)
        return tallies.reshape(len(gold), 3 * len(wanted)).astype(np.float64)

    def _counts(self, label: str) -> bool:
        return label == self.label if self.label else label != self.background

    def finish(self, totals: Floats) -> Floats:
        """From tallies to F."""
        tallies = totals.reshape(*totals.shape[:-1], totals.shape[-1] // 3, 3)
        if self.average in ("micro", "none"):
            return self._f(tallies.sum(-2))
        if self.average == "weighted":
            return self._mean(self._f(tallies), tallies[..., 1])
        if self.macro == "mean-of-f":
            return self._mean(self._f(tallies), _seen(tallies))
        return self._f_of_means(tallies)

    def _f(self, tallies: Floats) -> Floats:
        right, in_gold, in_guess = np.moveaxis(tallies, -1, 0)
        weight = self.beta**2
        return over((1 + weight) * right, weight * in_gold + in_guess)

    def _mean(self, values: Floats, weights: Floats) -> Floats:
        return over((np.where(weights > 0, values, 0.0) * weights).sum(-1), weights.sum(-1))

    def _f_of_means(self, tallies: Floats) -> Floats:
        right, in_gold, in_guess = np.moveaxis(tallies, -1, 0)
        seen, weight = _seen(tallies), self.beta**2
        # a label never guessed has precision 0 here, as one never in gold has recall 0: it was there to be found
        precision = self._mean(np.nan_to_num(over(right, in_guess)), seen)
        recall = self._mean(np.nan_to_num(over(right, in_gold)), seen)
        found = over((1 + weight) * precision * recall, weight * precision + recall)
        return np.where((precision == 0) & (recall == 0), 0.0, found)


def _seen(tallies: Floats) -> Floats:
    return ((tallies[..., 1] + tallies[..., 2]) > 0).astype(np.float64)
