"""Reference systems, to have something to beat. A new system is one file here and one line below."""

from __future__ import annotations

from karat.systems.base import System, Trained
from karat.types.listed import Listed
from karat.types.spoken import listen

SYSTEMS = Listed(
    "karat.systems",
    {
        "majority_class": "majority_class:MajorityClass",
        "naive_bayes": "naive_bayes:NaiveBayes",
        "logistic_regression": "logistic_regression:LogisticRegression",
    },
)


def system(text: str | System) -> System:
    """Read a system as it prints.

    >>> system("naive_bayes(smoothing=0.5)")
    naive_bayes(smoothing=0.5)
    """
    return text if isinstance(text, System) else listen(text, SYSTEMS, "system")


__all__ = ["SYSTEMS", "System", "Trained", "system"]
