"""What a summary shares with others: runs of words, subsequences, pairs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from karat.errors import BadRequest
from karat.measures import rouge_hits
from karat.measures.advice import mostly_foreign
from karat.measures.base import Floats, Measure
from karat.measures.rouge_hits import Sides
from karat.measures.translation import SOME, flattened, nrefs, suspicious
from karat.text import rouge as texts
from karat.types.references import References
from karat.types.spoken import spoken
from karat.version import VERSION

Ints = NDArray[np.int64]

USUAL = ("1", "2", "L")
NGRAMS = tuple("123456789")
TYPES = (*NGRAMS, "L", "Lsum", "W", "S", "SU")
ORIGINAL = "rouge-1.5.5"
SEVERAL = {"unicode": "max-f", "rouge-score": "max-f", ORIGINAL: "pool"}  # what each preset makes of several references
PARTS = ("precision", "recall", "f")
MILLION = 1_000_000


@spoken
class Rouge(Measure):
    """ROUGE: how much of a reference a summary holds, and how much of the summary is in it; F weighs both. 0–1.

    `type` is what is counted: runs of words ('1' to '9'), the longest common subsequence of whole texts ('L') or of their lines
    ('Lsum': put a sentence on a line), one in which long runs weigh more ('W': k words k to the power of `weight`), pairs of
    words in order with up to `gap` words between, -1 for any ('S'), or pairs and single words ('SU'). Without `type` it stands
    for '1', '2' and 'L'. Every text has its `part` (f, precision, recall), and the score is their mean; `over='corpus'` adds
    counts up first. F is P·R / ((1 − alpha)·P + alpha·R).

    `preset='rouge-score'` is equal to Google's package, `'rouge-1.5.5'` to the Perl script, whose 'L' goes by lines: both
    know the letters a–z alone. `'unicode'` knows all scripts, and equals rouge-score on plain ASCII text. `stem` takes each
    preset's own form of Porter's stemmer, for English; the script also looks words up in WordNet's exception lists, which lie
    in the folder `wordnet`. `stopwords` is a file with a word a line.

    Of several references the one with the best F counts ('max-f', rouge-score), or that with the best recall ('best-recall',
    -f B of the script), or the counts for all are added ('pool', -f A). With `jackknife` the mean over all sets of references
    but one, so that people can be scored against the others. `first_words` and `first_bytes` cut both sides.

    >>> import karat
    >>> gold, guess = ["police killed the gunman"], ["the gunman killed police"]
    >>> [(one.measure, one.value) for one in karat.scores(gold, guess, ["rouge"], interval="none")]
    [("rouge(type='1')", 1.0), ("rouge(type='2')", 0.3333333333333333), ("rouge(type='L')", 0.5)]
    """

    name = "rouge"
    takes = "text"
    undefined = "there are no units, or (over='corpus') no text holds what is counted"
    paper = "Lin 2004"
    choices = {
        "type": ("usual", *TYPES),
        "part": ("f", "precision", "recall"),
        "preset": tuple(SEVERAL),
        "several": ("usual", "max-f", "best-recall", "pool"),
        "over": ("texts", "corpus"),
    }
    limits = {
        "alpha": (0, 1),
        "gap": (-1, MILLION),
        "weight": (1e-3, 100),
        "first_words": (0, 1e9),
        "first_bytes": (0, 1e9),
    }

    type: str = "usual"
    part: str = "f"
    preset: str = "unicode"
    stem: bool = False
    several: str = "usual"
    jackknife: bool = False
    over: str = "texts"
    alpha: float = 0.5
    gap: int = 4
    weight: float = 1.2
    first_words: int = 0
    first_bytes: int = 0
    stopwords: str = ""
    wordnet: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.preset == "rouge-score" and self.type in ("W", "S", "SU"):
            raise BadRequest(f"rouge: rouge-score has no ROUGE-{self.type}: take preset='unicode' or 'rouge-1.5.5'")
        if self.preset == ORIGINAL and self.type == "Lsum":
            raise BadRequest("rouge: the L of rouge-1.5.5 goes by lines already: say type='L'")
        if self.wordnet and not (self.stem and self.preset == ORIGINAL):
            raise BadRequest(
                "rouge: wordnet is for stem=True with preset='rouge-1.5.5', which alone looks words up in it"
            )
        if self.first_words and self.first_bytes:
            raise BadRequest("rouge: first_words and first_bytes are both given: one limit was expected")

    @property
    def symmetric(self) -> bool:  # type: ignore[override]  # it depends on the parameters
        """Swapping gold and guess swaps precision and recall; what goes by lines changes too."""
        return self.part == "f" and self.alpha == 0.5 and not self._by_lines

    def spread(self, inventory: Sequence[str]) -> tuple[Measure, ...]:
        """The three that most papers report."""
        return (self,) if self.type != "usual" else tuple(self.with_(type=one) for one in USUAL)

    @property
    def rule(self) -> texts.Rule:
        """How texts are cut."""
        return texts.Rule(self.preset, self.stem, self.stopwords, self.wordnet)

    @property
    def label(self) -> str:
        """What papers call it.

        >>> Rouge(type="SU").label, Rouge(type="W").label, Rouge(type="S", gap=-1).label
        ('ROUGE-SU4', 'ROUGE-W-1.2', 'ROUGE-S*')
        """
        gap = "*" if self.gap < 0 else str(self.gap)
        return f"ROUGE-{self.type}" + {"W": f"-{self.weight:g}", "S": gap, "SU": gap}.get(self.type, "")

    @property
    def _chosen(self) -> str:
        return SEVERAL[self.preset] if self.several == "usual" else self.several

    @property
    def _by_lines(self) -> bool:
        return self.type == "Lsum" or (self.preset == ORIGINAL and self.type in ("L", "W"))

    def rows(self, gold: Sequence[References], guess: Sequence[str]) -> Floats:
        """Precision, recall, F and 1; for the corpus hits, and how many the references and the guess could have."""
        references, sets = flattened(gold)
        counts = self._hits(self._sides(references, guess, np.repeat(np.arange(len(guess)), np.diff(sets))))
        used = np.arange(sets[-1])
        turns = np.arange(len(guess) + 1)  # where the sets of references of each unit start
        if self.jackknife:
            used, sets, turns = _without_each(sets)
        found = self._of_several(counts[used], sets)
        if self.over == "texts":
            found = np.column_stack([*self._scores(found), np.ones(len(found))])
        return _means(found, turns)

    def finish(self, totals: Floats) -> Floats:
        """The mean of all texts; or the score of all counts."""
        if self.over == "texts":
            summed, units = totals[..., PARTS.index(self.part)], totals[..., 3]
            return np.where(units > 0, summed / np.where(units > 0, units, 1.0), np.nan)
        return np.where(totals[..., 1:].any(-1), self._shares(totals)[self.part], np.nan)

    def parts(self, totals: Floats) -> dict[str, float]:
        """Precision, recall and F."""
        return {one: float(self.with_(part=one).finish(totals)) for one in PARTS}

    def resampled(self, sums: Floats) -> dict[str, Floats]:
        """Recall, precision and F of sums of rows, in the order in which ROUGE-1.5.5 prints them; 0 where there is nothing."""
        found = self._shares(sums)
        if self.over == "texts":
            found = {one: np.nan_to_num(self.with_(part=one).finish(sums)) for one in PARTS}
        return {one: found[one] for one in ("recall", "precision", "f")}

    def _sides(self, references: Sequence[str], guess: Sequence[str], whose: Ints) -> Sides:
        both = [*guess, *references]
        cut = self._shortened(both)
        # the script's subsequences see more of a text that is cut after so many bytes than its words do
        loose = self._shortened(both, loose=True) if self.preset == ORIGINAL and self.first_bytes else []
        lines = texts.lines_of([*cut, *loose], self.rule)
        ours, theirs = lines[: len(guess)], lines[len(guess) : len(both)]
        held, said = theirs.whole, ours.whole
        if loose:
            ours, theirs = lines[len(both) : len(both) + len(guess)], lines[len(both) + len(guess) :]
        return Sides(theirs, ours, held, said, whose)

    def _shortened(self, both: Sequence[str], loose: bool = False) -> Sequence[str]:
        if not self.first_words and not self.first_bytes:
            return both
        return [texts.shortened(text, self.first_words, self.first_bytes, loose) for text in both]

    def _hits(self, sides: Sides) -> Floats:
        """For each reference: hits, how many it could have, how many its guess could have."""
        if self.type in NGRAMS:
            return rouge_hits.ngrams(sides, int(self.type))
        if self.type in ("S", "SU"):
            alone = int(self.preset == ORIGINAL)  # the script never counts the last word alone
            return rouge_hits.skip_bigrams(sides, self.gap, alone if self.type == "SU" else -1)
        if self.type == "W":
            by = rouge_hits.weighted_union if self._by_lines else rouge_hits.weighted
            return by(sides, self.weight)
        return rouge_hits.union(sides) if self._by_lines else rouge_hits.subsequence(sides)

    def _of_several(self, counts: Floats, sets: Ints) -> Floats:
        """One row of counts for each set of references."""
        if len(counts) == len(sets) - 1:
            return counts
        if self._chosen == "pool":
            pooled: Floats = np.add.reduceat(counts, sets[:-1])
            return pooled
        by = self._scores(counts)[2] if self._chosen == "max-f" else self._recalls(counts)
        order = np.lexsort((np.arange(len(by)), -by, np.repeat(np.arange(len(sets) - 1), np.diff(sets))))
        best: Floats = counts[order[sets[:-1]]]  # of equals the first
        return best

    def _recalls(self, counts: Floats) -> Floats:
        """Recall by each reference, to choose by; the script weighs W once here, and rounds all but that of subsequences."""
        if self.preset != ORIGINAL:
            return self._shares(counts)["recall"]
        if self.type == "W":
            return _over(counts[:, 0], counts[:, 1] ** (1 / self.weight))
        recall = self._shares(counts)["recall"]
        return recall if self.type == "L" else _rounded(recall)

    def _scores(self, counts: Floats) -> tuple[Floats, Floats, Floats]:
        """Precision, recall and F of each row of counts; the script rounds each to five digits before it goes on."""
        shares = self._shares(counts, inverse=self.type == "W")
        precision, recall = shares["precision"], shares["recall"]
        if self.preset != ORIGINAL:
            return precision, recall, shares["f"]
        precision, recall = _rounded(precision), _rounded(recall)
        return precision, recall, _rounded(self._f(precision, recall))

    def _shares(self, counts: Floats, inverse: bool | None = None) -> dict[str, Floats]:
        """Hits of what could have been, 0 of nothing; weights are taken back, if not by the script for the corpus."""
        hits = counts[..., 0]
        recall, precision = (_over(hits, counts[..., i]) for i in (1, 2))
        if self.type == "W" and (self.preset != ORIGINAL if inverse is None else inverse):
            precision, recall = precision ** (1 / self.weight), recall ** (1 / self.weight)
        return {"precision": precision, "recall": recall, "f": self._f(precision, recall)}

    def _f(self, precision: Floats, recall: Floats) -> Floats:
        return _over(precision * recall, (1 - self.alpha) * precision + self.alpha * recall)

    def signed(self, gold: Sequence[References], guess: Sequence[str]) -> str:
        """Every choice by its name, for readers who do not know the defaults."""
        said = {
            "preset": self.preset,
            "part": self.part,
            "alpha": f"{self.alpha:g}",
            "over": self.over,
            "nrefs": nrefs(gold),
            "several": ("jackknife-" if self.jackknife else "") + self._chosen,
            "stem": "yes" if self.stem else "no",
            "lists": texts.digest(self.rule) or "none",
            "first": f"{self.first_words or self.first_bytes or 'all'}"
            + ("b" if self.first_bytes else "w" if self.first_words else ""),
            "version": f"karat-{VERSION}",
        }
        return "|".join([self.label, *(f"{key}:{value}" for key, value in said.items())])

    def advise(self, gold: Sequence[References], guess: Sequence[str]) -> tuple[str, ...]:
        """Letters that are lost, lines that are not there, a table that is missing, sides that are empty or equal."""
        found = [*suspicious(gold, guess)]
        if self.preset != "unicode":
            every = chain(guess, chain.from_iterable(gold))
            found += mostly_foreign(every, "take preset='unicode'")
        if self._by_lines and len(guess) >= SOME and not any("\n" in text for text in chain(guess, *gold)):
            found.append(
                f"no text holds a line break, so each counts as one sentence: {self.label} goes by lines, a sentence on each"
            )
        if self.stem and self.preset == ORIGINAL and not self.wordnet:
            found.append(
                "ROUGE-1.5.5 -m looks words up in WordNet's exception lists before it stems them: name their folder "
                "(data/WordNet-2.0-Exceptions of its distribution) as wordnet, or the numbers differ a little"
            )
        return tuple(found)


def _without_each(sets: Ints) -> tuple[Ints, Ints, Ints]:
    """All references but one, for each: which are used, where each set of them starts, and where the sets of each unit do.

    A reference that stands alone is used as it is.
    """
    ranges = [range(low, high) for low, high in zip(sets[:-1].tolist(), sets[1:].tolist(), strict=True)]
    turns = [[[i for i in unit if i != out] for out in unit] if len(unit) > 1 else [list(unit)] for unit in ranges]
    each = [used for unit in turns for used in unit]
    starts = np.cumsum([0, *map(len, each)])
    return np.array(list(chain.from_iterable(each)), np.int64), starts, np.cumsum([0, *map(len, turns)])


def _means(rows: Floats, starts: Ints) -> Floats:
    """The mean row of each unit."""
    if len(rows) == len(starts) - 1:
        return rows
    means: Floats = np.add.reduceat(rows, starts[:-1]) / np.diff(starts)[:, None]
    return means


def _over(above: Floats, below: Floats) -> Floats:
    there = below > 0
    return np.where(there, above / np.where(there, below, 1.0), 0.0)


def _rounded(values: Floats) -> Floats:
    """To five digits, as C prints a double: by its exact value."""
    return np.array([float(f"{value:.5f}") for value in values.tolist()]).reshape(values.shape)
