"""This process, several threads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from karat.engine.base import Engine, In, Out
from karat.types.spoken import spoken


@spoken
class Threads(Engine):
    """Run chunks on several threads; it pays where kernels let go of the interpreter lock."""

    name = "threads"
    limits = {"workers": (1, 1024)}

    workers: int = 2

    def map(self, work: Callable[[In], Out], chunks: Iterable[In]) -> Iterator[Out]:
        """Results in order; chunks are taken as they are needed, so a long stream stays in bounds."""
        with ThreadPoolExecutor(max(1, self.workers)) as pool:
            waiting: deque[Future[Out]] = deque()
            for chunk in chunks:
                waiting.append(pool.submit(work, chunk))
                if len(waiting) > 2 * self.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
