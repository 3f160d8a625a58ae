"""The workspace: one SQLite file (or PostgreSQL), with everything that was ever done in it."""

from sqlalchemy import Connection

from karat.store.workspace import Workspace

__all__ = ["Connection", "Workspace"]
