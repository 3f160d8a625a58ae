"""trn: the words of an utterance, then its id in parentheses, a line each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from karat.corpus.lines import Record, name_of, read_lines
from karat.errors import BadInput

COMMENT = ";;"


def read(path: str | Path) -> Iterator[Record]:
    """One record an utterance: `unit`, `text`, and `speaker`, which is what stands in the id before its first - (or _)."""
    for number, line in enumerate(read_lines(path), 1):
        place = f"{name_of(path)}:{number}"
        if line.strip() and not line.startswith(COMMENT):
            yield place, _utterance(line, place)


def _utterance(line: str, place: str) -> dict[str, str]:
    text, opened, rest = line.rpartition("(")
    unit, closed, after = rest.partition(")")
    if not (opened and closed and unit.strip()) or after.strip():
        end = line.strip()[-30:]
        raise BadInput(f"{place}: no id in parentheses, as in (ann-01), was found at the end of {end!r}")
    speaker = speaker_of(unit.strip())
    return {"unit": unit.strip(), "text": text.strip(), **({"speaker": speaker} if speaker else {})}


def speaker_of(unit: str) -> str:
    """Who spoke, as sclite's `-i spu_id` has it; nothing where the id has no - and no _.

    >>> speaker_of("ann_lee-01"), speaker_of("ann_01_a"), speaker_of("17")
    ('ann_lee', 'ann', '')
    """
    between = "-" if "-" in unit else "_"
    speaker, found, _ = unit.partition(between)
    return speaker if found else ""
