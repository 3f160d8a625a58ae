"""karat import."""

from __future__ import annotations

import click

from karat.cli import show
from karat.cli.options import common
from karat.gold.panel import read_placed
from karat.service.projects import import_answers, import_outputs, open_workspace


@click.command()
@click.argument("workspace")
@click.argument("guideline")
@click.argument("answers", type=click.Path())
@click.option("--system", default="", help="These are the outputs of this system, not answers of people.")
@click.option("--format", "format_", default="", help="csv, tsv or jsonl; else by the file's name.")
@common
def command(
    workspace: str,
    guideline: str,
    answers: str,
    system: str,
    format_: str,
    as_json: bool,
    seed: int,
    threads: int,
    quiet: bool,
) -> None:
    """Bring ANSWERS (unit, author, label; or value, or spans) to GUIDELINE into WORKSPACE: all of them, or none.

    With --system they are a system's outputs: compared with gold, and never mistaken for a person's.

    Example: karat import reviews.karat mood answers.csv
    """
    places, found = zip(*read_placed(answers, format_, system), strict=True)
    with open_workspace(workspace) as opened:
        count = (
            import_outputs(opened, guideline, system, found, places)
            if system
            else import_answers(opened, guideline, found, places)
        )
    return show.as_json({"imported": count}) if as_json else click.echo(f"{count} answers imported into {workspace}")
