"""The workspace: nothing acknowledged is lost, nothing kept is changed, and every text comes back as it went in."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import sleep

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from karat.annotate import Waiting, next_unit
from karat.errors import BadInput, BadRequest, NotInstalled
from karat.kinds import kind
from karat.service import asking, projects
from karat.service.people import Person
from karat.store import Workspace, assignments, guidelines, migrate, people
from karat.store.schema import METADATA, assignment, queue, standing
from karat.types import Document

POSTGRES = os.environ.get("KARAT_TEST_POSTGRES", "")
LABEL = kind("label(labels=('x', 'y'))")


@pytest.fixture(params=["sqlite", "postgresql"])
def workspace(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Workspace]:
    """An empty workspace on each database."""
    if request.param == "sqlite":
        with Workspace.create(tmp_path / "w.karat") as ws:
            yield ws
        return
    if not POSTGRES:
        pytest.skip("KARAT_TEST_POSTGRES names no server, as in postgresql://user@host/empty-database")
    with Workspace.create(POSTGRES) as ws:
        yield ws
        with ws.writing() as c:
            c.exec_driver_sql("DROP SCHEMA public CASCADE")
            c.exec_driver_sql("CREATE SCHEMA public")


def fill(ws: Workspace, units: int = 4, per_unit: int = 2, names: str = "a b c") -> None:
    projects.add_documents(ws, [Document(f"u{number}", f"Text {number}.") for number in range(units)])
    projects.add_guideline(ws, "g", LABEL, "Choose.", answers_per_unit=per_unit)
    with ws.writing() as c:
        for name in names.split():
            people.add(c, name, "annotator", 0.0)


def person(name: str) -> Person:
    return Person(name, "annotator")


def test_a_workspace_is_one_file_that_survives_power_loss(tmp_path: Path) -> None:
    with Workspace.create(tmp_path / "w.karat") as ws, ws.writing() as c:
        found = {
            name: c.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30000}
    assert [file.name for file in tmp_path.iterdir()] == ["w.karat"]


def test_the_migrations_make_the_tables_that_the_code_uses(workspace: Workspace) -> None:
    with workspace.reading() as c:
        assert compare_metadata(MigrationContext.configure(c), METADATA) == []


def bad_places(folder: Path) -> dict[str, Path]:
    made = {name: folder / name for name in ("missing", "empty", "text", "database", "folder")}
    made["empty"].touch()
    made["text"].write_text("unit,author,label\n" * 20)
    made["folder"].mkdir()
    raw = sqlite3.connect(made["database"])
    raw.execute("CREATE TABLE t (x)")
    raw.close()
    return made


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("missing", "there is no such workspace: make one with"),
        ("empty", "this is no workspace"),
        ("text", "this is no workspace"),
        ("database", "this is no workspace"),
        ("folder", "it cannot be read"),
    ],
)
def test_what_is_no_workspace_is_named(tmp_path: Path, name: str, sentence: str) -> None:
    place = bad_places(tmp_path)[name]
    with pytest.raises(BadInput, match=f"{name}: {sentence}"):
        Workspace.open(place)


def test_nothing_is_ever_overwritten(tmp_path: Path) -> None:
    place = bad_places(tmp_path)["text"]
    with pytest.raises(BadInput, match="nothing is ever overwritten"):
        Workspace.create(place)
    with Workspace.create(tmp_path / "w.karat") as ws, pytest.raises(BadInput, match="nothing is ever overwritten"):
        ws.backup(place)
    with pytest.raises(BadInput, match="does not exist: make it first"):
        Workspace.create(tmp_path / "no" / "w.karat")


def test_an_address_that_is_no_database_is_named() -> None:
    with pytest.raises(BadInput, match=r"starts with postgresql://, was expected"):
        Workspace.open("mysql://somebody:secret@host/name")
    with pytest.raises(BadInput, match=r"starts with postgresql://, was expected"):
        Workspace.open("nonsense://")
    with pytest.raises((BadInput, NotInstalled), match=r"karat\[postgres\]|the database says"):
        Workspace.open("postgresql://nobody@127.0.0.1:1/none")


def test_a_workspace_of_a_newer_karat_says_so(tmp_path: Path) -> None:
    with Workspace.create(tmp_path / "w.karat") as ws, ws.writing() as c:
        c.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadInput, match="made by a newer karat"):
        Workspace.open(tmp_path / "w.karat")


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The migrations with one more, as a later karat will have."""
    copied = Path(shutil.copytree(migrate.MIGRATIONS, tmp_path / "migrations"))
    monkeypatch.setattr(migrate, "MIGRATIONS", copied)
    return copied / "versions" / "0002_later.py"


