"""karat export."""

from __future__ import annotations

from pathlib import Path

import click

from karat.cli import show
from karat.cli.options import common
from karat.corpus.lines import write_aside
from karat.service.projects import export, open_workspace


@click.command()
@click.argument("workspace")
@click.argument("guideline")
@click.option(
    "--to",
    "format_",
    default="jsonl",
    show_default=True,
    help="jsonl, or a format of the guideline's kind (tsv, conll).",
)
@click.option("-o", "--output", type=click.Path(), default="-", help="Where to write; stdout if not given.")
@common
def command(
    workspace: str, guideline: str, format_: str, output: str, as_json: bool, seed: int, threads: int, quiet: bool
) -> None:
    """Write the answers to GUIDELINE, every author's: nobody is dropped.

    Example: karat export reviews.karat mood -o answers.jsonl
    """
    with open_workspace(workspace) as opened:
        lines = list(export(opened, guideline, format_))
    text = "".join(f"{line}\n" for line in lines)
    if output != "-":
        write_aside(Path(output), text.encode("utf-8", "backslashreplace"))
        return (
            show.as_json({"lines": len(lines), "output": output})
            if as_json
            else show.talk(f"{len(lines)} lines written to {output}", quiet)
        )
    return show.as_json({"lines": lines}) if as_json else click.echo(text, nl=False)
