"""All tests between two systems, by name. A new test is one file here and one line below."""

from __future__ import annotations

from karat.stats.tests.base import Paired, PairedTest, Tested
from karat.types.listed import Listed
from karat.types.spoken import listen

TESTS = Listed(
    "karat.stats.tests",
    {
        "bootstrap": "bootstrap:Bootstrap",
        "delong": "delong:DeLong",
        "mapsswe": "mapsswe:Mapsswe",
        "mcnemar": "mcnemar:McNemar",
        "randomisation": "randomisation:Randomisation",
        "sign": "sign:Sign",
        "t": "t:T",
        "wilcoxon": "wilcoxon:Wilcoxon",
        "williams": "williams:Williams",
    },
)


def paired_test(text: str | PairedTest) -> PairedTest:
    """Read a test as it prints.

    >>> paired_test("bootstrap(resamples=10000)")
    bootstrap(resamples=10000)
    """
    return text if isinstance(text, PairedTest) else listen(text, TESTS, "test")


__all__ = ["TESTS", "Paired", "PairedTest", "Tested", "paired_test"]
