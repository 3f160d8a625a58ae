"""Words with times beside segments with times: which word belongs to which segment, as sclite has it."""

from __future__ import annotations

from collections.abc import Sequence

from karat.corpus.ctm import Said
from karat.corpus.lines import Record
from karat.errors import BadInput, did_you_mean

Channel = tuple[str, str]
TICKS = 1e6  # a second: 2.00 + .34 / 2 is 2.17, which doubles do not promise


def is_timed(record: Record) -> bool:
    """Does this record hold words with times?"""
    return isinstance(record[1].get("said"), tuple)


def is_segment(record: Record) -> bool:
    """Is this record a stretch of a recording?"""
    fields = record[1]
    times = (fields.get("start"), fields.get("end"))
    return {"file", "channel"} <= fields.keys() and all(isinstance(time, float) for time in times)


def words_of(segments: Sequence[Record], channels: Sequence[Record]) -> tuple[list[str], tuple[str, ...]]:
    """The words of each segment, and notes on words that lie in none and on recordings without words.

    Segments are taken in order of time. Each takes the words that are left whose middle lies before its end, so a word
    between two segments goes to the later one; the last segment of a channel takes all that are left.
    """
    places = _places(segments)
    said = {_channel(one): one for one in channels}
    for key, record in said.items():
        if key not in places:
            known = did_you_mean(" ".join(key), [" ".join(one) for one in places])
            raise BadInput(f"{record[0]}: gold has no recording and channel {' '.join(key)!r}. {known}")
    found = [""] * len(segments)
    outside = 0
    for key, at in places.items():
        words: Sequence[Said] = said[key][1]["said"] if key in said else ()
        for i, part in zip(at, _cut([segments[i] for i in at], words), strict=True):
            found[i] = " ".join(one.text for one in part)
            outside += sum(not _inside(one, segments[i]) for one in part) if _counts(segments[i]) else 0
    silent = [key for key, at in places.items() if key not in said and any(_counts(segments[i]) for i in at)]
    return found, _notes(outside, [" ".join(key) for key in silent])


def _channel(record: Record) -> Channel:
    return record[1]["file"], record[1]["channel"]


def _places(segments: Sequence[Record]) -> dict[Channel, list[int]]:
    """Where the segments of each channel stand, in order of time."""
    places: dict[Channel, list[int]] = {}
    for i, one in enumerate(segments):
        places.setdefault(_channel(one), []).append(i)
    return {key: sorted(at, key=lambda i: segments[i][1]["start"]) for key, at in places.items()}


def _cut(segments: Sequence[Record], words: Sequence[Said]) -> list[Sequence[Said]]:
    low, parts = 0, list[Sequence[Said]]()
    for _, fields in segments[:-1]:
        high = low
        while high < len(words) and _before(words[high].middle, fields["end"]):
            high += 1
        parts.append(words[low:high])
        low = high
    return [*parts, words[low:]]


def _counts(segment: Record) -> bool:
    return "ignored" not in segment[1]


def _inside(one: Said, segment: Record) -> bool:
    fields = segment[1]
    return not _before(one.middle, fields["start"]) and _before(one.middle, fields["end"])


def _before(time: float, other: float) -> bool:
    return round(time * TICKS) < round(other * TICKS)


def _notes(outside: int, silent: Sequence[str]) -> tuple[str, ...]:
    notes = []
    if outside:
        notes.append(
            f"{outside:,} words lie outside the segment that they count in: a word between segments counts in the next one, "
            "a word after all of them in the last, as in sclite"
        )
    if silent:
        some = ", ".join(silent[:3]) + (" …" if len(silent) > 3 else "")
        notes.append(
            f"{len(silent):,} recordings of gold have no words at all ({some}): all of theirs count as deleted"
        )
    return tuple(notes)
