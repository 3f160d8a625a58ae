"""Print: tables for people, JSON for programs, talk to stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Any

from karat.report import render
from karat.report.json import plain
from karat.types.report import Table
from karat.types.score import Score


def as_json(found: Any) -> None:
    """One JSON document on stdout; nan becomes null."""
    sys.stdout.write(json.dumps(plain(found), ensure_ascii=False) + "\n")


def tables(found: Iterable[Table], texts: Iterable[str] = ()) -> None:
    """Tables on stdout: drawn for a terminal, plain for a pipe; behind them texts that are ready."""
    sys.stdout.write("\n".join([*(render(table, to="text") for table in found), *(f"{text}\n" for text in texts)]))


def talk(text: str, quiet: bool = False) -> None:
    """A line to the person, not to the pipe."""
    if not quiet:
        sys.stderr.write(text + "\n")


def notes(of_files: Iterable[str], scores: Iterable[Score], quiet: bool = False) -> None:
    """What was done to the files, and what looks wrong in them, each said once, to the person."""
    for note in dict.fromkeys([*of_files, *(note for score in scores for note in score.notes)]):
        talk(f"note: {note}", quiet)
