"""Krippendorff's alpha."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from karat.errors import BadInput
from karat.measures.base import Floats, Measure, over
from karat.measures.forms import numbers
from karat.types.coded import Coded
from karat.types.spoken import spoken

Apart = tuple[Floats, Floats, Floats]  # observed and expected disagreement (as sums over pairs), answers that count


@spoken
class Alpha(Measure):
    """Agreement beyond chance among any number of authors; missing answers are fine.

    A unit with fewer than two answers says nothing. `level` says what a difference is: 'nominal' (other is other),
    'ordinal' (how many ranks lie between), 'interval' (squared difference), 'ratio'. One disagreement among nearly equal
    labels gives a value near 0: chance alone would agree as much.

    >>> import karat
    >>> answers = [("u1", "ann", "x"), ("u1", "bob", "x"), ("u2", "ann", "y"), ("u2", "bob", "y")]
    >>> karat.agree(answers, "alpha", interval="none").scores[0].value
    1.0
    """

    name = "alpha"
    takes = "label"
    of = "panel"
    bounds = (-1.0, 1.0)
    symmetric = True
    undefined = "no two authors answered one unit, or all used one label: chance agreement is already complete"
    paper = "Krippendorff 2004, ch. 11"
    choices = {"level": ("nominal", "ordinal", "interval", "ratio")}

    level: str = "nominal"

    def rows(self, panel: Coded) -> Floats:
        """Sums from which observed and expected disagreement follow, as each level needs them."""
        return LEVELS[self.level][0](panel)

    def finish(self, totals: Floats) -> Floats:
        """1 − observed over expected disagreement."""
        observed, expected, n = LEVELS[self.level][1](totals)
        found: Floats = 1 - over((n - 1) * observed, expected)
        return found


def _counts(panel: Coded) -> Floats:
    """How often each label was given to each unit; units with fewer than two answers count nothing."""
    units, labels = len(panel), len(panel.inventory)
    counts: Floats = np.zeros((units, labels))
    unit, author = np.nonzero(panel.codes >= 0)
    np.add.at(counts, (unit, panel.codes[unit, author]), 1.0)
    counts[counts.sum(1) < 2] = 0
    return counts


def _nominal(panel: Coded) -> Floats:
    """Pairs that disagree (ordered, over m − 1), then the count of each label."""
    counts = _counts(panel)
    answers = counts.sum(1)
    apart = (answers**2 - (counts**2).sum(1)) / np.maximum(answers - 1, 1)
    return np.concatenate([apart[:, None], counts], 1)


def _nominal_apart(totals: Floats) -> Apart:
    each = totals[..., 1:]
    n = each.sum(-1)
    return totals[..., 0], n * n - (each**2).sum(-1), n


def _interval(panel: Coded) -> Floats:
    """Squared differences (ordered pairs, over m − 1), then the count, sum and sum of squares of the values."""
    values = numbers(panel.inventory, "alpha(level='interval')")
    values = np.append(
        values - values.mean() if len(values) else values, 0.0
    )  # a shift changes no difference, and keeps the squares small
    there = (panel.codes >= 0) & ((panel.codes >= 0).sum(1) >= 2)[:, None]
    x = np.where(there, values[panel.codes], 0.0)
    m, total, squares = there.sum(1), x.sum(1), (x**2).sum(1)
    apart = 2 * (m * squares - total**2) / np.maximum(m - 1, 1)
    return np.stack([apart, m, total, squares], 1)


def _interval_apart(totals: Floats) -> Apart:
    apart, n, total, squares = np.moveaxis(totals, -1, 0)
    spread = n * squares - total**2
    # rounding leaves dust where all values are one
    return apart, 2 * np.where(spread > 1e-12 * n * squares, spread, 0.0), n


def _ordinal(panel: Coded) -> Floats:
    """The unit's coincidence matrix, flat."""
    values, place = np.unique(numbers(panel.inventory, "alpha(level='ordinal')"), return_inverse=True)
    labels = len(values)  # "1" and "1.0" are one rank
    counts = _counts(Coded(np.append(place, -1)[panel.codes], tuple(map(str, values))))
    pairs = counts[:, :, None] * counts[:, None, :] - counts[:, :, None] * np.eye(labels)
    made: Floats = (pairs / np.maximum(counts.sum(1) - 1, 1)[:, None, None]).reshape(len(panel), labels**2)
    return made


def _ordinal_apart(totals: Floats) -> Apart:
    labels = round(totals.shape[-1] ** 0.5)
    together = totals.reshape(*totals.shape[:-1], labels, labels)
    each = together.sum(-1)
    middle = np.cumsum(each, -1) - each / 2
    distance = (middle[..., :, None] - middle[..., None, :]) ** 2  # ranks from the middle of one label to the other's
    expected = (each[..., :, None] * each[..., None, :] * distance).sum((-1, -2))
    return (together * distance).sum((-1, -2)), expected, each.sum(-1)


def _ratio(panel: Coded) -> Floats:
    """Disagreement, then the count of each label and its value times its count, so that `finish` knows the values."""
    counts, values = _counts(panel), numbers(panel.inventory, "alpha(level='ratio')")
    if (values < 0).any():
        raise BadInput(
            f"alpha(level='ratio'): {values.min():g} was found, but a ratio scale starts at 0: take level='interval'"
        )
    apart = np.einsum("ui,ij,uj->u", counts, _ratio_distance(values), counts) / np.maximum(counts.sum(1) - 1, 1)
    return np.concatenate([apart[:, None], counts, counts * values], 1)


def _ratio_apart(totals: Floats) -> Apart:
    each, sums = np.split(totals[..., 1:], 2, axis=-1)
    distance = _ratio_distance(np.nan_to_num(over(sums, each)))
    expected = np.einsum("...i,...ij,...j->...", each, distance, each)
    return totals[..., 0], expected, each.sum(-1)


def _ratio_distance(values: Floats) -> Floats:
    difference, total = values[..., :, None] - values[..., None, :], values[..., :, None] + values[..., None, :]
    return np.nan_to_num(over(difference, total)) ** 2


LEVELS: dict[str, tuple[Callable[[Coded], Floats], Callable[[Floats], Apart]]] = {
    "nominal": (_nominal, _nominal_apart),
    "ordinal": (_ordinal, _ordinal_apart),
    "interval": (_interval, _interval_apart),
    "ratio": (_ratio, _ratio_apart),
}
