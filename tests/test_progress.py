"""Progress: said on a terminal, after a second, with rate and time left; silent elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import numpy as np

from karat.cli.progress import Meter, Watched
from karat.engine import Local, Threads
from karat.measures import measure
from karat.stats.differences import differences


class Terminal(StringIO):
    """A stream that is a terminal, or is not."""

    def __init__(self, is_one: bool) -> None:
        super().__init__()
        self.is_one = is_one

    def isatty(self) -> bool:
        return self.is_one


def ticking(step: float) -> Iterator[float]:
    at = 0.0
    while True:
        yield at
        at += step


def metered(is_one: bool, step: float = 0.5) -> tuple[Meter, Terminal]:
    out, times = Terminal(is_one), ticking(step)
    return Meter(out, lambda: next(times)), out


def test_a_line_says_how_far_how_fast_and_how_long() -> None:
    meter, _ = metered(True)
    meter.begin("comparing", 4)
    meter.drew(1_000_000, 0.5)
    assert meter.line(2.0) == "comparing: 12 %, 500,000 resamples a second, 14 s left"
    meter.finished()
    meter.drew(1_000_000, 3.5)
    assert meter.line(4.0) == "comparing: 100 %, 500,000 resamples a second"


def test_a_terminal_sees_the_line_and_keeps_nothing_of_it() -> None:
    meter, out = metered(True)
    meter.begin("comparing", 1)
    for at in range(1, 5):
        meter.drew(100, at / 4)
    meter.clear()
    assert out.getvalue().startswith("\r\x1b[Kcomparing: ")
    assert out.getvalue().endswith("\r\x1b[K")


def test_short_work_and_pipes_see_nothing() -> None:
    for is_one, step in ((True, 0.001), (False, 10.0)):
        meter, out = metered(is_one, step)
        meter.begin("comparing", 1)
        meter.drew(100, 1.0)
        meter.clear()
        assert out.getvalue() == ""


def test_watching_changes_no_bit_and_counts_every_pair() -> None:
    rng = np.random.default_rng(0)
    accuracy, systems = measure("accuracy"), [np.c_[rng.integers(0, 2, 50), np.ones(50)] for _ in range(3)]
    pairs = [(0, 1), (0, 2), (1, 2)]
    plain = differences(accuracy, systems, pairs, 20_000, 0, Threads(workers=2))
    meter, _ = metered(False)
    meter.begin("comparing", 3)
    assert differences(accuracy, systems, pairs, 20_000, 0, Watched(Local(), meter)) == plain
    assert (meter.done, meter.drawn) == (3, 60_000)
