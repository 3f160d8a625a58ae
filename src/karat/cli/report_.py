"""karat report."""

from __future__ import annotations

from pathlib import Path

import click

from karat.cli import show
from karat.cli.options import common, engine_for
from karat.corpus.lines import write_aside
from karat.errors import unknown
from karat.report import render
from karat.service.projects import open_workspace
from karat.service.reporting import workspace_report

ENDINGS = {".html": "html", ".md": "markdown", ".tex": "latex", ".json": "json", ".txt": "text"}


@click.command()
@click.argument("workspace")
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    default="report.html",
    show_default=True,
    help=".html, .md, .tex, .json or .txt",
)
@click.option("--resamples", default=1_000_000, show_default=True, help="Resamples of the paired tests.")
@common
def command(workspace: str, output: str, resamples: int, as_json: bool, seed: int, threads: int, quiet: bool) -> None:
    """Write the report of WORKSPACE: agreement, gold, systems compared, with figures, in one file.

    Example: karat report reviews.karat -o report.html
    """
    ending = Path(output).suffix
    if ending not in ENDINGS:
        raise unknown("kind of report", ending, ENDINGS)
    with open_workspace(workspace) as opened:
        made = workspace_report(opened, resamples=resamples, seed=seed, engine=engine_for(threads))
    write_aside(Path(output), render(made, to=ENDINGS[ending]).encode())
    if as_json:
        return show.as_json({"report": output, "claim": made.claim})
    said = [made.claim] if made.claim else []
    return click.echo("\n".join([*said, f"Report: {Path(output).resolve()}"]))
