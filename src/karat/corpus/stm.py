"""stm: the segments of a recording with their times, a line each."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any

from karat.corpus.lines import Record, name_of, read_lines
from karat.errors import BadInput

COMMENT = ";;"  # also what says what labels mean: ;; LABEL "f" "Female" "…"
IGNORED = "ignore_time_segment_in_scoring"


def read(path: str | Path) -> Iterator[Record]:
    """One record a segment: `unit` (file, channel and begin), `file`, `channel`, `speaker`, `start`, `end`, `labels`, `text`.

    A segment whose text is IGNORE_TIME_SEGMENT_IN_SCORING also says `ignored`.
    """
    seen = set[str]()
    for number, line in enumerate(read_lines(path), 1):
        place = f"{name_of(path)}:{number}"
        if line.strip() and not line.startswith(COMMENT):
            fields = _segment(line, place)
            if fields["unit"] in seen:  # two people who begin together
                fields["unit"] += f"-{fields['speaker']}"
            seen.add(fields["unit"])
            yield place, fields


def _segment(line: str, place: str) -> dict[str, Any]:
    parts = line.split(maxsplit=5)
    if len(parts) < 5:
        raise BadInput(
            f"{place}: {len(parts)} columns were found where file, channel, speaker, begin, end and words were expected"
        )
    file, channel, speaker, begin = parts[:4]
    start, end = seconds(begin, place), seconds(parts[4], place)
    if end < start:
        raise BadInput(f"{place}: the segment ends at {end:g} before it begins at {start:g}")
    labels, text = _labelled(parts[5].strip() if len(parts) > 5 else "")
    known = {"unit": f"{file}-{channel}-{begin}", "file": file, "channel": channel, "speaker": speaker}
    ignored = {"ignored": True} if IGNORED in text.lower() else {}
    return {**known, "start": start, "end": end, "labels": labels, "text": text, **ignored}


def _labelled(rest: str) -> tuple[str, str]:
    """Labels between < and >, and the words behind them."""
    first, _, text = rest.partition(" ") if " " in rest else rest.partition("\t")
    return (first[1:-1], text.strip()) if first.startswith("<") and first.endswith(">") else ("", rest)


def seconds(time: str, place: str) -> float:
    """A time."""
    try:
        found = float(time)
    except ValueError:
        found = -1.0
    if not isfinite(found) or found < 0:
        raise BadInput(f"{place}: {time!r} was found where a time in seconds was expected")
    return found