NEXT = 'from alembic import op\nrevision = "0002"\ndown_revision = "0001"\ndef upgrade():\n    op.execute("CREATE TABLE later (x)")\n'


def test_a_backup_is_made_before_tables_change(tmp_path: Path, later: Path) -> None:
    with Workspace.create(tmp_path / "w.karat") as ws:
        fill(ws)
    later.write_text(NEXT)
    with Workspace.open(tmp_path / "w.karat") as ws, ws.reading() as c:
        assert migrate.current(c) == "0002"
    raw = sqlite3.connect(tmp_path / "w.karat.before-0002")
    assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    assert raw.execute("SELECT count(*) FROM unit").fetchall() == [(4,)]
    raw.close()


def test_a_migration_that_fails_leaves_the_workspace_as_it_was(tmp_path: Path, later: Path) -> None:
    with Workspace.create(tmp_path / "w.karat") as ws:
        fill(ws)
    later.write_text(NEXT + '    op.execute("nonsense")\n')
    with pytest.raises(BadInput, match="nothing of this step was kept"):
        Workspace.open(tmp_path / "w.karat")
    later.unlink()
    with Workspace.open(tmp_path / "w.karat") as ws:
        assert len(projects.verify(ws)) == 0


@pytest.mark.parametrize("table", ["operation", "document", "unit", "guideline"])
@pytest.mark.parametrize("change", ["UPDATE {} SET {} = 'u9'", "DELETE FROM {} WHERE {} <> ''"])
def test_what_is_kept_for_ever_cannot_be_changed(workspace: Workspace, table: str, change: str) -> None:
    fill(workspace)
    asking.next_question(workspace, person("a"), "g")
    asking.answer(workspace, person("a"), "g", "u0", "x", client_id="1", revision=0)
    column = "unit" if table == "operation" else "id"
    with pytest.raises(BadInput, match=f"{table} is kept for ever"), workspace.writing() as c:
        c.exec_driver_sql(change.format(table, column))


