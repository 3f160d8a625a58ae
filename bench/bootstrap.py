"""Paired bootstrap of 2,000 units with real-valued rows, a million resamples, beside NumPy and SciPy in the same run.

python bench/bootstrap.py
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.stats import bootstrap

from karat.engine import Engine, Local, Threads
from karat.measures import measure
from karat.stats.tests import Paired
from karat.stats.tests.bootstrap import Bootstrap

UNITS, RESAMPLES, PEER_RESAMPLES = 2_000, 1_000_000, 20_000


def main() -> None:
    """Print seconds, ratios at equal resamples, and whether all thread counts give the same bits."""
    ours, theirs = _rows()
    found = {name: _timed(lambda e=engine: _karat(ours, theirs, e)) for name, engine in _engines().items()}
    peers = {"numpy": _timed(lambda: _numpy(ours - theirs)), "scipy": _timed(lambda: _scipy(ours - theirs))}
    print(f"{UNITS:,} units, {RESAMPLES:,} resamples, {os.cpu_count()} cores")
    for name, (seconds, result) in found.items():
        print(f"karat, {name:9} {seconds:6.2f} s   p = {result.tested.p:.6f}")
    same = len({(one.low, one.high, one.tested) for _, one in found.values()}) == 1
    print(f"same bits on all of them: {same}")
    best = min(seconds for seconds, _ in found.values())
    for name, (seconds, _) in peers.items():
        scaled = seconds * RESAMPLES / PEER_RESAMPLES
        print(
            f"{name} takes {seconds:.2f} s for {PEER_RESAMPLES:,}: karat is {scaled / best:.0f}x as fast at equal resamples"
        )


def _rows() -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    rng = np.random.default_rng(0)
    theirs = rng.normal(size=UNITS)
    return theirs + rng.normal(0.02, 1, UNITS), theirs


def _engines() -> dict[str, Engine]:
    return {"1 thread": Local(), "2 threads": Threads(workers=2), "4 threads": Threads(workers=4)}


def _karat(ours: np.ndarray[Any, Any], theirs: np.ndarray[Any, Any], engine: Engine) -> Paired:
    ones = np.ones(UNITS)
    sides = [np.stack([side, ones], 1) for side in (ours, theirs)]
    return Bootstrap(resamples=RESAMPLES).pairs(measure("accuracy"), sides, [(0, 1)], 0, engine)[0]


def _numpy(difference: np.ndarray[Any, Any]) -> float:
    rng = np.random.default_rng(0)
    drawn = np.concatenate(
        [difference[rng.integers(UNITS, size=(500, UNITS))].mean(1) for _ in range(PEER_RESAMPLES // 500)]
    )
    return float(np.mean(np.abs(drawn - difference.mean()) >= abs(difference.mean())))


def _scipy(difference: np.ndarray[Any, Any]) -> Any:
    return bootstrap(
        (difference,), np.mean, n_resamples=PEER_RESAMPLES, batch=500, method="percentile", rng=np.random.default_rng(0)
    )


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


if __name__ == "__main__":
    main()
