"""karat score."""

from __future__ import annotations

from typing import Any

import click

from karat.cli import show
from karat.cli.options import FORMATS, Verb, common, engine_for, intervals, measured, referred, sliced
from karat.cli.scored import alone_table, parts_table, score_table
from karat.errors import BadRequest
from karat.evaluate.beside import Beside, read_beside
from karat.evaluate.scoring import fitting
from karat.measures import Measure
from karat.types.listed import Listed

WAYS = "karat score GOLD GUESS, or --refs R1 R2 … --guess SYSTEM, or --guess SYSTEM alone for perplexity and the like"
RESAMPLES = {"table": 10_000, "rouge-1.5.5": 1_000}
PARTS = Listed(  # read when they are asked for: a plain score should not wait for them
    "karat.cli",
    {
        "alignment": "score_align:Alignment",
        "group tables": "score_slices:group_tables",
        "of log": "score_log:of_log",
        "script": "score_script:script",
        "slice tables": "score_slices:slice_tables",
        "slices": "score_slices:slices",
    },
)

Sides = list[tuple[list[Measure], Beside]]


@click.command(cls=Verb)
@click.argument("gold", type=click.Path(), required=False)
@click.argument("guess", type=click.Path(), required=False)
@referred
@click.option("--guess", "system", default="", help="The system's output, with --refs or without gold.")
@measured
@click.option("--format", "format_", default="", help=FORMATS)
@intervals
@click.option("--resamples", default=None, type=int, help="Resamples for the interval; 10,000, or 1,000 with --as.")
@sliced("score")
@click.option("--each", is_flag=True, help="Also score each unit alone.")
@click.option(
    "--align", "shown", is_flag=True, help="Also show guess beside gold, word by word (wer, cer and their kin)."
)
@click.option("--align-html", "page", type=click.Path(), help="Write the same as a page.")
@click.option(
    "--unit",
    default="",
    help="Resample groups of units that share this column of GOLD (author …); else documents, where units name them.",
)
@click.option(
    "--as",
    "as_",
    type=click.Choice(list(RESAMPLES)),
    default="table",
    show_default=True,
    help="rouge-1.5.5: byte for byte the report of that script, for -m \"rouge(preset='rouge-1.5.5')\".",
)
@common
def command(
    gold: str | None,
    guess: str | None,
    refs: tuple[str, ...],
    system: str,
    measures: tuple[str, ...],
    format_: str,
    texts: str,
    bys: tuple[str, ...],
    interval: str,
    resamples: int | None,
    each: bool,
    shown: bool,
    page: str | None,
    unit: str,
    as_: str,
    as_json: bool,
    seed: int,
    threads: int,
    quiet: bool,
) -> None:
    """Score the outputs in GUESS against GOLD, each number with a 95 % interval.

    Lines are paired by number and blank lines count; CSV, TSV and JSONL are paired by `unit` (or `id`). Where every unit
    has several right answers, name their files: --refs R1 R2 … --guess SYSTEM. Perplexity needs no gold: --guess FILE. The
    log of a harness holds scores already: karat score LOG.

    Example: karat score gold.txt system.txt -m wer
    """
    sides, said = _sides(gold, guess, refs, system, measures, format_, texts)
    drawn, (first, pair) = RESAMPLES[as_] if resamples is None else resamples, sides[0]
    if as_ != "table":
        if as_json or bys or each or unit or shown or page:
            raise BadRequest(f"--as {as_} is a report of its own: leave out --json, --by, --each, --align and --unit")
        return click.echo(PARTS["script"](pair, first, drawn), nl=False)
    how: dict[str, Any] = {"interval": interval, "resamples": drawn, "seed": seed, "engine": engine_for(threads)}
    found = [score for chosen, side in sides for score in side.scores(chosen, group=unit, **how)]
    parts = [PARTS["slices"](by, sides, group=unit, **how) for by in bys]
    alone = _alone(sides, threads) if each else []
    beside: Any = PARTS["alignment"](pair, first) if shown or page else None
    if page:
        beside.write(page)
    if as_json:
        more: dict[str, Any] = {"slices": [one for part in parts for one in part]} if bys else {}
        more |= {"each": [{"unit": name, "scores": of} for name, of in alone]} if each else {}
        more |= {"aligned": beside.plain()} if shown else {}
        return show.as_json({"scores": found, "units": len(pair.asked.units), **more})
    show.notes((*pair.asked.drawn(unit), *said), found, quiet)
    return show.tables(
        [
            score_table(pair.title, found),
            *(parts_table(score) for score in found if score.parts),
            *(table for part in parts for table in PARTS["slice tables"](part)),
            *(table for by in bys for table in PARTS["group tables"](pair, by, first)),
            *([alone_table(alone)] if each else []),
            *(beside.mistakes() if shown else []),
        ],
        beside.texts() if shown else [],
    )


def _sides(
    gold: str | None,
    guess: str | None,
    refs: tuple[str, ...],
    system: str,
    measures: tuple[str, ...],
    format: str,
    texts: str,
) -> tuple[Sides, tuple[str, ...]]:
    """What is scored by which measures, and notes: a log of a harness has other items for other numbers."""
    log = system or gold
    if log and not refs and not guess and not (system and gold):
        found: tuple[Sides, tuple[str, ...]] | None = PARTS["of log"](log, measures, format)
        if found is not None:
            return found
    if not measures:
        raise BadRequest("no measure was named: add -m accuracy, or see `karat measures`")
    golds, output = _files(gold, guess, refs, system)
    pair = read_beside(golds, output, format, texts)
    return [(fitting(measures, bool(golds)), pair)], pair.notes


def _files(gold: str | None, guess: str | None, refs: tuple[str, ...], system: str) -> tuple[tuple[str, ...], str]:
    """The files of gold, and the file of guesses."""
    if gold is not None and guess is not None and not refs and not system:
        refs, system = (gold,), guess
    elif gold is not None or guess is not None or not system:
        raise BadRequest(f"the right answers and one system's output were expected: {WAYS}")
    if [*refs, system].count("-") > 1:
        raise BadRequest("two files cannot both be standard input: give one of them as a file")
    return refs, system


def _alone(sides: Sides, threads: int) -> list[tuple[str, dict[str, float]]]:
    """Every unit with all of its scores."""
    units: dict[str, dict[str, float]] = {}
    for chosen, side in sides:
        for name, of in side.each(chosen, engine_for(threads)):
            units.setdefault(name, {}).update(of)
    return list(units.items())
