"""karat compare."""

from __future__ import annotations

from math import comb
from typing import Any

import click

from karat.cli import show
from karat.cli.options import FORMATS, Verb, common, engine_for, intervals, measured, referred, sliced
from karat.cli.outputs import Outputs, fingerprints, outputs
from karat.cli.progress import Meter, Watched
from karat.cli.terminal import comparison
from karat.engine import Engine
from karat.errors import BadRequest
from karat.evaluate.comparing import Compared, chosen_test, compared
from karat.evaluate.log_notes import notes
from karat.evaluate.logs import are_logs, read_logs
from karat.evaluate.paired_logs import Logs, Unpaired
from karat.evaluate.rivals import Rivals, read_rivals
from karat.evaluate.scoring import fitting
from karat.evaluate.slicing import Slice, compared_on
from karat.evaluate.tabled import Tabled
from karat.measures import measure
from karat.report.comparison.claims import claim
from karat.report.comparison.papers import paper_tables
from karat.report.comparison.whole import comparison_report, notes_of
from karat.stats.corrections import CORRECTIONS
from karat.stats.tests import TESTS
from karat.version import VERSION


@click.command(cls=Verb)
@click.argument("gold", type=click.Path())
@click.argument("systems", type=click.Path(), nargs=-1)
@referred
@measured
@click.option("--format", "format_", default="", help=FORMATS)
@sliced("compare on")
@click.option(
    "--test", default="bootstrap", show_default=True, help=f"The paired test, as it prints: {', '.join(TESTS)}."
)
@click.option(
    "--resamples", type=int, default=None, help="Resamples of a test that draws: a million for the bootstrap."
)
@click.option(
    "--correction",
    type=click.Choice(list(CORRECTIONS)),
    default="holm",
    show_default=True,
    help="How p is corrected over the pairs of a measure.",
)
@click.option(
    "--unit",
    default="",
    help="Draw groups of units that share this column of GOLD (author …); else documents, where units name them.",
)
@click.option("--shared", is_flag=True, help="Of logs with unequal items, compare those that all logs share.")
@click.option("--clusters", is_flag=True, help="Draw a line where all above are better than all below, as WMT does.")
@intervals
@outputs
@common
def command(
    gold: str,
    systems: tuple[str, ...],
    refs: tuple[str, ...],
    measures: tuple[str, ...],
    format_: str,
    texts: str,
    bys: tuple[str, ...],
    test: str,
    resamples: int | None,
    correction: str,
    unit: str,
    shared: bool,
    clusters: bool,
    interval: str,
    files: Outputs,
    as_json: bool,
    seed: int,
    threads: int,
    quiet: bool,
) -> None:
    """Compare SYSTEMS on GOLD: scores, differences with intervals, p values corrected for many looks, and ranks.

    Where every unit has several right answers: karat compare SYSTEM SYSTEM … --refs R1 R2 …; measures that need no gold,
    such as perplexity, take systems only. --html FILE writes a report of everything; a table for a paper is --latex FILE.

    Logs of harnesses hold scores already, so they need neither gold nor -m: karat compare LOG LOG …

    Example: karat compare gold.jsonl north.jsonl south.jsonl -m accuracy --by length --html report.html
    """
    chosen, meter = chosen_test(test, resamples), Meter()
    engine = engine_for(threads) if quiet else Watched(engine_for(threads), meter)
    how: dict[str, Any] = {"interval": interval, "correction": correction, "seed": seed, "engine": engine}
    given = (*refs, gold, *systems, texts)
    if not refs and are_logs((gold, *systems), measures, format_):
        rivals, tables, unpaired = _logs((gold, *systems), measures, format_, shared, unit)
    else:
        rivals, tables = _sides(gold, systems, refs, measures, format_, texts, unit, engine)
        unpaired = ()
    if bys and len({table.units for table in tables}) > 1:
        raise BadRequest(
            "the numbers of these logs are of different items, so they have no slices in common: name one with -m"
        )
    meter.begin("comparing", len(tables) * comb(len(rivals.systems), 2))
    found = compared(tables, chosen, **how)
    slices = []
    for name, places in map(rivals.slices, bys):
        meter.begin(f"comparing by {name}", len(tables) * len(places) * (len(rivals.systems) - 1))
        slices.append(compared_on(tables, found, name, places, chosen, **how))
    meter.clear()
    signed = {
        **_signature(found, unit or rivals.asked.drawn_by or "unit"),
        "files": fingerprints(given),
        "command": files.command,
    }
    said = (*rivals.asked.drawn(unit), *notes_of(rivals, found))
    written = files.write(
        lambda: comparison_report(rivals, tables, found, slices, signed, engine),
        lambda: paper_tables(found, slices, rivals.name),
        as_json,
    )
    if as_json:
        more = {"unpaired": unpaired} if unpaired else {}
        return show.as_json({**_plain(rivals, found, slices, signed), "notes": said, **more})
    for note in said:
        show.talk(f"note: {note}", quiet)
    if not files.to_stdout:
        comparison(found, slices, rivals.gold.name if rivals.gold else "", clusters)
    return show.talk("\n".join(f"{place} is written" for place in written), quiet or not written)


