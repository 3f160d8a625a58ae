"""Loops over flat arrays: compiled where a compiler was at hand, else their plain twins, with one visible warning.

`compiled` says which; the twins in `reference*.py` are the definitions that one can read, and the oracle of the tests.
A kernel is loaded when it is first asked for. A new one is one `.pyx`, its twin, and one line below.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.util import find_spec
from typing import Any

TWINS = {
    "blocks": "reference_counting",
    "counts": "reference_counts",
    "draws": "reference",
    "edits": "reference_edits",
    "lcs": "reference_lcs",
    "mteval": "reference_mteval",
    "multinomial": "reference_counting",
    "networks": "reference_networks",
    "ngrams": "reference_ngrams",
    "overlap": "reference_overlap",
    "runs": "reference_runs",
    "shifts": "reference_shifts",
    "skips": "reference_skips",
    "words": "reference_words",
}

compiled: bool = all(find_spec(f"karat.kernels.{name}") for name in TWINS)

if not compiled:
    warnings.warn(
        "karat's kernels are not compiled on this machine: results are the same, but slower. `karat doctor` says how to mend it.",
        RuntimeWarning,
        stacklevel=2,
    )


def __getattr__(name: str) -> Any:
    if name not in TWINS:
        raise AttributeError(f"karat.kernels has no {name!r}; see karat.kernels.TWINS")
    globals()[name] = import_module(f"karat.kernels.{name if compiled else TWINS[name]}")
    return globals()[name]
