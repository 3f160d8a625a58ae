"""karat compare."""

from __future__ import annotations

from pathlib import Path

import click

from karat.cli import show
from karat.cli.options import FORMATS, Verb, common, engine_for, intervals, measured, referred
from karat.errors import BadRequest
from karat.evaluate.comparing import Compared, compare
from karat.evaluate.log_notes import notes
from karat.evaluate.logs import are_logs, read_logs
from karat.evaluate.paired_logs import Logs
from karat.evaluate.paired_logs import Table as Paired
from karat.evaluate.runs import Run, pair_up, read_gold, read_run
from karat.evaluate.scoring import fitting
from karat.measures import Measure, measure
from karat.stats.tests import TESTS
from karat.types.report import Table
from karat.types.score import Comparison, Score


@click.command(cls=Verb)
@click.argument("gold", type=click.Path())
@click.argument("systems", type=click.Path(), nargs=-1)
@referred
@measured
@click.option("--format", "format_", default="", help=FORMATS)
@click.option(
    "--test", default="bootstrap", show_default=True, help=f"The paired test, as it prints: {', '.join(TESTS)}."
)
@click.option(
    "--resamples", type=int, default=None, help="Resamples of a test that draws: a million for the bootstrap."
)
@click.option("--unit", default="", help="Draw groups of units that share this column of GOLD (document, author …).")
@click.option("--shared", is_flag=True, help="Of logs with unequal items, compare those that all logs share.")
@intervals
@common
def command(
    gold: str,
    systems: tuple[str, ...],
    refs: tuple[str, ...],
    measures: tuple[str, ...],
    format_: str,
    test: str,
    resamples: int | None,
    unit: str,
    shared: bool,
    interval: str,
    as_json: bool,
    seed: int,
    threads: int,
    quiet: bool,
) -> None:
    """Compare SYSTEMS on GOLD: scores, differences with intervals, p values corrected for many looks, and ranks.

    Where every unit has several right answers: karat compare SYSTEM SYSTEM … --refs R1 R2 …; measures that need no gold,
    such as perplexity, take systems only.

    Logs of harnesses hold scores already, so they need neither gold nor -m: karat compare LOG LOG …

    Example: karat compare gold.jsonl north.jsonl south.jsonl -m accuracy
    """
    if not refs and are_logs((gold, *systems), measures, format_):
        logs = Logs(read_logs((gold, *systems), format_))
        tables = logs.tables(measures, shared)
        drawn = [table.column(unit) if unit else None for table in tables]
        made = zip(tables, drawn, strict=True)
        how = test, resamples, interval, seed
        found = [_compare(None, table.runs, table.measure, *how, groups, threads) for table, groups in made]
        return _shown(found, tables, notes(logs, tables, bool(measures)), as_json, quiet)
    if not measures:
        raise BadRequest("no measure was named: add -m accuracy, or see `karat measures`")
    golds = () if all(measure(one).of == "alone" for one in measures) else refs or (gold,)
    systems = systems if gold in golds else (gold, *systems)
    chosen = fitting(measures, bool(golds))
    units = read_gold(golds or systems[:1], format_)
    runs = _named([pair_up(units, read_run(path, format_)) for path in systems], systems)
    groups = units.column(unit) if unit else None
    asked = units if golds else None
    found = [_compare(asked, runs, one, test, resamples, interval, seed, groups, threads) for one in chosen]
    if as_json:
        return show.as_json(_plain(found))
    files = [note for run in (units, *runs.values()) for note in run.notes]
    show.notes(files, [score for one in found for of in one.systems.values() for score in of], quiet)
    return show.tables(_tables(found))


def _shown(found: list[Compared], tables: list[Paired], said: list[str], as_json: bool, quiet: bool) -> None:
    """What logs said, with what could not be paired."""
    if as_json:
        unpaired = [one for table in tables for one in table.unpaired]
        return show.as_json({**_plain(found), "unpaired": unpaired, "notes": said})
    show.notes(said, (), quiet)
    return show.tables(_tables(found))


def _named(runs: list[Run], paths: tuple[str, ...]) -> dict[str, Run]:
    """Systems by the names of their files; by whole paths where two files have one name."""
    names = [run.name for run in runs]
    chosen = names if len(set(names)) == len(names) else [str(Path(path)) for path in paths]
    if len(set(chosen)) < len(chosen):
        raise BadRequest(f"{', '.join(chosen)}: one system was named twice")
    return dict(zip(chosen, runs, strict=True))


def _compare(
    golds: Run | None,
    runs: dict[str, Run],
    which: Measure,
    test: str,
    resamples: int | None,
    interval: str,
    seed: int,
    groups: list[str] | None,
    threads: int,
) -> Compared:
    answers = {name: run.take(which.takes) for name, run in runs.items()}
    how = {"test": test, "resamples": resamples, "interval": interval, "seed": seed, "groups": groups}
    gold = None if golds is None else golds.take(which.takes)
    return compare(gold, answers, which, **how, engine=engine_for(threads))  # type: ignore[arg-type]


def _plain(found: list[Compared]) -> dict[str, object]:
    names = list(found[0].systems)
    scores = [{"system": name, "scores": [score for one in found for score in one.systems[name]]} for name in names]
    comparisons = [c for one in found for c in one.comparisons]
    return {"systems": scores, "comparisons": comparisons, "ranks": [rank for one in found for rank in one.ranks]}


def _difference(c: Comparison) -> Score:
    return Score(c.measure, c.difference, c.low, c.high, c.n, c.why)


def _tables(found: list[Compared]) -> list[Table]:
    ranks = {(r.system, r.measure): f"{r.place} ({r.best}–{r.worst})" for one in found for r in one.ranks}
    every = [(name, s) for one in found for name, scores in one.systems.items() for s in scores]
    scored = [(name, s.measure, s, ranks[name, s.measure]) for name, s in every]
    pairs = [
        (f"{c.ours} − {c.theirs}", c.measure, _difference(c), c.p, c.corrected)
        for one in found
        for c in one.comparisons
    ]
    note = f"{_test(found)}; p corrected by Holm within each measure. Ranks: place (best–worst left open)."
    return [
        Table("Systems", ("system", "measure", "score", "rank"), tuple(scored)),
        Table("Differences", ("pair", "measure", "difference", "p", "corrected"), tuple(pairs), note),
    ]


def _test(found: list[Compared]) -> str:
    one = found[0].comparisons[0]
    return f"{one.test[:1].upper()}{one.test[1:]}{f', {one.resamples:,} resamples' if one.resamples else ''}"
