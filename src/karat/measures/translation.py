"""What measures of translation share: references in one list, how many there are, and what looks wrong with two sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from karat.errors import BadInput
from karat.types.references import References

SOME = 10  # units below which equal sides are no wonder
LETTERS = 1_000  # letters beyond ASCII that are enough to tell a script
UNSPACED = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3041, 0x30FF), (0x3400, 0x9FFF))


def flattened(gold: Sequence[References]) -> tuple[list[str], NDArray[np.int64]]:
    """All references in one list, and where those of each unit start."""
    counts = np.fromiter(map(len, gold), np.int64, len(gold))
    if len(gold) and not counts.all():
        raise BadInput("a unit has no reference: at least one was expected for each")
    return list(chain.from_iterable(gold)), np.concatenate([[0], np.cumsum(counts)])


def nrefs(gold: Sequence[References]) -> str:
    """How many references a unit has; `var` where units differ.

    >>> nrefs([References(("a", "b")), References(("c",))])
    'var'
    """
    counts = set(map(len, gold))
    return str(counts.pop()) if len(counts) == 1 else "var" if counts else "0"


def suspicious(gold: Sequence[References], guess: Sequence[str]) -> tuple[str, ...]:
    """A side of blank lines, or guesses that are a reference line for line: seldom what was meant."""
    if not guess:
        return ()
    found = []
    if not any(map(str.strip, guess)):
        found.append("every guess is empty: is this the right file or field?")
    elif len(guess) >= SOME and all(text in right for text, right in zip(guess, gold, strict=True)):
        found.append("every guess is a reference, character for character: was the reference scored against itself?")
    filled = all(map(str.strip, chain.from_iterable(gold)))
    blank = 0 if filled else sum(not any(map(str.strip, right)) for right in gold)
    if blank:
        found.append(f"{blank:,} of {len(gold):,} units have only empty references: their guesses can match nothing")
    return tuple(found)


def unspaced(texts: Iterable[str]) -> tuple[str, ...]:
    """Texts in a script that writes no spaces, under a rule that cuts at spaces and punctuation alone.

    >>> unspaced(["Ça va?", "你好"]), len(unspaced(["我爱自然语言处理"]))
    ((), 1)
    """
    letters = list(islice((char for text in texts if not text.isascii() for char in text if char.isalpha()), LETTERS))
    found = sum(any(low <= ord(char) <= high for low, high in UNSPACED) for char in letters)
    if found < SOME // 2 or 2 * found < len(letters):
        return ()
    return (
        "most letters are of a script that writes no spaces, so that this rule makes one token of a whole clause: "
        "choose tokens='zh', 'ja-mecab' or 'spm' by the language, or 'char'",
    )