def _sides(
    gold: str,
    systems: tuple[str, ...],
    refs: tuple[str, ...],
    measures: tuple[str, ...],
    format: str,
    texts: str,
    unit: str,
    engine: Engine,
) -> tuple[Rivals, list[Tabled]]:
    """Outputs beside gold, or alone where no measure looks at gold."""
    if not measures:
        raise BadRequest("no measure was named: add -m accuracy, or see `karat measures`")
    golds = () if all(measure(one).of == "alone" for one in measures) else refs or (gold,)
    rivals = read_rivals(golds, systems if gold in golds else (gold, *systems), format, texts)
    return rivals, rivals.tables(fitting(measures, bool(golds)), unit, engine)


def _logs(
    paths: tuple[str, ...], measures: tuple[str, ...], format: str, shared: bool, unit: str
) -> tuple[Rivals, list[Tabled], tuple[Unpaired, ...]]:
    """Logs beside each other, and what could not be paired; each of their numbers may be of other items."""
    logs = Logs(read_logs(paths, format))
    tables = logs.tables(measures, shared)
    said = tuple(notes(logs, tables, bool(measures)))
    rivals = [Rivals(None, one.runs, said) for one in tables]
    rows = [row for one, side in zip(tables, rivals, strict=True) for row in side.tables([one.measure], unit)]
    return rivals[0], rows, tuple(one for table in tables for one in table.unpaired)


def _signature(found: Compared, unit: str) -> dict[str, object]:
    """All that is needed to repeat a comparison."""
    one, scores = found.comparisons[0], next(iter(found.systems.values()))
    return {
        "measures": [score.signature for score in scores],
        "test": one.test,
        "resamples": one.resamples,
        "seed": one.seed,
        "drawn by": unit,
        "correction": found.correction,
        "karat": VERSION,
    }


def _plain(
    rivals: Rivals, found: Compared, slices: list[tuple[Slice, ...]], signed: dict[str, object]
) -> dict[str, object]:
    systems = [{"system": name, "scores": scores} for name, scores in found.systems.items()]
    more = {"slices": [_slice(part) for parts in slices for part in parts]} if slices else {}
    return {
        "systems": systems,
        "comparisons": found.comparisons,
        "ranks": found.ranks,
        "units": found.units,
        "drawn": found.drawn,
        "correction": found.correction,
        "claim": claim(found, rivals.name),
        "signature": signed,
        **more,
    }


def _slice(part: Slice) -> dict[str, object]:
    systems = [{"system": name, "scores": scores} for name, scores in part.systems.items()]
    return {"by": part.by, "slice": part.name, "n": part.n, "systems": systems, "comparisons": part.comparisons}
