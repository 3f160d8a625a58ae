"""Numbers that can explain themselves."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan

from karat.types.shown import Shown


@dataclass(frozen=True, slots=True)
class Score(Shown):
    """A number with its interval; `value` is nan exactly when `why` says why.

    `notes` warn of what looks wrong; `parts` name what the number is made of: hits and insertions, lengths, precisions.
    """

    measure: str
    value: float
    low: float = nan
    high: float = nan
    n: int = 0
    why: str = ""
    signature: str = ""
    notes: tuple[str, ...] = ()
    parts: tuple[tuple[str, float], ...] = ()

    def __str__(self) -> str:
        if self.why:
            return f"{self.measure} – ({self.why})"
        bounds = "" if isnan(self.low) else f" [{self.low:.4f}, {self.high:.4f}]"
        return f"{self.measure} {self.value:.4f}{bounds}"


@dataclass(frozen=True, slots=True)
class Comparison(Shown):
    """Two systems on the same units: the difference (ours − theirs), its interval, and how surprising it is.

    `p` is two-sided; `p_one_sided` and `p_strict` are the published one-sided forms for the system that won. `mde` is the
    smallest difference that these units show with power .8, `needed` how many units the difference seen would take.
    """

    ours: str
    theirs: str
    measure: str
    difference: float
    low: float
    high: float
    p: float
    corrected: float
    effect: float
    test: str
    resamples: int
    seed: int
    n: int
    p_one_sided: float = nan
    p_strict: float = nan
    why: str = ""
    mde: float = nan
    needed: float = nan
