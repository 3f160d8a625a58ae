"""Tables for a paper: all systems by all measures, and the differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from karat.evaluate.comparing import Compared
from karat.evaluate.slicing import Slice
from karat.report.comparison import tables
from karat.report.numbers import count
from karat.types.report import Table

FEW = 5  # systems whose pairs all fit into a table


def paper_tables(found: Compared, slices: Sequence[Sequence[Slice]], on: str) -> list[Table]:
    """Scores in one table, a table of differences for each measure, a table for each slicing."""
    return [_scores(found, on), *_differences(found), *_sliced(found, slices)]


def _scores(found: Compared, on: str) -> Table:
    order = [rank.system for rank in found.ranked(found.measures[0])]
    place = {(rank.system, rank.measure): tables.place(rank) for rank in found.ranks}
    columns = [column for which in found.measures for column in (which, "place")]
    rows = [
        (name, *(cell for score in found.systems[name] for cell in (score, place[name, score.measure])))
        for name in order
    ]
    note = "Below each score its 95 % interval; places in brackets are those that the tests leave open."
    return Table(f"Systems on {on} ({count(found.units)} units)", ("system", *columns), tuple(rows), note)


def _differences(found: Compared) -> Iterator[Table]:
    for which in found.measures:
        if len(found.systems) <= FEW:
            yield replace(tables.pairs(found, which), title=f"Differences by {which}", note=tables.how(found))
        else:
            every = tables.systems(found, which)
            best = every.rows[0][0]
            rows = tuple((row[0], *row[3:]) for row in every.rows[1:])
            columns = ("system", "difference", *every.columns[4:])
            yield Table(f"Differences to {best} by {which}", columns, rows, tables.how(found))


def _sliced(found: Compared, slices: Sequence[Sequence[Slice]]) -> Iterator[Table]:
    for parts in slices:
        for which in found.measures:
            names = [rank.system for rank in found.ranked(which)[:2]]
            yield tables.slices(parts, which, names)
