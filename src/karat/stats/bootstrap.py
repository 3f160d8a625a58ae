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
from karat.types.seed import checked

CHUNK = 4096  # resamples at a time: part of no result, only of how much memory one chunk takes
CELLS = 1 << 22  # numbers a chunk may hold


def resampled(
    measure: Measure, rows: Floats, resamples: int, seed: int, engine: Engine | None = None
) -> Iterator[Floats]:
    """Scores of `resamples` resamples, a chunk at a time and in order: memory does not grow with their number."""
    if resamples < 1:
        raise BadRequest(f"{resamples} resamples were asked for: at least 1 was expected")
    chunks = _chunks(resamples, rows.shape[0] if measure.whole else rows.shape[1])
    work = partial(_whole if measure.whole else _sums, measure, np.ascontiguousarray(rows), checked(seed))
    return (engine or Local()).map(work, chunks)


def _chunks(resamples: int, width: int) -> Iterator[tuple[int, int]]:
    size = int(max(1, min(CHUNK, CELLS // max(1, width))))
    return ((first, min(size, resamples - first)) for first in range(0, resamples, size))


def _sums(measure: Measure, rows: Floats, seed: int, chunk: tuple[int, int]) -> Floats:
    return measure.finish(totals(rows, seed, *chunk))


def totals(rows: Floats, seed: int, first: int, resamples: int) -> Floats:
    """Sums of the rows drawn for each resample; columns that never vary are not drawn."""
    varies = (rows != rows[:1]).any(0)
    drawn = np.empty((resamples, int(varies.sum())))
    draws.resample_sums(np.ascontiguousarray(rows[:, varies]), seed, first, drawn)
    sums = np.tile(rows[:1].sum(0) * len(rows), (resamples, 1))
    sums[:, varies] = drawn
    return sums


def _whole(measure: Measure, rows: Floats, seed: int, chunk: tuple[int, int]) -> Floats:
    units: NDArray[np.int64] = np.empty((chunk[1], len(rows)), np.int64)
    draws.resample_units(len(rows), seed, chunk[0], units)
    return np.array([measure.score(rows[drawn]) for drawn in units])
