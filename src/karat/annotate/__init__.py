"""The rules of annotation, without a store: who is asked what next, what stands, and what new prose changes."""

from karat.annotate.assign import LEASE_SECONDS, Waiting, is_live, lease_from, next_unit
from karat.annotate.fold import ADJUDICATION, ANSWERS, OUTPUT, REDO, SKIP, UNDO, Folded, Operation, fold
from karat.annotate.guideline import NAME, affected, named, named_at, revised
from karat.annotate.tokens import Token, tokens

__all__ = [
    "ADJUDICATION",
    "ANSWERS",
    "LEASE_SECONDS",
    "NAME",
    "OUTPUT",
    "REDO",
    "SKIP",
    "UNDO",
    "Folded",
    "Operation",
    "Token",
    "Waiting",
    "affected",
    "fold",
    "is_live",
    "lease_from",
    "named",
    "named_at",
    "next_unit",
    "revised",
    "tokens",
]
