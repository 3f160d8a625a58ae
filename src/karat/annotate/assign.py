"""Which unit next, for whom, and for how long."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

LEASE_SECONDS = 30 * 60.0


@dataclass(frozen=True, slots=True)
class Waiting:
    """A unit as one person meets it: answers that stand, live leases of others, and whether this person is done."""

    unit: str
    place: int
    answers: int
    leases: int = 0
    done: bool = False


def next_unit(waiting: Iterable[Waiting], per_unit: int) -> str | None:
    """The open unit with the fewest answers, then the first in order; None where nothing is left for this person.

    >>> next_unit([Waiting("u1", 1, answers=2), Waiting("u2", 2, answers=1, leases=2), Waiting("u3", 3, answers=2)], 3)
    'u1'
    """
    free = [one for one in waiting if not one.done and one.answers + one.leases < per_unit]
    return min(free, key=lambda one: (one.answers, one.place)).unit if free else None


def lease_from(now: float) -> float:
    """When a lease ends that is taken, or used, now: every use slides it.

    >>> lease_from(0.0)
    1800.0
    """
    return now + LEASE_SECONDS


def is_live(lease: float, now: float) -> bool:
    """Is a unit still lent? At the very second the lease ends it is not.

    >>> is_live(1800.0, now=1800.0)
    False
    """
    return lease > now
