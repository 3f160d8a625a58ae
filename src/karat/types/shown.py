"""How a value shows itself in a notebook: the types keep the place, and whoever can render fills it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar


class Shown:
    """Base of values that notebooks show as HTML; `karat` names the renderers, each read when it is first wanted."""

    __slots__ = ()
    renderers: ClassVar[Mapping[str, Callable[[Any], str]]] = {}

    def _repr_html_(self) -> str | None:
        """What Jupyter asks for; None makes it show the repr."""
        render = self.renderers.get("html")
        return render(self) if render else None
