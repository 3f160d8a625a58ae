"""Figures of a comparison: intervals, the histogram of resampled differences, the heat map of p, slices."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan

import numpy as np

from karat.engine import Engine
from karat.evaluate.comparing import Compared
from karat.evaluate.slicing import Slice
from karat.evaluate.tabled import Tabled
from karat.measures.base import Floats
from karat.report.comparison.claims import pairs_told_apart
from karat.report.numbers import count, share
from karat.stats.bootstrap import resampled
from karat.stats.differences import Difference
from karat.stats.groups import grouped
from karat.types.report import Figure
from karat.types.score import Comparison

BINS = 60
STEPS = 8  # values a bin may hold before nobody sees the steps
MOST, CELLS = 100_000, 200_000_000  # resamples that are drawn for a histogram, and units drawn in all of them
FEWEST = 1_000


def intervals(found: Compared) -> Figure:
    """Every system by every measure, the best by the first on top."""
    order = [rank.system for rank in found.ranked(found.measures[0])]
    return Figure(
        "Scores with their intervals",
        "intervals",
        {"systems": {name: found.systems[name] for name in order}},
        "Dots are scores, whiskers 95 % intervals. Two whiskers may overlap although the difference is clear, because "
        "both systems met the same units: the difference has an interval of its own.",
    )


def resamples(table: Tabled, pair: Comparison, engine: Engine | None = None) -> Figure | None:
    """How the difference between two systems falls in resamples: the first of those that the bootstrap draws."""
    if isnan(pair.difference):
        return None
    drawn = _drawn(table, pair, engine)
    if not len(drawn):
        return None
    counts, edges = np.histogram(drawn, _edges(drawn))
    ahead = float(np.mean(drawn > 0)) if pair.difference >= 0 else float(np.mean(drawn < 0))
    holds = "holds" if pair.low <= 0 <= pair.high else "leaves out"
    what = "units" if table.groups is None else "groups"
    return Figure(
        f"Is the difference real? {pair.measure}",
        "difference",
        {"comparison": pair, "edges": edges.tolist(), "counts": counts.tolist()},
        f"{count(len(drawn))} resamples of the {count(table.drawn)} {what}: {share(ahead)} of them fall on the same side "
        f"of 0. Dark bars lie within the 95 % interval, which {holds} 0.",
    )


def _drawn(table: Tabled, pair: Comparison, engine: Engine | None) -> Floats:
    both = Difference(table.measure)
    ours, theirs = (grouped(table.measure, table.rows[name], table.groups) for name in (pair.ours, pair.theirs))
    times = max(FEWEST, min(MOST, CELLS // max(1, len(ours)) // (100 if table.measure.whole else 1)))
    drawn = np.concatenate(list(resampled(both, both.rows(ours, theirs), times, pair.seed, engine)))
    known: Floats = drawn[~np.isnan(drawn)]
    return known


def _edges(drawn: Floats) -> Floats | int:
    """Bins as wide as a whole number of steps, where a measure moves in steps: else bars would differ by how many they hold."""
    values = np.unique(drawn.round(12))
    if not 2 < len(values) <= STEPS * BINS:
        return BINS
    step = float(np.diff(values).min())
    wide = step * max(1, -(-len(values) // BINS))
    return np.arange(values[0] - step / 2, values[-1] + wide, wide)


def heat_map(found: Compared, which: str) -> Figure:
    """The corrected p of every pair."""
    names = [rank.system for rank in found.ranked(which)]
    at = {name: i for i, name in enumerate(names)}
    p = np.full((len(names), len(names)), nan)
    for one in found.of(which).comparisons:
        i, j = at[one.ours], at[one.theirs]
        p[i, j] = p[j, i] = one.corrected
    return Figure(
        f"Every system against every other: {which}",
        "pvalues",
        {"names": names, "p": p.tolist()},
        f"{pairs_told_apart(found, which)}. Systems stand in the order of their scores: pale cells beside the diagonal "
        "are neighbours that the test leaves open.",
    )


def slices(parts: Sequence[Slice], found: Compared, which: str) -> Figure:
    """The difference between the two best, in every slice."""
    best, second = (rank.system for rank in found.ranked(which)[:2])
    over_all = found.between(best, second, which)
    by_name = {
        part.name: next(c for c in part.comparisons if c.measure == which and (c.ours, c.theirs) == (best, second))
        for part in parts
    }
    return Figure(
        f"Where is the difference? By {parts[0].by}",
        "slices",
        {"slices": by_name, "all": over_all},
        "In brackets how many units a slice has; the band is the interval over all units, a hollow dot a slice of fewer "
        "than 30. Intervals of slices are not corrected for their number; p in the table is.",
    )
