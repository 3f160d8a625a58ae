"""Five questions to ask before believing a number, each answered from the data as far as they can."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from math import isnan

from karat.evaluate.comparing import Compared
from karat.evaluate.facts import Facts
from karat.evaluate.slicing import Slice
from karat.evaluate.telling import Telling
from karat.measures import measure
from karat.report.comparison.claims import claim, listed, pairs_told_apart, power, turns
from karat.report.numbers import count, number, share
from karat.types.report import Passage
from karat.types.score import Comparison

TITLE = "Five questions before you believe it"
FAR = 0.02  # a difference of distributions that is worth a sentence


def five_questions(
    found: Compared, facts: Facts, slices: Sequence[Sequence[Slice]], units: Telling, on: str
) -> Passage:
    """Is it real, is it what we care about, is it the right genre and distribution, are there enough examples?"""
    which = found.measures[0]
    best, second = (rank.system for rank in found.ranked(which)[:2])
    pair = found.between(best, second, which)
    answers = (
        ("Is it real?", _real(found, pair, on)),
        ("Is it what we care about?", _care(found, facts, pair, units)),
        ("Is it the right genre?", _genre(facts, slices, found, which)),
        ("Is it the right distribution?", _distribution(facts)),
        ("Are there enough examples?", _enough(found, pair, slices)),
    )
    return Passage(TITLE, tuple((question, " ".join(said)) for question, said in answers))


def _real(found: Compared, pair: Comparison, on: str) -> list[str]:
    effect = f"That is {number(abs(pair.effect))} standard deviations of the units' differences."
    many = f"{pairs_told_apart(found, pair.measure)}."
    return [
        claim(found, on, pair.measure),
        *([] if isnan(pair.effect) else [effect]),
        *([many] if len(found.systems) > 2 else []),
    ]


def _care(found: Compared, facts: Facts, pair: Comparison, units: Telling) -> list[str]:
    said = [limits(pair.measure)]
    if facts.shares and facts.shares[0][0] == "gold":
        label, part = facts.shares[0][1][0]
        said.append(f"Saying {label!r} every time would be right for {share(part)} of the units.")
    said += _other_measures(found, pair)
    if units.won or units.lost:
        same_weight = found.units - units.won - units.lost
        said.append(
            f"{count(units.won)} units speak for {pair.ours}, {count(units.lost)} for {pair.theirs}, "
            f"{count(same_weight)} for neither."
        )
    return said


def _other_measures(found: Compared, pair: Comparison) -> list[str]:
    """Do the other measures see the same winner?"""
    first = {which: found.ranked(which)[0].system for which in found.measures if which != pair.measure}
    same = [which for which, system in first.items() if system == pair.ours]
    other = [f"{which} puts {system} first" for which, system in first.items() if system != pair.ours]
    agreed = [f"{pair.ours} is first by {listed(same)} as well."] if same else []
    return agreed + ([f"But {listed(other)}."] if other else [])


def limits(which: str) -> str:
    """What a measure is, and its catch, as its own documentation says first."""
    said = inspect.getdoc(type(measure(which))) or ""
    return f"{which}: {' '.join(said.split(chr(10) * 2)[0].split())}"


def _genre(facts: Facts, slices: Sequence[Sequence[Slice]], found: Compared, which: str) -> list[str]:
    said = []
    if facts.lengths:
        low, middle, high = facts.lengths
        scripts = ", ".join(f"{share(n / facts.units)} {name}" for name, n in facts.scripts[:3])
        said.append(
            f"The texts of this set have {count(low)} to {count(high)} words, half of them at most {count(middle)}; "
            f"by script: {scripts}. Are yours like that?"
        )
    else:
        said.append("Gold holds no texts, so their kind cannot be seen here.")
    for parts in slices:
        said += _spread(parts, which, found)
    return said if slices else [*said, "No slices were asked for: --by COLUMN, --by length or --by script shows them."]


def _spread(parts: Sequence[Slice], which: str, found: Compared) -> list[str]:
    best, second = (rank.system for rank in found.ranked(which)[:2])
    known = [
        (c.difference, part)
        for part in parts
        for c in part.comparisons
        if c.measure == which and (c.ours, c.theirs) == (best, second) and not isnan(c.difference) and not part.small
    ]
    turned = turns(parts, found, which)
    if len(known) < 2:
        return [f"By {parts[0].by}, fewer than two slices have 30 units or more.", *turned]
    (low, least), (high, most) = min(known, key=lambda one: one[0]), max(known, key=lambda one: one[0])
    return [
        f"By {parts[0].by} the difference runs from {number(low)} ({least.name}, n = {count(least.n)}) to {number(high)} "
        f"({most.name}, n = {count(most.n)}).",
        *turned,
    ]


def _distribution(facts: Facts) -> list[str]:
    said = [*_labels_apart(facts), *_lengths_apart(facts)]
    empty = [f"{name} {count(n)}" for name, n in facts.empty if n]
    said += [f"Empty outputs: {listed(empty)}."] if empty else ["No output is empty."]
    if facts.again:
        said.append(f"{count(facts.again)} texts ({share(facts.again / facts.units)}) stood before and count twice.")
    said.append(f"All systems say the same on {share(facts.unanimous / facts.units)} of the units.")
    return said


def _labels_apart(facts: Facts) -> list[str]:
    """How far each system's labels are from gold's: half the sum of the differences of shares."""
    sides = {name: dict(of) for name, of in facts.shares}
    gold = sides.pop("gold", None)
    if gold is None or not sides:
        return []
    far = {name: _apart(gold, said) for name, said in sides.items()}
    worst = max(far, key=lambda name: far[name])
    if far[worst] < FAR:
        return [
            f"Every system gives each label about as often as gold does (at most {share(far[worst])} of units apart)."
        ]
    label = max(gold | sides[worst], key=lambda one: abs(sides[worst].get(one, 0.0) - gold.get(one, 0.0)))
    return [
        f"{worst} gives labels otherwise than gold does: {share(far[worst])} of its labels would have to change; it says "
        f"{label!r} for {share(sides[worst].get(label, 0.0))} of units, gold for {share(gold.get(label, 0.0))}."
    ]


def _apart(one: dict[str, float], other: dict[str, float]) -> float:
    return sum(abs(one.get(label, 0.0) - other.get(label, 0.0)) for label in one | other) / 2


def _lengths_apart(facts: Facts) -> list[str]:
    if not facts.ratios:
        return []
    name, ratio = max(facts.ratios, key=lambda one: abs(one[1] - 1))
    if abs(ratio - 1) < FAR:
        return [f"Every system writes about as many words as gold has (at most {share(abs(ratio - 1))} off)."]
    return [f"{name} writes {share(abs(ratio - 1))} {'more' if ratio > 1 else 'fewer'} words than gold has."]


def _enough(found: Compared, pair: Comparison, slices: Sequence[Sequence[Slice]]) -> list[str]:
    grouped = found.drawn != found.units
    drawn = f", drawn as {count(found.drawn)} groups" if grouped else ""
    seen = power(pair, "groups" if grouped else "units")
    small = [f"{part.by} {part.name} ({part.drawn})" for parts in slices for part in parts if part.small]
    return [
        f"There are {count(found.units)} units{drawn}.",
        *([seen] if seen else ["The two never differ, so nothing is known of what this set can see."]),
        *([f"Slices of fewer than 30: {listed(small)}."] if small else []),
    ]
