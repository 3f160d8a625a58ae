"""karat score --as rouge-1.5.5."""

from __future__ import annotations

from karat.errors import BadRequest
from karat.evaluate.beside import Beside
from karat.measures import Measure
from karat.measures.rouge_report import rouge_report


def script(pair: Beside, chosen: list[Measure], resamples: int) -> str:
    """The report of ROUGE-1.5.5, whose EVAL IDs are the units."""
    if pair.gold is None:
        raise BadRequest("--as rouge-1.5.5 compares guesses with gold, and there is no gold: give it")
    sides = pair.gold.take("text"), pair.guess.take("text")
    return rouge_report(*sides, chosen, units=pair.asked.units, system=pair.guess.name, resamples=resamples)
