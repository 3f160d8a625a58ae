"""
The tables.

kept for ever   document, unit, guideline (one row a version), operation (the log), released: triggers refuse changes
the fold        standing (what stands), tally (what each author can undo), queue (how far each unit is): `verify`
                folds the log again and compares
the day's work  plan, assignment (who was asked what, until when), frontier (before which nothing is left for an author),
                person, invitation, session, failure
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()
KEPT = ("document", "unit", "guideline", "operation", "released")


def _text(name: str, primary_key: bool = False) -> Column[str]:
    return Column(name, Text, primary_key=primary_key, nullable=False)


def _whole(name: str, primary_key: bool = False) -> Column[int]:
    # SQLite knows one whole number; only as INTEGER is a primary key the row's own number
    return Column(
        name, BigInteger().with_variant(Integer, "sqlite"), primary_key=primary_key, nullable=False, autoincrement=False
    )


def _real(name: str, nullable: bool = False) -> Column[float]:
    return Column(name, Float(53), nullable=nullable)


document = Table("document", METADATA, _text("id", True), _text("text"), _text("meta"), _text("hash"))

unit = Table(
    "unit",
    METADATA,
    _text("id", True),
    Column("document", Text, ForeignKey("document.id"), nullable=False),
    _whole("start"),
    _whole("end"),
    _whole("place"),
    UniqueConstraint("place", name="unit_place"),
)

guideline = Table(
    "guideline",
    METADATA,
    _text("id", True),
    Column("version", Integer, primary_key=True, nullable=False, autoincrement=False),
    _text("kind"),
    _text("prose"),
    _real("at"),
)

plan = Table(
    "plan",
    METADATA,
    _text("guideline", True),
    Column("per_unit", Integer, nullable=False),
    Column("every", Integer, nullable=False),
)

person = Table("person", METADATA, _text("name", True), _text("role"), Column("password", Text), _real("at"))

invitation = Table(
    "invitation",
    METADATA,
    _text("token", True),
    Column("name", Text, ForeignKey("person.name"), nullable=False),
    _real("at"),
)

session = Table(
    "session",
    METADATA,
    _text("token", True),
    Column("name", Text, ForeignKey("person.name"), nullable=False),
    _real("until"),
    Index("session_until", "until"),
)

failure = Table("failure", METADATA, _text("name", True), Column("times", Integer, nullable=False), _real("at"))

operation = Table(
    "operation",
    METADATA,
    _whole("id", True),
    _text("client_id"),
    _text("guideline"),
    Column("version", Integer, nullable=False),
    Column("unit", Text, ForeignKey("unit.id"), nullable=False),
    Column("author", Text, ForeignKey("person.name"), nullable=False),
    _text("verb"),
    Column("body", Text),
    _real("at"),
    _real("seconds", nullable=True),
    _whole("replaces"),
    _whole("under"),
    _text("reason"),
    _text("note"),
    _text("previous"),
    _text("hash"),
    ForeignKeyConstraint(["guideline", "version"], ["guideline.id", "guideline.version"], name="operation_guideline"),
    UniqueConstraint("client_id", name="operation_client_id"),
)

standing = Table(
    "standing",
    METADATA,
    _text("guideline", True),
    _text("author", True),
    _text("unit", True),
    _whole("operation"),
    _text("verb"),
    Index("standing_unit", "guideline", "unit", "author", "verb", "operation"),
    sqlite_with_rowid=False,
)

tally = Table(
    "tally",
    METADATA,
    _text("guideline", True),
    _text("author", True),
    _whole("next_undo"),
    _whole("next_redo"),
    _whole("answered"),
    _whole("skipped"),
    _real("seconds"),
    sqlite_with_rowid=False,
)

queue = Table(
    "queue",
    METADATA,
    _text("guideline", True),
    Column("unit", Text, ForeignKey("unit.id"), primary_key=True, nullable=False),
    _whole("place"),
    _whole("answers"),
    _whole("decisions"),
    _real("entropy"),
    Index("queue_next", "guideline", "answers", "place", "unit"),
    Index("queue_contested", "guideline", "decisions", "entropy", "place"),
    sqlite_with_rowid=False,
)

assignment = Table(
    "assignment",
    METADATA,
    _text("guideline", True),
    _text("unit", True),
    _text("author", True),
    _text("reason"),
    Column("version", Integer, nullable=False),
    _real("lease"),
    Index("assignment_mine", "guideline", "author", "lease"),
    sqlite_with_rowid=False,
)

frontier = Table(
    "frontier",
    METADATA,
    _text("guideline", True),
    _text("author", True),
    _whole("answers"),
    _whole("place"),
    sqlite_with_rowid=False,
)

released = Table(
    "released", METADATA, _text("name", True), _text("guideline"), _text("manifest"), _text("hash"), _real("at")
)
