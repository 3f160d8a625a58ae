"""karat agree."""

from __future__ import annotations

import click

from karat.cli import show
from karat.cli.options import common, engine_for, intervals, measured
from karat.gold.agreement import Agreement, agree
from karat.gold.panel import read_answers, read_matrix
from karat.types.report import Table


@click.command()
@click.argument("answers", type=click.Path())
@measured
@click.option("--matrix", is_flag=True, help="ANSWERS is a matrix: a line a unit, a column an author.")
@click.option("--format", "format_", default="", help="csv, tsv or jsonl; else by the file's name.")
@intervals
@click.option("--resamples", default=10_000, show_default=True, help="Resamples for the interval.")
@common
def command(
    answers: str,
    measures: tuple[str, ...],
    matrix: bool,
    format_: str,
    interval: str,
    resamples: int,
    as_json: bool,
    seed: int,
    threads: int,
    quiet: bool,
) -> None:
    """Measure agreement over the ANSWERS of several people: a table with the columns unit, author, label.

    Over all of them, between each two, and label by label; what could not be used is listed.

    Example: karat agree answers.csv -m alpha -m kappa
    """
    table = read_matrix(answers) if matrix else read_answers(answers, format_)
    how = {"interval": interval, "resamples": resamples, "seed": seed, "engine": engine_for(threads)}
    found = agree(table, *(measures or ("alpha",)), **how)  # type: ignore[arg-type]
    if as_json:
        return show.as_json(found)
    return show.tables(agreement_tables(found))


def agreement_tables(found: Agreement) -> list[Table]:
    """Agreement as tables for people."""
    measures = tuple(score.measure for score in found.scores)
    overall = Table("Agreement", ("measure", "score", "units"), tuple((s.measure, s, s.n) for s in found.scores))
    pairs = Table("Pairs", ("a", "b", "units", *measures), tuple((p.a, p.b, p.n, *p.scores) for p in found.pairs))
    labels = Table(
        "Labels",
        ("label", "answers", "share", "agreement"),
        tuple((u.label, u.n, u.share, u.agreement) for u in found.labels),
    )
    left_out = Table("Left out", ("units", "why"), tuple(_counted([d.why for d in found.dropped])))
    return [overall, pairs, *([labels] if found.labels else []), *([left_out] if found.dropped else [])]


def _counted(reasons: list[str]) -> list[tuple[int, str]]:
    return [(reasons.count(reason), reason) for reason in sorted(set(reasons))]
