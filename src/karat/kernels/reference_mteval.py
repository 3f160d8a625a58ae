"""Tokens of machine-translation scoring, in plain Python: the definition to read, and the oracle for the compiled kernel."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

OTHER, WHITE, DIGIT, ALONE, POINT, HYPHEN = range(6)

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]


def token_spans(values: Bytes, starts: Ints, classes: Bytes, beyond: int, padded: bool) -> tuple[Ints, Ints, Ints]:
    """Where every token begins and ends in the bytes, and where rows start among the tokens."""
    begins, ends, counts = list[int](), list[int](), [0]
    for (low, _), row in zip(pairwise(starts.tolist()), _texts(values, starts), strict=True):
        tokens = cut(row, _kinds(row, classes, beyond), padded)
        sizes = [0, *accumulate(len(char.encode("utf-8", "surrogatepass")) for char in row)]
        begins += [low + sizes[begin] for begin, _ in tokens]
        ends += [low + sizes[end] for _, end in tokens]
        counts.append(len(tokens))
    return np.array(begins, np.int64), np.array(ends, np.int64), np.cumsum(counts)


def token_ids(
    values: Bytes, starts: Ints, classes: Bytes, beyond: int, padded: bool, trimmed: bool
) -> tuple[Ints, Ints]:
    """The number of every token, equal tokens having equal numbers from 0 in order of first sight, and where rows start."""
    cutter: Callable[[str, list[int], bool], list[tuple[int, int]]] = trim if trimmed else cut
    rows = [
        [row[begin:end] for begin, end in cutter(row, _kinds(row, classes, beyond), padded)]
        for row in _texts(values, starts)
    ]
    known = dict[str, int]()
    ids = [known.setdefault(token, len(known)) for row in rows for token in row]
    return np.array(ids, np.int64), np.cumsum([0, *map(len, rows)])


def code_points(values: Bytes, starts: Ints, classes: Bytes, beyond: int, blanks: bool) -> tuple[Ints, Ints]:
    """The code point of every character, white ones only with `blanks`, and where rows start."""
    rows = [
        [ord(char) for char, kind in zip(row, _kinds(row, classes, beyond), strict=True) if blanks or kind != WHITE]
        for row in _texts(values, starts)
    ]
    return np.array([code for row in rows for code in row], np.int64), np.cumsum([0, *map(len, rows)])


def cut(text: str, kinds: list[int], padded: bool) -> list[tuple[int, int]]:
    """Where tokens begin and end: what stands alone is one, and so is what is left between those and white space."""
    own = _alone(kinds, padded)
    tokens, begin = list[tuple[int, int]](), 0
    for i in range(len(text) + 1):
        if i == len(text) or own[i] or kinds[i] == WHITE:
            tokens += [(begin, i)] if begin < i else []
            tokens += [(i, i + 1)] if i < len(text) and own[i] else []
            begin = i + 1
    return tokens


def _alone(kinds: list[int], padded: bool) -> list[bool]:
    """Which characters are tokens.

    A hyphen after a digit is one. A point is one if it takes the character before it, which must be no digit and no
    point that took one itself; or if no digit follows. At either end there is a space if `padded`, and else nothing, so
    that no point can take it.
    """
    taken = [False] * len(kinds)
    own = [kind == ALONE for kind in kinds]
    for i, kind in enumerate(kinds):
        before = kinds[i - 1] if i else (WHITE if padded else DIGIT)
        behind = kinds[i + 1] if i + 1 < len(kinds) else (WHITE if padded else DIGIT)
        if kind == POINT:
            taken[i] = before != DIGIT and not (i and taken[i - 1])
            own[i] = taken[i] or behind != DIGIT
        elif kind == HYPHEN:
            own[i] = i > 0 and before == DIGIT
    return own


def trim(text: str, kinds: list[int], padded: bool) -> list[tuple[int, int]]:
    """White-space words, each less one ALONE character at its end, or else at its start; `padded` changes nothing."""
    tokens = list[tuple[int, int]]()
    edges = [-1, *(i for i, kind in enumerate(kinds) if kind == WHITE), len(text)]
    for begin, end in ((low + 1, high) for low, high in pairwise(edges) if low + 1 < high):
        if end - begin > 1 and ALONE in (kinds[begin], kinds[end - 1]):
            middle = end - 1 if kinds[end - 1] == ALONE else begin + 1
            tokens += [(begin, middle), (middle, end)]
        else:
            tokens.append((begin, end))
    return tokens


def _texts(values: Bytes, starts: Ints) -> list[str]:
    text = values.tobytes()
    return [text[low:high].decode("utf-8", "surrogatepass") for low, high in pairwise(starts.tolist())]


def _kinds(text: str, classes: Bytes, beyond: int) -> list[int]:
    return [int(classes[ord(char)]) if ord(char) < len(classes) else beyond for char in text]
