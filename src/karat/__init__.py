"""karat: from raw text to a number you can defend.

Everything here is loaded when it is first used, so `import karat` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from karat.types.listed import Listed
from karat.types.shown import Shown
from karat.version import VERSION as __version__

if TYPE_CHECKING:
    from karat import gold as gold
    from karat.corpus.count import Counted as Counted
    from karat.corpus.count import count as count
    from karat.corpus.documents import read_documents as read_documents
    from karat.corpus.split import split as split
    from karat.errors import BadInput as BadInput
    from karat.errors import BadRequest as BadRequest
    from karat.errors import KaratError as KaratError
    from karat.evaluate.aligning import align as align
    from karat.evaluate.by_unit import by_unit as by_unit
    from karat.evaluate.comparing import Compared as Compared
    from karat.evaluate.comparing import compare as compare
    from karat.evaluate.scoring import score as score
    from karat.evaluate.scoring import scores as scores
    from karat.gold.agreement import Agreement as Agreement
    from karat.gold.agreement import agree as agree
    from karat.kinds import kind as kind
    from karat.measures import measure as measure
    from karat.measures.rouge_report import rouge_report as rouge_report
    from karat.report import render as render
    from karat.service.projects import new as new
    from karat.service.projects import open_workspace as open_workspace
    from karat.text import tokenise as tokenise
    from karat.types.aligned import Aligned as Aligned
    from karat.types.answer import Answer as Answer
    from karat.types.document import Document as Document
    from karat.types.ragged import Ragged as Ragged
    from karat.types.references import references as references
    from karat.types.report import Report as Report
    from karat.types.score import Comparison as Comparison
    from karat.types.score import Score as Score

_PLACES = {
    "Agreement": "gold.agreement",
    "Aligned": "types.aligned",
    "Answer": "types.answer",
    "BadInput": "errors",
    "BadRequest": "errors",
    "Compared": "evaluate.comparing",
    "Comparison": "types.score",
    "Counted": "corpus.count",
    "Document": "types.document",
    "KaratError": "errors",
    "Ragged": "types.ragged",
    "Report": "types.report",
    "Score": "types.score",
    "agree": "gold.agreement",
    "align": "evaluate.aligning",
    "by_unit": "evaluate.by_unit",
    "compare": "evaluate.comparing",
    "count": "corpus.count",
    "gold": "",  # the room itself can be called
    "kind": "kinds",
    "measure": "measures",
    "new": "service.projects",
    "open_workspace": "service.projects",
    "read_documents": "corpus.documents",
    "references": "types.references",
    "render": "report",
    "rouge_report": "measures.rouge_report",
    "score": "evaluate.scoring",
    "scores": "evaluate.scoring",
    "split": "corpus.split",
    "tokenise": "text",
}

__all__ = [
    "Agreement",
    "Aligned",
    "Answer",
    "BadInput",
    "BadRequest",
    "Compared",
    "Comparison",
    "Counted",
    "Document",
    "KaratError",
    "Ragged",
    "Report",
    "Score",
    "__version__",
    "agree",
    "align",
    "by_unit",
    "compare",
    "count",
    "gold",
    "kind",
    "measure",
    "new",
    "open_workspace",
    "read_documents",
    "references",
    "render",
    "rouge_report",
    "score",
    "scores",
    "split",
    "tokenise",
]

Shown.renderers = Listed("karat.report", {"html": "html:fragment"})  # read when a notebook first asks


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"karat has no {name!r}; see karat.__all__")
    place = _PLACES[name]
    found = getattr(import_module(f"karat.{place}"), name) if place else import_module(f"karat.{name}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
