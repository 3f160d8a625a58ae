"""Rivals whose logs hold their scores already: each number with the items that all logs share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from karat.engine import Engine
from karat.errors import BadRequest
from karat.evaluate.log_notes import notes
from karat.evaluate.logs import read_logs
from karat.evaluate.paired_logs import Logs, Unpaired
from karat.evaluate.rivals import Rivals
from karat.evaluate.tabled import Tabled, tabled


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be compared: rivals, and the rows of every measure; `unpaired` are items that logs do not share."""

    rivals: Rivals
    tables: tuple[Tabled, ...]
    unpaired: tuple[Unpaired, ...] | None = None

    def slices(self, by: str) -> tuple[str, dict[str, list[int]]]:
        """What a feature is called, and the places of the units of each slice, which are those of every measure."""
        sizes = {str(table.measure): table.units for table in self.tables}
        if len(set(sizes.values())) > 1:
            listed = ", ".join(f"{name} {units:,}" for name, units in sizes.items())
            raise BadRequest(f"numbers with unequal items cannot be sliced together ({listed}): name one with -m")
        return self.rivals.slices(by)


def read_logged(
    paths: Sequence[str], measures: Sequence[str], format: str, shared: bool, unit: str, engine: Engine | None = None
) -> Asked:
    """Logs from files: the numbers that are named, or all that they share."""
    logs = Logs(read_logs(paths, format))
    found = logs.tables(measures, shared)
    tables = tuple(
        table
        for one in found
        for table in tabled(
            None,
            {name: run.take(one.measure.takes) for name, run in one.runs.items()},
            one.measure,
            one.column(unit) if unit else None,
            engine,
        )
    )
    rivals = Rivals(None, found[0].runs, tuple(notes(logs, found, bool(measures))))
    return Asked(rivals, tables, tuple(one for table in found for one in table.unpaired))
