"""How far a long comparison is: one line on stderr that is rewritten, on a terminal only, and gone when it is done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Any, TextIO

from karat.engine import Engine
from karat.engine.base import In, Out

FIRST, EVERY = 1.0, 0.2  # seconds before the first line, and between lines


class Meter:
    """Counts pairs of systems that are compared, and resamples that are drawn for them."""

    def __init__(self, out: TextIO | None = None, clock: Callable[[], float] = monotonic) -> None:
        self.out, self.clock = out or sys.stderr, clock
        self.what, self.pairs, self.done, self.part, self.drawn = "", 0, 0.0, 0.0, 0
        self.began = self.written = clock()
        self.shown = False

    def begin(self, what: str, pairs: int) -> None:
        """A new stretch of work: so many pairs are to be compared."""
        self.what, self.pairs, self.done, self.part, self.drawn = what, pairs, 0.0, 0.0, 0
        self.began = self.clock()

    def drew(self, resamples: int, part: float) -> None:
        """So many resamples more; this map is at a part of its pairs."""
        self.drawn, self.part = self.drawn + resamples, part
        now = self.clock()
        if self.out.isatty() and now - self.began > FIRST and now - self.written > EVERY:
            self.written, self.shown = now, True
            self.out.write(f"\r\x1b[K{self.line(now - self.began)}")
            self.out.flush()

    def finished(self) -> None:
        """This map is through with its pairs."""
        self.done, self.part = self.done + self.part, 0.0

    def line(self, seconds: float) -> str:
        """What is said after so many seconds."""
        through = min(1.0, (self.done + self.part) / self.pairs) if self.pairs else 0.0
        rate = f"{self.drawn / max(seconds, 1e-9):,.0f} resamples a second"
        left = f", {seconds * (1 - through) / through:,.0f} s left" if 0 < through < 1 else ""
        return f"{self.what}: {100 * through:.0f} %, {rate}{left}"

    def clear(self) -> None:
        """Leave nothing on the line."""
        if self.shown:
            self.out.write("\r\x1b[K")
            self.out.flush()
        self.shown = False


class Watched(Engine):
    """An engine that tells a meter how far each map is; results and their order stay as they are."""

    name = "watched"

    def __init__(self, engine: Engine, meter: Meter) -> None:
        self.engine, self.meter = engine, meter

    def map(self, work: Callable[[In], Out], chunks: Iterable[In]) -> Iterator[Out]:
        """Results in order."""
        every, pairs = list(chunks), len(getattr(work, "pairs", ()))
        for at, result in enumerate(self.engine.map(work, every), 1):
            self.meter.drew(_resamples(every[at - 1]) * max(1, pairs), pairs * at / len(every))
            yield result
        self.meter.finished()


def _resamples(chunk: Any) -> int:
    """Chunks of resamples are (the first, how many); other work draws none."""
    return chunk[1] if isinstance(chunk, tuple) and len(chunk) == 2 and type(chunk[1]) is int else 0
