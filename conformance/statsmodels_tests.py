"""McNemar's test, the sign test and corrections beside statsmodels."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import statsmodels
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.descriptivestats import sign_test
from statsmodels.stats.multitest import multipletests

from conformance.finding import Finding, compared
from karat.measures import measure
from karat.stats.corrections import corrected
from karat.stats.tests import paired_test

PEER = ("statsmodels", statsmodels.__version__)
Pairs = Iterator[tuple[float, float]]
ACCURACY = measure("accuracy")
FORMS = {
    "exact": {"exact": True},
    "chi2": {"exact": False, "correction": False},
    "corrected": {"exact": False, "correction": True},
}
METHODS = {
    "holm": "holm",
    "bonferroni": "bonferroni",
    "hochberg": "simes-hochberg",
    "bh": "fdr_bh",
    "by": "fdr_by",
}
EVEN = (
    "where both systems are alone in being right equally often, statsmodels takes the correction off a difference of 0, and p "
    "comes out below 1; karat, as R, takes off no more than there is, and is right"
)


def findings(cases: int, seed: int = 0) -> Iterator[Finding]:
    """Every test that both have."""
    some = max(1, cases // 10)
    for form in FORMS:
        yield compared(*PEER, f"mcnemar: {form}", _mcnemar(form, some, seed, even=False))
    yield compared(*PEER, "mcnemar: corrected, a tie", _mcnemar("corrected", 50, seed, even=True), known=EVEN)
    yield compared(*PEER, "sign: exact", _sign(some, seed))
    few = max(1, some // 20)  # Holm's take statsmodels a tenth of a second each
    for method in METHODS:
        ps = _corrections(method, few if method == "holm" else some, seed)
        yield compared(*PEER, f"corrections: {method}", ps)


def _mcnemar(form: str, cases: int, seed: int, *, even: bool) -> Pairs:
    rng = np.random.default_rng([seed, len(form)])
    for _ in range(cases):
        won, lost = rng.integers(0, 40, 2).tolist()
        lost = won + 1 if even or won == lost else lost
        won += even
        ours = paired_test(f"mcnemar(form={form!r})").test(ACCURACY, _right(won, lost), _right(lost, won, turned=True))
        yield ours.p, float(mcnemar([[5, won], [lost, 5]], **FORMS[form]).pvalue)


def _right(alone: int, other: int, *, turned: bool = False) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Units on which only this system is right, and units on which only the other is, in the same places for both."""
    mine = [0.0] * other + [1.0] * alone if turned else [1.0] * alone + [0.0] * other
    return np.stack([[*mine, 1.0, 0.0], np.ones(alone + other + 2)], 1)


def _sign(cases: int, seed: int) -> Pairs:
    rng = np.random.default_rng([seed, 1])
    for _ in range(cases):
        apart = rng.integers(-3, 4, int(rng.integers(1, 40))).astype(np.float64)
        apart[0] = 1.0
        ones = np.ones(len(apart))
        ours = paired_test("sign").test(ACCURACY, np.stack([apart, ones], 1), np.stack([0 * apart, ones], 1))
        yield ours.p, float(sign_test(apart)[1])


def _corrections(method: str, cases: int, seed: int) -> Pairs:
    rng = np.random.default_rng([seed, 2])
    for _ in range(cases):
        ps = np.round(rng.random(rng.integers(1, 12)) ** 3, 3)
        theirs = multipletests(ps, method=METHODS[method])[1]
        yield float(np.abs(np.array(corrected(ps.tolist(), method)) - theirs).max()), 0.0
