"""The report of a workspace: who agreed how far, what became gold, and which system is better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any

import numpy as np

from karat.engine import Engine
from karat.errors import BadRequest
from karat.evaluate.comparing import LEVEL, Compared, compare
from karat.evaluate.scoring import scores
from karat.gold.agreement import Agreement, agree
from karat.gold.deciding import adjudicated, gold
from karat.gold.panel import Panel, panel_of
from karat.kinds import Kind, kind
from karat.measures import Measure, measure
from karat.report.numbers import number
from karat.service.projects import all_guidelines, answers, decisions, known_of_units, outputs_of_systems
from karat.store import Workspace
from karat.types.answer import Answer, Guideline
from karat.types.gold import Gold
from karat.types.report import Figure, Report, Table
from karat.types.score import Comparison, Score
from karat.version import VERSION


@dataclass(frozen=True, slots=True)
class How:
    """What the numbers of a report rest on."""

    by: str = ""
    resamples: int = 1_000_000
    seed: int = 0
    engine: Engine | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """What one guideline adds to the report."""

    claims: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()


def workspace_report(
    ws: Workspace,
    *,
    by: str = "",
    resamples: int = 1_000_000,
    seed: int = 0,
    engine: Engine | None = None,
    more: Section | None = None,
) -> Report:
    """The report of everything that was answered in a workspace; units that share the meta field `by` are drawn together."""
    how = How(by, resamples, seed, engine)
    asked = all_guidelines(ws)
    sections = [section for one in asked for section in (_systems(ws, one, how), _people(ws, one, how))]
    sections += [more] if more else []
    if not any(section.tables for section in sections):
        raise BadRequest(
            f"{ws.name}: nothing was answered yet, so there is nothing to report: annotate, or import answers"
        )
    claims = [claim for section in sections for claim in section.claims]
    return Report(
        f"Report on {Path(ws.name).stem}",
        claims[0] if claims else "",
        tuple(table for section in sections for table in section.tables),
        tuple(figure for section in sections for figure in section.figures),
        (*claims[1:], *(note for section in sections for note in section.notes)),
        {
            "workspace": Path(ws.name).name,
            "guidelines": {one.id: f"{one.kind}, version {one.version}" for one in asked},
            "resampled by": by or "unit",
            "resamples": resamples,
            "seed": seed,
            "karat": VERSION,
        },
    )


def gold_of(ws: Workspace, guideline: str) -> Gold:
    """Gold as it stands: the majority, with what adjudicators decided put over it."""
    found = gold(answers(ws, guideline))
    known = {answer.unit for answer in found.answers} | set(found.open)
    return adjudicated(found, [decision for decision in decisions(ws, guideline) if decision.unit in known])


def _people(ws: Workspace, asked: Guideline, how: How) -> Section:
    """Agreement among people."""
    said, kind_ = answers(ws, asked.id), kind(asked.kind)
    if len({answer.author for answer in said}) < 2:
        return Section()
    measures = [measure(one) for one in kind_.agree]
    by_form = {one.takes: _panel(said, kind_, one.takes) for one in measures}
    found = [agree(by_form[one.takes], one, seed=how.seed, engine=how.engine) for one in measures]
    return Section((), _agreement_tables(asked.id, found), (_agreement_figure(asked.id, measures[0], found[0]),))


def _panel(said: Sequence[Answer], kind_: Kind, form: str) -> Panel:
    return panel_of((answer.unit, answer.author, kind_.view(answer.body, form)) for answer in said)


def _agreement_tables(name: str, found: Sequence[Agreement]) -> tuple[Table, ...]:
    agreed = tuple((score.measure, score, score.n) for one in found for score in one.scores)
    overall = Table(
        f"{name}: agreement among people",
        ("measure", "score", "units"),
        agreed,
        "95 % intervals over units (BCa).",
    )
    labels = tuple((use.label, use.n, use.share, use.agreement) for use in found[0].labels)
    use = Table(
        f"{name}: labels",
        ("label", "answers", "share", "agreement"),
        labels,
        "Agreement: how often another person agrees where one gave the label.",
    )
    return (overall, use) if labels else (overall,)


def _agreement_figure(name: str, which: Measure, found: Agreement) -> Figure:
    people = sorted({author for pair in found.pairs for author in (pair.a, pair.b)})
    at = {(pair.a, pair.b): pair.scores[0] for pair in found.pairs}
    best, worst = max(at.items(), key=_value), min(at.items(), key=_value)
    caption = f"{' and '.join(best[0])} agree most, {' and '.join(worst[0])} least."
    return Figure(
        f"{name}: {which} of each two people",
        "agreement",
        {"people": people, "values": _square(people, at), "measure": str(which)},
        caption,
    )


def _value(pair: tuple[tuple[str, str], Score]) -> float:
    return pair[1].value


def _square(people: Sequence[str], at: Mapping[tuple[str, str], Score]) -> list[list[float]]:
    def cell(a: str, b: str) -> float:
        found = at.get((a, b)) or at.get((b, a))
        return found.value if found else nan

    return [[cell(a, b) for b in people] for a in people]


def _systems(ws: Workspace, asked: Guideline, how: How) -> Section:
    """Systems against gold, and against each other."""
    systems, kind_ = outputs_of_systems(ws, asked.id), kind(asked.kind)
    if not systems:
        return Section()
    found = gold_of(ws, asked.id)
    units = [unit for unit in (a.unit for a in found.answers) if all(unit in said for said in systems.values())]
    truth = {answer.unit: answer.body for answer in found.answers}
    compared = [_compare(ws, kind_, one, truth, systems, units, how) for one in _numbers(kind_)]
    tables, figures = (
        _system_tables(asked.id, compared),
        (_scores_figure(asked.id, compared), *_confusions(kind_, truth, systems, units)),
    )
    return Section(tuple(_claims(asked.id, compared)), tables, figures, (_basis(asked.id, found, units),))


def _numbers(kind_: Kind) -> list[Measure]:
    """The kind's judging measures that give one number each."""
    return [one for one in map(measure, kind_.judge) if one.spread(("a", "b")) == (one,)]


