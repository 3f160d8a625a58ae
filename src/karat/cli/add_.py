"""karat add."""

from __future__ import annotations

import click

from karat.cli import show
from karat.cli.options import LINK, common
from karat.corpus.documents import read_documents
from karat.corpus.lines import read_text
from karat.kinds import kind as kind_of
from karat.service.people import invite
from karat.service.projects import add_documents, add_guideline, open_workspace


@click.group(no_args_is_help=False)
def command() -> None:
    """Add documents, a guideline or a person to a workspace.

    Example: karat add documents reviews.karat reviews.jsonl
    """


@command.command("documents")
@click.argument("workspace")
@click.argument("file", type=click.Path())
@click.option("--format", "format_", default="", help="lines, csv, tsv or jsonl; else by the file's name.")
@common
def documents(workspace: str, file: str, format_: str, as_json: bool, seed: int, threads: int, quiet: bool) -> None:
    """Add the documents of FILE; each is one unit to annotate.

    Example: karat add documents reviews.karat reviews.jsonl
    """
    with open_workspace(workspace) as opened:
        added = add_documents(opened, read_documents(file, format_))
    return show.as_json({"added": added}) if as_json else click.echo(f"{added} documents added to {workspace}")


@command.command("guideline")
@click.argument("workspace")
@click.argument("name")
@click.option("--kind", required=True, help="E.g. \"label(labels=('positive', 'negative'))\".")
@click.option("--prose", type=click.Path(), required=True, help="A Markdown file that says what is asked.")
@click.option("--answers", default=3, show_default=True, help="Answers wanted for each unit.")
@common
def guideline(
    workspace: str, name: str, kind: str, prose: str, answers: int, as_json: bool, seed: int, threads: int, quiet: bool
) -> None:
    """Add a guideline NAME, or with new prose its next version.

    Example: karat add guideline reviews.karat mood --kind "label(labels=('good', 'bad'))" --prose mood.md
    """
    with open_workspace(workspace) as opened:
        made = add_guideline(opened, name, kind_of(kind), read_text(prose), answers_per_unit=answers)
    return show.as_json(made) if as_json else click.echo(f"{made.id}, version {made.version}: {made.kind}")


@command.command("person")
@click.argument("workspace")
@click.argument("name")
@click.option(
    "--role", type=click.Choice(["annotator", "adjudicator", "owner"]), default="annotator", show_default=True
)
@common
def person(workspace: str, name: str, role: str, as_json: bool, seed: int, threads: int, quiet: bool) -> None:
    """Invite a person; the link is shown once.

    Example: karat add person reviews.karat ann
    """
    with open_workspace(workspace) as opened:
        link = f"{LINK}{invite(opened, name, role)}"
    return (
        show.as_json({"name": name, "role": role, "invitation": link})
        if as_json
        else click.echo(f"{name} chooses a password at {link}")
    )
