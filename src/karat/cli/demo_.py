"""karat demo."""

from __future__ import annotations

from functools import partial

import click

from karat.cli import show
from karat.cli.options import common, engine_for
from karat.service.demo import demo


@click.command()
@click.argument("folder", type=click.Path(), default="karat-demo")
@common
def command(folder: str, as_json: bool, seed: int, threads: int, quiet: bool) -> None:
    """Go through the whole loop on 500 sample reviews, and leave the workspace and the report in FOLDER.

    Profile, split, guideline, answers of five people, agreement, gold, baselines, two systems compared, report.

    Example: karat demo
    """
    say = partial(show.talk, quiet=quiet) if as_json else click.echo
    found = demo(folder, seed=seed, engine=engine_for(threads), say=say)
    if as_json:
        return show.as_json(found)
    return click.echo(f"\nReport: {found.report}\nGo on: karat serve {found.workspace}")
