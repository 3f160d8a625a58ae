"""Cohen's kappa."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from karat.measures.base import Floats, Measure, over
from karat.measures.forms import numbers
from karat.types.coded import Coded
from karat.types.spoken import spoken


@spoken
class Kappa(Measure):
    """Agreement of two authors beyond what their own label habits would give by chance.

    With more than two authors, read it pair by pair, or take alpha. `weights` makes near misses count less on an ordered
    scale. A label that nearly always applies makes chance agreement high and kappa low, whatever the raw agreement.

    >>> import karat
    >>> answers = [("u1", "ann", "x"), ("u1", "bob", "x"), ("u2", "ann", "y"), ("u2", "bob", "y")]
    >>> karat.agree(answers, "kappa", interval="none").scores[0].value
    1.0
    """

    name = "kappa"
    takes = "label"
    of = "panel"
    bounds = (-1.0, 1.0)
    authors = 2
    symmetric = True
    undefined = "no two authors answered one unit, or both used one label only: chance agreement is already complete"
    paper = "Cohen 1960"
    choices = {"weights": ("none", "linear", "quadratic")}

    weights: str = "none"

    def rows(self, panel: Coded) -> Floats:
        """What the unit costs, both authors' labels, and values times counts (so that `finish` knows the values)."""
        labels, both = len(panel.inventory), np.nonzero((panel.codes >= 0).all(1))[0]
        values = self._values(panel.inventory)
        given = np.zeros((len(panel), 2, labels))
        if len(both):
            given[both[:, None], [0, 1], panel.codes[both]] = 1.0
        cost = np.einsum("ui,ij,uj->u", given[:, 0], _cost(self.weights, values), given[:, 1])
        return np.concatenate([cost[:, None], given[:, 0], given[:, 1], given.sum(1) * values], 1)

    def _values(self, inventory: Sequence[str]) -> Floats:
        return np.arange(float(len(inventory))) if self.weights == "none" else numbers(inventory, str(self))

    def finish(self, totals: Floats) -> Floats:
        """1 − observed over expected cost."""
        one, other, sums = np.split(totals[..., 1:], 3, axis=-1)
        cost = _cost(self.weights, np.nan_to_num(over(sums, one + other)))
        chance = np.einsum("...i,...ij,...j->...", one, cost, other)
        found: Floats = 1 - over(one.sum(-1) * totals[..., 0], chance)
        return found


def _cost(weights: str, values: Floats) -> Floats:
    """What taking one label for another costs: by their values, so that a point nobody used still takes its room."""
    apart = np.abs(values[..., :, None] - values[..., None, :])
    if weights == "none":
        return 1.0 - np.eye(values.shape[-1]) + 0.0 * apart
    return apart if weights == "linear" else apart**2
