"""From answers to gold: a rule decides what it can, a person decides the rest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from karat.errors import BadInput
from karat.gold.base import Rule
from karat.gold.rules import rule as rule_of
from karat.types.answer import Answer
from karat.types.gold import Decision, Gold


def gold(answers: Iterable[Answer | tuple[str, str, Any]], rule: str | Rule = "majority()") -> Gold:
    """Decide each unit by a rule; what stays open is listed, and raw answers are never changed.

    >>> found = gold([("u1", "ann", "x"), ("u1", "bob", "y")])
    >>> found.decisions, found.open
    ((), ('u1',))
    """
    chosen = rule_of(rule)
    by_unit: dict[str, list[Answer]] = {}
    for answer in answers:
        one = answer if isinstance(answer, Answer) else Answer(*answer)
        by_unit.setdefault(one.unit, []).append(one)
    _refuse_twice(by_unit)
    decided = {unit: chosen.decide(unit, given) for unit, given in by_unit.items()}
    found = tuple(decision for decision in decided.values() if decision is not None)
    open_ = tuple(unit for unit, decision in decided.items() if decision is None) if chosen.leaves_open() else ()
    return Gold(found, str(chosen), tuple(sorted({a.author for given in by_unit.values() for a in given})), open_)


def _refuse_twice(by_unit: Mapping[str, list[Answer]]) -> None:
    for unit, given in by_unit.items():
        if len({answer.author for answer in given}) < len(given):
            raise BadInput(
                f"unit {unit}: somebody answered it twice: one answer of each author to each unit was expected"
            )


def adjudicated(found: Gold, decisions: Iterable[Decision]) -> Gold:
    """Gold with a person's decisions, on open units or over the rule's; each names who decided."""
    known = {decision.unit: decision for decision in found.decisions}
    waiting = set(found.open)
    for decision in decisions:
        if not decision.by:
            raise BadInput(f"unit {decision.unit}: nobody is named for this decision: `by` was expected")
        if decision.unit not in known and decision.unit not in waiting:
            raise BadInput(f"unit {decision.unit}: it is not among the units of this gold set")
        known[decision.unit] = decision
        waiting.discard(decision.unit)
    rest = tuple(unit for unit in found.open if unit in waiting)
    return Gold(tuple(known.values()), f"{found.rule}, then adjudicated", found.sources, rest)
