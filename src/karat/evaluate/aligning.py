"""Guesses beside references word by word, and what follows from it: which words are mistaken, and for whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import mean, median, stdev

import numpy as np
from numpy.typing import NDArray

from karat.errors import BadInput, BadRequest
from karat.evaluate.scoring import pair_measure, taken
from karat.measures import Measure
from karat.measures.edited import Edited
from karat.measures.forms import encode_words
from karat.types.aligned import DELETION, HIT, INSERTION, SUBSTITUTION, Aligned
from karat.types.report import Table

TOP = 20
KINDS = (HIT, SUBSTITUTION, DELETION, INSERTION)


def align(gold: Iterable[str], guess: Iterable[str], which: str | Measure = "wer") -> list[Aligned]:
    """The alignment of every unit that a measure of edits counts: wer, cer, wwer and their kin, with their parameters.

    >>> [found] = align(["the cat sat"], ["the hat sat down"])
    >>> [(edit.what, edit.gold, edit.guess) for edit in found.edits if edit.what != "hit"]
    [('substitution', 'cat', 'hat'), ('insertion', None, 'down')]
    """
    measure = edit_measure(which)
    return measure.aligned(*_paired(gold, guess, measure))


def edit_measure(which: str | Measure) -> Edited:
    """The measure, if it aligns words or characters."""
    found = pair_measure(which)
    if not isinstance(found, Edited):
        raise BadRequest(f"{found.name} aligns nothing: wer, cer, or another measure of word errors was expected")
    return found


def _paired(gold: Iterable[str], guess: Iterable[str], measure: Measure) -> tuple[list[str], list[str]]:
    sides = taken(list(gold), measure, "gold"), taken(list(guess), measure, "guess")
    if len(sides[0]) != len(sides[1]):
        raise BadInput(f"gold has {len(sides[0])} units and guess has {len(sides[1])}: one guess for each was expected")
    return sides


def mistakes(aligned: Sequence[Aligned], top: int = TOP) -> list[Table]:
    """The words most often taken for others, left out, and added: tables, without those that would be empty.

    >>> [table.title for table in mistakes(align(["a b"], ["a c"]))]
    ['Taken for others']
    """
    found = {kind: Counter[tuple[str | None, str | None]]() for kind in KINDS}
    for one in aligned:
        for edit in one.edits:
            found[edit.what][edit.gold, edit.guess] += 1
    pairs = _most(found[SUBSTITUTION], top)
    tables = [
        Table("Taken for others", ("reference", "guess", "times"), tuple((a, b, n) for (a, b), n in pairs)),
        Table("Left out", ("word", "times"), tuple((a, n) for (a, _), n in _most(found[DELETION], top))),
        Table("Added", ("word", "times"), tuple((b, n) for (_, b), n in _most(found[INSERTION], top))),
    ]
    return [table for table in tables if table.rows]


def by_group(
    gold: Sequence[str], guess: Sequence[str], groups: Sequence[str], which: str | Measure, name: str = "speaker"
) -> Table:
    """Shares of the references' words by speaker, or by any other group, as sclite's summary has them.

    Below the groups: all units together, then the mean, standard deviation and median over groups with words. A group
    whose references hold no word has no shares.

    >>> by_group(["a b", "c"], ["a x", "c"], ["ann", "bob"], "wer").rows[0]
    ('ann', 1, 2, 0.5, 0.5, 0.0, 0.0, 0.5, 1.0)
    """
    measure = edit_measure(which)
    counts = measure.counts(*encode_words(*_paired(gold, guess, measure)))
    names, each = np.unique(groups, return_inverse=True)
    rows = [_line(counts[each == i]) for i in range(len(names))]
    lines = [(group, *row) for group, row in zip(names.tolist(), rows, strict=True)]
    lines.append(("all", *_line(counts)))
    lines += _spread([row for row in rows if row[1]])
    columns = (name, "units", measure.unit, "hits", "subst.", "del.", "ins.", "errors", "wrong units")
    return Table(f"By {name}: {measure}", columns, tuple(lines))


def _most(
    counted: Counter[tuple[str | None, str | None]], top: int
) -> Iterator[tuple[tuple[str | None, str | None], int]]:
    """The most frequent, and of equals the first in the order of their letters."""
    ranked = sorted(counted.items(), key=lambda one: (-one[1], *(word or "" for word in one[0])))
    yield from ranked[:top]


def _line(counts: NDArray[np.int64]) -> tuple[float, ...]:
    """Units, words, and shares."""
    total = counts.sum(0).tolist()
    words = sum(total[:3])
    shares = (n / words if words else float("nan") for n in (*total, sum(total[1:])))
    wrong = float(counts[:, 1:].any(1).mean()) if len(counts) else float("nan")
    return len(counts), words, *shares, wrong


def _spread(rows: Sequence[tuple[float, ...]]) -> Iterator[tuple[str, *tuple[float, ...]]]:
    """Mean, standard deviation and median of every column, where there are two groups."""
    if len(rows) > 1:
        columns = list(zip(*rows, strict=True))
        for name, of in (("mean", mean), ("s.d.", stdev), ("median", median)):
            yield name, *(float(of(column)) for column in columns)
