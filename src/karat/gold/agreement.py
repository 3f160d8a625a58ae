"""How far people agree: over all, between each two, and label by label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from karat.engine import Engine
from karat.errors import BadRequest
from karat.gold.panel import Panel, panel_of
from karat.measures import Measure, measure
from karat.measures.base import Floats
from karat.measures.forms import FORMS, encode_panel
from karat.stats.scoring import rows_of, score_rows
from karat.types.answer import Answer
from karat.types.score import Score


@dataclass(frozen=True, slots=True)
class Pair:
    """Two authors: on how many units both answered, and their scores."""

    a: str
    b: str
    n: int
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class LabelUse:
    """One label: how often it was given, and how often a second answer agrees where one gave it."""

    label: str
    n: int
    share: float
    agreement: float


@dataclass(frozen=True, slots=True)
class Dropped:
    """A unit that could say nothing about agreement, and why."""

    unit: str
    why: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """Scores over all authors, each pair of them, each label, and the units that were left out."""

    scores: tuple[Score, ...]
    pairs: tuple[Pair, ...]
    labels: tuple[LabelUse, ...]
    dropped: tuple[Dropped, ...]


@dataclass(frozen=True, slots=True)
class How:
    """How intervals are made."""

    interval: str = "bca"
    resamples: int = 10_000
    seed: int = 0
    engine: Engine | None = None


def agree(
    answers: Iterable[Answer | tuple[str, str, Any]] | Panel,
    *which: str | Measure,
    interval: str = "bca",
    resamples: int = 10_000,
    seed: int = 0,
    engine: Engine | None = None,
) -> Agreement:
    """Measure agreement with 95 % intervals over units; answers are (unit, author, label), and gaps are fine.

    A measure of gold and guess, such as `span_f`, is pooled over all pairs of authors.

    >>> table = [("u1", "ann", "x"), ("u1", "bob", "x"), ("u2", "ann", "y"), ("u2", "bob", "x")]
    >>> found = agree(table, "alpha", interval="none")
    >>> found.scores[0].value, found.pairs[0].n
    (0.0, 2)
    """
    panel = answers if isinstance(answers, Panel) else panel_of(answers)
    measures = [measure(one) for one in which or ("alpha",)]
    lone = next((one for one in measures if one.of == "alone"), None)
    if lone is not None:
        raise BadRequest(f"{lone} looks at one side alone, so it measures no agreement: use `score`")
    how = How(interval, resamples, seed, engine)
    kept, dropped = _useful(panel)
    overall = tuple(_overall(one, kept, how) for one in measures)
    pairs = tuple(_pair(measures, kept, a, b, how) for a, b in combinations(kept.authors, 2))
    return Agreement(overall, pairs, label_use(kept), dropped)


def _useful(panel: Panel) -> tuple[Panel, tuple[Dropped, ...]]:
    """Units with two answers or more, and those without."""
    counts = [sum(cell is not None for cell in row) for row in panel.cells]
    kept = [i for i, n in enumerate(counts) if n >= 2]
    dropped = tuple(Dropped(panel.units[i], f"{n} answer: agreement needs two") for i, n in enumerate(counts) if n < 2)
    return Panel(tuple(panel.units[i] for i in kept), panel.authors, tuple(panel.cells[i] for i in kept)), dropped


def _overall(which: Measure, panel: Panel, how: How) -> Score:
    if which.authors and len(panel.authors) != which.authors:
        why = f"{which.name} is for {which.authors} authors and {len(panel.authors)} answered: read the pairs, or take alpha"
        return Score(str(which), float("nan"), n=len(panel.units), why=why)
    return _score(which, _rows(which, panel, how), how)


def _pair(measures: Sequence[Measure], panel: Panel, a: str, b: str, how: How) -> Pair:
    two = panel.of((a, b))
    both = [i for i, row in enumerate(two.cells) if None not in row]
    two = Panel(tuple(two.units[i] for i in both), two.authors, tuple(two.cells[i] for i in both))
    return Pair(a, b, len(both), tuple(_score(one, _rows(one, two, how), how) for one in measures))


def _score(which: Measure, rows: Floats, how: How) -> Score:
    return score_rows(which, rows, interval=how.interval, resamples=how.resamples, seed=how.seed, engine=how.engine)


def _rows(which: Measure, panel: Panel, how: How) -> Floats:
    form = FORMS[which.takes]
    cells = [
        [None if v is None else form.read(v, f"unit {u}") for v in row]
        for u, row in zip(panel.units, panel.cells, strict=True)
    ]
    return rows_of(which, encode_panel(cells), how.engine) if which.of == "panel" else _pooled(which, cells, how)


def _pooled(which: Measure, cells: list[list[Any]], how: How) -> Floats:
    """A pair measure's rows, summed over the pairs of authors who both answered a unit."""
    if which.whole or not which.symmetric:
        raise BadRequest(
            f"{which} compares guesses with gold; between people, one of alpha, kappa, accuracy or span_f was expected"
        )
    pairs = [
        (unit, a, b) for unit, row in enumerate(cells) for a, b in combinations([v for v in row if v is not None], 2)
    ]
    encoded = FORMS[which.takes].encode([a for _, a, _ in pairs], [b for _, _, b in pairs])
    rows = rows_of(which, encoded, how.engine)
    sums = np.zeros((len(cells), rows.shape[1]))
    np.add.at(sums, np.array([unit for unit, _, _ in pairs], np.int64), rows)
    return sums


def label_use(panel: Panel) -> tuple[LabelUse, ...]:
    """How often each label was given, and its specific agreement, in units that two answered.

    Nothing where answers are not single labels.
    """
    single = [row for row in panel.cells if not any(isinstance(v, list | tuple) for v in row)]
    rows = [said for said in ([str(v) for v in row if v is not None] for row in single) if len(said) > 1]
    given = Counter(label for row in rows for label in row)
    met: Counter[str] = Counter()
    for row in rows:
        for label, n in Counter(row).items():
            met[label] += n * (n - 1) / (len(row) - 1)  # type: ignore[assignment]  # a share of the other answers
    total = given.total()
    return tuple(LabelUse(label, n, n / total, met[label] / n) for label, n in sorted(given.items()))
