"""karat gold."""

from __future__ import annotations

import json
from pathlib import Path

import click

from karat.cli import show
from karat.cli.options import common
from karat.corpus.lines import write_aside
from karat.gold.deciding import gold
from karat.gold.panel import read_answers, read_matrix
from karat.types.gold import Gold


@click.command()
@click.argument("answers", type=click.Path())
@click.option("--rule", default="majority()", show_default=True, help="E.g. \"majority(ties='drop')\".")
@click.option("--matrix", is_flag=True, help="ANSWERS is a matrix: a line a unit, a column an author.")
@click.option("--format", "format_", default="", help="csv, tsv or jsonl; else by the file's name.")
@click.option(
    "-o", "--output", type=click.Path(), default="-", help="Where the gold answers go (JSONL); stdout if not given."
)
@common
def command(
    answers: str,
    rule: str,
    matrix: bool,
    format_: str,
    output: str,
    as_json: bool,
    seed: int,
    threads: int,
    quiet: bool,
) -> None:
    """Turn the ANSWERS of several people into gold by a rule; units that stay open are listed, never guessed.

    Example: karat gold answers.csv --rule "majority()" -o gold.jsonl
    """
    found = gold(read_matrix(answers) if matrix else read_answers(answers, format_), rule)
    talk = f"{len(found.decisions)} units decided by {found.rule}, {len(found.open)} left open"
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in _records(found))
    if output != "-":
        write_aside(Path(output), lines.encode("utf-8", "backslashreplace"))
    if as_json:
        return show.as_json(found)
    if output == "-":
        click.echo(lines, nl=False)
    return show.talk(talk, quiet)


def _records(found: Gold) -> list[dict[str, object]]:
    decided = [{"unit": d.unit, "label": d.body, "method": d.method, "votes": dict(d.votes)} for d in found.decisions]
    return [*decided, *({"unit": unit, "label": None, "method": "open"} for unit in found.open)]
