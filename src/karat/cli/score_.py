"""karat score."""

from __future__ import annotations

from typing import Any

import click

from karat.cli import show
from karat.cli.options import common, engine_for, intervals, measured
from karat.errors import BadRequest
from karat.evaluate.runs import Run, pair_up, read_run
from karat.evaluate.scoring import pair_measure
from karat.measures import Measure
from karat.stats.scoring import score_sides
from karat.types.report import Table
from karat.types.score import Score


@click.command()
@click.argument("gold", type=click.Path())
@click.argument("guess", type=click.Path())
@measured
@click.option("--format", "format_", default="", help="lines, csv, tsv, jsonl or conll; else by the file's name.")
@intervals
@click.option("--resamples", default=10_000, show_default=True, help="Resamples for the interval.")
@click.option("--by", default="", help="Also score each value of this column of GOLD.")
@click.option(
    "--unit", default="", help="Resample groups of units that share this column of GOLD (document, author …)."
)
@common
def command(
    gold: str,
    guess: str,
    measures: tuple[str, ...],
    format_: str,
    interval: str,
    resamples: int,
    by: str,
    unit: str,
    as_json: bool,
    seed: int,
    threads: int,
    quiet: bool,
) -> None:
    """Score the outputs in GUESS against GOLD, each number with a 95 % interval.

    Lines are paired by number and blank lines count; CSV, TSV and JSONL are paired by `unit` (or `id`).

    Example: karat score gold.txt system.txt -m wer
    """
    if not measures:
        raise BadRequest("no measure was named: add -m accuracy, or see `karat measures`")
    if gold == guess == "-":
        raise BadRequest("gold and guess cannot both be standard input: give one of them as a file")
    chosen = [pair_measure(one) for one in measures]
    golds = read_run(gold, format_)
    guesses = pair_up(golds, read_run(guess, format_))
    how = {"interval": interval, "resamples": resamples, "seed": seed, "engine": engine_for(threads)}
    groups = golds.column(unit) if unit else None
    found = _scores(golds, guesses, chosen, groups, how)
    slices = _slices(golds, guesses, chosen, by, groups, how) if by else {}
    if as_json:
        sliced = {"slices": [{"by": by, "slice": name, "scores": of} for name, of in slices.items()]} if by else {}
        return show.as_json({"scores": found, "units": len(golds.units), **sliced})
    return show.tables(
        [
            _table(f"{guesses.name} against {golds.name}, {len(golds.units)} units", found),
            *(_table(f"{by}: {n}", s) for n, s in slices.items()),
        ]
    )


def _scores(
    golds: Run, guesses: Run, chosen: list[Measure], groups: list[str] | None, how: dict[str, Any]
) -> list[Score]:
    found: list[Score] = []
    for one in chosen:
        found += score_sides(golds.take(one.takes), guesses.take(one.takes), [one], groups=groups, **how)
    return found


def _slices(
    golds: Run, guesses: Run, chosen: list[Measure], by: str, groups: list[str] | None, how: dict[str, Any]
) -> dict[str, list[Score]]:
    column = golds.column(by)
    found = {}
    for value in sorted(set(column)):
        at = [i for i, here in enumerate(column) if here == value]
        inside = [groups[i] for i in at] if groups else None
        found[value] = _scores(golds.only(at), guesses.only(at), chosen, inside, how)
    return found


def _table(title: str, found: list[Score]) -> Table:
    return Table(title, ("measure", "score", "n"), tuple((s.measure, s, s.n) for s in found))