TEXTS = {
    "ends of lines": "one\r\ntwo\rthree\n\n",
    "combining marks": "cafe\u0301 café",
    "emoji": "👩‍👩‍👧‍👦 👍🏽 🇩🇪 1️⃣",
    "right to left": "שלום \u200fعربي\u200e",
    "blanks": " \t\u00a0\u2028x ",
    "byte order mark": "\ufeffx",
    "other planes": "𝒳\U0010ffff\ufffe",
    "quotes": '\'; DROP TABLE unit; -- "%s" {x} \\',
    "nothing": "",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_every_text_comes_back_as_it_went_in(workspace: Workspace, text: str) -> None:
    projects.add_documents(workspace, [Document("u", text, {"note": text})])
    projects.add_guideline(workspace, "g", LABEL, text)
    with workspace.writing() as c:
        people.add(c, "a", "annotator", 0.0)
    question = asking.next_question(workspace, person("a"), "g")
    assert question is not None
    assert (question.text, question.prose) == (text, text)
    assert "".join(token.text + token.blank for token in question.tokens) == text
    assert projects.verify(workspace) == []


@pytest.mark.parametrize(
    ("text", "found"), [("a\0b", "character 1 is NUL"), ("ab\ud800", r"character 2 is half .* \(U\+D800\)")]
)
def test_what_a_database_would_cut_is_refused(workspace: Workspace, text: str, found: str) -> None:
    with pytest.raises(BadInput, match=f"document u: {found}"):
        projects.add_documents(workspace, [Document("u", text)])
    with workspace.reading() as c:
        assert guidelines.every(c) == []


def test_a_backup_taken_while_others_write_is_a_whole_workspace(tmp_path: Path) -> None:
    with Workspace.create(tmp_path / "w.karat") as ws:
        fill(ws)
        asking.next_question(ws, person("a"), "g")
        with ws.writing() as c:
            people.add(c, "later", "annotator", 0.0)
            ws.backup(tmp_path / "b.karat")
        asking.answer(ws, person("a"), "g", "u0", "x", client_id="1", revision=0)
    with Workspace.open(tmp_path / "b.karat") as copy, copy.reading() as c:
        assert people.find(c, "later") is None
        assert people.find(c, "a") == ("annotator", None)
    with Workspace.open(tmp_path / "b.karat") as copy:
        assert projects.verify(copy) == []


def test_postgresql_is_backed_up_by_its_own_tool(workspace: Workspace, tmp_path: Path) -> None:
    if not POSTGRES or workspace.name.endswith(".karat"):
        pytest.skip("this is about PostgreSQL")
    with pytest.raises(BadRequest, match="pg_dump"):
        workspace.backup(tmp_path / "b")


TAMPERING = {
    "a body": (
        'UPDATE operation SET body = \'{"label": "y"}\' WHERE id = 1',
        "operation 1: it, or what came before it, was changed",
    ),
    "an operation": (
        "DELETE FROM operation WHERE id = 1",
        "operation 1: it is missing from the log, operation 2 follows",
    ),
    "the last operation": ("DELETE FROM operation WHERE id = 2", "operation 2 stands, but the log says none"),
    "what stands": ("DELETE FROM standing WHERE unit = 'u1'", "operation none stands, but the log says 2"),
    "a count": ("UPDATE queue SET answers = 2 WHERE unit = 'u0'", "2 answers and 0 decisions are counted"),
    "time worked": ("UPDATE tally SET seconds = 99", "which is not what the log says"),
    "a text": (
        "UPDATE document SET text = 'Other.' WHERE id = 'u0'",
        "document u0: its text is not the text that was added",
    ),
}


@pytest.mark.parametrize(("change", "sentence"), TAMPERING.values(), ids=TAMPERING.keys())
def test_verify_finds_what_was_tampered_with(tmp_path: Path, change: str, sentence: str) -> None:
    with Workspace.create(tmp_path / "w.karat") as ws:
        fill(ws)
        for unit in ("u0", "u1"):
            asking.next_question(ws, person("a"), "g")
            asking.answer(ws, person("a"), "g", unit, "x", client_id=unit, revision=0, seconds=1.5)
        assert projects.verify(ws) == []
    raw = sqlite3.connect(tmp_path / "w.karat")
    for (trigger,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        raw.execute(f"DROP TRIGGER {trigger}")
    raw.execute(change)
    raw.commit()
    raw.close()
    with Workspace.open(tmp_path / "w.karat") as ws:
        assert any(sentence in problem for problem in projects.verify(ws)), projects.verify(ws)


ACTIONS = ["ask"] * 4 + ["answer"] * 4 + ["undo"] * 2 + ["wait"] * 2 + ["skip", "redo", "back", "more", "fewer", "add"]
STEP = st.tuples(st.sampled_from("abc"), st.sampled_from(ACTIONS), st.sampled_from("xy"))
STEPS = st.lists(STEP, min_size=25, max_size=50)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "w.karat"
    with Workspace.create(path) as ws:
        fill(ws, units=2, per_unit=2, names="a b c")
    return path


@settings(
    derandomize=True,
    deadline=None,
    max_examples=40,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],  # shrinking would take minutes: each example is a workspace
)
@given(steps=STEPS)
def test_the_store_asks_what_the_rule_says_whatever_happened_before(
    steps: list[tuple[str, str, str]], template: Path
) -> None:
    path = template.with_name("run.karat")
    shutil.copy(template, path)
    with Workspace.open(path) as ws:
        now = 0.0
        for number, (name, action, label) in enumerate(steps):
            now += 2000.0 if action == "wait" else 1.0
            act(ws, name, action, label, number, now)
        assert projects.verify(ws) == []


def act(ws: Workspace, name: str, action: str, label: str, number: int, now: float) -> None:
    """One step of one person; whoever asks must be asked what the plain rule says."""
    who, client = person(name), str(number)
    if action in ("ask", "answer", "skip"):
        expected = ruled(ws, name, now)
        question = asking.next_question(ws, who, "g", now=now)
        assert (question.unit if question else None) == expected
        if question and action == "answer":
            asking.answer(ws, who, "g", question.unit, label, client_id=client, revision=question.revision, now=now)
        if question and action == "skip":
            asking.skip(ws, who, "g", question.unit, "unclear", client_id=client, now=now)
    elif action == "back":
        go_back(ws, who, label, client, now)
    elif action in ("undo", "redo"):
        (asking.undo if action == "undo" else asking.redo)(ws, who, "g", client_id=client, now=now)
    elif action in ("more", "fewer"):
        projects.add_guideline(ws, "g", LABEL, "Choose.", answers_per_unit=3 if action == "more" else 2)
    elif action == "add":
        projects.add_documents(ws, [Document(f"n{number}", "New.")])


def go_back(ws: Workspace, who: Person, label: str, client: str, now: float) -> None:
    """Answer again a unit that this person had, late or not."""
    with ws.reading() as c:
        mine = (
            c.execute(select(assignment.c.unit).where(assignment.c.author == who.name).order_by(assignment.c.unit))
            .scalars()
            .first()
        )
    if mine:
        revision = asking.question(ws, who, "g", mine, now=now).revision
        asking.answer(ws, who, "g", mine, label, client_id=client, revision=revision, now=now)


def ruled(ws: Workspace, name: str, now: float) -> str | None:
    """What the rule says, from the bare tables."""
    with ws.reading() as c:
        per_unit = guidelines.per_unit(c, "g")
        lent = c.execute(
            select(assignment).where(assignment.c.lease > now).order_by(assignment.c.lease.desc(), assignment.c.unit)
        ).all()
        done = set(c.execute(select(standing.c.unit).where(standing.c.author == name)).scalars())
        rows = c.execute(select(queue)).all()
    mine = [row.unit for row in lent if row.author == name]
    others = [row.unit for row in lent if row.author != name]
    return (
        mine[0]
        if mine
        else next_unit(
            [Waiting(r.unit, r.place, r.answers, others.count(r.unit), r.unit in done) for r in rows], per_unit
        )
    )


ANSWERING = """
import sys
from karat.service import asking, projects
from karat.service.people import Person
ws, who = projects.open_workspace(sys.argv[1]), Person("a", "annotator")
while question := asking.next_question(ws, who, "g"):
    receipt = asking.answer(ws, who, "g", question.unit, "x", client_id=question.unit, revision=0)
    print(receipt.operation, receipt.unit, flush=True)
"""


@pytest.mark.parametrize("seed", range(4))
def test_killing_the_process_loses_nothing_that_was_acknowledged(tmp_path: Path, seed: int) -> None:
    with Workspace.create(tmp_path / "w.karat") as ws:
        fill(ws, units=3000)
    child = subprocess.Popen(
        [sys.executable, "-c", ANSWERING, str(tmp_path / "w.karat")], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    first = child.stdout.readline()
    sleep(Random(seed).uniform(0.05, 0.4))
    child.kill()
    acknowledged = [first, *(line for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n"))]
    child.stdout.close()
    child.wait()
    with Workspace.open(tmp_path / "w.karat") as ws:
        kept = {answer.unit for answer in projects.answers(ws, "g")}
        assert {line.split()[1] for line in acknowledged} <= kept
        assert len(acknowledged) <= len(kept) <= len(acknowledged) + 1  # the last may be kept and not yet printed
        assert projects.verify(ws) == []


def test_a_read_only_workspace_says_so(tmp_path: Path) -> None:
    with Workspace.create(tmp_path / "w.karat") as ws:
        fill(ws)
        with ws.writing() as c:
            c.exec_driver_sql("PRAGMA query_only = ON")
        with pytest.raises(BadInput, match="readonly database; nothing of this step was kept"):
            projects.add_documents(ws, [Document("new", "x")])


def test_how_much_is_left_is_what_could_be_asked(workspace: Workspace) -> None:
    fill(workspace, units=3, per_unit=1)
    with workspace.reading() as c:
        assert assignments.left(c, "g", "a", "production") == 3
        assert c.execute(select(func.count()).select_from(queue)).scalar() == 3
    asking.next_question(workspace, person("a"), "g")
    asking.answer(workspace, person("a"), "g", "u0", "x", client_id="1", revision=0)
    asking.next_question(workspace, person("b"), "g")
    asking.skip(workspace, person("b"), "g", "u1", "unclear", client_id="2")
    with workspace.reading() as c:
        assert [assignments.left(c, "g", name, "production") for name in "abc"] == [2, 1, 2]
