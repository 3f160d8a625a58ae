"""What is printed, drawn and kept: a report is data until a renderer shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from karat.types.shown import Shown


@dataclass(frozen=True, slots=True)
class Table(Shown):
    """A heading, column names and rows of values; scores stay scores, so that each renderer shows their interval."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Figure(Shown):
    """What to draw (`form` names the drawing) with its data and its caption."""

    title: str
    form: str
    data: Mapping[str, Any]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """Sentences under a heading, each behind the question or the thing that it is about."""

    title: str
    items: tuple[tuple[str, str], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """One unit: what it says, what is right, what each system said, and the score of each."""

    unit: str
    gold: tuple[str, ...]
    answers: Mapping[str, str]
    scores: Mapping[str, float]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Examples:
    """Units to look at, with why they were chosen."""

    title: str
    measure: str
    examples: tuple[Example, ...]
    note: str = ""


Part: TypeAlias = "Table | Figure | Passage | Examples"
PLACES: Mapping[type, str] = {Table: "table", Figure: "figure", Passage: "passage", Examples: "examples"}


@dataclass(frozen=True, slots=True)
class Report(Shown):
    """A claim with its evidence; the signature is all that is needed to repeat it.

    `order` names the parts as they are read (`table-1`, `figure-1` …); without it tables come before figures.
    """

    title: str
    claim: str = ""
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()
    signature: Mapping[str, Any] = field(default_factory=dict)
    passages: tuple[Passage, ...] = ()
    examples: tuple[Examples, ...] = ()
    order: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, title: str, claim: str, parts: Iterable[Part], notes: tuple[str, ...] = (), signature: Any = None
    ) -> Report:
        """A report whose parts are read in the order in which they are given.

        >>> Report.of("R", "", [Figure("F", "bars", {}), Table("T", (), ())]).order
        ('figure-1', 'table-1')
        """
        kept: dict[type, list[Any]] = {part: [] for part in PLACES}
        order = []
        for part in parts:
            kept[type(part)].append(part)
            order.append(f"{PLACES[type(part)]}-{len(kept[type(part)])}")
        tables, figures, passages, examples = (tuple(kept[part]) for part in PLACES)
        return cls(title, claim, tables, figures, notes, signature or {}, passages, examples, tuple(order))

    @property
    def parts(self) -> tuple[tuple[str, Part], ...]:
        """Each part behind the name of its place, as they are read."""
        kinds: tuple[tuple[Part, ...], ...] = (self.tables, self.figures, self.passages, self.examples)
        named: dict[str, Part] = {
            f"{place}-{at}": part
            for place, parts in zip(PLACES.values(), kinds, strict=True)
            for at, part in enumerate(parts, 1)
        }
        read = dict.fromkeys([*(one for one in self.order if one in named), *named])
        return tuple((place, named[place]) for place in read)
