"""The report of a workspace: what it shows, and what it does without."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.errors import BadRequest
from karat.kinds import kind
from karat.service import projects
from karat.service.reporting import workspace_report
from karat.store import Workspace
from karat.types import Answer, Document
from karat.types.report import Report

TRUTH = {"u1": "x", "u2": "y", "u3": "x", "u4": "y"}


def said(author: str, labels: str) -> list[Answer]:
    return [Answer(unit, author, label) for unit, label in zip(TRUTH, labels, strict=True)]


def workspace(folder: Path, people: dict[str, str], systems: dict[str, str]) -> Workspace:
    made = projects.new(folder / "w.karat")
    projects.add_documents(made, [Document(unit, f"Text {unit}.") for unit in TRUTH])
    projects.add_guideline(made, "tone", kind("label(labels=('x', 'y'))"), "Choose.")
    for name, labels in people.items():
        projects.import_answers(made, "tone", said(name, labels))
    for name, labels in systems.items():
        projects.import_outputs(made, "tone", name, said(name, labels))
    return made


def report_of(folder: Path, people: dict[str, str], systems: dict[str, str]) -> Report:
    with workspace(folder, people, systems) as made:
        return workspace_report(made, resamples=99)


PEOPLE = {"ann": "xyxy", "bob": "xyxy"}
SHOWN: list[tuple[str, dict[str, str], dict[str, str], list[str]]] = [  # what is there, people, systems, titles
    ("people", PEOPLE, {}, ["tone: agreement among people", "tone: labels"]),
    ("one system", {"ann": "xyxy"}, {"north": "xyxx"}, ["tone: north against gold"]),
    (
        "two systems",
        {"ann": "xyxy"},
        {"north": "xyxx", "south": "yxyx"},
        ["tone: systems against gold", "tone: differences"],
    ),
]


@pytest.mark.parametrize(("people", "systems", "titles"), [row[1:] for row in SHOWN], ids=[row[0] for row in SHOWN])
def test_a_report_shows_what_is_there(
    people: dict[str, str], systems: dict[str, str], titles: list[str], tmp_path: Path
) -> None:
    assert [table.title for table in report_of(tmp_path, people, systems).tables] == titles


def test_a_system_alone_is_scored_and_not_ranked(tmp_path: Path) -> None:
    [table] = report_of(tmp_path, {"ann": "xyxy"}, {"north": "xyxx"}).tables
    assert table.columns == ("system", "measure", "score")
    assert [row[2].value for row in table.rows if row[1] == "accuracy"] == [0.75]


def test_nothing_answered_is_nothing_to_report(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="nothing was answered yet"):
        report_of(tmp_path, {}, {})
