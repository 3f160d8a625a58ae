"""From answers to rows to a score: what agreement and evaluation share."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from math import isnan
from typing import Any

import numpy as np

from karat.engine import Engine, Local
from karat.errors import BadInput
from karat.measures.base import Floats, Measure
from karat.measures.forms import FORMS
from karat.stats.groups import grouped
from karat.stats.intervals import ANALYTIC
from karat.stats.intervals import interval as interval_of
from karat.types.references import References
from karat.types.score import Score
from karat.types.seed import checked
from karat.version import VERSION

CHUNK = 4096  # units per chunk: it fixes the order in which rows are made, so it is not the engine's to choose


def rows_of(measure: Measure, encoded: tuple[Any, ...], engine: Engine | None = None) -> Floats:
    """Rows of all units, made a chunk at a time."""
    units = len(encoded[0])
    chunks = [tuple(side[i : i + CHUNK] for side in encoded) for i in range(0, max(units, 1), CHUNK)]
    return np.concatenate(list((engine or Local()).map(partial(_rows, measure), chunks)))


def _rows(measure: Measure, chunk: tuple[Any, ...]) -> Floats:
    return measure.rows(*chunk)


def score_sides(
    gold: Sequence[Any] | None,
    guess: Sequence[Any],
    measures: Sequence[Measure],
    *,
    interval: str = "bca",
    resamples: int = 10_000,
    seed: int = 0,
    groups: Sequence[Hashable] | None = None,
    engine: Engine | None = None,
) -> list[Score]:
    """Score answers against gold, unit by unit in the same order; a measure that stands for several gives several.

    Gold is None for measures that look at the answers alone.
    """
    if gold is not None and len(gold) != len(guess):
        raise BadInput(
            f"gold has {len(gold)} units and guess has {len(guess)}: one guess for each gold unit was expected"
            + _turned(gold, guess)
        )
    found = []
    for measure in measures:
        encoded = FORMS[measure.takes].encode(*((guess,) if gold is None else (gold, guess)))
        inventory = getattr(encoded[0], "inventory", ())
        for single in measure.spread(inventory):
            rows = rows_of(single, encoded, engine)
            found.append(
                score_rows(
                    single,
                    rows,
                    interval=interval,
                    resamples=resamples,
                    seed=seed,
                    groups=groups,
                    engine=engine,
                    signed=single.signed(*encoded),
                    notes=single.advise(*encoded),
                )
            )
    return found


def _turned(gold: Sequence[Any], guess: Sequence[Any]) -> str:
    """The commonest silent error of the field: a list of whole translations where a list of units was expected."""
    if gold and all(isinstance(one, References) and len(one) == len(guess) for one in gold):
        return f"; each unit has {len(guess)} references: are these streams? Then call references(streams=…)"
    return ""


def score_rows(
    measure: Measure,
    rows: Floats,
    *,
    interval: str = "bca",
    resamples: int = 10_000,
    seed: int = 0,
    groups: Sequence[Hashable] | None = None,
    engine: Engine | None = None,
    signed: str = "",
    notes: tuple[str, ...] = (),
) -> Score:
    """The score of these rows with its interval over units, or over groups where groups are given."""
    units = grouped(measure, rows, groups)
    checked(seed)
    value = measure.score(units) if len(units) else float("nan")
    low, high = interval_of(measure, units, interval, resamples, seed, engine)
    why = measure.undefined if isnan(value) else ""
    signed = signature(
        signed or str(measure),
        measure.takes,
        interval=interval,
        resamples=resamples,
        seed=seed,
        units=len(units),
        grouped=groups is not None,
    )
    parts = tuple(measure.parts(units.sum(0)).items()) if len(units) and not measure.whole else ()
    return Score(str(measure), value, low, high, len(rows), why, signed, notes, parts)


def signature(signed: str, takes: str, *, interval: str, resamples: int, seed: int, units: int, grouped: bool) -> str:
    """All that is needed to repeat a score."""
    drawn = "" if interval in ANALYTIC else f"b={resamples},seed={seed},"
    how = "none" if interval == "none" else f"{interval},{drawn}{'groups' if grouped else 'units'}={units}"
    return f"{signed}|takes:{takes}|interval:{how}|karat:{VERSION}"
