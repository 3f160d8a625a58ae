"""What was found, in one sentence: who is ahead, by how much, and whether chance would do."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf, isnan

from karat.evaluate.comparing import Compared, beats
from karat.evaluate.slicing import Slice, sure, won_by
from karat.report.numbers import count, number, p_value
from karat.report.scales import places
from karat.types.score import Comparison

LISTED = 3  # names that a sentence can bear


def claim(found: Compared, on: str, which: str = "") -> str:
    """The two best systems by a measure (the first, unless named), and how many others the best is told apart from."""
    which = which or found.measures[0]
    best, *others = [rank.system for rank in found.ranked(which)]
    pair = found.between(best, others[0], which)
    if isnan(pair.difference):
        return f"On {on}, {which} is undefined: {pair.why}."
    rest = _rest(found, best, others, which) if len(others) > 1 else ""
    return f"On {on}, {_pair(pair)}{rest}"


def _pair(pair: Comparison) -> str:
    if not won_by(pair):
        return f"{pair.ours} and {pair.theirs} have the same {pair.measure} (n = {count(pair.n)})."
    size = f"{distance(pair)} {pair.measure} ({_evidence(pair)})"
    if beats(pair):
        return f"{pair.ours} is better than {pair.theirs} by {size}."
    return f"{pair.ours} is ahead of {pair.theirs} by {size}: these units cannot tell that from chance."


def _rest(found: Compared, best: str, others: list[str], which: str) -> str:
    apart = sum(beats(found.between(best, other, which)) for other in others)
    return f" The best is told apart from {apart} of {len(others)} others."


def distance(pair: Comparison) -> str:
    """The size of a difference, without its sign."""
    return number(abs(pair.difference), places(pair.measure))


def _evidence(pair: Comparison) -> str:
    digits = places(pair.measure)
    low, high = sorted((pair.low, pair.high)) if pair.difference >= 0 else sorted((-pair.low, -pair.high))
    sides = "" if isnan(low) else f"95 % interval {number(low, digits)} to {number(high, digits)}, "
    return f"{sides}n = {count(pair.n)}, {probability(pair.corrected)}"


def probability(p: float) -> str:
    """p as it stands in a sentence.

    >>> probability(0.0001), probability(0.0341)
    ('p < .001', 'p = .034')
    """
    return f"p {p_value(p)}" if p < 0.001 else f"p = {p_value(p)}"


def power(pair: Comparison, of: str = "units") -> str:
    """What the test set can see, what it saw, and how many units the difference would take."""
    if isnan(pair.mde):
        return ""
    digits = places(pair.measure)
    seen = f"This set can see {number(pair.mde, digits)} {pair.measure} (power .8); it saw {distance(pair)}"
    if isinf(pair.needed) or isnan(pair.needed) or sure(pair):
        return f"{seen}."
    return f"{seen}, which would take about {count(_rough(pair.needed))} {of}."


def _rough(units: float) -> int:
    """Two digits: more would pretend to know."""
    step = 10 ** max(0, len(str(int(units))) - 2)
    return int(round(units / step) * step)


def pairs_told_apart(found: Compared, which: str) -> str:
    """How many of all pairs differ beyond chance."""
    pairs = [one for one in found.comparisons if one.measure == which]
    apart = sum(map(sure, pairs))
    return f"{count(apart)} of {count(len(pairs))} pairs differ at p ≤ .05 ({corrected_by(found)})"


def corrected_by(found: Compared) -> str:
    """The correction in words."""
    names = {"none": "not corrected", "bh": "corrected by Benjamini–Hochberg", "by": "corrected by Benjamini–Yekutieli"}
    return names.get(found.correction, f"corrected by {found.correction.capitalize()}")


def turns(slices: Sequence[Slice], found: Compared, which: str) -> list[str]:
    """Sentences on slices that turn the order of the two best round: one for each beyond chance, one for all others."""
    best, second = (rank.system for rank in found.ranked(which)[:2])
    turned = [
        (part, one)
        for part in slices
        for one in part.turned(found)
        if one.measure == which and (one.ours, one.theirs) == (best, second)
    ]
    clear = [_turn(part, one, second) for part, one in turned if sure(one)]
    unclear = [f"{part.name} ({count(part.n)})" for part, one in turned if not sure(one)]
    if not unclear:
        return clear
    also = "also " if clear else ""
    return [*clear, f"By {slices[0].by} {second} is {also}ahead in {listed(unclear)}, which chance may do."]


def _turn(part: Slice, one: Comparison, ahead: str) -> str:
    rough = "; a small slice" if part.small else ""
    return (
        f"In {part.by} {part.name} the order turns: {ahead} is better by {distance(one)} {one.measure} "
        f"(n = {count(part.n)}, {probability(one.corrected)}{rough})."
    )


def slices_in_words(n: int) -> str:
    """A number of slices.

    >>> slices_in_words(1), slices_in_words(4)
    ('1 slice', '4 slices')
    """
    return f"{n} slice{'' if n == 1 else 's'}"


def listed(names: list[str]) -> str:
    """Some names, and how many more there are.

    >>> listed(["a", "b"]), listed(list("abcde"))
    ('a and b', 'a, b, c and 2 more')
    """
    if len(names) > LISTED:
        return f"{', '.join(names[:LISTED])} and {len(names) - LISTED} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
