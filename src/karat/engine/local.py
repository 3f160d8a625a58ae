"""This process, this thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from karat.engine.base import Engine, In, Out
from karat.types.spoken import spoken


@spoken
class Local(Engine):
    """Run everything here, one chunk after the other."""

    name = "local"

    def map(self, work: Callable[[In], Out], chunks: Iterable[In]) -> Iterator[Out]:
        """Results in order."""
        return map(work, chunks)
