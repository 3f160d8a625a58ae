"""karat backup."""

from __future__ import annotations

import click

from karat.cli import show
from karat.cli.options import common
from karat.service.projects import backup, open_workspace


@click.command()
@click.argument("workspace")
@click.argument("copy", type=click.Path())
@common
def command(workspace: str, copy: str, as_json: bool, seed: int, threads: int, quiet: bool) -> None:
    """Copy WORKSPACE to COPY while people go on working.

    Example: karat backup reviews.karat reviews-monday.karat
    """
    with open_workspace(workspace) as opened:
        backup(opened, copy)
    return show.as_json({"copy": copy}) if as_json else click.echo(f"{workspace} copied to {copy}")
