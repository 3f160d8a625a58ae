"""karat score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from karat.cli import show
from karat.cli.options import FORMATS, Verb, common, engine_for, intervals, measured, referred, sliced
from karat.errors import BadRequest
from karat.evaluate.beside import Beside, read_beside
from karat.evaluate.scoring import fitting
from karat.evaluate.slicing import SMALL
from karat.measures import Measure
from karat.types.report import Table
from karat.types.score import Score

COLUMNS = 2  # measures that fit beside each other
WAYS = "karat score GOLD GUESS, or --refs R1 R2 … --guess SYSTEM, or --guess SYSTEM alone for perplexity and the like"


@click.command(cls=Verb)
@click.argument("gold", type=click.Path(), required=False)
@click.argument("guess", type=click.Path(), required=False)
@referred
@click.option("--guess", "system", default="", help="The system's output, with --refs or without gold.")
@measured
@click.option("--format", "format_", default="", help=FORMATS)
@intervals
@click.option("--resamples", default=10_000, show_default=True, help="Resamples for the interval.")
@sliced("score")
@click.option("--each", is_flag=True, help="Also score each unit alone.")
@click.option(
    "--unit", default="", help="Resample groups of units that share this column of GOLD (document, author …)."
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
    resamples: int,
    bys: tuple[str, ...],
    texts: str,
    each: bool,
    unit: str,
    as_json: bool,
    seed: int,
    threads: int,
    quiet: bool,
) -> None:
    """Score the outputs in GUESS against GOLD, each number with a 95 % interval.

    Lines are paired by number and blank lines count; CSV, TSV and JSONL are paired by `unit` (or `id`). Where every unit
    has several right answers, name their files: --refs R1 R2 … --guess SYSTEM. Perplexity needs no gold: --guess FILE.

    Example: karat score gold.txt system.txt -m wer
    """
    if not measures:
        raise BadRequest("no measure was named: add -m accuracy, or see `karat measures`")
    golds, output = _files(gold, guess, refs, system)
    chosen = fitting(measures, bool(golds))
    pair = read_beside(golds, output, format_, texts)
    how: dict[str, Any] = {"interval": interval, "resamples": resamples, "seed": seed, "engine": engine_for(threads)}
    found = pair.scores(chosen, group=unit, **how)
    slices = [_sliced(*pair.slices(by), chosen, group=unit, **how) for by in bys]
    alone = pair.each(chosen, engine_for(threads)) if each else []
    if as_json:
        more: dict[str, Any] = {"slices": [part for parts in slices for part in parts]} if bys else {}
        more |= {"each": [{"unit": name, "scores": of} for name, of in alone]} if each else {}
        return show.as_json({"scores": found, "units": len(pair.asked.units), **more})
    show.notes(pair.notes, found, quiet)
    return show.tables(
        [
            _table(pair.title, found),
            *(_parts(score) for score in found if score.parts),
            *(table for parts in slices for table in _slice_tables(parts)),
            *([_alone(alone)] if each else []),
        ]
    )


@dataclass(frozen=True, slots=True)
class ScoredSlice:
    """The scores of the units that share a value."""

    by: str
    slice: str
    n: int
    scores: tuple[Score, ...]


def _sliced(by: str, parts: Mapping[str, Beside], measures: Sequence[Measure], **how: Any) -> list[ScoredSlice]:
    return [
        ScoredSlice(by, name, len(part.asked.units), tuple(part.scores(measures, **how)))
        for name, part in parts.items()
    ]


def _slice_tables(parts: Sequence[ScoredSlice]) -> list[Table]:
    """One table where every slice has the same few numbers, else one a slice."""
    names = tuple(score.measure for score in parts[0].scores)
    if len(names) > COLUMNS or any(tuple(score.measure for score in part.scores) != names for part in parts):
        return [_table(f"{part.by}: {part.slice}", list(part.scores)) for part in parts]
    rows = tuple((f"{part.slice}{'*' if part.n < SMALL else ''}", part.n, *part.scores) for part in parts)
    note = f"*: fewer than {SMALL} units, so the interval is rough." if any(part.n < SMALL for part in parts) else ""
    return [Table(f"By {parts[0].by}", ("slice", "units", *names), rows, note)]


def _files(gold: str | None, guess: str | None, refs: tuple[str, ...], system: str) -> tuple[tuple[str, ...], str]:
    """The files of gold, and the file of guesses."""
    if gold is not None and guess is not None and not refs and not system:
        refs, system = (gold,), guess
    elif gold is not None or guess is not None or not system:
        raise BadRequest(f"the right answers and one system's output were expected: {WAYS}")
    if [*refs, system].count("-") > 1:
        raise BadRequest("two files cannot both be standard input: give one of them as a file")
    return refs, system


def _table(title: str, found: list[Score]) -> Table:
    return Table(title, ("measure", "score", "n"), tuple((s.measure, s, s.n) for s in found))


def _parts(score: Score) -> Table:
    names, values = zip(*score.parts, strict=True)
    whole = tuple(int(value) if value.is_integer() else value for value in values)
    return Table(f"What {score.measure} is made of", names, (whole,))


def _alone(alone: list[tuple[str, dict[str, float]]]) -> Table:
    return Table("Each unit alone", ("unit", *alone[0][1]), tuple((unit, *of.values()) for unit, of in alone))
