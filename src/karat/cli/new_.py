"""karat new."""

from __future__ import annotations

import click

from karat.cli import show
from karat.cli.options import LINK, common
from karat.service.people import invite
from karat.service.projects import new


@click.command()
@click.argument("workspace")
@click.option("--owner", default="owner", show_default=True, help="The name of its first owner.")
@common
def command(workspace: str, owner: str, as_json: bool, seed: int, threads: int, quiet: bool) -> None:
    """Make WORKSPACE: one file (reviews.karat), or a PostgreSQL URL, that holds texts, people and answers.

    Its owner gets a link, shown once, to choose a password with.

    Example: karat new reviews.karat
    """
    with new(workspace) as made:
        token = invite(made, owner, "owner")
    if as_json:
        return show.as_json({"workspace": workspace, "owner": owner, "invitation": f"{LINK}{token}"})
    click.echo(
        f"{workspace} is ready. {owner} chooses a password at {LINK}{token} once `karat serve {workspace}` runs."
    )
    return show.talk(f"Next: karat add documents {workspace} FILE", quiet)
