"""Several right answers to one unit, in either of the two layouts that the field uses, each by its name."""

from __future__ import annotations

from collections.abc import Sequence

from karat.errors import BadInput, BadRequest


class References(tuple[str, ...]):
    """The reference texts of one unit."""

    __slots__ = ()


def references(
    *,
    units: Sequence[Sequence[str]] | None = None,
    streams: Sequence[Sequence[str | None]] | None = None,
) -> list[References]:
    """The references of each unit, from a list a unit, or from streams (each a whole translation of the test set).

    The two layouts look alike and give different scores, so karat never guesses. A stream says None for a unit that it
    does not translate.

    >>> references(streams=[["a cat", "a dog"], ["the cat", None]])
    [('a cat', 'the cat'), ('a dog',)]
    >>> references(units=[["a cat", "the cat"], ["a dog"]])
    [('a cat', 'the cat'), ('a dog',)]
    """
    if (units is None) == (streams is None):
        raise BadRequest("references: name one layout: units=[[…], …] or streams=[[…], …]")
    found = _turned(streams) if streams is not None else [_checked(list(unit), i) for i, unit in enumerate(units or ())]
    for i, unit in enumerate(found):
        if not unit:
            raise BadInput(f"references: unit {i} has no reference: at least one was expected")
    return found


def _turned(streams: Sequence[Sequence[str | None]]) -> list[References]:
    lengths = [len(stream) for stream in streams]
    if len(set(lengths)) > 1:
        raise BadInput(
            f"references: the streams have {', '.join(map(str, lengths))} texts: every stream needs one a unit "
            "(None where it has none); for a list of references a unit, call references(units=…)"
        )
    return [
        _checked([text for text in unit if text is not None], i) for i, unit in enumerate(zip(*streams, strict=True))
    ]


def _checked(texts: Sequence[object], unit: int) -> References:
    wrong = next((text for text in texts if not isinstance(text, str)), None)
    if wrong is not None:
        raise BadInput(f"references: unit {unit} holds {wrong!r} where text was expected")
    return References(str(text) for text in texts)
