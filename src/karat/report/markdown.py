"""Reports as Markdown with pipe tables, for read-me files, pull requests and notes."""

from __future__ import annotations

import re

from karat.report.figures import sentence, small_table
from karat.report.grid import Cell, grid
from karat.report.json import compact
from karat.types.report import Figure, Report, Table


def render(value: Report | Table) -> str:
    """Markdown; a figure is its caption and, where it is small, its numbers, as Markdown carries no drawings.

    >>> print(render(Table("A|B", ("x_1",), ((0.5,),))))
    **A\\|B**
    <BLANKLINE>
    | x\\_1 |
    | ---: |
    | .500 |
    <BLANKLINE>
    """
    return _table(value) if isinstance(value, Table) else _report(value)


def escape(text: str) -> str:
    """Text that Markdown leaves as it is, on one line.

    >>> escape("a*b <c>\\n| d")
    'a\\\\*b \\\\<c\\\\> \\\\| d'
    """
    return re.sub(r"([\\`*_\[\]<>|#~$])", r"\\\1", " ".join(text.replace("&", "&amp;").split()))


def _report(report: Report) -> str:
    parts = [f"# {escape(report.title)}", f"**{escape(report.claim)}**" if report.claim else ""]
    parts += [_table(table, "##") for table in report.tables]
    parts += [_figure(at, figure) for at, figure in enumerate(report.figures, 1)]
    parts += [_notes(report), _signature(report)]
    return "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"


def _table(table: Table, heading: str = "") -> str:
    laid = grid(table)
    title = f"{heading} {escape(table.title)}" if heading else f"**{escape(table.title)}**"
    foot = "  \n".join(f"<sup>{mark}</sup> {escape(why)}" for mark, why in laid.footnotes)
    return "\n\n".join(part for part in (title, _pipes(table), escape(table.note), foot) if part) + "\n"


def _pipes(table: Table) -> str:
    laid = grid(table)
    rows = [[escape(column) for column in laid.columns], ["---:" if right else ":---" for right in laid.numeric]]
    rows += [[_cell(cell) for cell in row] for row in laid.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cell(cell: Cell) -> str:
    small = f" {escape(cell.small)}" if cell.small else ""
    return f"{escape(cell.main)}{small}{f'<sup>{cell.mark}</sup>' if cell.mark else ''}"


def _figure(at: int, figure: Figure) -> str:
    said = f"**Figure {at}. {escape(sentence(figure.title))}** {escape(figure.caption)}".rstrip(" ")
    data = small_table(figure)
    return f"{said}\n\n{_pipes(data)}" if data else said


def _notes(report: Report) -> str:
    return "\n".join(["## Notes", "", *(f"- {escape(note)}" for note in report.notes)]) if report.notes else ""


def _signature(report: Report) -> str:
    lines = [f"- {escape(key)}: {escape(compact(value))}" for key, value in report.signature.items()]
    return "\n".join(["## To repeat this", "", *lines]) if lines else ""
