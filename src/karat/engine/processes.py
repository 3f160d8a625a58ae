"""This machine, several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from karat.engine.base import Engine, In, Out
from karat.types.spoken import spoken


@spoken
class Processes(Engine):
    """Run chunks in several processes; work and chunks must pickle."""

    name = "processes"
    limits = {"workers": (1, 1024)}

    workers: int = 2

    def map(self, work: Callable[[In], Out], chunks: Iterable[In]) -> Iterator[Out]:
        """Results in order."""
        # spawn: a forked child of a process that has threads can hang
        with ProcessPoolExecutor(max(1, self.workers), mp_context=get_context("spawn")) as pool:
            yield from pool.map(work, chunks)
