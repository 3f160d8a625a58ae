"""Resampling, intervals and tests: once, for every measure."""
