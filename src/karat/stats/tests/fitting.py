"""Whether a test fits, and which tests do."""

from __future__ import annotations

from karat.errors import BadInput, BadRequest
from karat.measures.base import Floats, Measure
from karat.stats.tests import TESTS
from karat.stats.tests.base import PairedTest


def fitting_tests(measure: Measure, ours: Floats, theirs: Floats) -> list[str]:
    """The names of all tests that can take these rows.

    >>> import numpy as np
    >>> from karat.measures import measure
    >>> rows = np.ones((3, 4))
    >>> "mcnemar" in fitting_tests(measure("wer"), rows, rows)
    False
    """
    return [name for name, test in TESTS.items() if not test().refuses(measure, ours, theirs)]


def checked(test: PairedTest, measure: Measure, ours: Floats, theirs: Floats) -> None:
    """Refuse rows that the test cannot take, and name the tests that can."""
    if ours.shape != theirs.shape:
        raise BadInput(f"the systems have {len(ours)} and {len(theirs)} units: the same units were expected")
    if not len(ours):
        return  # without units nothing is wrong with the rows, and p is undefined
    why = test.refuses(measure, ours, theirs)
    if why:
        *most, last = fitting_tests(measure, ours, theirs)
        raise BadRequest(f"{test.name} {why}: take {', '.join(most)}{' or ' if most else ''}{last}")
