"""What `karat score` shows besides the scores: slices, units alone, what a score is made of, guess beside gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from karat.errors import BadRequest
from karat.evaluate.aligning import align, by_group
from karat.evaluate.beside import Beside
from karat.evaluate.slicing import SMALL
from karat.measures import Measure
from karat.measures.edited import Edited
from karat.types.aligned import Aligned
from karat.types.report import Table
from karat.types.score import Score

COLUMNS = 2  # measures that fit beside each other


@dataclass(frozen=True, slots=True)
class ScoredSlice:
    """The scores of the units that share a value."""

    by: str
    slice: str
    n: int
    scores: tuple[Score, ...]


def slices(by: str, sides: Sequence[tuple[list[Measure], Beside]], **how: Any) -> list[ScoredSlice]:
    """Every slice with all of its scores."""
    found: dict[str, ScoredSlice] = {}
    for measures, side in sides:
        called, parts = side.slices(by)
        for name, part in parts.items():
            known = found.get(name, ScoredSlice(called, name, len(part.asked.units), ()))
            scores = (*known.scores, *part.scores(measures, **how))
            found[name] = ScoredSlice(called, name, known.n, scores)
    return list(found.values())


def slice_tables(parts: Sequence[ScoredSlice]) -> list[Table]:
    """One table where every slice has the same few numbers, else one a slice."""
    names = tuple(score.measure for score in parts[0].scores)
    if len(names) > COLUMNS or any(tuple(score.measure for score in part.scores) != names for part in parts):
        return [score_table(f"{part.by}: {part.slice}", part.scores) for part in parts]
    rows = tuple((f"{part.slice}{'*' if part.n < SMALL else ''}", part.n, *part.scores) for part in parts)
    note = f"*: fewer than {SMALL} units, so the interval is rough." if any(part.n < SMALL for part in parts) else ""
    return [Table(f"By {parts[0].by}", ("slice", "units", *names), rows, note)]


def score_table(title: str, found: Sequence[Score]) -> Table:
    """The scores."""
    return Table(title, ("measure", "score", "n"), tuple((s.measure, s, s.n) for s in found))


def parts_table(score: Score) -> Table:
    """What a score is made of."""
    names, values = zip(*score.parts, strict=True)
    whole = tuple(int(value) if value.is_integer() else value for value in values)
    return Table(f"What {score.measure} is made of", names, (whole,))


def alone_table(alone: Sequence[tuple[str, dict[str, float]]]) -> Table:
    """Every unit alone."""
    return Table("Each unit alone", ("unit", *alone[0][1]), tuple((unit, *of.values()) for unit, of in alone))


def aligned(pair: Beside, chosen: Sequence[Measure]) -> list[Aligned]:
    """Gold beside guess under the first measure that aligns them."""
    which = _edited(chosen)
    if which is None or pair.gold is None:
        raise BadRequest(
            f"{', '.join(map(str, chosen))}: nothing here aligns words: name wer, cer or one of their kin with -m"
        )
    return align(pair.gold.take(which.takes), pair.guess.take(which.takes), which)


def edits(units: Sequence[str], found: Sequence[Aligned]) -> list[dict[str, Any]]:
    """Guess beside gold, for programs."""
    return [
        {"unit": unit, "edits": [[edit.what, edit.gold, edit.guess] for edit in one.edits]}
        for unit, one in zip(units, found, strict=True)
    ]


def group_tables(pair: Beside, by: str, chosen: Sequence[Measure]) -> list[Table]:
    """The table of speakers, under the first measure that counts words, characters and their errors."""
    which = _edited(chosen)
    if which is None or pair.gold is None:
        return []
    called, parts = pair.slices(by)
    of = {unit: name for name, part in parts.items() for unit in part.asked.units}
    groups = [of[unit] for unit in pair.asked.units]
    return [by_group(pair.gold.take(which.takes), pair.guess.take(which.takes), groups, which, called)]


def _edited(chosen: Sequence[Measure]) -> Edited | None:
    return next((one for one in chosen if isinstance(one, Edited)), None)
