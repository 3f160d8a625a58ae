"""How a guess becomes its reference: what translation edit rate shifted, and what it edited then."""

from __future__ import annotations

from dataclasses import dataclass

from karat.kernels.reference_shifts import Rules, shifted
from karat.measures.ter import TranslationEditRate


@dataclass(frozen=True, slots=True)
class Shifted:
    """Words that went from place `start` to place `to`, as the guess stood then."""

    words: tuple[str, ...]
    start: int
    to: int


@dataclass(frozen=True, slots=True)
class Step:
    """One place of the alignment: `what` is hit, substitution, insertion or deletion; `place` is that in the guess as given."""

    what: str
    gold: str | None
    guess: str | None
    place: int | None
    moved: bool


@dataclass(frozen=True, slots=True)
class Steps:
    """The shifts in the order in which they are made, and the edits that remain, from the left."""

    shifts: tuple[Shifted, ...]
    edits: tuple[Step, ...]


def steps(gold: str, guess: str, measure: TranslationEditRate | None = None) -> Steps:
    """The shifts and edits of one pair, to show them; the measure counts just these.

    Meant for single units: long ones take seconds.

    >>> found = steps("the cat sat on the mat", "on the mat the dog sat")
    >>> found.shifts
    (Shifted(words=('on', 'the', 'mat'), start=0, to=3),)
    >>> [(one.what, one.gold, one.guess) for one in found.edits if one.what != "hit"]
    [('substitution', 'cat', 'dog')]
    """
    how = measure or TranslationEditRate()
    wanted, said = how.cut((gold,), (guess,))
    number: dict[str, int] = {}
    ids = [[number.setdefault(word, len(number)) for word in words] for words in (wanted[0], said[0])]
    made, _words, edits = shifted(ids[0], ids[1], Rules(*how.rules().tolist()))
    places, shifts, moved = list(range(len(said[0]))), [], set[int]()
    for one in made:
        run = places[one.start : one.start + one.length]
        rest = places[: one.start] + places[one.start + one.length :]
        places = rest[: one.to] + run + rest[one.to :]
        moved.update(run)
        shifts.append(Shifted(tuple(said[0][i] for i in run), one.start, one.to))
    return Steps(tuple(shifts), tuple(_step(wanted[0], said[0], a, b, places, moved) for a, b in edits.pairs))


def _step(wanted: list[str], said: list[str], a: int | None, b: int | None, places: list[int], moved: set[int]) -> Step:
    gold = None if a is None else wanted[a]
    place = None if b is None else places[b]
    guess = None if place is None else said[place]
    what = "deletion" if guess is None else "insertion" if gold is None else "hit" if gold == guess else "substitution"
    return Step(what, gold, guess, place, place in moved)
