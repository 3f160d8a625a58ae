"""
The forms in which measures take answers: how each is read from a field of a file, and how many become arrays.

words → Words: rows of word ids · text → gold as References, guesses as they stand · label → Coded · number → floats ·
spans → tuple of marks per unit · logprobs → a LogProbs for each text, read from the whole record · scores → Scored, from
numbers by name (the field `scores`, or the record's own numbers).
A panel (units × authors, None where somebody did not answer) of labels → Coded with one column an author.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import isfinite, isnan, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from karat.errors import BadInput
from karat.kernels import words
from karat.measures.logprobs import read_logprobs
from karat.types.coded import Coded
from karat.types.ragged import Ragged
from karat.types.references import References
from karat.types.scores import Scored, Scores
from karat.types.words import Words


@dataclass(frozen=True, slots=True)
class Form:
    """How one form of answer is read (`read(value, where)`) and how both sides of a pair become arrays (`encode`).

    `whole`: it is read from all fields of a record, not from one. `plain`: values of this very type stand as they are.
    """

    name: str
    read: Callable[[Any, str], Any]
    encode: Callable[..., tuple[Any, ...]]
    whole: bool = False
    plain: type | None = None


def read_text(value: Any, where: str) -> str:
    """Text as it stands."""
    if not isinstance(value, str):
        raise BadInput(f"{where}: {value!r} was found where text was expected")
    return value


def read_texts(value: Any, where: str) -> str | References:
    """A text, or the references of one unit; a bare list could be either side of the table, so it must say which."""
    if isinstance(value, str | References):
        return value
    if isinstance(value, list | tuple):
        raise BadInput(
            f"{where}: a list was found where text was expected: for several references a unit, "
            "call references(units=…) or references(streams=…)"
        )
    raise BadInput(f"{where}: {value!r} was found where text was expected")


def read_label(value: Any, where: str) -> str:
    """A label; numbers and truth values are labels too."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # 1 and 1.0 are one label
    if isinstance(value, bool | int | float | str) and str(value) != "":
        return str(value)
    raise BadInput(f"{where}: {value!r} was found where a label was expected")


def read_number(value: Any, where: str) -> float:
    """A finite number; true and false are none."""
    try:
        number = float(str(value) if isinstance(value, bool) else value)
    except (TypeError, ValueError):
        raise BadInput(f"{where}: {value!r} was found where a number was expected") from None
    if not isfinite(number):
        raise BadInput(f"{where}: {value!r} was found where a finite number was expected")
    return number


def read_spans(value: Any, where: str) -> tuple[tuple[int, int, str], ...]:
    """A list of {start, end, label}, or of [start, end, label]."""
    if not isinstance(value, list | tuple):
        raise BadInput(f"{where}: {value!r} was found where a list of spans was expected")
    return tuple(sorted(_span(part, where) for part in value))


def _span(part: Any, where: str) -> tuple[int, int, str]:
    try:
        start, end, label = (part["start"], part["end"], part["label"]) if isinstance(part, Mapping) else part
    except (KeyError, TypeError, ValueError):
        raise BadInput(f"{where}: {part!r} was found where a span with start, end and label was expected") from None
    if type(start) is not int or type(end) is not int or not 0 <= start < end:
        raise BadInput(f"{where}: a span runs from {start!r} to {end!r}; code points 0 ≤ start < end were expected")
    return start, end, str(label)


def read_scores(value: Any, where: str) -> Scores:
    """Numbers by name: the field `scores` of a record, or those of its fields that are numbers; nan is no number."""
    if isinstance(value, Scores):
        return value
    if not isinstance(value, Mapping):
        raise BadInput(f"{where}: {value!r} was found where numbers by name, such as {{'acc': 1}}, were expected")
    listed = value.get("scores")
    if isinstance(listed, Mapping):
        return Scores({str(name): as_number(one) for name, one in listed.items()}, where)
    found = {str(name): as_number(one) for name, one in value.items() if name not in ("unit", "id")}
    return Scores({name: one for name, one in found.items() if not isnan(one)}, where)


def as_number(value: Any) -> float:
    """A number, a truth value, or a text that says one of them, as a finite float; anything else is nan.

    >>> as_number("0.5"), as_number(True), as_number("False"), as_number("inf"), as_number(None)
    (0.5, 1.0, 0.0, nan, nan)
    """
    if isinstance(value, str):
        value = {"true": True, "false": False}.get(value.strip().lower(), value)
    if not isinstance(value, bool | int | float | str):
        return nan
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return nan
    return number if isfinite(number) else nan


