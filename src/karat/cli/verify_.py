"""karat verify."""

from __future__ import annotations

import click

from karat.cli import show
from karat.cli.options import common
from karat.service.projects import open_workspace, verify


@click.command()
@click.argument("workspace")
@common
def command(workspace: str, as_json: bool, seed: int, threads: int, quiet: bool) -> int:
    """Check the log of WORKSPACE link by link, and that the current answers are what it adds up to. Exit 1 if not.

    Example: karat verify reviews.karat
    """
    with open_workspace(workspace) as opened:
        wrong = verify(opened)
    if as_json:
        show.as_json({"wrong": wrong})
    else:
        click.echo("\n".join(wrong) if wrong else f"{workspace}: all is as it was answered")
    return 1 if wrong else 0
