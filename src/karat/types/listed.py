"""A list of things by name whose files are read only when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any


class Listed(Mapping[str, Any]):
    """Names to classes, each kept as `module:Class` until it is wanted: start-up pays for nothing it does not use."""

    def __init__(self, room: str, places: Mapping[str, str]) -> None:
        self._room = room
        self._places = dict(places)

    def __getitem__(self, name: str) -> Any:
        module, _, cls = self._places[name].partition(":")
        return getattr(import_module(f"{self._room}.{module}"), cls)

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
