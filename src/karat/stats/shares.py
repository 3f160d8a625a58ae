"""When a score is a share of single right and wrong answers, exact arithmetic does what resampling only comes near to."""

from __future__ import annotations

import numpy as np

from karat.measures.base import Floats, Measure

SHARE = np.array([[0.0, 1.0], [1.0, 1.0], [1.0, 2.0]])  # wrong, right, and one of two


def why_no_share(measure: Measure, *sides: Floats) -> str:
    """Why these rows are not one right or wrong answer each, in a user's words; "" where they are.

    >>> from karat.measures import measure
    >>> why_no_share(measure("accuracy"), np.array([[1.0, 1.0], [0.0, 1.0]]))
    ''
    >>> why_no_share(measure("accuracy"), np.array([[1.0, 2.0], [0.0, 3.0]]))
    'units are summed by group here'
    """
    if measure.whole or any(side.shape[1] != 2 for side in sides) or not _is_share(measure):
        return f"{measure.name} is no share of right answers"
    if any((side[:, 1] > 1).any() for side in sides):
        return "units are summed by group here"
    single = all(np.isin(side[:, 0], (0.0, 1.0)).all() and (side[:, 1] == 1).all() for side in sides)
    return "" if single else f"{measure.name} is no share of right answers"


def _is_share(measure: Measure) -> bool:
    return bool((measure.finish(SHARE) == [0.0, 1.0, 0.5]).all())
