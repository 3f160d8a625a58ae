"""What a token is: four answers, each with a name that prints as it reads."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from typing import ClassVar, NamedTuple
from unicodedata import category

import numpy as np
from numpy.typing import NDArray

from karat.kernels import counts
from karat.types.spoken import Spoken, listen, spoken

Bytes = NDArray[np.uint8]

JOINERS = "'’-‐‑_"
POINTS = ".,"
FORMATS = "\u00ad\u200c\u200d"  # soft hyphen, zero-width non-joiner, zero-width joiner
# Unicode Standard Annex 29: ideographs and hiragana stand alone, because those scripts do not write spaces
ALONE = ((0x3041, 0x3096), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
NO_CLASSES: Bytes = np.zeros(1, np.uint8)


class Token(NamedTuple):
    """A slice of the text in code points, end exclusive."""

    start: int
    end: int


class Tokeniser(Spoken):
    """Cuts text into tokens; `how` is the kernel's number for it, `joint` what joins the tokens of an n-gram."""

    how: ClassVar[int]
    joint: ClassVar[str] = " "

    def classes(self, text: Bytes) -> Bytes:
        """The table of code points that the kernel needs to cut this UTF-8 text."""
        return NO_CLASSES

    def spans(self, text: str) -> list[Token]:
        """Where the tokens stand in a text."""
        # a lone surrogate is no letter and no space, and neither is the question mark that stands in for it here
        encoded = np.frombuffer(text.encode("utf-8", "replace"), np.uint8)
        starts, ends = counts.spans(encoded, 0, len(encoded), self.how, True, False, self.classes(encoded))
        places = _code_points(encoded)
        return [Token(*pair) for pair in zip(places[starts].tolist(), places[ends].tolist(), strict=True)]


@spoken
class Space(Tokeniser):
    """Split on space and newline only, as `sed 's/ /\\n/g'` does: tokens may be empty, and keep tabs and `\\r`."""

    name = "space"
    how = counts.SPACE
    joint = "\t"


@spoken
class Whitespace(Tokeniser):
    """Split on Unicode white space, as `str.split()` does."""

    name = "whitespace"
    how = counts.WHITESPACE


@spoken
class Words(Tokeniser):
    """Unicode words: letters, digits and their marks, with an apostrophe, hyphen or underscore inside.

    `don't`, `well-known` and `3.14` are one word each; punctuation, symbols and emoji are none. An ideograph is a word,
    as is a letter of hiragana; a script written without spaces (Thai, Khmer) gives one long word for each run of
    letters, so segment it first.

    >>> [text[t.start:t.end] for text in ["Don't panic: π is 3.14!"] for t in Words().spans(text)]
    ["Don't", 'panic', 'π', 'is', '3.14']
    """

    name = "words"
    how = counts.WORDS

    def classes(self, text: Bytes) -> Bytes:
        """One class a code point; ASCII does with 128."""
        return word_classes(128 if text.max(initial=0) < 128 else sys.maxunicode + 1)


@spoken
class Chars(Tokeniser):
    """Code points, white space too, so that n-grams see where words end; `drop_blank` leaves it out."""

    name = "chars"
    how = counts.CHARS
    joint = ""


TOKENISERS: Mapping[str, type[Tokeniser]] = {cls.name: cls for cls in (Space, Whitespace, Words, Chars)}


def tokeniser(text: str | Tokeniser) -> Tokeniser:
    """Read a tokeniser as it prints.

    >>> tokeniser("words")
    words
    """
    return text if isinstance(text, Tokeniser) else listen(text, TOKENISERS, "tokeniser")


def tokenise(text: str, tokens: str | Tokeniser = "words") -> list[Token]:
    """Where the tokens stand in a text, in code points.

    >>> tokenise("Café 🙂 ok")
    [Token(start=0, end=4), Token(start=7, end=9)]
    """
    return tokeniser(tokens).spans(text)


def _code_points(encoded: Bytes) -> NDArray[np.int64]:
    """For each place in UTF-8 bytes, and the end, how many code points lie before it."""
    places = np.zeros(len(encoded) + 1, np.int64)
    np.cumsum((encoded & 0xC0) != 0x80, out=places[1:])
    return places


@cache
def word_classes(codes: int) -> Bytes:
    """For each of the first so many code points, its part in a word."""
    classes = np.zeros(codes, np.uint8)
    for low, high in ((0, 0x33480), (0xE0100, 0xE01F0)):  # no letter and no mark is assigned elsewhere
        for code in range(low, min(high, codes)):
            classes[code] = _class_of(chr(code))
    for low, high in ALONE:
        alone = classes[low : high + 1]
        alone[alone == counts.LETTER] = counts.SINGLE
    return classes


def _class_of(char: str) -> int:
    if char in JOINERS:
        return counts.JOINER
    if char in POINTS:
        return counts.POINT
    if char in FORMATS:
        return counts.MARK
    kind = category(char)
    if kind == "Nd":
        return counts.DIGIT
    return {"L": counts.LETTER, "N": counts.LETTER, "M": counts.MARK}.get(kind[0], counts.BREAK)
