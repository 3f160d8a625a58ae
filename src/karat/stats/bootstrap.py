"""Scores of resamples: drawn by number, so any thread may draw any of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from karat.engine import Engine, Local
from karat.errors import BadRequest
from karat.kernels import draws
from karat.measures.base import Floats, Measure
from karat.stats.counting import Counting
from karat.stats.population import OneByOne, population
from karat.types.seed import checked

CHUNK = 8192  # resamples at a time: part of no result, only of how much memory one chunk takes
CELLS = 1 << 22  # numbers a chunk may hold
PORTIONS = 4  # at least, so that few resamples keep several threads busy too

Chunk = tuple[int, int]  # the first resample, and how many


def resampled(
    measure: Measure, rows: Floats, resamples: int, seed: int, engine: Engine | None = None
) -> Iterator[Floats]:
    """Scores of `resamples` resamples, a chunk at a time and in order: memory does not grow with their number."""
    if measure.whole:
        work = partial(_whole, measure, np.ascontiguousarray(rows), checked(seed))
        return (engine or Local()).map(work, chunks(resamples, len(rows)))
    work = partial(_sums, measure, population(rows), checked(seed))
    return (engine or Local()).map(work, chunks(resamples, rows.shape[1]))


def chunks(resamples: int, width: int) -> Iterator[Chunk]:
    """The resamples in portions, each resample of so many numbers."""
    if resamples < 1:
        raise BadRequest(f"{resamples} resamples were asked for: at least 1 was expected")
    size = int(max(1, min(CHUNK, CELLS // max(1, width), -(-resamples // PORTIONS))))
    return ((first, min(size, resamples - first)) for first in range(0, resamples, size))


def _sums(measure: Measure, units: Counting | OneByOne, seed: int, chunk: Chunk) -> Floats:
    return measure.finish(units.totals(seed, *chunk))


def _whole(measure: Measure, rows: Floats, seed: int, chunk: Chunk) -> Floats:
    units: NDArray[np.int64] = np.empty((chunk[1], len(rows)), np.int64)
    draws.resample_units(len(rows), seed, chunk[0], units)
    return np.array([measure.score(rows[drawn]) for drawn in units])
