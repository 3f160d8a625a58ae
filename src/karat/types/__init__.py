"""The nouns of the house: small frozen values that every room passes on; each file is read when its noun is wanted."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from karat.types.answer import Answer as Answer
    from karat.types.answer import Assignment as Assignment
    from karat.types.answer import Guideline as Guideline
    from karat.types.coded import Coded as Coded
    from karat.types.document import Document as Document
    from karat.types.document import Split as Split
    from karat.types.document import Unit as Unit
    from karat.types.gold import Decision as Decision
    from karat.types.gold import Gold as Gold
    from karat.types.listed import Listed as Listed
    from karat.types.ragged import Ragged as Ragged
    from karat.types.references import References as References
    from karat.types.references import references as references
    from karat.types.report import Example as Example
    from karat.types.report import Examples as Examples
    from karat.types.report import Figure as Figure
    from karat.types.report import Passage as Passage
    from karat.types.report import Report as Report
    from karat.types.report import Table as Table
    from karat.types.rows import Rows as Rows
    from karat.types.score import Comparison as Comparison
    from karat.types.score import Score as Score
    from karat.types.spoken import Spoken as Spoken
    from karat.types.spoken import listen as listen
    from karat.types.spoken import spoken as spoken

_PLACES = {
    "Answer": "answer",
    "Assignment": "answer",
    "Coded": "coded",
    "Comparison": "score",
    "Decision": "gold",
    "Document": "document",
    "Example": "report",
    "Examples": "report",
    "Figure": "report",
    "Gold": "gold",
    "Guideline": "answer",
    "Listed": "listed",
    "Passage": "report",
    "Ragged": "ragged",
    "References": "references",
    "Report": "report",
    "Rows": "rows",
    "Score": "score",
    "Split": "document",
    "Spoken": "spoken",
    "Table": "report",
    "Unit": "document",
    "listen": "spoken",
    "references": "references",
    "spoken": "spoken",
}

__all__ = [
    "Answer",
    "Assignment",
    "Coded",
    "Comparison",
    "Decision",
    "Document",
    "Example",
    "Examples",
    "Figure",
    "Gold",
    "Guideline",
    "Listed",
    "Passage",
    "Ragged",
    "References",
    "Report",
    "Rows",
    "Score",
    "Split",
    "Spoken",
    "Table",
    "Unit",
    "listen",
    "references",
    "spoken",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"karat.types has no {name!r}")
    return getattr(import_module(f"karat.types.{_PLACES[name]}"), name)
