"""Options that every verb shares, and the engine they ask for."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from karat.engine import Engine, Local, Threads
from karat.errors import BadRequest

FORMATS = (
    "lines, csv, tsv, jsonl, conll, trn, stm, ctm, lm_eval, inspect, lighteval, helm, trec_eval, trec or qrels; "
    "else by what is in the file, and by its name."
)
LINK = "http://127.0.0.1:8765/invite/"  # where `karat serve` answers unless told otherwise

Command = TypeVar("Command", bound=Callable[..., Any])


class Verb(click.Command):
    """A verb whose option --refs takes every file up to the next option, as a shell's wildcard gives them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`--refs a b -m bleu` as `--refs a --refs b -m bleu`."""
        ctx.meta["given"] = (str(ctx.info_name).removeprefix("karat "), *args)
        return super().parse_args(ctx, _repeated(args, "--refs"))


def _repeated(args: list[str], option: str) -> list[str]:
    found: list[str] = []
    inside = 0
    for arg in args:
        inside = 1 if arg == option else 0 if arg != "-" and arg.startswith("-") else inside + bool(inside)
        found += [option, arg] if inside > 2 else [arg]
    return found


def referred(command: Command) -> Command:
    """--refs, several."""
    return click.option(
        "--refs",
        multiple=True,
        type=click.Path(),
        help="Reference files R1 R2 …, each a right answer to every unit, in place of GOLD.",
    )(command)


def common(command: Command) -> Command:
    """--json, --seed, --threads and --quiet."""
    for option in (
        click.option("--quiet", is_flag=True, help="No talk on stderr."),
        click.option(
            "--threads", default=os.cpu_count() or 1, show_default="all", help="Threads; the result is the same."
        ),
        click.option("--seed", default=0, show_default=True, help="Seed of everything random; 0 is a seed too."),
        click.option("--json", "as_json", is_flag=True, help="One JSON document on stdout."),
    ):
        command = option(command)
    return command


def measured(command: Command) -> Command:
    """-m, repeatable."""
    return click.option(
        "-m", "--measure", "measures", multiple=True, help="E.g. accuracy or \"f(average='macro')\"; repeat for more."
    )(command)


def sliced(what: str) -> Callable[[Command], Command]:
    """--by, repeatable, and --texts."""

    def with_slices(command: Command) -> Command:
        by = click.option(
            "--by", "bys", multiple=True, help=f"Also {what} slices: a column of GOLD, length, script or label; repeat."
        )
        texts = click.option(
            "--texts", default="", help="What was asked about: a file with `unit` (or `id`), `text` and columns."
        )
        return by(texts(command))

    return with_slices


def intervals(command: Command) -> Command:
    """--interval and --resamples."""
    named = click.Choice(["bca", "percentile", "basic", "studentised", "wilson", "clopper-pearson", "none"])
    return click.option(
        "--interval", type=named, default="bca", show_default=True, help="How the 95 % interval is made."
    )(command)


def engine_for(threads: int) -> Engine:
    """An engine for so many threads."""
    if threads < 1:
        raise BadRequest(f"{threads} threads were asked for: at least 1 was expected")
    return Threads(workers=threads) if threads > 1 else Local()
