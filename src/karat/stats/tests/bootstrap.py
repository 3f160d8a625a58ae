"""The paired bootstrap, in all three of its readings."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan

from karat.engine import Engine
from karat.measures.base import Floats, Measure
from karat.stats.differences import Apart, differences
from karat.stats.tests.base import Paired, PairedTest, Tested
from karat.types.spoken import spoken


@spoken
class Bootstrap(PairedTest):
    """Draw the same units for both systems, many times: how often is a difference centred on 0 as large as what was seen?

    `p` is two-sided: how often a difference centred on 0 is at least this large either way. `p_one_sided` asks only for
    the system that won. `p_strict` counts as Berg-Kirkpatrick et al. (2012) print it: more than twice the difference.
    With fewer than about 30 units do not lean on it. Of n units that all speak for one system, chance alone would make as
    many in one of 2^n trials: no p is less than that, one-sided, or than twice that, two-sided.

    >>> from karat.measures import measure
    >>> ours, theirs = [[1.0, 1.0]] * 40 + [[0.0, 1.0]] * 10, [[1.0, 1.0]] * 30 + [[0.0, 1.0]] * 20
    >>> import numpy as np
    >>> Bootstrap(resamples=1000).test(measure("accuracy"), np.array(ours), np.array(theirs)).p < 0.01
    True
    """

    name = "bootstrap"
    assumes = "the units stand for more like them, each independent of the others; groups, where units are not"
    paper = "Efron 1979; Berg-Kirkpatrick et al. 2012"

    resamples: int = 1_000_000

    def test(
        self, measure: Measure, ours: Floats, theirs: Floats, seed: int = 0, engine: Engine | None = None
    ) -> Tested:
        """How surprising the difference is."""
        return self.pairs(measure, [ours, theirs], [(0, 1)], seed, engine)[0].tested

    def pairs(
        self,
        measure: Measure,
        systems: Sequence[Floats],
        pairs: Sequence[tuple[int, int]],
        seed: int = 0,
        engine: Engine | None = None,
    ) -> list[Paired]:
        """Every pair; the interval and p come from the same draws."""
        found = differences(measure, systems, pairs, self.resamples, seed, engine)
        return [
            Paired(one.difference, one.low, one.high, one.effect, self._read(one, measure, len(systems[0])))
            for one in found
        ]

    def _read(self, found: Apart, measure: Measure, units: int) -> Tested:
        said = "paired bootstrap, two-sided"
        if isnan(found.difference):
            return Tested(nan, said, resamples=self.resamples, why=measure.undefined)
        two_sided, one_sided = ((count + 1) / (self.resamples + 1) for count in (found.two_sided, found.one_sided))
        least = 0.5**units
        two_sided, one_sided = max(two_sided, 2 * least), max(one_sided, least)
        strict = found.strict / self.resamples if found.difference else 1.0
        return Tested(two_sided, said, one_sided, strict, resamples=self.resamples)
