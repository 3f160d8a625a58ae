"""Resampling, intervals and tests: once, for every measure."""

from __future__ import annotations

from karat.stats.scoring import score_rows, score_sides

__all__ = ["score_rows", "score_sides"]
