"""What a test between two systems promises."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import ClassVar

from karat.engine import Engine
from karat.measures.base import Floats, Measure
from karat.stats.differences import differences
from karat.types.spoken import Spoken

INTERVAL = 10_000  # resamples of the interval of a difference, where the test draws none itself


@dataclass(frozen=True, slots=True)
class Tested:
    """How surprising a difference is: `p` is two-sided; `p_one_sided` asks for the system that won, where a test can.

    `said` is the test in words, with its number of resamples where it has any; `why` says why p is nan.
    """

    p: float
    said: str
    p_one_sided: float = nan
    p_strict: float = nan
    statistic: float = nan
    resamples: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Paired:
    """A difference, its 95 % interval and its effect, and how surprising it is."""

    difference: float
    low: float
    high: float
    effect: float
    tested: Tested


class PairedTest(Spoken):
    """A frozen value that prints as it reads; a subclass says what it assumes and fills in `test`.

    Rows come one a unit, summed by group where groups exist; a test that cannot take them raises BadRequest with the
    tests that can.
    """

    assumes: ClassVar[str]  # what must hold for p to mean what it says, in a user's words
    paper: ClassVar[str] = ""

    def refuses(self, measure: Measure, ours: Floats, theirs: Floats) -> str:
        """Why it cannot take these rows, as the end of a sentence that begins with its name; "" where it can."""
        return ""

    @abstractmethod
    def test(
        self, measure: Measure, ours: Floats, theirs: Floats, seed: int = 0, engine: Engine | None = None
    ) -> Tested:
        """How surprising the difference between two systems' rows of the same units is."""

    def pairs(
        self,
        measure: Measure,
        systems: Sequence[Floats],
        pairs: Sequence[tuple[int, int]],
        seed: int = 0,
        engine: Engine | None = None,
    ) -> list[Paired]:
        """Every pair tested, with the interval of its difference from the bootstrap."""
        found = differences(measure, systems, pairs, INTERVAL, seed, engine)
        return [
            Paired(
                one.difference,
                one.low,
                one.high,
                one.effect,
                Tested(nan, str(self), why=measure.undefined)
                if isnan(one.difference)
                else self.test(measure, systems[a], systems[b], seed, engine),
            )
            for one, (a, b) in zip(found, pairs, strict=True)
        ]
