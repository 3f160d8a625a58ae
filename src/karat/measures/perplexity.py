"""How surprised a language model is, from the log-probabilities that it gave: perplexity, and bits."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from math import fsum, inf, log

import numpy as np

from karat.errors import BadInput
from karat.measures.base import Floats, Measure, over
from karat.measures.logprobs import BASES
from karat.types.logprobs import LogProbs
from karat.types.spoken import spoken

LOGS = {"e": 1.0, "2": log(2), "10": log(10)}
LEAST = -200.0  # natural; what lies below stands for probability 0 (some interfaces say -9999), or for a whole text


@spoken
class Perplexity(Measure):
    """Perplexity: one over the geometric mean of the probabilities of the tokens, `exp(−Σ log p / N)` over all texts.

    It needs no gold. Models are comparable only if they cut the text into the same tokens; if not, take `bits`. N counts
    the end of a text (`</s>`) where it has a log-probability, but never `start`, which nothing predicts. `over='texts'` is
    another number: the mean of each text's own perplexity, where a short odd text weighs as much as a long one.
    `oov='exclude'` leaves marked tokens out; both numbers are among the parts. A token of probability 0 is refused by
    name. `stride` says, in the signature, how far the windows moved that the log-probabilities come from; 0 says nothing.

    >>> import karat
    >>> karat.score(None, [[-0.5, -1.5], [-1.0]], "perplexity", interval="none").value
    2.718281828459045
    """

    name = "perplexity"
    takes = "logprobs"
    of = "alone"
    better = "lower"
    bounds = (1.0, inf)
    undefined = "no token has a log-probability"
    paper = "Jelinek et al. 1977"
    choices = {"over": ("corpus", "texts"), "oov": ("include", "exclude"), "base": BASES}
    limits = {"stride": (0, 1e9)}

    over: str = "corpus"
    oov: str = "include"
    base: str = "e"
    start: str = "<s>"
    stride: int = 0

    def rows(self, guess: Sequence[LogProbs]) -> Floats:
        """What is divided by what; then log-likelihood and number of known and of unknown tokens, and impossible ones."""
        return np.array([self._row(one) for one in guess], np.float64).reshape(len(guess), 7)

    def _row(self, one: LogProbs) -> tuple[float, ...]:
        scored = dict(predicted(one, self.start, self.base))
        known = [value for at, value in scored.items() if at not in one.oov]
        strange = [value for at, value in scored.items() if at in one.oov]
        counted = known if self.oov == "exclude" else list(scored.values())
        _possible(one, ((at, scored[at]) for at in scored if self.oov == "include" or at not in one.oov), LEAST)
        total = -fsum(counted), float(len(counted))
        possible = [value for value in strange if value > -inf]
        tally = fsum(known), len(known), fsum(possible), len(strange), len(strange) - len(possible)
        return (*(total if self.over == "corpus" else _own(*total)), *tally)

    def finish(self, totals: Floats) -> Floats:
        """The exponential of the mean, or the mean of exponentials."""
        mean = over(totals[..., 0], totals[..., 1])
        return mean if self.over == "texts" else _exp(mean)

    def parts(self, totals: Floats) -> dict[str, float]:
        """Tokens, log-likelihood, and the corpus perplexity with and without tokens out of vocabulary."""
        known, n_known, strange, n_strange, impossible = totals[2:]
        everything = -inf if impossible else known + strange
        tokens = n_known + n_strange
        return {
            "tokens": float(tokens),
            "OOV tokens": float(n_strange),
            "log-likelihood": float(everything),
            "corpus perplexity, OOV included": _perplexity(everything, tokens),
            "corpus perplexity, OOV excluded": _perplexity(known, n_known),
        }

    def signed(self, guess: Sequence[LogProbs]) -> str:
        """Every choice by its name, for readers who do not know the defaults."""
        stride = self.stride or "not said"
        return (
            f"{self}|over:{self.over}|oov:{self.oov}|base:{_bases(guess, self.base)}|start:{self.start}|stride:{stride}"
        )

    def advise(self, guess: Sequence[LogProbs]) -> tuple[str, ...]:
        """What was left out."""
        return left_out(guess, self.start)


@spoken
class Bits(Measure):
    """Bits for each token, byte, character or word of the text: the log-likelihood in base 2 over the length of the text.

    It needs no gold. Per byte, character or word it compares models that cut the text differently. Lengths are those of
    `text`; for bytes and characters the tokens as they stand, joined, are taken where no text is given. The end of a text
    (`end`) costs bits but has no length. Tokens out of vocabulary count like all others.

    >>> import karat
    >>> answers = [{"text": "the cat", "logprobs": [-1.0, -2.0, -4.0], "base": 2}]
    >>> karat.score(None, answers, "bits(per='char')", interval="none").value
    1.0
    """

    name = "bits"
    takes = "logprobs"
    of = "alone"
    better = "lower"
    bounds = (0.0, inf)
    undefined = "no token has a log-probability, or the texts are empty"
    paper = "Shannon 1951"
    choices = {"per": ("token", "byte", "char", "word"), "base": BASES}
    limits = {"stride": (0, 1e9)}

    per: str = "token"
    base: str = "e"
    start: str = "<s>"
    end: str = "</s>"
    stride: int = 0

    def rows(self, guess: Sequence[LogProbs]) -> Floats:
        """Bits, length, tokens."""
        return np.array([self._row(one) for one in guess], np.float64).reshape(len(guess), 3)

    def _row(self, one: LogProbs) -> tuple[float, float, float]:
        scored = dict(predicted(one, self.start, self.base))
        _possible(one, scored.items(), -sys.float_info.max)
        size = len(scored) if self.per == "token" else self._size(one, scored)
        return -fsum(scored.values()) / LOGS["2"], size, len(scored)

    def _size(self, one: LogProbs, places: Iterable[int]) -> int:
        text = one.text
        if text is None and (self.per == "word" or not one.tokens):
            wanted = "`text`" if self.per == "word" else "`text` or `tokens`"
            raise BadInput(f"{one.where}: bits per {self.per} need {wanted}, and there is none")
        if text is None:
            text = "".join(one.tokens[at] for at in places if one.tokens[at] != self.end)
        if self.per == "byte":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) if self.per == "char" else len(text.split())

    def finish(self, totals: Floats) -> Floats:
        """Bits over length."""
        bits, size, tokens = np.moveaxis(totals, -1, 0)
        return np.where(tokens > 0, over(bits, size), np.nan)

    def parts(self, totals: Floats) -> dict[str, float]:
        """Bits, tokens, length, and the same number as a perplexity."""
        bits, size, tokens = totals
        length = {} if self.per == "token" else {f"{self.per}s": float(size)}
        return {
            "bits": float(bits),
            "tokens": float(tokens),
            **length,
            f"perplexity per {self.per}": _perplexity(-bits * LOGS["2"], size),
        }

    def signed(self, guess: Sequence[LogProbs]) -> str:
        """Every choice by its name, for readers who do not know the defaults."""
        stride = self.stride or "not said"
        return (
            f"{self}|per:{self.per}|base:{_bases(guess, self.base)}|start:{self.start}|end:{self.end}|stride:{stride}"
        )

    def advise(self, guess: Sequence[LogProbs]) -> tuple[str, ...]:
        """What was left out, and whose length was taken."""
        joined = sum(one.text is None for one in guess) if self.per in ("byte", "char") else 0
        if not joined:
            return left_out(guess, self.start)
        return (
            *left_out(guess, self.start),
            f"{joined:,} of {len(guess):,} texts are not given: their length is that of their tokens as they stand, joined",
        )


def branching(probabilities: Iterable[float]) -> tuple[float, float]:
    """The branching factors of a distribution: how many outcomes it has, and how many it has weighted by their chances.

    The weighted one is the exponential of the entropy: the perplexity that a text drawn from the distribution tends to.

    >>> plain, weighted = branching([0.91] + [0.01] * 9)
    >>> plain, round(weighted, 4)
    (10.0, 1.6492)
    """
    given = [float(p) for p in probabilities]
    if not all(0 <= p <= 1 for p in given) or abs(fsum(given) - 1) > 1e-6:
        raise BadInput(f"the probabilities sum to {fsum(given):g}: numbers from 0 to 1 that sum to 1 were expected")
    outcomes = [p for p in given if p > 0]
    return float(len(outcomes)), float(np.exp(-fsum(p * log(p) for p in outcomes)))


def predicted(one: LogProbs, start: str, base: str) -> Iterator[tuple[int, float]]:
    """Places and natural log-probabilities of the tokens that count."""
    scale = LOGS[_base_of(one, base)]
    for at, value in enumerate(one.values):
        if value is not None and not _starts(one, at, start):
            yield at, value * scale


def left_out(guess: Sequence[LogProbs], start: str) -> tuple[str, ...]:
    """Sentences on tokens that do not count."""
    starts = sum(_starts(one, at, start) for one in guess for at in range(len(one.values)) if one.tokens)
    first = sum(bool(one.values) and one.values[0] is None and not _starts(one, 0, start) for one in guess)
    notes = []
    if starts:
        notes.append(f"{starts:,} tokens {start!r} are left out: they start a text, and nothing predicts them")
    if first:
        notes.append(f"{first:,} of {len(guess):,} texts begin with a token without log-probability: it is left out")
    return tuple(notes)


def _starts(one: LogProbs, at: int, start: str) -> bool:
    return bool(start and one.tokens) and one.tokens[at] == start


def _base_of(one: LogProbs, base: str) -> str:
    if one.base and base not in ("e", one.base):
        raise BadInput(f"{one.where}: its base is {one.base}, but the measure was told base={base!r}")
    return one.base or base


def _bases(guess: Sequence[LogProbs], base: str) -> str:
    return ",".join(sorted({_base_of(one, base) for one in guess})) or base


def _possible(one: LogProbs, scored: Iterable[tuple[int, float]], least: float) -> None:
    """What the model held to be impossible has happened: the score would be infinite, and no average could mend it."""
    at = next((at for at, value in scored if value < least), None)
    if at is None:
        return
    token = f" ({one.tokens[at]!r})" if one.tokens else ""
    raise BadInput(
        f"{one.where}: token {at + 1}{token} has the log-probability {one.values[at]:g}, which is probability 0 or stands for it, so "
        "the perplexity is infinite: smooth the model, or mark the token in `oov` and take perplexity(oov='exclude'); "
        "of whole texts, take bits per byte"
    )


def _own(surprise: float, tokens: float) -> tuple[float, float]:
    """A text's own perplexity, once; nothing if it has no tokens."""
    return (_perplexity(-surprise, tokens), 1.0) if tokens else (0.0, 0.0)


def _perplexity(log_likelihood: float, tokens: float) -> float:
    return float(_exp(over(np.array(-log_likelihood), np.array(tokens))))


def _exp(values: Floats) -> Floats:
    with np.errstate(over="ignore"):  # beyond the largest double it is infinite
        found: Floats = np.exp(values)
    return found
