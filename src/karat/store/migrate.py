"""Bring a workspace to the newest tables, after a backup."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

MIGRATIONS = Path(__file__).with_name("migrations")


def config(connection: Connection | None = None) -> Config:
    """Alembic's settings for karat's own migrations."""
    made = Config(attributes={"connection": connection})
    made.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return made


def newest() -> str:
    """The revision that this karat works with."""
    return str(ScriptDirectory.from_config(config()).get_current_head())


def known(revision: str) -> bool:
    """Does this karat know the revision, or was it made by a newer one?"""
    scripts = ScriptDirectory.from_config(config())
    return revision in {script.revision for script in scripts.walk_revisions()}


def current(connection: Connection) -> str | None:
    """The revision of a workspace; None where there is none."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(connection: Connection) -> None:
    """Run what is missing, inside the connection's transaction: it all happens, or nothing does."""
    command.upgrade(config(connection), "head")
