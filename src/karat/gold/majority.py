"""Several annotate, and the most frequent answer wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

from karat.gold.base import Rule
from karat.types.answer import Answer
from karat.types.gold import Decision
from karat.types.spoken import spoken


@spoken
class Majority(Rule):
    """The most frequent answer wins; a tie waits for the adjudicator, or with `ties='drop'` leaves the unit out.

    Where an answer has many parts (spans), each part wins or loses by itself: more than half must have marked it.

    >>> import karat
    >>> karat.gold([("u1", "ann", "x"), ("u1", "bob", "x"), ("u1", "eve", "y")]).decisions[0].body
    'x'
    """

    name = "majority"
    choices = {"ties": ("adjudicator", "drop")}

    ties: str = "adjudicator"
    least: int = 1

    def decide(self, unit: str, answers: Sequence[Answer]) -> Decision | None:
        """The winner, with the share of votes for each candidate."""
        if len(answers) < max(1, self.least):
            return None
        bodies = [answer.body for answer in answers]
        votes = _parts(bodies) if all(isinstance(body, tuple) for body in bodies) else Counter(bodies)
        found = _above_half(votes, len(bodies)) if isinstance(bodies[0], tuple) else _first(votes)
        if found is None:
            return None
        shares = {str(value): n / len(bodies) for value, n in votes.items()}
        return Decision(unit, found[0], str(self), authors=tuple(a.author for a in answers), votes=shares)

    def leaves_open(self) -> bool:
        """Ties wait unless they are dropped."""
        return self.ties == "adjudicator"


def _parts(bodies: Sequence[Any]) -> Counter[Hashable]:
    return Counter(part for body in bodies for part in set(body))


def _first(votes: Counter[Hashable]) -> tuple[Any] | None:
    """The winner in a tuple, as None may be an answer; nothing on a tie."""
    ordered = votes.most_common(2)
    return None if len(ordered) == 2 and ordered[0][1] == ordered[1][1] else (ordered[0][0],)


def _above_half(votes: Counter[Hashable], voters: int) -> tuple[Any] | None:
    if any(2 * n == voters for n in votes.values()):
        return None
    return (tuple(sorted(part for part, n in votes.items() if 2 * n > voters)),)
