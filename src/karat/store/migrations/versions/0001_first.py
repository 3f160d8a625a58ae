"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

KEPT = ("document", "unit", "guideline", "operation", "released")


def upgrade() -> None:
    """Make the tables, and the triggers that keep what must never change."""
    _texts()
    _people()
    _log()
    _fold()
    for table in KEPT:
        _keep(table)


def _text(name: str, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, primary_key=primary_key, nullable=False)


def _whole(name: str, primary_key: bool = False) -> sa.Column[int]:
    return sa.Column(
        name,
        sa.BigInteger().with_variant(sa.Integer, "sqlite"),
        primary_key=primary_key,
        nullable=False,
        autoincrement=False,
    )


def _small(name: str, primary_key: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=primary_key, nullable=False, autoincrement=False)


def _real(name: str, nullable: bool = False) -> sa.Column[float]:
    return sa.Column(name, sa.Float(53), nullable=nullable)


def _names(name: str, table: str, column: str = "id", primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, sa.ForeignKey(f"{table}.{column}"), primary_key=primary_key, nullable=False)


def _texts() -> None:
    op.create_table("document", _text("id", True), _text("text"), _text("meta"), _text("hash"))
    op.create_table(
        "unit",
        *(_text("id", True), _names("document", "document"), _whole("start"), _whole("end"), _whole("place")),
        sa.UniqueConstraint("place", name="unit_place"),
    )
    op.create_table("guideline", _text("id", True), _small("version", True), _text("kind"), _text("prose"), _real("at"))
    op.create_table("plan", _text("guideline", True), _small("per_unit"), _small("every"))
    op.create_table("released", _text("name", True), _text("guideline"), _text("manifest"), _text("hash"), _real("at"))


def _people() -> None:
    op.create_table("person", _text("name", True), _text("role"), sa.Column("password", sa.Text), _real("at"))
    op.create_table("invitation", _text("token", True), _names("name", "person", "name"), _real("at"))
    op.create_table("session", _text("token", True), _names("name", "person", "name"), _real("until"))
    op.create_index("session_until", "session", ["until"])
    op.create_table("failure", _text("name", True), _small("times"), _real("at"))


def _log() -> None:
    op.create_table(
        "operation",
        *(_whole("id", True), _text("client_id"), _text("guideline"), _small("version")),
        *(_names("unit", "unit"), _names("author", "person", "name"), _text("verb"), sa.Column("body", sa.Text)),
        *(_real("at"), _real("seconds", nullable=True), _whole("replaces"), _whole("under")),
        *(_text("reason"), _text("note"), _text("previous"), _text("hash")),
        sa.ForeignKeyConstraint(
            ["guideline", "version"], ["guideline.id", "guideline.version"], name="operation_guideline"
        ),
        sa.UniqueConstraint("client_id", name="operation_client_id"),
    )


def _fold() -> None:
    op.create_table(
        "standing",
        *(_text("guideline", True), _text("author", True), _text("unit", True), _whole("operation"), _text("verb")),
        sqlite_with_rowid=False,
    )
    op.create_index("standing_unit", "standing", ["guideline", "unit", "author", "verb", "operation"])
    op.create_table(
        "tally",
        *(_text("guideline", True), _text("author", True), _whole("next_undo"), _whole("next_redo")),
        *(_whole("answered"), _whole("skipped"), _real("seconds")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "queue",
        *(_text("guideline", True), _names("unit", "unit", primary_key=True), _whole("place")),
        *(_whole("answers"), _whole("decisions"), _real("entropy")),
        sqlite_with_rowid=False,
    )
    op.create_index("queue_next", "queue", ["guideline", "answers", "place", "unit"])
    op.create_index("queue_contested", "queue", ["guideline", "decisions", "entropy", "place"])
    op.create_table(
        "assignment",
        *(
            _text("guideline", True),
            _text("unit", True),
            _text("author", True),
            _text("reason"),
            _small("version"),
            _real("lease"),
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "frontier",
        *(_text("guideline", True), _text("author", True), _whole("answers"), _whole("place")),
        sqlite_with_rowid=False,
    )
    op.create_index("assignment_mine", "assignment", ["guideline", "author", "lease"])


def _keep(table: str) -> None:
    for verb in ("UPDATE", "DELETE"):
        op.execute(_SQLITE.format(table=table, verb=verb, low=verb.lower()) if _sqlite() else _function(table, verb))
        if not _sqlite():
            op.execute(_POSTGRES.format(table=table, verb=verb, low=verb.lower()))


def _sqlite() -> bool:
    return op.get_bind().dialect.name == "sqlite"


_SQLITE = """CREATE TRIGGER {table}_no_{low} BEFORE {verb} ON "{table}"
BEGIN SELECT RAISE(ABORT, '{table} is kept for ever: {low} is refused'); END"""

_POSTGRES = (
    """CREATE TRIGGER {table}_no_{low} BEFORE {verb} ON "{table}" FOR EACH ROW EXECUTE FUNCTION {table}_no_{low}()"""
)


def _function(table: str, verb: str) -> str:
    return f"""CREATE FUNCTION {table}_no_{verb.lower()}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '{table} is kept for ever: {verb.lower()} is refused'; END $$"""
