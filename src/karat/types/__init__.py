"""The nouns of the house: small frozen values that every room passes on."""

from karat.types.answer import Answer, Assignment, Guideline
from karat.types.coded import Coded
from karat.types.document import Document, Split, Unit
from karat.types.gold import Decision, Gold
from karat.types.listed import Listed
from karat.types.ragged import Ragged
from karat.types.report import Figure, Report, Table
from karat.types.rows import Rows
from karat.types.score import Comparison, Score
from karat.types.spoken import Spoken, listen, spoken

__all__ = [
    "Answer",
    "Assignment",
    "Coded",
    "Comparison",
    "Decision",
    "Document",
    "Figure",
    "Gold",
    "Guideline",
    "Listed",
    "Ragged",
    "Report",
    "Rows",
    "Score",
    "Split",
    "Spoken",
    "Table",
    "Unit",
    "listen",
    "spoken",
]
