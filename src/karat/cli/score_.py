"""karat score."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

import karat
from karat.cli import show
from karat.cli.options import FORMATS, Verb, common, engine_for, intervals, measured, referred, sliced
from karat.cli.slices import scored_slices, slice_tables
from karat.corpus.lines import write_aside
from karat.errors import BadRequest
from karat.evaluate.aligning import align, by_group, mistakes
from karat.evaluate.beside import Beside, read_beside
from karat.evaluate.log_notes import notes
from karat.evaluate.logs import are_logs, read_logs
from karat.evaluate.paired_logs import Logs
from karat.evaluate.scoring import fitting
from karat.measures import Measure
from karat.measures.edited import Edited
from karat.report.alignments import as_page, as_text
from karat.types.aligned import Aligned
from karat.types.report import Table
from karat.types.score import Score

WAYS = "karat score GOLD GUESS, or --refs R1 R2 … --guess SYSTEM, or --guess SYSTEM alone for perplexity and the like"


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
    "--unit", default="", help="Resample groups of units that share this column of GOLD (document, author …)."
)
@click.option(
    "--as",
    "as_",
    type=click.Choice(["table", "rouge-1.5.5"]),
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
    interval: str,
    resamples: int | None,
    bys: tuple[str, ...],
    texts: str,
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
    [pair, *_] = [pair for _, pair in sides]
    if as_ != "table":
        if as_json or bys or each or unit or shown or page:
            raise BadRequest(f"--as {as_} is a report of its own: leave out --json, --by, --each, --align and --unit")
        return _script(pair, sides[0][0], resamples)
    drawn = 10_000 if resamples is None else resamples
    how: dict[str, Any] = {"interval": interval, "resamples": drawn, "seed": seed, "engine": engine_for(threads)}
    found = [score for chosen, pair in sides for score in pair.scores(chosen, group=unit, **how)]
    slices = [scored_slices(side, by, chosen, group=unit, **how) for by in bys for chosen, side in sides]
    units: dict[str, dict[str, float]] = {}
    for chosen, side in sides if each else ():
        for name, of in side.each(chosen, engine_for(threads)):
            units.setdefault(name, {}).update(of)
    alone = list(units.items())
    chosen = sides[0][0]
    aligned = _aligned(pair, chosen) if shown or page else []
    if page:
        write_aside(Path(page), as_page(pair.title, pair.asked.units, aligned, mistakes(aligned)).encode())
    if as_json:
        more: dict[str, Any] = {"slices": [part for parts in slices for part in parts]} if bys else {}
        more |= {"each": [{"unit": name, "scores": of} for name, of in alone]} if each else {}
        more |= {"aligned": _plain(pair.asked.units, aligned)} if shown else {}
        return show.as_json({"scores": found, "units": len(pair.asked.units), **more})
    show.notes(said, found, quiet)
    return show.tables(
        [
            _table(pair.title, found),
            *(_parts(score) for score in found if score.parts),
            *(table for parts in slices for table in slice_tables(parts)),
            *(table for by in bys for table in _grouped(pair, by, chosen)),
            *([_alone(alone)] if each else []),
            *(mistakes(aligned) if shown else []),
        ],
        [as_text(name, one) for name, one in zip(pair.asked.units, aligned, strict=True)] if shown else [],
    )


def _sides(
    gold: str | None,
    guess: str | None,
    refs: tuple[str, ...],
    system: str,
    measures: tuple[str, ...],
    format: str,
    texts: str,
) -> tuple[list[tuple[list[Measure], Beside]], tuple[str, ...]]:
    """What is scored by which measures, and notes: a log of a harness has other items for other numbers."""
    log = system or gold
    if log and not refs and not guess and not (system and gold) and are_logs((log,), measures, format):
        logs = Logs(read_logs((log,), format))
        tables = logs.tables(measures)
        return [([one.measure], one.alone()) for one in tables], tuple(notes(logs, tables, bool(measures)))
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


def _script(pair: Beside, chosen: list[Measure], resamples: int | None) -> None:
    """The report of ROUGE-1.5.5, whose EVAL IDs are the units."""
    if pair.gold is None:
        raise BadRequest("--as rouge-1.5.5 compares guesses with gold, and there is no gold: give it")
    sides = pair.gold.take("text"), pair.guess.take("text")
    drawn = 1000 if resamples is None else resamples
    said = karat.rouge_report(*sides, chosen, units=pair.asked.units, system=pair.guess.name, resamples=drawn)
    click.echo(said, nl=False)


def _aligned(pair: Beside, chosen: Sequence[Measure]) -> list[Aligned]:
    """Gold beside guess under the first measure that aligns them."""
    which = next((one for one in chosen if isinstance(one, Edited)), None)
    if which is None or pair.gold is None:
        raise BadRequest(
            f"{', '.join(map(str, chosen))}: nothing here aligns words: name wer, cer or one of their kin with -m"
        )
    return align(pair.gold.take(which.takes), pair.guess.take(which.takes), which)


def _grouped(pair: Beside, by: str, chosen: Sequence[Measure]) -> list[Table]:
    """The table of speakers, under the first measure that counts words, characters and their errors."""
    which = next((one for one in chosen if isinstance(one, Edited)), None)
    if which is None or pair.gold is None:
        return []
    name, groups = pair.grouped(by)
    return [by_group(pair.gold.take(which.takes), pair.guess.take(which.takes), groups, which, name)]


def _plain(units: Sequence[str], aligned: Sequence[Aligned]) -> list[dict[str, Any]]:
    return [
        {"unit": unit, "edits": [[edit.what, edit.gold, edit.guess] for edit in one.edits]}
        for unit, one in zip(units, aligned, strict=True)
    ]


def _table(title: str, found: list[Score]) -> Table:
    return Table(title, ("measure", "score", "n"), tuple((s.measure, s, s.n) for s in found))


def _parts(score: Score) -> Table:
    names, values = zip(*score.parts, strict=True)
    whole = tuple(int(value) if value.is_integer() else value for value in values)
    return Table(f"What {score.measure} is made of", names, (whole,))


def _alone(alone: list[tuple[str, dict[str, float]]]) -> Table:
    return Table("Each unit alone", ("unit", *alone[0][1]), tuple((unit, *of.values()) for unit, of in alone))
