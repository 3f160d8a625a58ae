"""The files that `karat compare` writes: one report in several formats, each to a file or, for `-`, to standard output."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import Any

import click

from karat.corpus.lines import read_bytes, write_aside
from karat.errors import BadRequest
from karat.report import render
from karat.report.pdf import as_pdf
from karat.types.report import Report, Table

FORMATS = {
    "html": "Write a report: figures, slices, wins and losses, five questions; one file, - for stdout.",
    "markdown": "Write the report as Markdown.",
    "latex": "Write tables for a paper, with booktabs.",
    "pdf": "Write the report as PDF; needs Chromium.",
}


@dataclass(frozen=True, slots=True)
class Outputs:
    """Which formats go where, and the command that asked for them."""

    places: dict[str, str]
    command: str

    @property
    def to_stdout(self) -> bool:
        """Does one of them take the place of what the command prints?"""
        return "-" in self.places.values()

    def write(self, report: Callable[[], Report], tables: Callable[[], Sequence[Table]], as_json: bool) -> list[str]:
        """Write each, and say which files there are; the report is made once, and only if somebody asked for one."""
        if [*self.places.values()].count("-") + as_json > 1:
            raise BadRequest("two things cannot both go to standard output: write one of them to a file")
        made = report() if self.places.keys() - {"latex"} else None
        for name, place in self.places.items():
            _put(place, self._latex(tables()) if made is None or name == "latex" else _written(made, name))
        return [place for place in self.places.values() if place != "-"]

    def _latex(self, tables: Sequence[Table]) -> bytes:
        head = f"% {self.command}\n% in the preamble: \\usepackage{{booktabs}}\n"
        return "\n".join([head, *(render(table, "latex") for table in tables)]).encode("utf-8", "replace")


def outputs(command: Callable[..., Any]) -> Callable[..., Any]:
    """--html, --markdown, --latex and --pdf, gathered as `files`."""

    @wraps(command)
    def gathered(**given: Any) -> Any:
        places = {name: given.pop(name) for name in FORMATS}
        line = " ".join(map(quoted, ["karat", *click.get_current_context().meta.get("given", ())]))
        return command(files=Outputs({name: place for name, place in places.items() if place}, line), **given)

    made: Callable[..., Any] = gathered
    for name, said in reversed(FORMATS.items()):
        made = click.option(f"--{name}", default="", metavar="FILE", help=said)(made)
    return made


def quoted(argument: str) -> str:
    """An argument as somebody would type it.

    >>> print(quoted("f(average='macro')"), quoted("a b"), quoted("$HOME'"))
    "f(average='macro')" 'a b' '$HOME'"'"''
    """
    plain = "'" in argument and not set(argument) & set('"$`\\!')
    return f'"{argument}"' if plain else shlex.quote(argument)


def fingerprints(paths: Sequence[str]) -> dict[str, str]:
    """What each file held, in a few digits, so that one can tell later whether it is still the same."""
    files = [path for path in dict.fromkeys(paths) if Path(path).is_file()]
    return {path: f"sha256 {sha256(read_bytes(path)).hexdigest()[:16]}" for path in files}


def _written(report: Report, name: str) -> bytes:
    if name == "pdf":
        return as_pdf(render(report, "html"))
    return render(report, name).encode("utf-8", "replace")


def _put(place: str, content: bytes) -> None:
    if place == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        write_aside(Path(place), content)
