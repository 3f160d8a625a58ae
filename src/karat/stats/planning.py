"""How large a test set to make, before there is any data: two systems that are each right on a share of units.

What decides is how often just one of the two is right (`discordant`). Two good systems err on the same units, so it is
far less than if they erred independently, and never less than the difference between them.
"""

from __future__ import annotations

from math import ceil, copysign, nan, sqrt
from statistics import NormalDist

from karat.errors import BadRequest

NORMAL = NormalDist()
DUST = 1e-9


def discordance(ours: float, theirs: float, correlation: float = 0.0) -> float:
    """How often just one of two systems is right, from their accuracies and the correlation of their being right.

    >>> round(discordance(0.80, 0.82), 3), round(discordance(0.80, 0.82, correlation=0.7), 3)
    (0.308, 0.093)
    """
    _shares(ours=ours, theirs=theirs)
    both = ours * theirs + correlation * sqrt(ours * (1 - ours) * theirs * (1 - theirs))
    found = ours + theirs - 2 * both
    return _possible(ours, theirs, found, f"a correlation of {correlation!r}")


def units_for(
    ours: float, theirs: float, *, discordant: float | None = None, power: float = 0.8, level: float = 0.05
) -> int:
    """How many units show this difference in accuracy with this power, by a two-sided test of the same units.

    Without `discordant` the systems are taken to err independently, which asks for more units than most pairs need.

    >>> units_for(0.80, 0.82), units_for(0.80, 0.82, discordant=0.093)
    (6042, 1823)
    """
    _shares(power=power, level=level)
    share, gap = _pair(ours, theirs, discordant), abs(ours - theirs)
    if not gap:
        raise BadRequest(f"both systems are right on {ours:g} of the units: no number of units shows a difference of 0")
    # Connor 1987: the variance is that of no difference under the null, and less by gap² where there is one
    wanted = _z(1 - level / 2) * sqrt(share) + _z(power) * sqrt(max(0.0, share - gap**2))
    return ceil((wanted / gap) ** 2)


def power_for(ours: float, theirs: float, units: int, *, discordant: float | None = None, level: float = 0.05) -> float:
    """How often so many units show this difference in accuracy.

    >>> round(power_for(0.80, 0.82, 2000, discordant=0.093), 2)
    0.84
    """
    _shares(level=level)
    _some(units)
    share, gap = _pair(ours, theirs, discordant), abs(ours - theirs)
    spread, reach = sqrt(max(0.0, share - gap**2)), _z(1 - level / 2) * sqrt(share)
    if not spread:  # just one system is ever alone in being right, and always by the gap
        return float(gap * sqrt(units) > reach)
    return sum(NORMAL.cdf((side * gap * sqrt(units) - reach) / spread) for side in (1, -1))


def detectable_by(units: int, *, discordant: float, power: float = 0.8, level: float = 0.05) -> float:
    """The smallest difference in accuracy that so many units show with this power; nan where they show none.

    >>> round(detectable_by(2000, discordant=0.1), 4)
    0.0198
    """
    _shares(discordant=discordant, power=power, level=level)
    _some(units)
    a, b = _z(1 - level / 2) * sqrt(discordant), _z(power)
    # the difference g at which g √n = a + b √(discordant − g²)
    under = a**2 * units - (units + b**2) * (a**2 - b**2 * discordant)
    found = (a * sqrt(units) + copysign(sqrt(under), b)) / (units + b**2)
    return found if found <= discordant else nan  # the systems cannot be further apart than they differ


def _pair(ours: float, theirs: float, discordant: float | None) -> float:
    _shares(ours=ours, theirs=theirs)
    return discordance(ours, theirs) if discordant is None else _possible(ours, theirs, discordant, "discordant")


def _possible(ours: float, theirs: float, found: float, said: str) -> float:
    low, high = abs(ours - theirs), min(ours + theirs, 2 - ours - theirs)
    if not low - DUST <= found <= high + DUST:
        raise BadRequest(
            f"{said}: just one of the systems would be right on {found:.3g} of the units, but with accuracies of "
            f"{ours:g} and {theirs:g} that is from {low:.3g} to {high:.3g}"
        )
    return max(found, low)


def _shares(**given: float) -> None:
    for name, value in given.items():
        if not 0 < value < 1:
            raise BadRequest(f"{name} is {value!r}, but a number between 0 and 1 was expected")


def _some(units: int) -> None:
    if units < 1:
        raise BadRequest(f"{units} units were given: at least 1 was expected")


def _z(share: float) -> float:
    return NORMAL.inv_cdf(share)
