"""ctm: words with their times, a line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from karat.corpus.lines import Record, name_of, read_lines
from karat.corpus.stm import COMMENT, seconds
from karat.errors import BadInput

BEGIN, NEXT, END = "<ALT_BEGIN>", "<ALT>", "<ALT_END>"
NOTHING = "@"


class Said(NamedTuple):
    """A word, or several ways to say a stretch, with begin and middle; of several ways, the latest middle."""

    start: float
    middle: float
    text: str


@dataclass(frozen=True, slots=True)
class _Line:
    place: str
    file: str
    channel: str
    said: Said | None
    mark: str = ""


def read(path: str | Path) -> Iterator[Record]:
    """One record a channel of a recording: `unit`, `file`, `channel`, `text`, and `said`, the words in order of time.

    Alternatives are written as in trn: { one way / another / @ }.
    """
    channels: dict[tuple[str, str], list[_Line]] = {}
    for number, line in enumerate(read_lines(path), 1):
        if line.strip() and not line.startswith(COMMENT):
            one = _line(line.split(), f"{name_of(path)}:{number}")
            channels.setdefault((one.file, one.channel), []).append(one)
    for (file, channel), lines in channels.items():
        said = tuple(sorted(_said(lines), key=lambda one: one.start))
        yield lines[0].place, _channel(file, channel, said)


def _channel(file: str, channel: str, said: Sequence[Said]) -> dict[str, Any]:
    text = " ".join(one.text for one in said)
    return {"unit": f"{file}-{channel}", "file": file, "channel": channel, "text": text, "said": said}


def _line(parts: Sequence[str], place: str) -> _Line:
    if not 5 <= len(parts) <= 7:
        raise BadInput(
            f"{place}: {len(parts)} columns were found where file, channel, begin, duration, word "
            "and perhaps a confidence were expected"
        )
    file, channel, begin, duration, word = parts[:5]
    if word.upper() in (BEGIN, NEXT, END):
        return _Line(place, file, channel, None, word.upper())
    start = seconds(begin, place)
    return _Line(place, file, channel, Said(start, start + seconds(duration, place) / 2, word))


def _said(lines: Sequence[_Line]) -> Iterator[Said]:
    """Words, and alternatives as one."""
    ways: list[list[Said]] | None = None
    for line in lines:
        if (line.mark == BEGIN) == (ways is not None) and line.mark:
            wanted = f"{NEXT} or {END}" if ways is not None else BEGIN
            raise BadInput(f"{line.place}: {line.mark} was found where {wanted} was expected")
        if line.mark == END and ways is not None:
            yield from _alternatives(ways)
            ways = None
        elif line.mark == NEXT and ways is not None:
            ways.append([])
        elif line.mark == BEGIN:
            ways = [[]]
        elif line.said and ways is not None:
            ways[-1].append(line.said)
        elif line.said:
            yield line.said
    if ways is not None:
        raise BadInput(f"{lines[-1].place}: the alternatives are not closed: {END} was expected")


def _alternatives(ways: Sequence[Sequence[Said]]) -> Iterator[Said]:
    words = [one for way in ways for one in way]
    if words:
        text = " / ".join(" ".join(one.text for one in way) or NOTHING for way in ways)
        yield Said(min(one.start for one in words), max(one.middle for one in words), f"{{ {text} }}")
