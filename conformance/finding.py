"""What came of comparing karat with one tool under one setting."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan


@dataclass(frozen=True)
class Finding:
    """How many inputs were compared, how many gave another number, and, where the two are known to differ, who is right."""

    tool: str
    version: str
    setting: str
    inputs: int
    differ: int
    largest: float
    known: str = ""  # why the two differ here, and who is right; "" where they must not differ

    @property
    def as_expected(self) -> bool:
        """No difference where there must be none; one that is really there where one is known."""
        return (self.differ > 0) == bool(self.known)


def compared(
    tool: str,
    version: str,
    setting: str,
    pairs: Iterable[tuple[float, float]],
    *,
    within: float = 1e-9,
    known: str = "",
) -> Finding:
    """Our number beside theirs, for each input; nan equals nan alone."""
    inputs, differ, largest = 0, 0, 0.0
    for ours, theirs in pairs:
        inputs += 1
        apart = 0.0 if isnan(ours) and isnan(theirs) else abs(ours - theirs)
        differ += not apart <= within
        largest = max(largest, apart) if not isnan(apart) else float("inf")
    return Finding(tool, version, setting, inputs, differ, largest, known)
