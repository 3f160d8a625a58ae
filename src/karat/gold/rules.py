"""All rules that turn many answers into one, by name. A new rule is one file here and one line below."""

from __future__ import annotations

from karat.gold.base import Rule
from karat.types.listed import Listed
from karat.types.spoken import listen

RULES = Listed("karat.gold", {"majority": "majority:Majority"})


def rule(text: str | Rule) -> Rule:
    """Read a rule as it prints.

    >>> rule("majority(ties='drop')")
    majority(ties='drop')
    """
    return text if isinstance(text, Rule) else listen(text, RULES, "rule")
