"""Loops over flat arrays: compiled where a compiler was at hand, else their plain twins, with one visible warning.

`compiled` says which; the twins in `reference*.py` are the definitions that one can read, and the oracle of the tests.
"""

from __future__ import annotations

import warnings

try:
    from karat.kernels import counts, draws, edits, mteval, ngrams, overlap, runs, shifts, words
except ImportError:
    from karat.kernels import reference as draws  # type: ignore[no-redef]
    from karat.kernels import reference as edits  # type: ignore[no-redef]
    from karat.kernels import reference_counts as counts  # type: ignore[no-redef]
    from karat.kernels import reference_mteval as mteval  # type: ignore[no-redef]
    from karat.kernels import reference_ngrams as ngrams  # type: ignore[no-redef]
    from karat.kernels import reference_overlap as overlap  # type: ignore[no-redef]
    from karat.kernels import reference_runs as runs  # type: ignore[no-redef]
    from karat.kernels import reference_shifts as shifts  # type: ignore[no-redef]
    from karat.kernels import reference_words as words  # type: ignore[no-redef]

    warnings.warn(
        "karat's kernels are not compiled on this machine: results are the same, but slower. `karat doctor` says how to mend it.",
        RuntimeWarning,
        stacklevel=2,
    )

compiled: bool = not counts.__name__.endswith("reference_counts")

__all__ = ["compiled", "counts", "draws", "edits", "mteval", "ngrams", "overlap", "runs", "shifts", "words"]
