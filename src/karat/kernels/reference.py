"""The kernels in plain Python and NumPy: definitions to read, and oracles for the compiled ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

STEP = np.uint64(0x9E3779B97F4A7C15)
CELLS = 1 << 18  # numbers held at a time: they should fit into the cache


def resample_sums(rows: NDArray[np.float64], seed: int, first: int, out: NDArray[np.float64]) -> None:
    """Fill out[i] with the sum of n rows drawn with replacement for resample first + i.

    Draw i is added to lane i mod 4, from first to last, and then the lanes: the order in which the compiled loop adds.
    """
    n, k = rows.shape
    width = -(-n // 4) * 4
    some = max(1, CELLS // max(1, width * k))
    for low in range(0, len(out), some):
        part = out[low : low + some]
        lanes = np.zeros((len(part), width, k))
        lanes[:, :n] = rows[_units(n, seed, first + low, len(part))]
        # along this axis NumPy adds from first to last; it adds in pairs only along the last one
        sums = np.add.reduce(lanes.reshape(len(part), width // 4, 4, k), axis=1)
        part[:] = (sums[:, 0] + sums[:, 1]) + (sums[:, 2] + sums[:, 3])


def resample_units(n: int, seed: int, first: int, out: NDArray[np.int64]) -> None:
    """Fill out[i] with the n unit numbers drawn for resample first + i."""
    out[:] = _units(n, seed, first, len(out))


def swap_sums(rows: NDArray[np.float64], seed: int, first: int, out: NDArray[np.float64]) -> None:
    """Fill out[i] with the sum of the rows for which the coin of resample first + i shows heads."""
    steps = np.arange(1, len(rows) // 64 + 2, dtype=np.uint64) * STEP
    for i, start in enumerate(streams(seed, first, len(out))):
        bits = np.unpackbits(mix(start + steps).astype("<u8").view(np.uint8), bitorder="little")[: len(rows)]
        out[i] = np.add.reduce(np.vstack([np.zeros(rows.shape[1]), rows[bits == 1]]), axis=0)


def _units(n: int, seed: int, first: int, resamples: int) -> NDArray[np.int64]:
    """Draws 2j and 2j + 1 are the high and the low half of the j-th number of the resample's stream."""
    steps = np.arange(1, n // 2 + 2, dtype=np.uint64) * STEP
    bits = mix(streams(seed, first, resamples)[:, None] + steps)
    halves = np.stack([bits >> np.uint64(32), bits & np.uint64(0xFFFFFFFF)], 2).reshape(resamples, -1)[:, :n]
    return ((halves * np.uint64(n)) >> np.uint64(32)).astype(np.int64)


def streams(seed: int, first: int, resamples: int) -> NDArray[np.uint64]:
    """Where the stream of each resample starts."""
    start = mix(np.array([seed], np.uint64) + STEP)
    numbers = np.arange(first, first + resamples, dtype=np.uint64)
    return mix(start + numbers * np.uint64(0xD1342543DE82EF95) + STEP)


def mix(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The numbers at these places."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
