"""A system's outputs, slice by slice."""

from __future__ import annotations

from karat.evaluate.beside import Beside
from karat.evaluate.features import feature, shown, slices


def sliced(pair: Beside, by: str) -> tuple[str, dict[str, Beside]]:
    """What a feature is called, and the units of each slice: a column of theirs, or length(), script(), label()."""
    found = feature(by, pair.asked)
    return shown(found), {name: pair.only(at) for name, at in slices(found, pair.asked).items()}
