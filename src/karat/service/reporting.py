"""The report of a workspace: who agreed how far, what became gold, and which system is better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan
from pathlib import Path
from typing import Any

import numpy as np

from karat.engine import Engine
from karat.errors import BadRequest
from karat.evaluate.comparing import chosen_test, compared
from karat.evaluate.rivals import Rivals
from karat.evaluate.runs import FIELDS, Run
from karat.evaluate.tabled import Tabled
from karat.gold.agreement import Agreement, agree
from karat.gold.deciding import adjudicated, gold
from karat.gold.panel import Panel, panel_of
from karat.kinds import Kind, kind
from karat.measures import Measure, measure
from karat.report.comparison.claims import claim
from karat.report.comparison.whole import comparison_parts
from karat.service.projects import (
    all_guidelines,
    answers,
    decisions,
    known_of_units,
    outputs_of_systems,
    texts_of_units,
)
from karat.store import Workspace
from karat.types.answer import Answer, Guideline
from karat.types.gold import Gold
from karat.types.report import Figure, Part, Report, Table
from karat.types.score import Score
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
    parts: tuple[Part, ...] = ()
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
    if not any(section.parts for section in sections):
        raise BadRequest(
            f"{ws.name}: nothing was answered yet, so there is nothing to report: annotate, or import answers"
        )
    claims = [claim for section in sections for claim in section.claims]
    return Report.of(
        f"Report on {Path(ws.name).stem}",
        claims[0] if claims else "",
        [part for section in sections for part in section.parts],
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
    figure = _agreement_figure(asked.id, measures[0], found[0])
    return Section((), (*_agreement_tables(asked.id, found), figure))


def _panel(said: Sequence[Answer], kind_: Kind, form: str) -> Panel:
    return panel_of((answer.unit, answer.author, kind_.view(answer.body, form)) for answer in said)


def _agreement_tables(name: str, found: Sequence[Agreement]) -> tuple[Table, ...]:
    scores = tuple((score.measure, score, score.n) for one in found for score in one.scores)
    overall = Table(
        f"{name}: agreement among people", ("measure", "score", "units"), scores, "95 % intervals over units (BCa)."
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
    rivals = _rivals(ws, asked.id, kind_, truth, systems, units, how.by)
    tables = [table for one in _numbers(kind_) for table in rivals.tables([one], _group(one, how), how.engine)]
    claims, parts = _compared(asked.id, rivals, tables, how) if len(systems) > 1 else ([], [_scored(tables, how)])
    confusions = _confusions(kind_, truth, systems, units)
    return Section(tuple(claims), _headed(asked.id, [*parts, *confusions]), (_basis(asked.id, found, units),))


def _numbers(kind_: Kind) -> list[Measure]:
    """The kind's judging measures that give one number each."""
    return [one for one in map(measure, kind_.judge) if one.spread(("a", "b")) == (one,)]


def _group(which: Measure, how: How) -> str:
    return "" if which.whole else how.by


def _rivals(
    ws: Workspace,
    name: str,
    kind_: Kind,
    truth: Mapping[str, Any],
    systems: Mapping[str, Mapping[str, Any]],
    units: Sequence[str],
    by: str,
) -> Rivals:
    """Gold and outputs as if they had been read from files, with the text and the meta of each unit."""
    texts, meta = texts_of_units(ws), known_of_units(ws)
    known = {
        unit: {"text": texts[unit], **meta[unit], **({by: meta[unit].get(by, unit)} if by else {})} for unit in units
    }
    forms = {one.takes for one in _numbers(kind_)}
    runs = {
        side: Run(side, tuple(units), tuple((unit, known[unit] | _fields(kind_, said[unit], forms)) for unit in units))
        for side, said in {name: truth, **systems}.items()
    }
    return Rivals(runs[name], {system: runs[system] for system in systems})


def _fields(kind_: Kind, body: Any, forms: Iterable[str]) -> dict[str, Any]:
    return {FIELDS[form][0]: kind_.view(body, form) for form in forms}


def _compared(name: str, rivals: Rivals, tables: Sequence[Tabled], how: How) -> tuple[list[str], list[Part]]:
    found = compared(tables, chosen_test("bootstrap", how.resamples), seed=how.seed, engine=how.engine)
    parts = [one for one in comparison_parts(rivals, tables, found, (), how.engine) if one]
    return [claim(found, name)], parts


def _scored(tables: Sequence[Tabled], how: How) -> Table:
    """One system has nobody to be compared with."""
    scores = [(name, table.score(name, seed=how.seed, engine=how.engine)) for table in tables for name in table.names]
    rows = tuple((name, score.measure, score) for name, score in scores)
    return Table("the system against gold", ("system", "measure", "score"), rows, "With 95 % intervals (BCa).")


def _headed(name: str, parts: Sequence[Part]) -> tuple[Part, ...]:
    """The same parts, each saying of which guideline it speaks."""
    return tuple(replace(part, title=f"{name}: {part.title}") for part in parts)


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


def _basis(name: str, found: Gold, units: Sequence[str]) -> str:
    still = f", {len(found.open)} units still open and left out" if found.open else ""
    return f"{name}: gold is {found.rule} over {', '.join(found.sources)}{still}; systems are compared on the {len(units)} units that all of them answered."
