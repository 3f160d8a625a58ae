"""karat score LOG."""

from __future__ import annotations

from karat.evaluate.beside import Beside
from karat.evaluate.log_notes import notes
from karat.evaluate.logs import are_logs, read_logs
from karat.evaluate.paired_logs import Logs
from karat.measures import Measure


def of_log(
    path: str, measures: tuple[str, ...], format: str
) -> tuple[list[tuple[list[Measure], Beside]], tuple[str, ...]] | None:
    """The numbers of a log, each with its own items, and notes; nothing where the file is no log."""
    if not are_logs((path,), measures, format):
        return None
    logs = Logs(read_logs((path,), format))
    tables = logs.tables(measures)
    return [([one.measure], one.alone()) for one in tables], tuple(notes(logs, tables, bool(measures)))
