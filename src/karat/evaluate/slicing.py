"""Where is a difference? Systems compared on each slice of the units, corrected for how many slices there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan

from karat.engine import Engine
from karat.evaluate.comparing import Compared, beats, higher_is_better
from karat.evaluate.tabled import Tabled, with_corrected
from karat.stats.tests import PairedTest
from karat.types.score import Comparison, Score

SMALL = 30  # units below which an interval is rough
RESAMPLES = 100_000  # at most, for each slice
TESTED = 10  # units below which resamples say next to nothing


@dataclass(frozen=True, slots=True)
class Slice:
    """The units that share a value: each system's scores there, and how the leader of all units fares against each."""

    by: str
    name: str
    n: int
    drawn: int
    systems: Mapping[str, tuple[Score, ...]]
    comparisons: tuple[Comparison, ...]

    @property
    def small(self) -> bool:
        """Are there so few units that the interval is rough?"""
        return self.drawn < SMALL

    def turned(self, over_all: Compared) -> list[Comparison]:
        """Comparisons whose sign is not the one that all units give."""
        return [
            one
            for one in self.comparisons
            if one.difference * over_all.between(one.ours, one.theirs, one.measure).difference < 0
        ]


def compared_on(
    tables: Sequence[Tabled],
    over_all: Compared,
    by: str,
    places: Mapping[str, Sequence[int]],
    test: PairedTest,
    *,
    interval: str = "bca",
    correction: str = "holm",
    seed: int = 0,
    engine: Engine | None = None,
) -> tuple[Slice, ...]:
    """Every slice; p is corrected over all slices of the feature and all rivals of the leader, for each measure.

    A slice of fewer than ten units (or groups) is scored and not tested.
    """
    drawn = for_slices(test)
    parts = {name: [table.only(at) for table in tables] for name, at in places.items()}
    pairs = {
        name: [one for part in found for one in _against(part, over_all, drawn, seed, engine)]
        for name, found in parts.items()
    }
    right = _corrected(pairs, over_all.measures, correction)
    return tuple(
        Slice(
            by,
            name,
            found[0].units,
            found[0].drawn,
            {one: tuple(part.score(one, interval, seed, engine) for part in found) for one in found[0].names},
            tuple(right[name]),
        )
        for name, found in parts.items()
    )


def for_slices(test: PairedTest) -> PairedTest:
    """The test with no more resamples than slices deserve: there are many of them, and each is small.

    >>> from karat.stats.tests import paired_test
    >>> for_slices(paired_test("bootstrap"))
    bootstrap(resamples=100000)
    """
    drawn = getattr(test, "resamples", 0)
    return test.with_(resamples=RESAMPLES) if drawn > RESAMPLES else test


def leader(over_all: Compared, which: str) -> str:
    """The system with the best score by a measure; of equal ones the first."""
    return over_all.ranked(which)[0].system


def _against(part: Tabled, over_all: Compared, test: PairedTest, seed: int, engine: Engine | None) -> list[Comparison]:
    first = part.names.index(leader(over_all, str(part.measure)))
    pairs = [(first, at) for at in range(len(part.names)) if at != first]
    found = part.pairs(test, pairs, seed, engine)
    if part.drawn >= TESTED:
        return found
    what = "units" if part.groups is None else "groups"
    why = f"{part.drawn} {what} are too few to test: at least {TESTED} were expected"
    return [replace(one, p=nan, corrected=nan, p_one_sided=nan, p_strict=nan, why=why) for one in found]


def _corrected(
    pairs: Mapping[str, Sequence[Comparison]], measures: Sequence[str], correction: str
) -> dict[str, list[Comparison]]:
    right: dict[str, list[Comparison]] = {name: [] for name in pairs}
    for which in measures:
        mine = [(name, one) for name, found in pairs.items() for one in found if one.measure == which]
        for (name, _), one in zip(mine, with_corrected([one for _, one in mine], correction), strict=True):
            right[name].append(one)
    return right


def won_by(found: Comparison) -> str:
    """The system that is ahead, whether by chance or not; empty where neither is.

    >>> won_by(Comparison("a", "b", "wer", -0.1, -0.2, 0.0, 0.1, 0.1, 0.3, "t", 0, 0, 9))
    'a'
    """
    if not abs(found.difference) > 0:
        return ""
    return found.ours if (found.difference > 0) == higher_is_better(found.measure) else found.theirs


def sure(found: Comparison) -> bool:
    """Is one of the two better beyond what the test leaves to chance?"""
    return beats(found) or beats(replace(found, difference=-found.difference))
