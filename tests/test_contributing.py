"""The walks of CONTRIBUTING.md, walked in a copy of karat: whoever follows them gets what they promise."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import karat

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
FENCE = re.compile(
    r"(?:^`(?P<path>[\w./-]+)`(?P<how>[^\n]*):\n\n)?^```(?P<language>\S+)\n(?P<code>.*?)^```$", re.M | re.S
)


@dataclass(frozen=True)
class Step:
    """A block of a walk: to which file it goes, and how."""

    path: str
    how: str
    code: str


def walk(title: str) -> list[Step]:
    """The steps under a heading; a block without a path belongs to the file of the one before."""
    section = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    steps: list[Step] = []
    for found in FENCE.finditer(section):
        path, how = (found["path"], found["how"].strip(" ,")) if found["path"] else (steps[-1].path, steps[-1].how)
        steps.append(Step(path, how, found["code"]))
    return steps


def take(step: Step, root: Path) -> None:
    """Do what a step says, no more."""
    file = root / step.path
    if step.how == "(new)":
        assert not file.exists()
        file.write_text(step.code, "utf-8")
    elif step.how == "changed":
        file.write_text(changed(file.read_text("utf-8"), step.code), "utf-8")
    elif step.how == "at the end":
        file.write_text(f"{file.read_text('utf-8')}\n\n{step.code}", "utf-8")
    else:
        name = step.how.removeprefix("in ").strip("`")
        file.write_text(listed(file.read_text("utf-8"), name, step.code), "utf-8")


def changed(text: str, diff: str) -> str:
    """The text with the lines marked - replaced by those marked +."""
    old = "".join(line[1:] for line in diff.splitlines(keepends=True) if line.startswith("-"))
    new = "".join(line[1:] for line in diff.splitlines(keepends=True) if line.startswith("+"))
    assert text.count(old) == 1, f"CONTRIBUTING.md wants to change what is not there: {old}"
    return text.replace(old, new)


def listed(text: str, name: str, line: str) -> str:
    """The text with a line put first into a list or mapping that is set one entry a line."""
    lines = text.splitlines(keepends=True)
    start = next(i for i, each in enumerate(lines) if re.match(rf"{name}\b.*=", each))
    opened = next(i for i in range(start, len(lines)) if re.search(r"[\[{]\s*(#.*)?$", lines[i]))
    return "".join([*lines[: opened + 1], line, *lines[opened + 1 :]])


def contents(root: Path) -> dict[str, bytes]:
    return {
        str(p.relative_to(root)): p.read_bytes()
        for p in root.rglob("*")
        if p.is_file() and "__pycache__" not in p.parts
    }


@dataclass(frozen=True)
class Copy:
    """A copy of karat in which a walk was walked."""

    root: Path
    touched: set[str]

    def run(self, *command: str, fails: int = 0) -> str:
        """What a command prints that uses the copy; `fails` is the exit code that it must have."""
        env = {
            **os.environ,
            "PYTHONPATH": str(self.root / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONWARNINGS": "default",
        }
        done = subprocess.run(
            [sys.executable, *command], cwd=self.root, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == fails, done.stdout + done.stderr
        return done.stdout + done.stderr * bool(fails)

    def write(self, name: str, text: str) -> str:
        (self.root / name).write_text(text, "utf-8")
        return name


def walked(title: str, root: Path) -> Copy:
    """A fresh copy, the steps taken, and which files they touched."""
    ignored = shutil.ignore_patterns("__pycache__", "sample")
    shutil.copytree(Path(karat.__file__).parent, root / "src" / "karat", ignore=ignored)
    shutil.copytree(ROOT / "tests", root / "tests", ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", root)
    before = contents(root)
    for step in walk(title):
        take(step, root)
    after = contents(root)
    return Copy(root, {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)})


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return walked("Add a measure", tmp_path_factory.mktemp("measure"))


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return walked("Add a kind", tmp_path_factory.mktemp("kind"))


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return walked("Add a reader", tmp_path_factory.mktemp("reader"))


def test_a_measure_touches_three_files(measured: Copy) -> None:
    assert measured.touched == {
        "src/karat/measures/jaccard.py",
        "src/karat/measures/__init__.py",
        "tests/test_measures.py",
    }


def test_the_new_measure_scores_compares_and_explains_itself(measured: Copy) -> None:
    gold, guess = measured.write("gold.txt", "a b\nc\n"), measured.write("guess.txt", "a\nc d\n")
    other = measured.write("other.txt", "x\ny\n")
    assert "jaccard   .500" in measured.run(
        "-m", "karat.cli", "score", gold, guess, "-m", "jaccard", "--interval", "none"
    )
    assert "guess - other" in measured.run(
        "-m", "karat.cli", "compare", gold, guess, other, "-m", "jaccard", "--resamples", "99"
    )
    assert "Jaccard 1901" in measured.run("-m", "karat.cli", "measures", "jaccard")


def test_the_new_measure_keeps_the_laws_and_its_row(measured: Copy) -> None:
    tests = ("tests/test_laws.py", "tests/test_measures.py")
    assert "passed" in measured.run("-m", "pytest", *tests, "-k", "jaccard", "-p", "no:cacheprovider")


def test_a_kind_touches_five_files(asked: Copy) -> None:
    assert asked.touched == {
        "src/karat/kinds/noted.py",
        "src/karat/kinds/__init__.py",
        "src/karat/web/templates/widgets/noted.html",
        "src/karat/web/static/widgets/noted.js",
        "tests/test_laws.py",
    }


SERVED = '''
"""From a guideline of the new kind to the page, the answer, agreement and the export."""
from fastapi.testclient import TestClient
from karat.kinds import kind
from karat.service import asking, people, projects, reporting
from karat.types import Answer, Document
from karat.web import create_app

with projects.new("noted.karat") as ws:
    projects.add_documents(ws, [Document("u1", "Good."), Document("u2", "Bad.")])
    projects.add_guideline(ws, "book", kind("noted(longest=9)"), "Is it about the book?")
    ann = people.accept(ws, people.invite(ws, "ann"), "a password of ann's")
    client = TestClient(create_app(ws), "http://localhost", cookies={"karat-session": people.log_in(ws, "ann", "a password of ann's")})
    shown = client.get("/book").text
    assert 'id="note" maxlength="9"' in shown and "/static/widgets/noted.js" in shown, shown
    assert client.get("/static/widgets/noted.js").status_code == 200
    question = asking.next_question(ws, ann, "book")
    said = {"label": "yes", "note": "in 2 words"[:9]}
    asking.answer(ws, ann, "book", question.unit, said, client_id="1", revision=0)
    try:
        asking.answer(ws, ann, "book", question.unit, {"label": "maybe"}, client_id="2", revision=1)
    except ValueError as error:
        assert "'maybe' was found where yes or no was expected" in str(error)
    else:
        raise AssertionError("a wrong answer was taken")
    projects.import_answers(ws, "book", [Answer("u1", "bob", "yes"), Answer("u2", "bob", "no")])
    report = reporting.workspace_report(ws, resamples=99)
    assert any(score.measure == "alpha" for table in report.tables for row in table.rows for score in row[1:2])
    assert any('"note": "in 2 word"' in line for line in projects.export(ws, "book"))
    assert projects.verify(ws) == []
'''


def test_the_new_kind_is_asked_answered_agreed_on_and_exported(asked: Copy) -> None:
    asked.run(asked.write("served.py", SERVED))


def test_the_new_kind_keeps_the_laws(asked: Copy) -> None:
    assert "passed" in asked.run(
        "-m", "pytest", "tests/test_laws.py", "-k", "noted or every_kind", "-p", "no:cacheprovider"
    )


def test_a_reader_touches_three_files(read: Copy) -> None:
    assert read.touched == {"src/karat/corpus/fasttext.py", "src/karat/corpus/records.py", "tests/test_records.py"}


def test_the_new_reader_reads_and_says_where_it_cannot(read: Copy) -> None:
    gold = read.write("gold.fasttext", "__label__good At last\n__label__bad Never\n")
    guess = read.write("guess.fasttext", "__label__good At last\n__label__good Never\n")
    broken = read.write("broken.fasttext", "__label__good At last\nNever\n")
    score = ("-m", "karat.cli", "score", gold)
    how = ("-m", "accuracy", "--interval", "none")
    assert "accuracy   .500" in read.run(*score, guess, *how)
    assert "broken.fasttext:2: 'Never' was found where a label" in read.run(*score, broken, *how, fails=2)


def test_the_row_of_the_new_reader_holds(read: Copy) -> None:
    assert "passed" in read.run("-m", "pytest", "tests/test_records.py", "-k", "read", "-p", "no:cacheprovider")
