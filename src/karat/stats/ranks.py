"""Which places a system may truly hold."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan


def rank_intervals(better: Sequence[Sequence[bool]]) -> list[tuple[int, int]]:
    """From `better[i][j]` (i is significantly better than j): the best and the worst rank that system i may hold.

    >>> rank_intervals([[False, True, True], [False, False, False], [False, False, False]])
    [(1, 1), (2, 3), (2, 3)]
    """
    systems = range(len(better))
    beaten_by = [sum(better[j][i] for j in systems) for i in systems]
    beats = [sum(better[i][j] for j in systems) for i in systems]
    return [(1 + beaten_by[i], len(better) - beats[i]) for i in systems]


def places(values: Sequence[float], higher: bool = True) -> list[int]:
    """Rank of each value, equal values sharing the better place; what is missing is last.

    >>> places([0.5, 0.9, 0.5, float("nan")])
    [2, 1, 2, 4]
    """
    keys = [(not isnan(v), 0.0 if isnan(v) else v if higher else -v) for v in values]
    return [1 + sum(other > mine for other in keys) for mine in keys]


def clusters(better: Sequence[Sequence[bool]], values: Sequence[float], higher: bool = True) -> list[int]:
    """Which cluster each system belongs to, 1 the best: a line is drawn where everyone above beats everyone below.

    As WMT draws them from `better[i][j]` (i is significantly better than j). Systems that score the same are never parted,
    and what is missing is below all others, beaten or not. No line says that systems are equal: see `rank_intervals`.

    >>> clusters([[False, False, True], [False, False, True], [False, False, False]], [0.9, 0.8, 0.5])
    [1, 1, 2]
    """
    place = places(values, higher)
    order = sorted(range(len(place)), key=place.__getitem__)
    found, number = [0] * len(place), 1
    for n, system in enumerate(order):
        above, below = order[:n], order[n:]
        apart = all(isnan(values[j]) or better[i][j] for i in above for j in below)
        number += bool(above) and apart and place[above[-1]] != place[system]
        found[system] = number
    return found
