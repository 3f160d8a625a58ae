"""Runs the migrations on the connection it is given, inside that connection's transaction."""

from __future__ import annotations

from alembic import context

from karat.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