def encode_words(*sides: Sequence[str]) -> tuple[Words, ...]:
    """White-space words as ids shared by all sides."""
    texts = [text for side in sides for text in side]
    flat = Ragged.of_strings(texts)
    every = Words(*words.word_ids(flat.values, flat.starts), texts)
    ends = list(accumulate(map(len, sides)))
    return tuple(every[end - len(side) : end] for side, end in zip(sides, ends, strict=True))


def encode_texts(gold: Sequence[str | References], *guesses: Sequence[str | References]) -> tuple[list[Any], ...]:
    """Gold as the references of each unit, guesses as they stand: what a word is, the measure says."""
    texts = [one for one in gold if isinstance(one, str)]
    if len(texts) == len(gold):
        referred = list(map(References, zip(texts, strict=True)))  # half the time of what follows
    else:
        referred = [one if isinstance(one, References) else References((one,)) for one in gold]
    for side in guesses:
        several = next((i for i, one in enumerate(side) if isinstance(one, References)), None)
        if several is not None:
            raise BadInput(f"guess[{several}]: {len(side[several])} references were found where one guess was expected")
    return referred, *(list(side) for side in guesses)


def encode_labels(*sides: Sequence[str]) -> tuple[Coded, ...]:
    """Labels as codes into one inventory, in natural order."""
    inventory = in_order({label for side in sides for label in side})
    code = {label: i for i, label in enumerate(inventory)}
    return tuple(Coded(np.array([code[label] for label in side], np.int64), inventory) for side in sides)


def encode_numbers(*sides: Sequence[float]) -> tuple[Any, ...]:
    """Numbers as they are."""
    return tuple(np.asarray(side, np.float64) for side in sides)


def encode_whole(*sides: Sequence[Any]) -> tuple[list[Any], ...]:
    """Spans stay tuples, and log-probabilities stay texts: what follows needs them whole."""
    return tuple(list(side) for side in sides)


def encode_scores(*sides: Sequence[Scores]) -> tuple[Scored, ...]:
    """Numbers by name as columns of one inventory, in natural order."""
    inventory = in_order({name for side in sides for one in side for name in one.values})
    return tuple(_scored(side, inventory) for side in sides)


def _scored(side: Sequence[Scores], inventory: tuple[str, ...]) -> Scored:
    values = [[one.values.get(name, nan) for name in inventory] for one in side]
    table = np.array(values, np.float64).reshape(len(side), len(inventory))
    return Scored(table, inventory, tuple(one.where for one in side))


def encode_panel(panel: Sequence[Sequence[str | None]]) -> tuple[Coded]:
    """Units × authors of labels, None where somebody did not answer."""
    inventory = in_order({label for row in panel for label in row if label is not None})
    code: dict[str | None, int] = {label: i for i, label in enumerate(inventory)} | {None: -1}
    width = max((len(row) for row in panel), default=0)
    codes = np.array([[code[label] for label in row] for row in panel], np.int64).reshape(len(panel), width)
    return (Coded(codes, inventory),)


def in_order(labels: Iterable[str]) -> tuple[str, ...]:
    """Labels in natural order: by value if all are numbers, else by code points.

    >>> in_order({"10", "9"}), in_order({"10", "9", "x"})
    (('9', '10'), ('10', '9', 'x'))
    """
    known = list(labels)
    return tuple(sorted(known, key=_by_value if all(map(_is_number, known)) else None))


def _by_value(label: str) -> tuple[float, str]:
    return float(label), label


def numbers(inventory: Sequence[str], who: str) -> NDArray[np.float64]:
    """The labels as numbers; words have no order of their own, and guessing one would weigh mistakes wrongly."""
    word = next((label for label in inventory if not _is_number(label)), None)
    if word is not None:
        raise BadInput(
            f"{who}: the label {word!r} is not a number, so nobody knows its place on the scale: recode the labels as numbers"
        )
    return np.array([float(label) for label in inventory], np.float64)


def _is_number(label: str) -> bool:
    try:
        return isfinite(float(label))
    except ValueError:
        return False


FORMS = {
    form.name: form
    for form in (
        Form("words", read_text, encode_words, plain=str),
        Form("text", read_texts, encode_texts, plain=str),
        Form("label", read_label, encode_labels),
        Form("number", read_number, encode_numbers),
        Form("spans", read_spans, encode_whole),
        Form("logprobs", read_logprobs, encode_whole, whole=True),
        Form("scores", read_scores, encode_scores, whole=True),
    )
}
