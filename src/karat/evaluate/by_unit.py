"""The score of each unit alone: where a system fails, line by line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from karat.engine import Engine
from karat.errors import BadRequest
from karat.evaluate.scoring import fitting, taken
from karat.measures import Measure
from karat.measures.forms import FORMS
from karat.stats.scoring import rows_of


def by_unit(
    gold: Iterable[Any] | None, guess: Iterable[Any], which: str | Measure, *, engine: Engine | None = None
) -> list[float]:
    """The score of every unit alone, nan where it is undefined; their mean need not be the score of all together.

    Gold is None for measures that look at the answers alone, such as perplexity.

    >>> by_unit(["the cat sat", "a dog"], ["the cat sat", "a cat"], "wer")
    [0.0, 0.5]
    """
    [measure] = fitting([which], gold is not None)
    if measure.whole:
        raise BadRequest(f"{measure.name} needs all units together, so one unit alone has no score")
    golden = [] if gold is None else [taken(list(gold), measure, "gold")]
    sides = [*golden, taken(list(guess), measure, "guess")]
    encoded = FORMS[measure.takes].encode(*sides)
    singles = measure.spread(getattr(encoded[0], "inventory", ()))
    if singles != (measure,):
        raise BadRequest(
            f"{measure} stands for {len(singles)} numbers here: name one, such as {singles[0] if singles else measure}"
        )
    found: list[float] = measure.finish(rows_of(measure, encoded, engine)).tolist()
    return found
