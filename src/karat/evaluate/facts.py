"""What a reader should know of a test set and of outputs before believing a number: counts, not opinions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from karat.evaluate.features import script_of
from karat.evaluate.runs import Run
from karat.evaluate.texts import has_texts, texts_of
from karat.types.references import References


@dataclass(frozen=True, slots=True)
class Facts:
    """Counts over the units of a test set and over what each system said.

    `lengths` are words of the shortest, the middle and the longest text; `again` are units whose text stood before;
    `unanimous` units on which all systems say the same. Shares and ratios are empty where they mean nothing.
    """

    units: int
    again: int = 0
    unanimous: int = 0
    lengths: tuple[int, int, int] | None = None
    scripts: tuple[tuple[str, int], ...] = ()
    empty: tuple[tuple[str, int], ...] = ()
    right: tuple[tuple[str, int], ...] = ()
    shares: tuple[tuple[str, tuple[tuple[str, float], ...]], ...] = ()
    ratios: tuple[tuple[str, float], ...] = ()


def facts(gold: Run | None, systems: Mapping[str, Run], form: str) -> Facts:
    """Look at all units once; `form` is the form in which the measure takes answers."""
    said = {name: run.take(form) for name, run in systems.items()}
    golds = None if gold is None else gold.take(form)
    asked = gold or next(iter(systems.values()))
    texts = texts_of(asked) if has_texts(asked) else []
    return Facts(
        len(asked.units),
        again=len(texts) - len(set(texts)) if form != "label" or _is_input(asked) else 0,
        unanimous=sum(_all_equal(unit) for unit in zip(*said.values(), strict=True)),
        lengths=_lengths(texts),
        scripts=tuple(Counter(map(script_of, texts)).most_common()),
        empty=tuple((name, sum(_is_empty(one) for one in values)) for name, values in said.items()),
        right=() if golds is None else tuple((name, _equal(golds, values)) for name, values in said.items()),
        shares=_shares(golds, said) if form == "label" else (),
        ratios=_ratios(golds, said) if form in ("text", "words") else (),
    )


def _is_input(asked: Run) -> bool:
    """Is the text what was asked about, rather than the answer itself?"""
    return "line" not in asked.records[0][1]


def _all_equal(unit: tuple[Any, ...]) -> bool:
    return all(one == unit[0] for one in unit[1:])


def _is_empty(value: Any) -> bool:
    return value in ("", ()) or (isinstance(value, str) and not value.strip())


def _equal(golds: Sequence[Any], said: Sequence[Any]) -> int:
    return sum(
        one in right if isinstance(right, References) else one == right for right, one in zip(golds, said, strict=True)
    )


def _lengths(texts: Sequence[str]) -> tuple[int, int, int] | None:
    sizes = sorted(len(text.split()) for text in texts)
    return (sizes[0], sizes[len(sizes) // 2], sizes[-1]) if sizes else None


def _shares(
    golds: Sequence[Any] | None, said: Mapping[str, Sequence[Any]]
) -> tuple[tuple[str, tuple[tuple[str, float], ...]], ...]:
    sides = {**({} if golds is None else {"gold": golds}), **said}
    return tuple(
        (name, tuple((label, times / len(values)) for label, times in Counter(values).most_common()))
        for name, values in sides.items()
    )


def _ratios(golds: Sequence[Any] | None, said: Mapping[str, Sequence[Any]]) -> tuple[tuple[str, float], ...]:
    words = sum(map(_words, golds or ()))
    return tuple((name, sum(map(_words, values)) / words) for name, values in said.items()) if words else ()


def _words(value: Any) -> int:
    return len(str(value[0] if isinstance(value, References) else value).split())
