"""Released gold: frozen, hashed, never overwritten."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from time import time
from typing import Any

from sqlalchemy import Connection, select

from karat.errors import BadInput, unknown
from karat.store.schema import released


def put(c: Connection, name: str, guideline: str, manifest: Mapping[str, Any]) -> str:
    """Keep a manifest for ever; its hash."""
    if name in names(c):
        raise BadInput(f"release {name}: there is one already, and a release is never overwritten: choose another name")
    content = json.dumps(manifest, sort_keys=True, allow_nan=False)
    hashed = sha256(content.encode()).hexdigest()
    c.execute(released.insert().values(name=name, guideline=guideline, manifest=content, hash=hashed, at=time()))
    return hashed


def get(c: Connection, name: str) -> dict[str, Any]:
    """The manifest of a release, with its hash; BadRequest says which there are."""
    row = c.execute(select(released).where(released.c.name == name)).one_or_none()
    if row is None:
        raise unknown("release", name, names(c) or ["(there is none yet)"])
    return {**json.loads(row.manifest), "hash": row.hash}


def names(c: Connection) -> list[str]:
    """All releases."""
    return list(c.execute(select(released.c.name).order_by(released.c.name)).scalars())


def changed(c: Connection) -> list[str]:
    """Releases whose content no longer has its hash."""
    rows = c.execute(select(released.c.name, released.c.manifest, released.c.hash).order_by(released.c.name))
    return [
        f"release {row.name}: it is not what was released"
        for row in rows
        if sha256(row.manifest.encode()).hexdigest() != row.hash
    ]
