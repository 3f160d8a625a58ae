"""Read runs, score them, compare them."""

from __future__ import annotations

from karat.evaluate.comparing import Compared, compare
from karat.evaluate.runs import Run, pair_up, read_run
from karat.evaluate.scoring import score, scores

__all__ = ["Compared", "Run", "compare", "pair_up", "read_run", "score", "scores"]
