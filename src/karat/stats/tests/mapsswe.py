"""Matched pairs of sentence segments, by word errors: the speech community's test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from karat.engine import Engine
from karat.errors import BadInput
from karat.measures.base import Floats, Measure
from karat.measures.wer import WordErrorRate
from karat.stats.tests.base import PairedTest, Tested
from karat.stats.tests.fitting import checked
from karat.stats.tests.unitwise import either_way, in_errors, undefined
from karat.types.aligned import DELETION, HIT, INSERTION, SUBSTITUTION, Aligned
from karat.types.spoken import spoken

COUNTED = (HIT, SUBSTITUTION, DELETION, INSERTION)
GOOD = 2  # words in a row that both have right, and that part two segments
FLAT = "no segment differs from another in how far the systems are apart, or there is just one"
Counts = NDArray[np.int64]


@spoken
class Mapsswe(PairedTest):
    """Do two recognisers make as many word errors a segment? A normal test of the mean difference of matched pairs.

    Rows are taken as segments: utterances, in `karat compare`. As sc_stats cuts them, segments end where both systems have
    two words in a row right; there are more of them, and errors in them are less dependent on each other. `mapsswe` in
    Python aligns and cuts so.

    >>> from karat.measures import measure
    >>> ours, theirs = np.array([[9.0, 1, 0, 0]] * 30), np.array([[8.0, 2, 0, 0]] * 20 + [[10.0, 0, 0, 0]] * 10)
    >>> round(Mapsswe().test(measure("wer"), ours, theirs).statistic, 2)  # a third less an error each, of spread .96
    -1.9
    """

    name = "mapsswe"
    assumes = "errors in one segment are independent of those in others, and there are some fifty segments"
    paper = "Gillick & Cox 1989; Pallett et al. 1990"

    def refuses(self, measure: Measure, ours: Floats, theirs: Floats) -> str:
        """It counts word errors."""
        return "" if isinstance(measure, WordErrorRate) else f"counts word errors, and {measure.name} does not"

    def test(
        self, measure: Measure, ours: Floats, theirs: Floats, seed: int = 0, engine: Engine | None = None
    ) -> Tested:
        """How surprising the mean difference of errors is."""
        checked(self, measure, ours, theirs)
        said = "matched pairs of segments (MAPSSWE), two-sided"
        apart = ours[:, 1:].sum(1) - theirs[:, 1:].sum(1)
        if not len(apart):
            return undefined(said, measure)
        z = in_errors(apart)
        if isnan(z):
            return Tested(nan, said, why=FLAT)
        p, one_sided = either_way(float(ndtr(-z)), float(ndtr(z)), int(np.sign(z)))
        return Tested(p, said, one_sided, statistic=z)


def mapsswe(gold: Sequence[str], ours: Sequence[str], theirs: Sequence[str], align: str = "sclite") -> Tested:
    """Align two recognisers' words, cut segments where both have two words in a row right, and test.

    >>> gold = ["a b c d e f g h i j"] * 30
    >>> found = mapsswe(gold, ["a b c d e f g h x j"] * 30, ["a x c d e f y h i j"] * 20 + ["a b c d e f g h i j"] * 10)
    >>> round(found.statistic, 2), round(found.p, 3)
    (-1.87, 0.061)
    """
    measure = WordErrorRate(align=align)
    rows = segmented(measure.aligned(list(gold), list(ours)), measure.aligned(list(gold), list(theirs)))
    return Mapsswe().test(measure, *rows)


def segmented(ours: Sequence[Aligned], theirs: Sequence[Aligned]) -> tuple[Floats, Floats]:
    """Hits, substitutions, deletions and insertions of both systems in each segment in which one of them errs.

    >>> from karat.measures.wer import WordErrorRate
    >>> gold, ours, theirs = ["a b c d e f"], ["x b c d e f"], ["a b c d y f"]
    >>> one, other = (WordErrorRate().aligned(gold, side) for side in (ours, theirs))
    >>> segmented(one, other)[0].tolist()  # "a", and "e f"
    [[0.0, 1.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0]]
    """
    if len(ours) != len(theirs):
        raise BadInput(f"the systems have {len(ours)} and {len(theirs)} units: the same units were expected")
    found = [segment for pair in zip(ours, theirs, strict=True) for segment in _cut(*map(_places, pair))]
    both = np.array(found, np.float64).reshape(len(found), 2, 4)
    return both[:, 0], both[:, 1]


def _places(aligned: Aligned) -> Counts:
    """What happens before each word of the reference and at it, and after the last: places × counts."""
    words = sum(edit.what != INSERTION for edit in aligned.edits)
    counts, at = np.zeros((2 * words + 1, 4), np.int64), 0
    for edit in aligned.edits:
        inserted = edit.what == INSERTION
        counts[at + (not inserted), COUNTED.index(edit.what)] += 1
        at += 0 if inserted else 2
    return counts


def _cut(ours: Counts, theirs: Counts) -> Iterator[Counts]:
    """The counts of both between runs of words that both have right; what has no error in it is no segment."""
    if len(ours) != len(theirs):
        raise BadInput("the systems were aligned to different words of one reference: leave alternatives out")
    both = np.stack([ours, theirs], 1)
    there = both[both.any((1, 2))]  # most places between words hold nothing
    good = [not place[:, 1:].any() for place in there]
    runs = [(right, list(run)) for right, run in groupby(range(len(there)), good.__getitem__)]
    parting = [right and len(run) >= GOOD for right, run in runs]
    for apart, group in groupby(zip(parting, runs, strict=True), lambda one: one[0]):
        if not apart:
            segment = there[[place for _, (_, run) in group for place in run]].sum(0)
            if segment[:, 1:].any():
                yield segment