def _compare(
    ws: Workspace,
    kind_: Kind,
    which: Measure,
    truth: Mapping[str, Any],
    systems: Mapping[str, Mapping[str, Any]],
    units: Sequence[str],
    how: How,
) -> Compared:
    sides = {name: [kind_.view(said[unit], which.takes) for unit in units] for name, said in systems.items()}
    golds = [kind_.view(truth[unit], which.takes) for unit in units]
    groups = _groups(ws, units, how.by) if how.by and not which.whole else None
    if len(sides) == 1:
        return _alone(golds, sides, which, groups, how)
    return compare(golds, sides, which, resamples=how.resamples, seed=how.seed, groups=groups, engine=how.engine)


def _alone(
    golds: list[Any], sides: Mapping[str, list[Any]], which: Measure, groups: list[str] | None, how: How
) -> Compared:
    """A system that has no other beside it is scored, and nothing more."""
    [(name, said)] = sides.items()
    found = scores(golds, said, [which], seed=how.seed, groups=groups, engine=how.engine)
    return Compared({name: tuple(found)}, (), ())


def _groups(ws: Workspace, units: Sequence[str], by: str) -> list[str]:
    meta = known_of_units(ws)
    return [str(meta[unit].get(by, unit)) for unit in units]


def _system_tables(name: str, compared: Sequence[Compared]) -> tuple[Table, ...]:
    places = {
        (rank.system, rank.measure): f"{rank.place} ({rank.best}–{rank.worst})"
        for one in compared
        for rank in one.ranks
    }
    found = [(system, s) for one in compared for system, scored in one.systems.items() for s in scored]
    if not places:
        alone = tuple((system, s.measure, s) for system, s in found)
        return (Table(f"{name}: {found[0][0]} against gold", ("system", "measure", "score"), alone),)
    ranked = tuple((system, s.measure, s, places[system, s.measure]) for system, s in found)
    note = "Rank: place (best–worst that the tests leave open)."
    table = Table(f"{name}: systems against gold", ("system", "measure", "score", "rank"), ranked, note)
    pairs = [
        (f"{c.ours} − {c.theirs}", c.measure, _difference(c), c.p, c.corrected)
        for one in compared
        for c in one.comparisons
    ]
    test = next(
        (
            f"{c.test.capitalize()}, {c.resamples:,} resamples, seed {c.seed}."
            for one in compared
            for c in one.comparisons
        ),
        "",
    )
    return table, Table(f"{name}: differences", ("pair", "measure", "difference", "p", "corrected"), tuple(pairs), test)


def _difference(found: Comparison) -> Score:
    return Score(found.measure, found.difference, found.low, found.high, found.n, found.why)


def _scores_figure(name: str, compared: Sequence[Compared]) -> Figure:
    systems = {system: [score for one in compared for score in one.systems[system]] for system in compared[0].systems}
    return Figure(
        f"{name}: systems side by side",
        "intervals",
        {"systems": systems},
        "Dots are scores, whiskers 95 % intervals; a difference has its own interval in the table.",
    )


def _confusions(
    kind_: Kind, truth: Mapping[str, Any], systems: Mapping[str, Mapping[str, Any]], units: Sequence[str]
) -> list[Figure]:
    """A confusion matrix a system, where answers are single labels of a kind without order."""
    if kind_.level != "nominal" or kind_.many:
        return []
    return [
        _confusion(name, Counter((kind_.view(truth[u], "label"), kind_.view(said[u], "label")) for u in units))
        for name, said in systems.items()
    ]


def _confusion(name: str, cells: Counter[tuple[str, str]]) -> Figure:
    labels = sorted({label for cell in cells for label in cell})
    counts = np.array([[cells[gold_, guess] for guess in labels] for gold_ in labels])
    wrong = [(n, cell) for cell, n in cells.items() if cell[0] != cell[1]]
    worst = max(wrong, default=(0, ("", "")))
    caption = (
        f"The commonest mistake: {worst[1][0]} taken for {worst[1][1]}, {worst[0]} times." if wrong else "No mistake."
    )
    return Figure(f"What {name} takes for what", "confusion", {"labels": labels, "counts": counts.tolist()}, caption)


def _claims(name: str, compared: Sequence[Compared]) -> list[str]:
    return [_claim(name, c) for one in compared[:1] for c in one.comparisons]


def _claim(name: str, c: Comparison) -> str:
    ahead, behind, sign = (c.ours, c.theirs, 1) if c.difference >= 0 else (c.theirs, c.ours, -1)
    low, high = sorted((sign * c.low, sign * c.high))
    size = (
        f"{number(abs(c.difference))} {c.measure} (95 % interval {number(low)} to {number(high)}, n = {c.n}, {_p(c)})"
    )
    if c.corrected <= LEVEL:
        return f"On {name}, {ahead} is better than {behind} by {size}."
    return f"On {name}, {ahead} is ahead of {behind} by {size}: these units cannot tell that from chance."


def _p(c: Comparison) -> str:
    return "p < .001" if c.corrected < 0.001 else f"p = {number(c.corrected)}"


def _basis(name: str, found: Gold, units: Sequence[str]) -> str:
    still = f", {len(found.open)} units still open and left out" if found.open else ""
    return f"{name}: gold is {found.rule} over {', '.join(found.sources)}{still}; systems are compared on the {len(units)} units that all of them answered."
