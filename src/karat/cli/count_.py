"""karat count."""

from __future__ import annotations

import sys

import click

from karat.cli import show
from karat.cli.options import common
from karat.corpus.count import Counted, as_sed, count
from karat.errors import BadRequest
from karat.types.report import Table


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--ngram", default=1, show_default=True, help="Count runs of so many tokens.")
@click.option("--top", default=10, show_default=True, help="How many to list; 0 lists all.")
@click.option("--min", "min_count", default=1, show_default=True, help="List only what stands so often.")
@click.option("--tokens", default="space", show_default=True, help="space, whitespace, words or chars.")
@click.option("--drop-blank", is_flag=True, help="Leave out empty tokens (grep -v '^$').")
@click.option(
    "--as",
    "as_",
    type=click.Choice(["table", "sed"]),
    default="table",
    show_default=True,
    help="sed: byte for byte the shell pipeline.",
)
@common
def command(
    files: tuple[str, ...],
    ngram: int,
    top: int,
    min_count: int,
    tokens: str,
    drop_blank: bool,
    as_: str,
    as_json: bool,
    seed: int,
    threads: int,
    quiet: bool,
) -> None:
    """Count the tokens of FILES, or their n-grams, exactly.

    With `--as sed` the output is, byte for byte under LC_ALL=C, that of

    \b
    sed 's/ /\\n/g' FILES | sort | uniq -c | sort -k1nr | head

    N-grams are then those of `paste words <(tail -n+2 words)`.

    Example: karat count novel.txt --tokens words --top 5
    """
    if as_ == "sed" and tokens != "space":
        raise BadRequest(
            f"--as sed cuts at spaces and line ends only, but --tokens {tokens} was given: leave one of them out"
        )
    wanted = None if top == 0 else top
    found = count(
        files, ngram=ngram, top=wanted, min_count=min_count, tokens=tokens, drop_blank=drop_blank, threads=threads
    )
    if as_json:
        return show.as_json(found)
    if as_ == "sed":
        sys.stdout.buffer.write(as_sed(found))
        return None
    return show.tables([_table(found, ngram, tokens)])


def _table(found: Counted, ngram: int, tokens: str) -> Table:
    what = "tokens" if ngram == 1 else f"{ngram}-grams"
    title = f"{found.tokens:,} {what}, {found.types:,} types, {found.hapaxes:,} of them once"
    note = "Cut at spaces and line ends only; --tokens words counts words." if tokens == "space" else ""
    return Table(title, ("token", "count"), tuple((repr(token)[1:-1], times) for token, times in found.top), note)
