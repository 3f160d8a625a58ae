"""
A text as tokens to point at: runs of non-space, cut so that punctuation stands alone.

What belongs to one drawn character stays together: combining marks, joiners, skin tones, flags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from unicodedata import category

_RUN = re.compile(r"(\S+)(\s*)")
_JOINER = "\u200d"


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of text in code points, and the white space that follows it."""

    start: int
    end: int
    text: str
    blank: str


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text; text and blanks one after the other are the text again, to the last character.

    >>> [token.text for token in tokens("Ann's 👍🏽, really")]
    ['Ann', "'", 's', '👍🏽', ',', 'really']
    """
    return tuple(_tokens(text))


def _tokens(text: str) -> Iterator[Token]:
    lead = len(text) - len(text.lstrip())
    if lead:
        yield Token(0, 0, "", text[:lead])
    for run in _RUN.finditer(text):
        cuts = [*_cuts(run[1]), len(run[1])]
        for low, high in pairwise(cuts):
            blank = run[2] if high == len(run[1]) else ""
            yield Token(run.start() + low, run.start() + high, run[1][low:high], blank)


def _cuts(run: str) -> Iterator[int]:
    """Where each token of a run starts."""
    before, sort_before, flags = "", "", 0
    for place, char in enumerate(run):
        sort = _sort(char)
        flags = flags + 1 if sort == "flag" else 0
        joined = (
            sort == "extends"
            or before == _JOINER
            or sort == sort_before == "word"
            or (sort == "flag" and flags % 2 == 0)
        )
        if place == 0 or not joined:
            yield place
        before = char
        sort_before = sort_before if sort == "extends" else sort


@lru_cache(maxsize=4096)
def _sort(char: str) -> str:
    if "\U0001f1e6" <= char <= "\U0001f1ff":
        return "flag"
    if category(char)[0] == "M" or category(char) == "Cf" or "\U0001f3fb" <= char <= "\U0001f3ff":
        return "extends"
    return "word" if char.isalnum() or char == "_" else "mark"
