"""What a reference system is: it learns from texts with labels, and then labels texts."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from karat.types.spoken import Spoken

Trained = Callable[[Sequence[str]], list[str]]  # texts → labels


class System(Spoken):
    """Learns from labelled texts; being frozen, it can be trained again and again."""

    @abstractmethod
    def train(self, texts: Sequence[str], labels: Sequence[str]) -> Trained:
        """Learn, and return what labels texts."""
