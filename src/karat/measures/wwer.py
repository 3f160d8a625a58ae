"""Word errors that weigh what they cost."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from karat.measures.base import Floats, over
from karat.measures.costs import Cost, Prices, fingerprint, read_costs
from karat.measures.edited import ALIGN, Edited, Ints, fewest, numbered, told
from karat.measures.networks import Costs, Marks, Ways, ways
from karat.types.aligned import Aligned
from karat.types.spoken import spoken
from karat.types.words import Words

MILLION = 1_000_000
MOST = (0, 1000)


@spoken
class WeightedWordErrorRate(Edited):
    """Weighted word error rate: what the cheapest alignment costs, over what deleting every reference word would cost.

    Every error costs `substitution`, `deletion` or `insertion`; `costs` names a table with other costs for words or
    classes of words (see `karat.measures.costs`), so that a lost "the" may weigh less than a lost name. A substitution
    costs what the dearer of its two words says. Costs count to six decimals. The plain word error rate is among the parts.

    `alternates`, `optional` and `fragments` are those of `wer`; optional words that are missing cost nothing.

    >>> import karat
    >>> karat.score(["the cat sat"], ["the hat sat down"], "wwer(insertion=0.5)", interval="none").value
    0.5
    """

    name = "wwer"
    undefined = "deleting the references would cost nothing"
    paper = "Nanjo and Kawahara 2005"
    limits = {"substitution": MOST, "deletion": MOST, "insertion": MOST}

    substitution: float = 1.0
    deletion: float = 1.0
    insertion: float = 1.0
    costs: str = ""
    alternates: bool = False
    optional: bool = False
    fragments: bool = False

    @property
    def marks(self) -> Marks:
        """Which marks of a transcript mean something."""
        return Marks(self.alternates, self.optional, self.fragments)

    def counts(self, gold: Words, guess: Words) -> Ints:
        """Hits, substitutions, deletions and insertions of the cheapest alignment."""
        return self._ways(gold.texts, guess.texts).counts[:, :4]

    def aligned(self, gold: Sequence[str], guess: Sequence[str]) -> list[Aligned]:
        """The alignments that are counted, to show them."""
        return told(self._ways(gold, guess, told=True))

    def rows(self, gold: Words, guess: Words) -> Floats:
        """Hits, substitutions, deletions, insertions; cost, and of the reference; fewest errors, and words for them."""
        found = self._ways(gold.texts, guess.texts)
        plain = self._plain(self.ready(gold.texts), self.ready(guess.texts))
        columns = (found.counts, _worth(found), plain[:, 1:].sum(1), plain[:, :3].sum(1))
        return np.column_stack(columns).astype(np.float64)

    def finish(self, totals: Floats) -> Floats:
        """Cost over cost."""
        return over(totals[..., 4], totals[..., 5])

    def parts(self, totals: Floats) -> dict[str, float]:
        """Counts of the cheapest alignment, what it costs, and the plain word error rate."""
        cost, worth = (totals[4:6] / MILLION).tolist()
        plain = float(over(totals[6], totals[7]))
        return super().parts(totals) | {"cost": cost, "cost of the reference": worth, "wer": plain}

    def signed(self, gold: Words, guess: Words) -> str:
        """With a fingerprint of the table."""
        return f"{self}[{fingerprint(self.costs)}]" if self.costs else str(self)

    def _ways(self, gold: Sequence[str], guess: Sequence[str], *, told: bool = False) -> Ways:
        return ways(self.ready(gold), self.ready(guess), self._prices(), self.marks, told=told)

    def _plain(self, gold: Sequence[str], guess: Sequence[str]) -> Ints:
        if self.marks == Marks():
            return fewest(*numbered(gold, guess))
        return ways(gold, guess, ALIGN["levenshtein"], self.marks).counts[:, :4]

    def _prices(self) -> Costs:
        """Costs in millionths: whole numbers, so that equal costs are equal."""
        table = read_costs(self.costs) if self.costs else Prices()
        usual = _filled(table.others, (self.deletion, self.substitution, self.insertion))
        own = {self.ready([word])[0]: _whole(_filled(cost, usual)) for word, cost in table.words.items()}
        deletion, substitution, insertion = _whole(usual)
        return Costs(substitution, deletion, insertion, 0, 0, own=own)


def _filled(cost: Cost, usual: tuple[float, float, float]) -> tuple[float, float, float]:
    deletion, substitution, insertion = (b if a is None else a for a, b in zip(cost, usual, strict=True))
    return deletion, substitution, insertion


def _whole(cost: tuple[float, float, float]) -> tuple[int, int, int]:
    deletion, substitution, insertion = (round(price * MILLION) for price in cost)
    return deletion, substitution, insertion


def _worth(found: Ways) -> Floats:
    """What it would cost to delete the words of gold that the way passes through."""
    units = np.searchsorted(found.ends, np.arange(len(found.steps)), "right")
    there = found.steps[:, 1] > 0
    arcs = found.gold.starts[units[there]] + found.steps[there, 1] - 1
    return np.bincount(units[there], found.gold.arcs[arcs, 2], len(found.ends)).astype(np.float64)
