"""Tables of a comparison: systems and their ranks, pairs, slices, and what was counted."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any

from karat.evaluate.comparing import Compared, Rank, higher_is_better
from karat.evaluate.facts import Facts
from karat.evaluate.slicing import Slice
from karat.report.comparison.claims import corrected_by, slices_in_words
from karat.report.numbers import count, share
from karat.types.report import Table
from karat.types.score import Comparison, Score

MEANT = (
    "Place: in brackets those that the tests leave open. Detectable: the smallest difference to the best that this set "
    "shows with power .8. Effect: in standard deviations of the differences of single units, or groups."
)
LABELS = 6  # labels that have a column each
ALIKE = "the two never differ, so their differences have no spread"


def systems(found: Compared, which: str) -> Table:
    """Every system by one measure, the best first, each with its difference to the best; the first table explains."""
    best, *_ = ranked = found.ranked(which)
    score = {name: next(s for s in scores if s.measure == which) for name, scores in found.systems.items()}
    rows = [(one.system, place(one), score[one.system], *_to_the_best(found, best, one, which)) for one in ranked]
    better = "higher is better" if higher_is_better(which) else "lower is better"
    return Table(
        f"{which}: {len(ranked)} systems on {count(found.n(which))} units",
        ("system", "place", "score", "to the best", "p", "corrected p", "effect", "detectable"),
        tuple(rows),
        f"{better.capitalize()}. {how(found)} {MEANT}" if which == found.measures[0] else f"{better.capitalize()}.",
    )


def place(rank: Rank) -> str:
    """A place, and the places that are left open.

    >>> place(Rank("a", "bleu", 2, 1, 4)), place(Rank("a", "bleu", 2, 2, 2))
    ('2 (1–4)', '2')
    """
    return str(rank.place) if rank.best == rank.worst == rank.place else f"{rank.place} ({rank.best}–{rank.worst})"


def _to_the_best(found: Compared, best: Rank, one: Rank, which: str) -> tuple[Any, ...]:
    if one is best:
        return (None,) * 5
    pair = found.between(one.system, best.system, which)
    return pair, *significance(pair)


def how(found: Compared) -> str:
    """The test, what was drawn, and the correction, as a sentence."""
    if not found.comparisons:
        return ""
    one = found.comparisons[0]
    resamples = f", {count(one.resamples)} resamples, seed {one.seed}" if one.resamples else ""
    drawn = f" ({count(found.drawn)} of them)" if found.drawn != found.units else ""
    said = f"{one.test[:1].upper()}{one.test[1:]}{drawn}{resamples}"
    return f"{said}; p {corrected_by(found)} over the pairs of a measure."


def pairs(found: Compared, which: str) -> Table:
    """Every pair of systems by one measure, the one ahead first."""
    order = [rank.system for rank in found.ranked(which)]
    every = [found.between(a, b, which) for at, a in enumerate(order) for b in order[at + 1 :]]
    rows = tuple((f"{c.ours} − {c.theirs}", c, *significance(c)) for c in every)
    return Table(f"{which}: all pairs", ("pair", "difference", "p", "corrected p", "effect", "detectable"), rows)


def significance(c: Comparison) -> tuple[Any, ...]:
    """What stands beside a difference: p, corrected p, effect, and what the set can see; nothing where there is none."""
    if c.why:
        return (None,) * 4
    return c.p, c.corrected, *(Score("", x, why=ALIKE) if isnan(x) else x for x in (c.effect, c.mde))


def slices(parts: Sequence[Slice], which: str, names: Sequence[str]) -> Table:
    """Each slice of a feature: the two best systems, and how far apart they are there."""
    rows = [_slice(part, which, names) for part in parts]
    by = parts[0].by
    note = f"p is corrected over {slices_in_words(len(parts))} of {by}."
    note += " Small: fewer than 30 units, so the interval is rough." if any(part.small for part in parts) else ""
    return Table(f"{which}, by {by}", ("slice", "units", *names, "difference", "corrected p"), tuple(rows), note)


def _slice(part: Slice, which: str, names: Sequence[str]) -> tuple[Any, ...]:
    scores = [next(score for score in part.systems[name] if score.measure == which) for name in names]
    one = next(c for c in part.comparisons if c.measure == which and {c.ours, c.theirs} == set(names))
    p = Score("p", one.corrected, why=one.why) if one.why else one.corrected
    return f"{part.name}{' (small)' if part.small else ''}", part.n, *scores, one, p


def test_set(facts: Facts, found: Compared) -> Table:
    """What was counted in the test set."""
    rows: list[tuple[str, str]] = [("units", count(facts.units))]
    if found.drawn != found.units:
        rows.append(("groups that are drawn together", count(found.drawn)))
    if facts.lengths:
        low, middle, high = map(count, facts.lengths)
        rows.append(("words in a text: shortest, middle, longest", f"{low}, {middle}, {high}"))
        rows.append(("texts that stood before", _part(facts.again, facts.units)))
    rows += [(f"texts mostly in {name}", _part(n, facts.units)) for name, n in facts.scripts]
    rows.append(("units on which all systems say the same", _part(facts.unanimous, facts.units)))
    return Table("The test set", ("what was counted", "number"), tuple(rows))


def outputs(facts: Facts) -> Table | None:
    """What each side said: labels, lengths, blanks, and how often it is gold to the letter."""
    labels = _labels(facts)
    shares = {name: dict(of) for name, of in facts.shares}
    right, empty, ratios = dict(facts.right), dict(facts.empty), dict(facts.ratios)
    columns = ["side", *(f"says {label}" for label in labels), *(["words to gold's"] if ratios else [])]
    rows: list[tuple[Any, ...]] = []
    for name in dict.fromkeys([*shares, *empty]):
        said = [share(shares[name].get(label, 0.0)) for label in labels]
        ratio = [share(ratios[name]) if name in ratios else None] if ratios else []
        equal = share(right[name] / facts.units) if name in right and facts.units else None
        rows.append((name, *said, *ratio, equal, empty.get(name)))
    note = f"{len(labels)} of {len(facts.shares[0][1])} labels are shown." if _cut(facts) else ""
    return Table("What each side said", (*columns, "equal to gold", "empty"), tuple(rows), note)


def _labels(facts: Facts) -> list[str]:
    return [label for label, _ in facts.shares[0][1][:LABELS]] if facts.shares else []


def _cut(facts: Facts) -> bool:
    return bool(facts.shares) and len(facts.shares[0][1]) > LABELS


def _part(some: int, every: int) -> str:
    return f"{count(some)} ({share(some / every)})" if some and every else count(some)
