"""Agreement, the rules that make gold, decisions by people, releases. The room is also a verb: `karat.gold(answers)`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from karat.gold.agreement import Agreement, agree
from karat.gold.base import Rule
from karat.gold.deciding import adjudicated, gold
from karat.gold.panel import Panel, panel_of, read_answers, read_matrix
from karat.gold.release import manifest
from karat.gold.rules import RULES, rule
from karat.types.answer import Answer
from karat.types.gold import Gold


class _Verb(ModuleType):
    """This module, called: the command is `karat gold`, so Python says `karat.gold(…)` too."""

    def __call__(self, answers: Iterable[Answer | tuple[str, str, Any]], rule: str | Rule = "majority()") -> Gold:
        """Decide each unit by a rule; see `karat.gold.deciding.gold`."""
        return gold(answers, rule)


sys.modules[__name__].__class__ = _Verb

__all__ = [
    "RULES",
    "Agreement",
    "Panel",
    "Rule",
    "adjudicated",
    "agree",
    "gold",
    "manifest",
    "panel_of",
    "read_answers",
    "read_matrix",
    "rule",
]
