"""Reports as Markdown with pipe tables, for read-me files, pull requests and notes."""

from __future__ import annotations

import re

from karat.report.figures import sentence, small_table
from karat.report.grid import Cell, grid
from karat.report.json import compact
from karat.report.numbers import number
from karat.types.report import Example, Examples, Figure, Part, Passage, Report, Table


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
    parts += [_part(place, part) for place, part in report.parts]
    parts += [_notes(report), _signature(report)]
    return "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"


def _part(place: str, part: Part) -> str:
    if isinstance(part, Figure):
        return _figure(int(place.rpartition("-")[2]), part)
    if isinstance(part, Passage):
        return _passage(part)
    return _examples(part) if isinstance(part, Examples) else _table(part, "##")


def _passage(part: Passage) -> str:
    items = "\n".join(f"- **{escape(about)}** {escape(text)}" for about, text in part.items)
    return "\n\n".join(one for one in (f"## {escape(part.title)}", items, escape(part.note)) if one)


def _examples(part: Examples) -> str:
    items = "\n".join(_example(one) for one in part.examples)
    return "\n\n".join(one for one in (f"## {escape(part.title)}", escape(part.note), items) if one)


def _example(one: Example) -> str:
    lines = [f"- {escape(one.unit)}", *([f"  - text: {escape(one.text)}"] if one.text else [])]
    lines += [f"  - gold: {escape(text)}" for text in one.gold]
    lines += [
        f"  - {escape(name)} ({escape(number(one.scores[name]))}): {escape(text)}" for name, text in one.answers.items()
    ]
    return "\n".join(lines)


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
