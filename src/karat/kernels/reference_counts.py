"""What `counts.pyx` computes, in plain Python: the definition to read, the oracle of its tests, the runner-up."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

SPACE, WHITESPACE, WORDS, CHARS = range(4)
BREAK, LETTER, DIGIT, MARK, JOINER, POINT, SINGLE = range(7)

Bytes = NDArray[np.uint8]
Places = NDArray[np.int64]
Numbers = NDArray[np.uint32]
Span = tuple[int, int]

# A word: one that stands alone (an ideograph), or letters and digits, with single joiners between them, and points
# between digits; marks follow whatever they mark. The letters of this pattern are the classes of code points.
WORD = re.compile("SM*|[LD](?:M|[LD]|J(?=[LD])|(?<=D)P(?=D))*")
CLASSES = np.array(list("BLDMJPS"))


def _space(text: bytes, blanks: bool, closed: bool) -> Iterator[Span]:
    start = 0
    for separator in re.finditer(rb"[ \n]", text):
        if blanks or separator.start() > start:
            yield start, separator.start()
        start = separator.end()
    if start < len(text) or (closed and blanks):
        yield start, len(text)


def _whitespace(text: bytes) -> Iterator[Span]:
    decoded = text.decode("utf-8", "surrogateescape")
    places = _byte_places(decoded)
    # the separators of str.split; in a pattern of re, \s means the same
    return ((places[m.start()], places[m.end()]) for m in re.finditer(r"\S+", decoded))


def _words(text: bytes, classes: Bytes) -> Iterator[Span]:
    decoded = text.decode("utf-8", "surrogateescape")
    places = _byte_places(decoded)
    codes = np.array([ord(c) for c in decoded], np.int64)
    known = np.where(codes < len(classes), classes[np.minimum(codes, len(classes) - 1)], BREAK)
    pattern = "".join(CLASSES[known])
    return ((places[m.start()], places[m.end()]) for m in WORD.finditer(pattern))


def _chars(text: bytes, blanks: bool) -> Iterator[Span]:
    decoded = text.decode("utf-8", "surrogateescape")
    places = _byte_places(decoded)
    return ((places[i], places[i + 1]) for i, c in enumerate(decoded) if blanks or not c.isspace())


def _byte_places(text: str) -> list[int]:
    """Where each code point starts in bytes, and where the last one ends."""
    widths = [len(c.encode("utf-8", "surrogateescape")) for c in text]
    return [0, *np.cumsum(widths).tolist()]


def _tokens(
    text: Bytes, lo: int, hi: int, how: int, blanks: bool, closed: bool, classes: Bytes
) -> Iterator[tuple[int, int, bytes]]:
    part = text[lo:hi].tobytes()
    found = {
        SPACE: lambda: _space(part, blanks, closed),
        WHITESPACE: lambda: _whitespace(part),
        WORDS: lambda: _words(part, classes),
        CHARS: lambda: _chars(part, blanks),
    }[how]()
    return ((lo + start, lo + end, part[start:end]) for start, end in found)


def spans(text: Bytes, lo: int, hi: int, how: int, blanks: bool, closed: bool, classes: Bytes) -> tuple[Places, Places]:
    """Where the tokens of a slice start and end."""
    found = [(start, end) for start, end, _ in _tokens(text, lo, hi, how, blanks, closed, classes)]
    both = np.array(found, np.int64).reshape(-1, 2)
    return both[:, 0].copy(), both[:, 1].copy()


def count_tokens(
    text: Bytes, lo: int, hi: int, how: int, blanks: bool, closed: bool, classes: Bytes
) -> tuple[Places, Places, Places]:
    """The types of a slice in the order of appearance: starts, lengths, counts."""
    numbers, starts, lengths = number_tokens(text, lo, hi, how, blanks, closed, classes)
    return starts, lengths, np.bincount(numbers, minlength=len(starts)).astype(np.int64)


def number_tokens(
    text: Bytes, lo: int, hi: int, how: int, blanks: bool, closed: bool, classes: Bytes
) -> tuple[Numbers, Places, Places]:
    """The tokens of a slice by number, and where the type of each first stands: numbers, starts, lengths."""
    known: dict[bytes, int] = {}
    numbers: list[int] = []
    starts: list[int] = []
    lengths: list[int] = []
    for start, end, token in _tokens(text, lo, hi, how, blanks, closed, classes):
        number = known.setdefault(token, len(known))
        numbers.append(number)
        if number == len(starts):
            starts.append(start)
            lengths.append(end - start)
    return np.array(numbers, np.uint32), np.array(starts, np.int64), np.array(lengths, np.int64)


def intern(text: Bytes, starts: Places, ends: Places) -> tuple[Numbers, Places]:
    """Spans that may repeat, numbered by their bytes: the number of each, and the first span with each number."""
    whole = text.tobytes()
    tokens = [whole[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    firsts = {token: i for i, token in reversed(list(enumerate(tokens)))}
    order = sorted(firsts.values())
    number = {tokens[first]: i for i, first in enumerate(order)}
    return np.array([number[token] for token in tokens], np.uint32), np.array(order, np.int64)


def gather(text: Bytes, starts: Places, lengths: Places) -> Bytes:
    """The bytes of spans, one after the other."""
    pairs = zip(starts.tolist(), lengths.tolist(), strict=True)
    return np.concatenate([np.empty(0, np.uint8), *(text[start : start + length] for start, length in pairs)])
