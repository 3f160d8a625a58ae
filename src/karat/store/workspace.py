"""A workspace: where it is, and the two ways to work in it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import QueuePool

from karat.errors import BadInput, BadRequest, NotInstalled
from karat.store import migrate

APPLICATION = 0x6B617261  # SQLite's application_id: "kara"
WRITES = "karat_writes"
_ONE_WRITER = text("SELECT pg_advisory_xact_lock(:key)").bindparams(key=APPLICATION)


class Workspace:
    """One SQLite file, or a PostgreSQL database; made by `create`, found by `open`, and closed when done."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self.name = name

    @classmethod
    def create(cls, where: str | Path) -> Self:
        """A new workspace; BadInput where something is there already."""
        if not _is_url(where):
            _refuse_taken(Path(where))
        return cls(_engine(where), _name(where))._begun(cls._make)

    @classmethod
    def open(cls, where: str | Path) -> Self:
        """An existing workspace; its tables are brought up to date, and a backup is made before."""
        if not _is_url(where):
            _refuse_foreign(Path(where))
        return cls(_engine(where), _name(where))._begun(lambda found: found._bring_up_to_date(where))

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent view; nothing is changed."""
        with self._said(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """The one writer: all of it is on disk when this ends, or none of it is kept."""
        with self._said(), self._engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            yield connection

    def backup(self, path: str | Path) -> None:
        """Copy the workspace to a new file while others work in it (SQLite; PostgreSQL has pg_dump)."""
        target = Path(path)
        if self._engine.dialect.name != "sqlite":
            raise BadRequest(f"{self.name}: a PostgreSQL workspace is backed up with pg_dump, not by karat")
        _refuse_taken(target)
        with self._said(), self._engine.connect() as connection, closing(sqlite3.connect(target)) as copy:
            raw: Any = connection.connection.driver_connection
            raw.backup(copy)

    def close(self) -> None:
        """Let go of every connection."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begun(self, step: Callable[[Self], None]) -> Self:
        try:
            step(self)
        except BaseException:
            self.close()
            raise
        return self

    def _make(self) -> None:
        with self.writing() as connection:
            if migrate.current(connection):
                raise BadInput(f"{self.name}: there is a workspace already: open it, or choose another database")
            migrate.upgrade(connection)
            if self._engine.dialect.name == "sqlite":
                connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")

    def _bring_up_to_date(self, where: str | Path) -> None:
        with self.reading() as connection:
            stands = migrate.current(connection)
        if stands is None:
            raise BadInput(f"{self.name}: this database is no workspace: make one with `karat new`")
        if stands == migrate.newest():
            return
        if not migrate.known(stands):
            raise BadInput(
                f"{self.name}: it was made by a newer karat (tables {stands}, known up to {migrate.newest()}): install that one"
            )
        if not _is_url(where):
            self.backup(Path(f"{where}.before-{migrate.newest()}"))
        with self.writing() as connection:
            migrate.upgrade(connection)

    @contextmanager
    def _said(self) -> Iterator[None]:
        """A database that cannot work says so in one sentence."""
        try:
            yield
        except DBAPIError as error:
            raise BadInput(
                f"{self.name}: the database says: {str(error.orig).strip()}; nothing of this step was kept"
            ) from error
        except UnicodeEncodeError as error:
            raise BadInput(f"{self.name}: half of a surrogate pair was found where text was expected") from error
        except sqlite3.Error as error:
            raise BadInput(f"{self.name}: the database says: {error}; nothing of this step was kept") from error


def _is_url(where: str | Path) -> bool:
    return "://" in str(where)


def _name(where: str | Path) -> str:
    return make_url(str(where)).render_as_string(hide_password=True) if _is_url(where) else str(where)


def _engine(where: str | Path) -> Engine:
    return _postgres(str(where)) if _is_url(where) else _sqlite(Path(where))


def _sqlite(path: Path) -> Engine:
    engine = create_engine("sqlite+pysqlite://", creator=lambda: _connect(path), poolclass=QueuePool, max_overflow=64)
    event.listen(engine, "begin", _begin)
    return engine


def _connect(path: Path) -> sqlite3.Connection:
    raw = sqlite3.connect(path, timeout=30.0, isolation_level=None, check_same_thread=False)
    for setting in ("busy_timeout = 30000", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        raw.execute(f"PRAGMA {setting}").close()
    return raw


def _begin(connection: Connection) -> None:
    # the driver's own BEGIN is deferred: two writers that have both read would then fail instead of waiting
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get(WRITES) else "BEGIN")


def _postgres(url: str) -> Engine:
    try:
        address = make_url(url)
        if address.get_backend_name() != "postgresql":
            raise BadInput(f"{_name(url)}: a path, or an address that starts with postgresql://, was expected")
        engine = create_engine(address.set(drivername="postgresql+psycopg"), isolation_level="READ COMMITTED")
    except (ArgumentError, NoSuchModuleError):
        raise BadInput(
            "a path, or an address like postgresql://user@host/name, was expected for the workspace"
        ) from None
    except ModuleNotFoundError:
        raise NotInstalled("a PostgreSQL workspace needs psycopg: pip install 'karat[postgres]'") from None
    event.listen(engine, "begin", _begin_postgres)
    return engine


def _begin_postgres(connection: Connection) -> None:
    # one writer at a time, as in SQLite: the log is a chain, and leases are counted before they are given
    if connection.get_execution_options().get(WRITES):
        connection.execute(_ONE_WRITER)
    else:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def _refuse_taken(path: Path) -> None:
    if path.exists():
        raise BadInput(f"{path}: there is something already: choose another name, nothing is ever overwritten")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"{path}: the folder {path.absolute().parent} does not exist: make it first")


def _refuse_foreign(path: Path) -> None:
    if not path.exists():
        raise BadInput(f"{path}: there is no such workspace: make one with `karat new {path}`")
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except OSError as error:
        raise BadInput(f"{path}: it cannot be read ({error.strerror}): a workspace file was expected") from None
    if not head.startswith(b"SQLite format 3\0") or int.from_bytes(head[68:72], "big") != APPLICATION:
        raise BadInput(f"{path}: this is no workspace: a file made with `karat new` was expected")
