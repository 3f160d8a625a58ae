"""n-grams of the guess that a reference holds too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from karat.errors import BadRequest
from karat.kernels import overlap
from karat.measures.advice import tokenised
from karat.measures.base import Floats, Measure
from karat.measures.translation import flattened, nrefs, suspicious, unspaced
from karat.text import mteval
from karat.types.references import References
from karat.types.spoken import spoken
from karat.version import VERSION

USUAL = {"floor": 0.1, "add-k": 1.0}  # Chen and Cherry 2014
NEVER = -9999999999.0  # the logarithm of a precision of 0, as sacreBLEU has it: the score is 0


@spoken
class Bleu(Measure):
    """BLEU: how many n-grams of the guesses stand in a reference, over the whole corpus; less for being too short. 0–100.

    Equal to sacreBLEU under the same options, which the signature lists in its form. Give plain (detokenised) text: the
    measure cuts it into `tokens` itself. It is a score of corpora: for single sentences say `effective=True`, or a
    sentence without a shared 4-gram gets next to nothing. No shared word at all is a true 0. An n-gram length for which
    the guesses hold no n-gram makes the score 0, as in sacreBLEU, unless `effective`.

    `smooth_value` is what is added by `smooth='add-k'` (1) or stands in for 0 matches in `'floor'` (0.1). `model` is the
    file of a SentencePiece model, for `tokens='spm'`. What a rule makes of a text, `karat.text.mteval_tokens` shows.

    >>> import karat
    >>> karat.score(["The cat is on the mat."], ["The cat sat on the mat."], "bleu", interval="none").value
    48.892302243490086
    """

    name = "bleu"
    takes = "text"
    bounds = (0.0, 100.0)
    undefined = "there are no units"
    paper = "Papineni et al. 2002"
    choices = {"tokens": mteval.TOKENS, "smooth": ("exp", "floor", "add-k", "none")}
    limits = {"order": (1, 16)}

    tokens: str = "13a"
    smooth: str = "exp"
    smooth_value: float | None = None
    effective: bool = False
    lowercase: bool = False
    order: int = 4
    model: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        mteval.checked(self.tokens, self.model, self.name)
        value = self.smooth_value
        if value is None:
            return
        if self.smooth not in USUAL:
            raise BadRequest(
                f"bleu: smooth_value={value!r} is for smooth='floor' or 'add-k', but smooth is {self.smooth!r}"
            )
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1000:
            raise BadRequest(f"bleu: smooth_value is {value!r}, but a number from 0 to 1000 was expected")
        object.__setattr__(self, "smooth_value", float(value))

    def rows(self, gold: Sequence[References], guess: Sequence[str]) -> Floats:
        """Length of the guess and of the reference nearest to it in length, then shared n-grams and n-grams by length."""
        references, sets = flattened(gold)
        texts = [*guess, *references]
        ids = mteval.token_ids([text.lower() for text in texts] if self.lowercase else texts, self.tokens, self.model)
        ours, theirs = ids[: len(guess)], ids[len(guess) :]
        shared = np.zeros((len(guess), self.order), np.int64)
        whose = np.arange(len(guess))
        overlap.clipped(theirs.values, theirs.starts, sets, ours.values, ours.starts, whose, shared)
        lengths = ours.lengths
        every = np.maximum(lengths[:, None] - np.arange(self.order), 0)
        nearest = _nearest(lengths, theirs.lengths, sets)
        return np.column_stack([lengths, nearest, shared, every]).astype(np.float64)

    def finish(self, totals: Floats) -> Floats:
        """The geometric mean of the precisions, times the brevity penalty."""
        logs, last = np.zeros(totals.shape[:-1]), np.zeros(totals.shape[:-1])
        for precision, counted in self._precisions(totals):
            logs += np.where(
                counted, np.where(precision > 0, np.log(np.where(precision > 0, precision, 1.0)), NEVER), 0.0
            )
            last += counted
        matched = totals[..., 2 : 2 + self.order].any(-1)
        return np.where(matched, _brevity(totals) * np.exp(logs / np.where(matched, last, 1.0)), 0.0)

    def _precisions(self, totals: Floats) -> Iterator[tuple[Floats, Floats]]:
        """For each length of n-gram its precision in percent, smoothed, and whether it counts."""
        value = USUAL.get(self.smooth, 0.0) if self.smooth_value is None else self.smooth_value
        going, halved = np.ones(totals.shape[:-1], bool), np.ones(totals.shape[:-1])
        for n in range(self.order):
            added = value if self.smooth == "add-k" and n else 0.0  # Lin and Och leave single words alone
            right, every = totals[..., 2 + n] + added, totals[..., 2 + self.order + n] + added
            going = going & (every != 0)
            missed = going & (right == 0)
            if self.smooth == "exp":
                halved = np.where(missed, 2 * halved, halved)
                right = np.where(missed, 1 / halved, right)
            elif self.smooth == "floor":
                right = np.where(missed, value, right)
            precision = np.where(going, 100.0 * right / np.where(going, every, 1.0), 0.0)
            yield precision, going if self.effective else np.ones_like(going)

    def parts(self, totals: Floats) -> dict[str, float]:
        """Precisions in percent as sacreBLEU prints them, brevity penalty, lengths in tokens."""
        matched = totals[2 : 2 + self.order].any()
        made = {
            f"p{n}": float(precision) if matched else 0.0
            for n, (precision, _) in enumerate(self._precisions(totals), 1)
        }
        return made | {
            "brevity penalty": float(_brevity(totals)),
            "guess length": float(totals[0]),
            "reference length": float(totals[1]),
        }

    def signed(self, gold: Sequence[References], guess: Sequence[str]) -> str:
        """As sacreBLEU signs it; an order other than 4, which sacreBLEU leaves unsaid, is said."""
        value = USUAL.get(self.smooth) if self.smooth_value is None else self.smooth_value
        return "|".join(
            [
                "BLEU",
                f"nrefs:{nrefs(gold)}",
                f"case:{'lc' if self.lowercase else 'mixed'}",
                f"eff:{'yes' if self.effective else 'no'}",
                f"tok:{mteval.signed(self.tokens, self.model)}",
                f"smooth:{self.smooth}" + ("" if value is None else f"[{value:.2f}]"),
                *([f"order:{self.order}"] if self.order != 4 else []),
                f"version:karat-{VERSION}",
            ]
        )

    def advise(self, gold: Sequence[References], guess: Sequence[str]) -> tuple[str, ...]:
        """Texts that were cut before, sides that are empty or equal, a language that this rule cannot cut."""
        cut_before = () if self.tokens in ("none", "char") else tokenised(gold, guess)
        uncut = unspaced(guess) if self.tokens in ("13a", "intl") else ()
        return (*cut_before, *uncut, *suspicious(gold, guess))


def _nearest(ours: NDArray[np.int64], theirs: NDArray[np.int64], sets: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each unit the length of the reference that is nearest to the guess's; of two as near, the shorter."""
    if not len(ours):
        return ours
    base = theirs.max() + 1
    ranked = np.abs(np.repeat(ours, np.diff(sets)) - theirs) * base + theirs
    nearest: NDArray[np.int64] = np.minimum.reduceat(ranked, sets[:-1]) % base
    return nearest


def _brevity(totals: Floats) -> Floats:
    ours, theirs = totals[..., 0], totals[..., 1]
    there = ours > 0
    shorter: Floats = np.where(there, np.exp(1 - theirs / np.where(there, ours, 1.0)), 0.0)
    return np.where(ours < theirs, shorter, 1.0)
