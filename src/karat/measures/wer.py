"""Word errors: their rate, and what else the field makes of the same counts."""

from __future__ import annotations

import numpy as np

from karat.measures.base import Floats, over
from karat.measures.edited import Transcribed
from karat.types.spoken import spoken
from karat.types.words import Words


@spoken
class WordErrorRate(Transcribed):
    """Word error rate: substitutions, deletions and insertions for each word of the reference, pooled over units.

    Above 1 when the guess is much longer than the reference. Words are what stands between white space; case and
    punctuation count unless `lowercase`. An empty reference adds its insertions and no words.

    `align='levenshtein'` finds the fewest errors, and its counts are jiwer's. `'sclite'` and `'htk'` find the alignment
    that is cheapest if a substitution costs 4 or 10 and the others 3 or 7, and count its errors: more, or as many. sclite
    puts all in lower case and reads `{ a / b / @ }` as alternatives; `optional` reads `(uh)` as a word that may be
    missing (its -D), `fragments` takes `spe-` for any word that begins so (its -F).

    >>> import karat
    >>> karat.score(["x y z a b"], ["a b p q r"], "wer", interval="none").value
    1.0
    >>> karat.score(["x y z a b"], ["a b p q r"], "wer(align='sclite')", interval="none").value
    1.2
    """

    name = "wer"
    undefined = "the references hold no words"
    paper = "Levenshtein 1966"

    def finish(self, totals: Floats) -> Floats:
        """Edits over reference words."""
        hits, substitutions, deletions, insertions = np.moveaxis(totals, -1, 0)
        return over(substitutions + deletions + insertions, hits + substitutions + deletions)


@spoken
class WordAccuracy(Transcribed):
    """Word accuracy: hits less insertions, for each word of the reference; 1 less the word error rate, so it may be negative.

    Parameters are those of `wer`.

    >>> import karat
    >>> karat.score(["a"], ["a b c d"], "wacc", interval="none").value
    -2.0
    """

    name = "wacc"
    better = "higher"
    bounds = (-float("inf"), 1.0)
    undefined = "the references hold no words"
    paper = "Young et al. 2006"

    def finish(self, totals: Floats) -> Floats:
        """Hits less insertions over reference words."""
        hits, substitutions, deletions, insertions = np.moveaxis(totals, -1, 0)
        return over(hits - insertions, hits + substitutions + deletions)


@spoken
class WordsCorrect(Transcribed):
    """Share of the reference's words that were recognised: what sclite and HTK call Corr. It does not see insertions.

    Parameters are those of `wer`.

    >>> import karat
    >>> karat.score(["a b"], ["a b c d"], "corr", interval="none").value
    1.0
    """

    name = "corr"
    better = "higher"
    bounds = (0.0, 1.0)
    undefined = "the references hold no words"
    paper = "Young et al. 2006"

    def finish(self, totals: Floats) -> Floats:
        """Hits over reference words."""
        return over(totals[..., 0], totals[..., :3].sum(-1))


@spoken
class MatchErrorRate(Transcribed):
    """Match error rate: errors over hits and errors, so never above 1. It depends on how ties are broken, as WER does not.

    Parameters are those of `wer`.

    >>> import karat
    >>> karat.score(["a"], ["a b c d"], "mer", interval="none").value
    0.75
    """

    name = "mer"
    bounds = (0.0, 1.0)
    undefined = "neither side holds a word"
    paper = "Morris et al. 2004"

    def finish(self, totals: Floats) -> Floats:
        """Errors over all places of the alignment."""
        return over(totals[..., 1:].sum(-1), totals.sum(-1))


@spoken
class InformationPreserved(Transcribed):
    """Word information preserved: hits over reference words, times hits over guessed words. It depends on ties, as `mer`.

    Parameters are those of `wer`.

    >>> import karat
    >>> karat.score(["a b"], ["a x"], "wip", interval="none").value
    0.25
    """

    name = "wip"
    better = "higher"
    bounds = (0.0, 1.0)
    undefined = "neither side holds a word"
    paper = "Morris et al. 2004"

    def finish(self, totals: Floats) -> Floats:
        """What both sides share of either; 0 where one side alone is empty."""
        hits, substitutions, deletions, insertions = np.moveaxis(totals, -1, 0)
        gold, guess = hits + substitutions + deletions, hits + substitutions + insertions
        shared = np.where(hits > 0, hits / np.maximum(gold, 1) * (hits / np.maximum(guess, 1)), 0.0)
        return np.where(gold + guess > 0, shared, np.nan)


@spoken
class InformationLost(InformationPreserved):
    """Word information lost: 1 less what is preserved (`wip`).

    Parameters are those of `wer`.

    >>> import karat
    >>> karat.score(["a b"], ["a x"], "wil", interval="none").value
    0.75
    """

    name = "wil"
    better = "lower"

    def finish(self, totals: Floats) -> Floats:
        """1 less what is preserved."""
        return 1.0 - InformationPreserved.finish(self, totals)


@spoken
class SentenceErrorRate(Transcribed):
    """Sentence error rate: the share of units with at least one error.

    Parameters are those of `wer`.

    >>> import karat
    >>> karat.score(["a b", "c"], ["a x y", "c"], "ser", interval="none").value
    0.5
    """

    name = "ser"
    bounds = (0.0, 1.0)
    symmetric = True
    undefined = "there are no units"
    paper = "Young et al. 2006"

    def rows(self, gold: Words, guess: Words) -> Floats:
        """Hits, substitutions, deletions, insertions; whether there is an error; 1."""
        counts = self.counts(gold, guess)
        wrong = counts[:, 1:].any(1)
        return np.column_stack([counts, wrong, np.ones(len(counts))]).astype(np.float64)

    def finish(self, totals: Floats) -> Floats:
        """Wrong over all."""
        return over(totals[..., 4], totals[..., 5])

    def parts(self, totals: Floats) -> dict[str, float]:
        """Counts of words, and units that are wrong."""
        return super().parts(totals) | {"wrong units": float(totals[4])}
