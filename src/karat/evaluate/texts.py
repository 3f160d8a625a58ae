"""What a unit says: the text that was asked about, from gold or from a file beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from karat.errors import BadInput
from karat.evaluate.runs import Run

TEXTS = ("text", "references", "words", "line")


def texts_of(asked: Run) -> list[str]:
    """The text of each unit, as gold has it: the first reference where there are several."""
    return [_text(fields, place) for place, fields in asked.records]


def has_texts(asked: Run) -> bool:
    """Is there a text in every unit?"""
    return all(any(isinstance(fields.get(one), str | list) for one in TEXTS) for _, fields in asked.records)


def told(run: Run, texts: Run) -> Run:
    """The same answers, with what another file says of each unit; a field that is there already stays."""
    at = dict(zip(texts.units, texts.records, strict=True))
    lost = [unit for unit in run.units if unit not in at]
    if lost:
        raise BadInput(
            f"{texts.name} says nothing of {len(lost):,} of {len(run.units):,} units ({', '.join(lost[:3])}"
            f"{' …' if len(lost) > 3 else ''}): a line for every unit was expected"
        )
    both = zip(run.units, run.records, strict=True)
    return replace(run, records=tuple((place, {**at[unit][1], **fields}) for unit, (place, fields) in both))


def _text(fields: Mapping[str, Any], place: str) -> str:
    for one in TEXTS:
        value = fields.get(one)
        if isinstance(value, list) and value:
            return str(value[0])
        if isinstance(value, str):
            return value
    raise BadInput(
        f"{place}: there is no text to look at: a field `text` was expected among {', '.join(fields)}, "
        "or a file of texts (--texts FILE)"
    )
