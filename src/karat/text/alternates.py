"""Transcripts in which a stretch may be said in several ways: `{ going to / gonna / @ }`, as sclite reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from karat.errors import BadInput

OPEN, CLOSE, OR, SHOWN = "{", "}", "/", 40


class Arc(NamedTuple):
    """A word, and the arcs that it can follow: numbers from 1, 0 for the beginning."""

    word: str
    before: tuple[int, ...]


def arcs(text: str) -> list[Arc]:
    """The words of a text in an order in which each stands behind those before it; what ends the text comes last.

    Ways may hold several words, or alternatives again. `@` says nothing.

    >>> [arc.word for arc in arcs("i am { going to / gonna } go")]
    ['i', 'am', 'going', 'to', 'gonna', 'go', '']
    >>> arcs("{ a b / c } d")[3]
    Arc(word='d', before=(2, 3))
    """
    found: list[Arc] = []
    last = _walked(text, (0,), found)
    return [*found, Arc("", last)]


def _walked(text: str, before: tuple[int, ...], found: list[Arc]) -> tuple[int, ...]:
    """Append the arcs of a text, and say which of them come last."""
    for token in _tokens(text):
        if token.startswith(OPEN):
            before = tuple(last for way in _ways(token) for last in _walked(way, before, found))
        else:
            found.append(Arc(token, before))
            before = (len(found),)
    return before


def _tokens(text: str) -> Iterator[str]:
    """Words, and alternatives with their braces; a brace counts where a word begins."""
    rest = text.lstrip()
    while rest:
        end = _closed(rest) if rest.startswith(OPEN) else len(rest.split(maxsplit=1)[0])
        yield rest[:end]
        rest = rest[end:].lstrip()


def _closed(text: str) -> int:
    """Where the braces that begin the text are closed."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char == OPEN) - (char == CLOSE)
        if not depth:
            return at + 1
    raise BadInput(f"{text[:SHOWN]!r}: the alternatives are not closed: {CLOSE} was expected")


def _ways(token: str) -> list[str]:
    """What stands between the slashes of the outermost braces."""
    ways, depth = [""], 0
    for char in token[1:-1]:
        depth += (char == OPEN) - (char == CLOSE)
        if char == OR and not depth:
            ways.append("")
        else:
            ways[-1] += char
    said = [way for way in ways if way.strip()]
    if not said:
        raise BadInput(
            f"{token[:SHOWN]!r}: no alternative was found between the braces: {OPEN} a / @ {CLOSE} was expected"
        )
    return said
