"""A comparison in a terminal: 80 columns, an interval drawn in characters, and a sentence where one is needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from textwrap import fill

from karat.evaluate.comparing import Compared, Rank
from karat.evaluate.slicing import Slice, sure
from karat.report.comparison.claims import pairs_told_apart, power, slices_in_words, turns
from karat.report.comparison.tables import how, place, significance
from karat.report.grid import cell
from karat.report.numbers import MINUS, UNDEFINED, count, number, tied
from karat.report.text import WIDTH, render, width
from karat.types.report import Table
from karat.types.score import Score

WIDE = 80
FEW = 5  # systems whose pairs are all listed
NAME, PAIRED, SLICE = 24, 12, 14  # characters of a name alone, in a pair, and of a slice
NARROWEST, WIDEST = 12, 48  # characters of a plot


@dataclass(frozen=True, slots=True)
class Marks:
    """The characters of a plot: both ends, the line between, the dot."""

    left: str = "├"
    right: str = "┤"
    line: str = "─"
    dot: str = "●"


MEANT = (
    "Sees: the smallest difference that this set shows with power .8. Effect: in standard deviations of the differences "
    "of single units, or groups."
)
ASCII = Marks("|", "|", "-", "o")


def shown(
    found: Compared,
    slices: Sequence[Sequence[Slice]],
    on: str,
    wide: int = WIDE,
    marks: Marks | None = None,
    clusters: bool = False,
) -> str:
    """What `karat compare` prints; with clusters, a line where everybody above is better than everybody below."""
    blocks = [
        block for which in found.measures for block in _measured(found, which, on, wide, marks or Marks(), clusters)
    ]
    blocks.append(filled(f"{how(found)} {MEANT}"))
    for parts in slices:
        blocks += [block for which in found.measures for block in _sliced(parts, found, which)]
    return "\n".join(blocks)


def _measured(found: Compared, which: str, on: str, wide: int, marks: Marks, clusters: bool) -> Iterator[str]:
    ranked = found.ranked(which)
    drawn = render(_systems(found, which, on, ranked, wide, marks))
    yield _parted(drawn, ranked) if clusters else drawn
    table = _pairs(found, which, ranked) if len(ranked) <= FEW else _to_the_best(found, which, ranked)
    yield render(table)
    said = list(_sentences(found, which, ranked))
    if said:
        yield filled(" ".join(said))


def _systems(found: Compared, which: str, on: str, ranked: Sequence[Rank], wide: int, marks: Marks) -> Table:
    score = {name: next(s for s in scores if s.measure == which) for name, scores in found.systems.items()}
    names = {rank.system: short(rank.system, NAME) for rank in ranked}
    used = [max(map(width, column)) for column in (
        ["place", *map(place, ranked)],
        ["system", *names.values()],
        ["score", *(cell(one).line for one in score.values())],
    )]  # fmt: skip
    room = min(WIDEST, wide - sum(used) - 2 * len(used))
    drawn = _plots([score[rank.system] for rank in ranked], room, marks) if room >= NARROWEST else ("", [])
    rows = [(place(rank), names[rank.system], score[rank.system]) for rank in ranked]
    title = f"{which}: {len(ranked)} systems{f' on {on}' if on else ''}, {count(found.n(which))} units"
    if not drawn[0]:
        return Table(title, ("place", "system", "score"), tuple(rows))
    plotted = tuple((*row, plot) for row, plot in zip(rows, drawn[1], strict=True))
    return Table(title, ("place", "system", "score", drawn[0]), plotted)


def _parted(drawn: str, ranked: Sequence[Rank]) -> str:
    """The drawn table with its rule again before each cluster but the first."""
    title, heads, rule, *lines = drawn.splitlines()
    pairs = zip(ranked, [*ranked[1:], ranked[-1]], lines, strict=True)
    parted = [line for one, after, text in pairs for line in ([text, rule] if one.cluster < after.cluster else [text])]
    return "\n".join([title, heads, rule, *parted]) + "\n"


def _plots(scores: Sequence[Score], room: int, marks: Marks) -> tuple[str, list[str]]:
    """An axis as a heading, and a plot for each score; nothing where no score has an interval."""
    ends = [end for s in scores for end in (s.low, s.high, s.value) if not isnan(end)]
    if not any(not isnan(s.low) for s in scores) or min(ends) == max(ends):
        return "", []
    low, high = min(ends), max(ends)
    first, last = (number(end).replace(MINUS, "-") for end in (low, high))
    axis = first + " " * (room - len(first) - len(last)) + last
    return axis, [_plot(one, low, (room - 1) / (high - low), marks) for one in scores]


def _plot(score: Score, low: float, scale: float, marks: Marks) -> str:
    if isnan(score.value):
        return ""
    dot = round((score.value - low) * scale)
    ends = (dot, dot) if isnan(score.low) else (round((score.low - low) * scale), round((score.high - low) * scale))
    drawn = [" "] * ends[0] + [marks.line] * (ends[1] - ends[0] + 1)
    drawn[ends[0]], drawn[ends[1]] = marks.left, marks.right
    drawn[min(max(dot, ends[0]), ends[1])] = marks.dot
    return "".join(drawn)


def _pairs(found: Compared, which: str, ranked: Sequence[Rank]) -> Table:
    order = [rank.system for rank in ranked]
    every = [(a, b) for at, a in enumerate(order) for b in order[at + 1 :]]
    rows = [(f"{short(a, PAIRED)} − {short(b, PAIRED)}", *_apart(found, a, b, which)) for a, b in every]
    return Table("Differences", ("pair", "difference", "p", "corrected", "effect", "sees"), tuple(rows))


def _to_the_best(found: Compared, which: str, ranked: Sequence[Rank]) -> Table:
    best = ranked[0].system
    rows = [(short(rank.system, NAME), *_apart(found, rank.system, best, which)) for rank in ranked[1:]]
    columns = ("system", "difference", "p", "corrected", "effect", "sees")
    return Table(f"Difference to the best, {best}", columns, tuple(rows))


def _apart(found: Compared, ours: str, theirs: str, which: str) -> tuple[object, ...]:
    pair = found.between(ours, theirs, which)
    return pair, *significance(pair)


def _sentences(found: Compared, which: str, ranked: Sequence[Rank]) -> Iterator[str]:
    pair = found.between(ranked[0].system, ranked[1].system, which)
    if len(ranked) > FEW:
        yield f"{pairs_told_apart(found, which)}; --json and --html hold all of them."
    if not sure(pair) and not isnan(pair.mde):
        yield power(pair, "groups" if found.drawn != found.units else "units")


def _sliced(parts: Sequence[Slice], found: Compared, which: str) -> Iterator[str]:
    names = [rank.system for rank in found.ranked(which)[:2]]
    rows = [_slice(part, which, names) for part in parts]
    heads = [short(name, PAIRED) for name in names]
    note = f"Differences of the two best; p corrected over {slices_in_words(len(parts))}."
    note += " *: fewer than 30, so the interval is rough." if any(part.small for part in parts) else ""
    note += " --json holds all systems." if len(found.systems) > 2 else ""
    columns = ("slice", "units", *heads, "difference", "p")
    yield render(Table(f"{which}, by {parts[0].by}", columns, tuple(rows), note))
    said = turns(parts, found, which)
    if said:
        yield "".join(map(filled, said))


def _slice(part: Slice, which: str, names: Sequence[str]) -> tuple[object, ...]:
    scores = [next(s for s in part.systems[name] if s.measure == which) for name in names]
    one = next(c for c in part.comparisons if c.measure == which and {c.ours, c.theirs} == set(names))
    plain = [UNDEFINED if isnan(s.value) else s.value for s in scores]
    name = f"{short(part.name, SLICE - part.small)}{'*' if part.small else ''}"
    return name, part.n, *plain, one, UNDEFINED if one.why else one.corrected


def filled(sentences: str) -> str:
    """Sentences in lines; what belongs together is not parted."""
    return fill(tied(sentences), WIDTH).replace("\N{NO-BREAK SPACE}", " ") + "\n"


def short(name: str, most: int) -> str:
    """A name cut in its middle, as names of systems often differ at the end.

    >>> short("checkpoint-2025-11-19", 12), short("north", 12)
    ('checkp…11-19', 'north')
    """
    return name if len(name) <= most else f"{name[: most - most // 2]}…{name[-(most // 2 - 1) :]}"
