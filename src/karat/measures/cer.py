"""Character errors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from karat.measures.base import Floats, over
from karat.measures.edited import ALIGN, WHAT, Edited, Ints, fewest, stepped
from karat.measures.networks import along
from karat.types.aligned import Aligned, Edit
from karat.types.ragged import Ragged
from karat.types.spoken import spoken
from karat.types.words import Words

SPACE, HYPHEN = " ", "-"


@spoken
class CharacterErrorRate(Edited):
    """Character error rate: edits of code points for each code point of the reference, pooled over units.

    White space at the ends does not count, and more of it between two words is one space, which counts as a character,
    as in jiwer; `spaces=False` leaves it out, `hyphens=False` leaves hyphens out. A letter with a combining accent is two
    characters: normalise both sides alike. `align` and `lowercase` are those of `wer`; sclite's own way (its -c) is
    `cer(align='sclite', spaces=False)`, and with `hyphens=False` its -c DH.

    >>> import karat
    >>> karat.score(["the cat"], ["thecat"], "cer", interval="none").value
    0.14285714285714285
    """

    name = "cer"
    unit = "characters"
    choices = {"align": tuple(ALIGN)}
    undefined = "the references hold no characters"
    paper = "Levenshtein 1966"

    align: str = "levenshtein"
    spaces: bool = True
    hyphens: bool = True

    @property
    def folds(self) -> bool:
        """sclite does, unless told otherwise."""
        return self.align == "sclite" if self.lowercase is None else self.lowercase

    def counts(self, gold: Words, guess: Words) -> Ints:
        """Hits, substitutions, deletions and insertions of each unit."""
        a, b = (_points(self._cut(self.ready(side.texts))) for side in (gold, guess))
        return fewest(a, b) if self.align == "levenshtein" else along(a, b, ALIGN[self.align]).counts[:, :4]

    def aligned(self, gold: Sequence[str], guess: Sequence[str]) -> list[Aligned]:
        """The alignments that are counted, to show them."""
        cut = [self._cut(self.ready(side)) for side in (gold, guess)]
        if self.align == "levenshtein":
            return list(stepped(_points(cut[0]), _points(cut[1]), *cut))
        found = along(_points(cut[0]), _points(cut[1]), ALIGN[self.align])
        return [
            Aligned(
                tuple(
                    Edit(WHAT[what], a[i - 1] if i else None, b[j - 1] if j else None)
                    for what, i, j in found.rows(unit)
                )
            )
            for unit, (a, b) in enumerate(zip(*cut, strict=True))
        ]

    def finish(self, totals: Floats) -> Floats:
        """Edits over characters of the references."""
        return over(totals[..., 1:].sum(-1), totals[..., :3].sum(-1))

    def _cut(self, texts: Sequence[str]) -> list[str]:
        """The characters that count."""
        between = SPACE if self.spaces else ""
        cut = [between.join(text.split()) for text in texts]
        return cut if self.hyphens else [text.replace(HYPHEN, "") for text in cut]


def _points(texts: Sequence[str]) -> Ragged:
    """Rows of code points."""
    flat = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.int64)
    return Ragged(flat, np.cumsum([0, *map(len, texts)], dtype=np.int64))
