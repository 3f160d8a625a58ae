"""What measures of edits share: counts of hits, substitutions, deletions and insertions, alignments, and what looks wrong."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from karat.errors import BadRequest
from karat.kernels import edits, words
from karat.measures.base import Floats, Measure
from karat.measures.networks import Costs, Marks, Ways, ways
from karat.types.aligned import DELETION, HIT, INSERTION, SUBSTITUTION, Aligned, Edit
from karat.types.ragged import Ragged
from karat.types.spoken import spoken
from karat.types.words import Words

THOUSAND = 1000
ALIGN = {  # what an error costs in thousandths while the alignment is sought; then each counts as one
    "levenshtein": Costs(THOUSAND, THOUSAND, THOUSAND, 0, 0),
    "sclite": Costs(4 * THOUSAND, 3 * THOUSAND, 3 * THOUSAND, 2 * THOUSAND, 1),
    "htk": Costs(10 * THOUSAND, 7 * THOUSAND, 7 * THOUSAND, 7 * THOUSAND * 2 // 3, 1, deletion_first=True),
}
WHAT = (HIT, SUBSTITUTION, DELETION, INSERTION, HIT)  # as the kernels number them; 4: an optional word that is missing
SILENT = 5
SAMPLE = 100  # units that are looked at for what looks wrong
SOME = 100  # words from which something can be told
MARKS = ".,?!;:"

Ints = NDArray[np.int64]


@spoken
class Edited(Measure):
    """A measure of the edits between a guess and a reference."""

    takes = "words"
    better = "lower"
    bounds = (0.0, float("inf"))
    unit = "words"

    lowercase: bool | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("lowercase", "alternates"):
            said = getattr(self, name, None)
            if said is not None and not isinstance(said, bool):
                raise BadRequest(f"{self.name}: {name} is {said!r}, but True, False or None was expected")

    @abstractmethod
    def counts(self, gold: Words, guess: Words) -> Ints:
        """Hits, substitutions, deletions and insertions of each unit."""

    @abstractmethod
    def aligned(self, gold: Sequence[str], guess: Sequence[str]) -> list[Aligned]:
        """The alignments that are counted, to show them."""

    @property
    def folds(self) -> bool:
        """Are both sides put in lower case?"""
        return bool(self.lowercase)

    def ready(self, texts: Sequence[str]) -> Sequence[str]:
        """Texts as they are compared."""
        return [text.lower() for text in texts] if self.folds else texts

    def rows(self, gold: Words, guess: Words) -> Floats:
        """Hits, substitutions, deletions, insertions."""
        return self.counts(gold, guess).astype(np.float64)

    def parts(self, totals: Floats) -> dict[str, float]:
        """Hits, errors by kind, and the length of the references."""
        names = ("hits", "substitutions", "deletions", "insertions")
        return dict(zip(names, totals[:4].tolist(), strict=True)) | {"reference length": float(totals[:3].sum())}

    def advise(self, gold: Words, guess: Words) -> tuple[str, ...]:
        """Sides that differ in case or in punctuation marks, which nobody hears."""
        sides = [list(islice(side.texts, SAMPLE)) for side in (gold, guess)]
        return (*(() if self.folds else _cased(self.name, *sides)), *_pointed(*sides))


@spoken
class Transcribed(Edited):
    """A measure of the edits between words, which reads the marks of transcripts where it is told to."""

    choices = {"align": tuple(ALIGN)}

    align: str = "levenshtein"
    alternates: bool | None = None
    optional: bool = False
    fragments: bool = False

    @property
    def folds(self) -> bool:
        """sclite does, unless told otherwise."""
        return self.align == "sclite" if self.lowercase is None else self.lowercase

    @property
    def marks(self) -> Marks:
        """sclite reads alternatives; optional words and fragments are asked for, as there by -D and -F."""
        alternates = self.align == "sclite" if self.alternates is None else self.alternates
        return Marks(alternates, self.optional, self.fragments)

    @property
    def plain(self) -> bool:
        """Are the fewest edits between plain words all that is asked for?"""
        return self.align == "levenshtein" and self.marks == Marks()

    def counts(self, gold: Words, guess: Words) -> Ints:
        """Hits, substitutions, deletions and insertions of each unit."""
        if self.plain:
            return fewest(*numbered(self.ready(gold.texts), self.ready(guess.texts)) if self.folds else (gold, guess))
        return self._ways(gold.texts, guess.texts).counts[:, :4]

    def aligned(self, gold: Sequence[str], guess: Sequence[str]) -> list[Aligned]:
        """The alignments that are counted, to show them."""
        if self.plain:
            sides = self.ready(gold), self.ready(guess)
            return list(stepped(*numbered(*sides), *([text.split() for text in texts] for texts in sides)))
        return told(self._ways(gold, guess, told=True))

    def _ways(self, gold: Sequence[str], guess: Sequence[str], *, told: bool = False) -> Ways:
        return ways(self.ready(gold), self.ready(guess), ALIGN[self.align], self.marks, told=told)

    def advise(self, gold: Words, guess: Words) -> tuple[str, ...]:
        """Also alternatives that would count as words."""
        return (*Edited.advise(self, gold, guess), *(() if self.marks.alternates else _braced(self.name, gold.texts)))


def fewest(gold: Ragged, guess: Ragged) -> Ints:
    """Hits, substitutions, deletions, insertions of the alignment with fewest edits; see the kernel for ties."""
    out = np.zeros((len(gold), 4), np.int64)
    edits.edit_counts(gold.values, gold.starts, guess.values, guess.starts, out)
    return out


def numbered(gold: Sequence[str], guess: Sequence[str]) -> tuple[Ragged, Ragged]:
    """White-space words as numbers shared by both sides."""
    flat = Ragged.of_strings([*gold, *guess])
    every = Ragged(*words.word_ids(flat.values, flat.starts))
    return every[: len(gold)], every[len(gold) :]


def stepped(
    gold: Ragged, guess: Ragged, wanted: Sequence[Sequence[str]], said: Sequence[Sequence[str]]
) -> Iterator[Aligned]:
    """The same alignment, told in these tokens."""
    room = np.zeros(int(gold.starts[-1] + guess.starts[-1]), np.int8)
    counts = np.zeros((len(gold), 4), np.int64)
    edits.edit_steps(gold.values, gold.starts, guess.values, guess.starts, counts, room)
    ends = (gold.starts[1:] + guess.starts[1:]).tolist()
    for end, many, a, b in zip(ends, counts.sum(1).tolist(), wanted, said, strict=True):
        left, right = iter(a), iter(b)
        yield Aligned(
            tuple(
                Edit(WHAT[what], None if what == 3 else next(left), None if what == 2 else next(right))
                for what in room[end - many : end].tolist()
            )
        )


def told(found: Ways) -> list[Aligned]:
    """The ways through networks, told in their words."""
    return [
        Aligned(tuple(Edit(WHAT[what], gold, guess) for what, gold, guess in found.told(unit) if what != SILENT))
        for unit in range(len(found.ends))
    ]


def _cased(name: str, gold: Iterable[str], guess: Iterable[str]) -> tuple[str, ...]:
    shares = [_upper(side) for side in (gold, guess)]
    if min(shares) > 0.5 or max(shares) < 0.9:
        return ()
    loud = "references are" if shares[0] > shares[1] else "guesses are"
    other = "guesses" if shares[0] > shares[1] else "references"
    return (f"the {loud} in capitals and the {other} are not, and case counts: {name}(lowercase=True) ignores it",)


def _upper(texts: Iterable[str]) -> float:
    """The share of capitals among letters that have case; .5 where there are too few to tell."""
    said = "".join(texts)
    capitals = sum(map(str.isupper, said))
    cased = capitals + sum(map(str.islower, said))
    return capitals / cased if cased >= SOME else 0.5001


def _pointed(gold: Sequence[str], guess: Sequence[str]) -> tuple[str, ...]:
    """One side has punctuation marks behind its words, the other has none."""
    ends = [[word[-1] in MARKS for text in side for word in text.split()] for side in (gold, guess)]
    if min(map(len, ends)) < SOME or (any(ends[0]) and any(ends[1])) or max(map(np.mean, ends)) < 0.02:
        return ()
    pointed, other = ("references", "guesses") if any(ends[0]) else ("guesses", "references")
    return (
        f"the {pointed} have punctuation marks and the {other} have none, and they count: prepare both sides alike",
    )


def _braced(name: str, texts: Sequence[str]) -> tuple[str, ...]:
    found = sum("{ " in text and " }" in text and " / " in text for text in texts)
    if not found:
        return ()
    return (
        f"{found:,} of {len(texts):,} references hold alternatives such as {{ a / b }}, and every word of them counts: "
        f"{name}(alternates=True) takes the nearest",
    )
