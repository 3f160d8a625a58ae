"""What a rule is: from the answers to one unit to a decision, or to an open question."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from karat.types.answer import Answer
from karat.types.gold import Decision
from karat.types.spoken import Spoken


class Rule(Spoken):
    """Decides a unit from its answers; None leaves it open for a person."""

    @abstractmethod
    def decide(self, unit: str, answers: Sequence[Answer]) -> Decision | None:
        """The decision on one unit."""

    def leaves_open(self) -> bool:
        """Do undecided units wait for a person (else they are left out)?"""
        return True
