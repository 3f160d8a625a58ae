"""Cohen's kappa."""

from __future__ import annotations

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
        """The unit's cell in the confusion matrix, flat; nothing where one author is silent."""
        labels = len(panel.inventory)
        if self.weights != "none":
            numbers(panel.inventory, str(self))
        rows = np.zeros((len(panel), labels * labels))
        unit = np.nonzero((panel.codes >= 0).all(1))[0]
        rows[unit, panel.codes[unit, 0] * labels + panel.codes[unit, 1]] = 1.0
        return rows

    def finish(self, totals: Floats) -> Floats:
        """1 − observed over expected cost."""
        labels = round(totals.shape[-1] ** 0.5)
        table = totals.reshape(*totals.shape[:-1], labels, labels)
        cost = _cost(self.weights, labels)
        chance = table.sum(-1)[..., :, None] * table.sum(-2)[..., None, :]
        return 1 - over(table.sum((-1, -2)) * (table * cost).sum((-1, -2)), (chance * cost).sum((-1, -2)))


def _cost(weights: str, labels: int) -> Floats:
    """What taking label i for label j costs; labels stand in their natural order."""
    apart = np.abs(np.subtract.outer(np.arange(labels), np.arange(labels))).astype(np.float64)
    return {"none": (apart > 0).astype(np.float64), "linear": apart, "quadratic": apart**2}[weights]
