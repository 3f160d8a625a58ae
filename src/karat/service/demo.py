"""The whole loop on sample data: from raw text to a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from shutil import rmtree

from karat.corpus.count import count
from karat.corpus.documents import read_documents
from karat.corpus.lines import write_aside
from karat.corpus.split import split
from karat.engine import Engine
from karat.errors import BadInput
from karat.evaluate.runs import Run, pair_up, read_run
from karat.evaluate.scoring import score
from karat.gold.agreement import agree
from karat.gold.panel import read_answers
from karat.kinds import Kind, kind
from karat.measures import measure
from karat.report import render
from karat.service.projects import (
    add_documents,
    add_guideline,
    answers,
    decide,
    import_answers,
    import_outputs,
    new,
    release,
)
from karat.service.reporting import Section, gold_of, workspace_report
from karat.store import Workspace
from karat.systems import SYSTEMS, system
from karat.systems.learning import Part, learning_curve, on_parts
from karat.types.document import Document, Split
from karat.types.report import Figure, Table
from karat.types.score import Score

GUIDELINES = {
    "label": kind("label(labels=('positive', 'negative', 'neither'))"),
    "scale": kind("scale(points=5, low='would not read again', high='could not put it down')"),
    "span": kind("span(labels=('PRAISE', 'BLAME'))"),
}
ANSWERS = {"label": "answers-label.csv", "scale": "answers-scale.csv", "span": "answers-span.jsonl"}
SYSTEM_FILES = {"label": "system-{}.jsonl", "span": "system-{}-spans.jsonl"}
RIVALS = ("north", "south")
MARK = "made-by-karat-demo"


@dataclass(frozen=True, slots=True)
class Demo:
    """What the demo found, and where it left the workspace and the report."""

    findings: tuple[str, ...]
    workspace: str
    report: str


def demo(
    folder: str | Path, *, seed: int = 0, engine: Engine | None = None, say: Callable[[str], None] = lambda line: None
) -> Demo:
    """Run the whole loop in a folder; a folder that an earlier demo made is made anew, any other is left alone."""
    home = _fresh(Path(folder))
    findings: list[str] = []
    with as_file(files("karat") / "sample") as sample, new(home / "reviews.karat") as ws:
        for finding in _steps(ws, sample, home, seed, engine):
            say(finding)
            findings.append(finding)
    return Demo(tuple(findings), str((home / "reviews.karat").resolve()), str((home / "report.html").resolve()))


def _fresh(folder: Path) -> Path:
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise BadInput(f"{folder}: this folder holds something that no demo made: name an empty or a new folder")
    if folder.exists():
        rmtree(folder)
    folder.mkdir(parents=True)
    write_aside(folder / MARK, b"karat demo may make this folder anew.\n")
    return folder


def _steps(ws: Workspace, sample: Path, home: Path, seed: int, engine: Engine | None) -> Iterator[str]:
    texts = list(read_documents(sample / "reviews.jsonl"))
    yield _profile(sample)
    add_documents(ws, texts)
    parts = split(texts, by="reviewer", seed=seed)
    yield "Split by reviewer: " + ", ".join(f"{len(ids)} {part}" for part, ids in parts.parts.items())
    for name, kind_ in GUIDELINES.items():
        yield _annotated(ws, sample, name, kind_, seed, engine)
    yield _adjudicated(ws, sample)
    yield _released(ws, seed, engine)
    baselines, curve, found = _baselines(ws, texts, parts, seed)
    yield found
    yield _dictation(sample, seed, engine)
    _bring_systems(ws, sample)
    report = workspace_report(ws, by="reviewer", seed=seed, engine=engine, more=Section((), (baselines, curve)))
    write_aside(home / "report.html", render(report, to="html").encode())
    yield report.claim


def _profile(sample: Path) -> str:
    found = count([sample / "corpus.txt"], tokens="words", top=3)
    common = ", ".join(f"{token} {times:,}" for token, times in found.top)
    return f"Corpus: {found.tokens:,} words, {found.types:,} types, {found.hapaxes:,} of them once; most frequent: {common}"


def _annotated(ws: Workspace, sample: Path, name: str, kind_: Kind, seed: int, engine: Engine | None) -> str:
    prose = (sample / f"guideline-{name}.md").read_text("utf-8")
    said = read_answers(sample / ANSWERS[name])
    add_guideline(ws, name, kind_, prose, answers_per_unit=5, units=sorted({answer.unit for answer in said}))
    import_answers(ws, name, said)
    which = kind_.agree[0]
    found = agree(
        ((a.unit, a.author, kind_.view(a.body, _form(which))) for a in answers(ws, name)),
        which,
        seed=seed,
        engine=engine,
    )
    return f"Agreement on {name}: {found.scores[0]} over {found.scores[0].n} units"


def _form(which: str) -> str:
    return measure(which).takes


def _adjudicated(ws: Workspace, sample: Path) -> str:
    """The ties of the label guideline go to the writer of the reviews, who knows what was meant."""
    meant = {answer.unit: answer.body for answer in read_answers(sample / "truth.csv")}
    ties = gold_of(ws, "label").open
    for unit in ties:
        decide(ws, "label", "writer", unit, meant[unit], note="what the writer meant")
    return f"Majority decided {len(meant) - len(ties)} labels; {len(ties)} ties went to the adjudicator"


def _released(ws: Workspace, seed: int, engine: Engine | None) -> str:
    found = agree(((a.unit, a.author, a.body.label) for a in answers(ws, "label")), "alpha", seed=seed, engine=engine)
    made = release(ws, "label", gold_of(ws, "label"), name="label-1", agreement=found.scores)
    return f"Gold released as label-1: {len(made['decisions'])} units, fingerprint {made['fingerprint'][:12]}"


def _baselines(ws: Workspace, texts: list[Document], parts: Split, seed: int) -> tuple[Table, Figure, str]:
    labels = {answer.unit: answer.body.label for answer in gold_of(ws, "label").answers}
    by_id = {text.id: text.text for text in texts}
    data: dict[str, Part] = {
        part: ([by_id[i] for i in ids], [labels[i] for i in ids]) for part, ids in parts.parts.items()
    }
    found = {name: on_parts(system(name), data, seed=seed) for name in SYSTEMS}
    rows = tuple((name, *scores.values()) for name, scores in found.items())
    note = "Far better on train than on dev is overfitting: the system learned these reviews rather than reviews."
    table = Table("Baselines: accuracy on each part", ("system", *data), rows, note)
    best = max(found, key=lambda name: found[name]["dev"].value)
    return (
        table,
        _curve(data, seed),
        f"Best baseline on dev: {best}, {found[best]['train'].value:.3f} on train, {found[best]['test']} on test",
    )


def _curve(data: Mapping[str, Part], seed: int) -> Figure:
    curves = {name: learning_curve(system(name), data["train"], data["dev"], seed=seed) for name in SYSTEMS}
    systems: dict[str, dict[str, list[Score]]] = {
        name: {"train": [p.train for p in points], "dev": [p.dev for p in points]} for name, points in curves.items()
    }
    sizes = [point.size for point in next(iter(curves.values()))]
    shown = {"sizes": sizes, "systems": systems, "measure": "accuracy", "unit": "reviews in training"}
    return Figure(
        "Learning curves",
        "learning",
        shown,
        "The gap between train (dashed) and dev (solid) is what a system learned by heart.",
    )


def _dictation(sample: Path, seed: int, engine: Engine | None) -> str:
    truth = read_run(sample / "dictation-reference.txt")
    heard = {name: _words(truth, sample / f"dictation-{name}.txt") for name in RIVALS}
    found = {name: score(truth.take("words"), said, "wer", seed=seed, engine=engine) for name, said in heard.items()}
    return "Dictation: " + "; ".join(f"{name} {one}" for name, one in found.items())


def _words(truth: Run, path: Path) -> list[str]:
    return [str(text) for text in pair_up(truth, read_run(path)).take("words")]


def _bring_systems(ws: Workspace, sample: Path) -> None:
    for guideline, name in SYSTEM_FILES.items():
        for rival in RIVALS:
            import_outputs(ws, guideline, rival, read_answers(sample / name.format(rival), author=rival))
