"""Tests, intervals of shares and correlations beside SciPy, on random differences with and without ties."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray
from scipy import stats

from conformance.finding import Finding, compared
from karat.measures import measure
from karat.stats.analytic import clopper_pearson, wilson
from karat.stats.tests import paired_test

PEER = ("scipy", scipy.__version__)
Floats = NDArray[np.float64]
Pairs = Iterator[tuple[float, float]]
MEAN = measure("accuracy")  # with rows (value, 1) it is the mean of the values


def findings(cases: int, seed: int = 0) -> Iterator[Finding]:
    """Every test that both have."""
    some = max(1, cases // 8)
    yield _same("t: paired", "t", lambda d: stats.ttest_rel(d, 0 * d), some, seed, ties=False)
    yield _same("sign: exact", "sign", _sign, some, seed, ties=True)
    exact, normal = "wilcoxon(exact=1000)", "wilcoxon(exact=0)"
    yield _same("wilcoxon: exact, no ties", exact, _wilcoxon("wilcox", "exact"), some, seed, ties=False)
    yield _same("wilcoxon: normal, ties", normal, _wilcoxon("wilcox", "asymptotic"), some, seed, ties=True)
    pratt = "wilcoxon(zeros='pratt', exact=0)"
    yield _same("wilcoxon: normal, Pratt's zeros", pratt, _wilcoxon("pratt", "asymptotic"), some, seed, ties=True)
    every = stats.PermutationMethod(n_resamples=np.inf)
    few = max(1, cases // 200)  # SciPy tries all signs, one after the other
    yield _same("wilcoxon: exact, ties", exact, _wilcoxon("wilcox", every), few, seed, ties=True, longest=9)
    yield compared(*PEER, "intervals of shares", _intervals(some, seed))
    yield compared(*PEER, "pearson and spearman", _correlations(some, seed))


def _same(
    what: str, test: str, theirs: Callable[[Floats], Any], cases: int, seed: int, *, ties: bool, longest: int = 45
) -> Finding:
    pairs = (_pair(test, theirs, one) for one in differences(cases, seed, ties=ties, longest=longest))
    return compared(*PEER, what, chain.from_iterable(pairs), within=1e-10)


def _pair(test: str, theirs: Callable[[Floats], Any], apart: Floats) -> Pairs:
    ones = np.ones(len(apart))
    ours = paired_test(test).test(MEAN, np.stack([apart, ones], 1), np.stack([0 * apart, ones], 1))
    yield ours.p, float(theirs(apart).pvalue)


def differences(cases: int, seed: int, *, ties: bool, longest: int) -> Iterator[Floats]:
    """Differences of units: real numbers, or small whole ones that are often equal, and sometimes 0."""
    rng = np.random.default_rng([seed, ties])
    for _ in range(cases):
        n = int(rng.integers(2, longest + 1))
        shift = rng.normal()
        apart = np.rint(rng.normal(shift, 2, n)) if ties else np.round(rng.normal(shift, 1, n), 6)
        if ties and not apart.any():
            apart[0] = 1.0
        if ties or len(np.unique(np.abs(apart))) == n:  # rounded numbers are equal now and then
            yield apart


def _sign(apart: Floats) -> Any:
    return stats.binomtest(int((apart > 0).sum()), int((apart != 0).sum()))


def _wilcoxon(zeros: Any, method: Any) -> Callable[[Floats], Any]:
    return lambda apart: stats.wilcoxon(apart, zero_method=zeros, method=method)


def _intervals(cases: int, seed: int) -> Pairs:
    rng = np.random.default_rng([seed, 3])
    for i in range(cases):
        n = int(rng.integers(2, 300))
        right = int(rng.integers(0, n + 1))
        rows = np.stack([np.arange(n) < right, np.ones(n)], 1).astype(np.float64)
        ours = (wilson if i % 2 else clopper_pearson)(MEAN, rows)
        theirs = stats.binomtest(right, n).proportion_ci(method="wilson" if i % 2 else "exact")
        yield from zip(ours, (float(theirs.low), float(theirs.high)), strict=True)


def _correlations(cases: int, seed: int) -> Pairs:
    rng = np.random.default_rng([seed, 4])
    for i in range(cases):
        name, theirs = (("pearson", stats.pearsonr), ("spearman", stats.spearmanr))[i % 2]
        rows = np.rint(rng.normal(0, 3, (int(rng.integers(3, 40)), 2)))
        rows[:2] = [[-9.0, 3.0], [9.0, -4.0]]  # so that both vary
        yield measure(name).score(rows), float(theirs(rows[:, 0], rows[:, 1]).statistic)
