"""What units can be sliced by: a column of theirs, or something that karat works out for each."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from unicodedata import name

import numpy as np

from karat.errors import BadInput, BadRequest, did_you_mean
from karat.evaluate.runs import Run
from karat.evaluate.texts import texts_of
from karat.measures.forms import in_order, read_number
from karat.types.coded import Coded
from karat.types.spoken import Spoken, listen, spoken

MOST = 50  # slices that somebody can still read
SCRIPTS = {"CJK": "Han", "HIRAGANA": "kana", "KATAKANA": "kana"}
NO_LETTERS = "no letters"


class Feature(Spoken):
    """A frozen value that prints as it reads, and says of each unit which slice it is in."""

    @abstractmethod
    def of_units(self, asked: Run) -> Coded:
        """The slice of each unit, and the names of the slices in order."""


@spoken
class Column(Feature):
    """The values of a column of gold, or of its `meta`.

    >>> str(Column(of="genre"))
    "column(of='genre')"
    """

    name = "column"

    of: str = ""

    def of_units(self, asked: Run) -> Coded:
        """A slice for each value."""
        return _coded(asked.column(self.of))


@spoken
class Label(Feature):
    """The label in gold."""

    name = "label"

    def of_units(self, asked: Run) -> Coded:
        """A slice for each label."""
        return _coded(asked.take("label"))


@spoken
class Length(Feature):
    """How long the text of a unit is, in `words` or `characters`, cut into `parts` of about as many units each."""

    name = "length"
    choices = {"of": ("words", "characters")}
    limits = {"parts": (2, MOST)}

    of: str = "words"
    parts: int = 4

    def of_units(self, asked: Run) -> Coded:
        """Short ones first."""
        sizes = [len(text.split()) if self.of == "words" else len(text) for text in texts_of(asked)]
        return _in_parts(np.array(sizes, np.float64), self.parts, f" {self.of}")


@spoken
class Quantiles(Feature):
    """The numbers in a column, cut into `parts` of about as many units each; equal numbers stay together."""

    name = "quantiles"
    limits = {"parts": (2, MOST)}

    of: str = ""
    parts: int = 4

    def of_units(self, asked: Run) -> Coded:
        """Small ones first."""
        columns = zip(asked.column(self.of), asked.records, strict=True)
        return _in_parts(np.array([read_number(value, place) for value, (place, _) in columns]), self.parts, "")


@spoken
class Script(Feature):
    """The script that most letters of a unit's text are in."""

    name = "script"

    def of_units(self, asked: Run) -> Coded:
        """A slice for each script."""
        return _coded([script_of(text) for text in texts_of(asked)])


FEATURES = {one.name: one for one in (Column, Label, Length, Quantiles, Script)}


def feature(text: str, asked: Run) -> Feature:
    """Read a feature as it prints; a plain name is a column where there is one of that name.

    So `length` may be a column of yours, and `length()` is always what karat counts.
    """
    columns = _columns(asked)
    if text in columns:
        return Column(of=text)
    if "(" in text or text in FEATURES:
        return listen(text, FEATURES, "feature")
    place = asked.records[0][0]
    said = did_you_mean(text, [*columns, *(f"{one}()" for one in ("label", "length", "script"))])
    raise BadInput(f"{place}: there is no column {text!r} to slice by. {said}")


def shown(by: Feature) -> str:
    """What a feature is called in a heading.

    >>> shown(Column(of="genre")), shown(Length())
    ('genre', 'length')
    """
    return by.of if isinstance(by, Column) else str(by)


def slices(by: Feature, asked: Run) -> dict[str, list[int]]:
    """The places of the units of each slice."""
    found = by.of_units(asked)
    if len(found.inventory) > MOST:
        raise BadRequest(
            f"{shown(by)} has {len(found.inventory):,} different values among {len(asked.units):,} units, and at most "
            f"{MOST} slices can be read: for numbers say quantiles(of={shown(by)!r})"
        )
    return {one: np.flatnonzero(found.codes == code).tolist() for code, one in enumerate(found.inventory)}


def script_of(text: str) -> str:
    """The script of most letters of a text.

    >>> script_of("Ça va? 你好"), script_of("42")
    ('Latin', 'no letters')
    """
    letters = Counter(char for char in text if char.isalpha())
    scripts: Counter[str] = Counter()
    for char, times in letters.items():
        scripts[_script(char)] += times
    return min(scripts, key=lambda one: (-scripts[one], one), default=NO_LETTERS)


@cache
def _script(char: str) -> str:
    first = name(char, "UNKNOWN").split()[0].split("-")[0]
    return SCRIPTS.get(first, first.capitalize())


def _columns(asked: Run) -> list[str]:
    _, fields = asked.records[0]
    meta = fields.get("meta")
    return [*fields, *(meta if isinstance(meta, dict) else ())]


def _coded(values: Sequence[str]) -> Coded:
    inventory = in_order(set(values))
    code = {value: at for at, value in enumerate(inventory)}
    return Coded(np.array([code[value] for value in values], np.int64), inventory)


def _in_parts(values: np.ndarray, parts: int, unit: str) -> Coded:
    """About as many units in each part; equal values are never parted, so there may be fewer parts."""
    ordered = np.sort(values)
    cuts = sorted({float(ordered[len(ordered) * at // parts]) for at in range(1, parts)} - {float(ordered[0])})
    codes = np.searchsorted(np.array(cuts), values, side="right").astype(np.int64)
    ends = [ordered[0], *cuts, np.inf]
    names = [_range(ordered[(ordered >= low) & (ordered < high)], unit) for low, high in pairwise(ends)]
    return Coded(codes, tuple(names))


def _range(values: np.ndarray, unit: str) -> str:
    low, high = values[0], values[-1]
    said = unit.removesuffix("s") if high == 1 else unit
    return f"{low:,g}{said}" if low == high else f"{low:,g}–{high:,g}{said}"
