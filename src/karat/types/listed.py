"""A list of things by name whose files are read only when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any


class Listed(Mapping[str, Any]):
    """Names to classes, each kept as `module:Class` until it is wanted: start-up pays for nothing it does not use.

    `also` are other names of things in the list: they are understood, but not listed.
    """

    def __init__(self, room: str, places: Mapping[str, str], also: Mapping[str, str] | None = None) -> None:
        self._room = room
        self._places = dict(places)
        self._also = dict(also or {})

    def __getitem__(self, name: str) -> Any:
        module, _, cls = self._places[self._also.get(name, name)].partition(":")
        return getattr(import_module(f"{self._room}.{module}"), cls)

    def __contains__(self, name: object) -> bool:
        return name in self._places or name in self._also

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
