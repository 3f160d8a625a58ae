"""What an engine promises."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from karat.types.spoken import Spoken

In = TypeVar("In")
Out = TypeVar("Out")
Bucket = TypeVar("Bucket")


class Engine(Spoken):
    """Runs work; never decides how it is cut up or put together again."""

    @abstractmethod
    def map(self, work: Callable[[In], Out], chunks: Iterable[In]) -> Iterator[Out]:
        """Results of `work` on each chunk, in the order of the chunks."""

    def shuffle(
        self,
        split: Callable[[In], Sequence[Bucket]],
        join: Callable[[list[Bucket]], Out],
        chunks: Iterable[In],
        parts: int,
    ) -> Iterator[Out]:
        """Group by key: `split` puts a chunk into `parts` buckets, `join` merges all buckets of one part.

        Buckets reach `join` in the order of the chunks, so the result does not depend on who was faster. Here they pass
        through this process; a cluster's engine passes them between its workers.
        """
        rows = list(self.map(split, chunks))
        return self.map(join, [[row[part] for row in rows] for part in range(parts)])
