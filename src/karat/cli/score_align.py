"""karat score --align and --align-html."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from karat.corpus.lines import write_aside
from karat.errors import BadRequest
from karat.evaluate.aligning import align, mistakes
from karat.evaluate.beside import Beside
from karat.measures import Measure
from karat.measures.edited import Edited
from karat.report.alignments import as_page, as_text
from karat.types.aligned import Aligned
from karat.types.report import Table


class Alignment:
    """Guess beside gold, word by word, under the first measure that aligns them."""

    def __init__(self, pair: Beside, chosen: Sequence[Measure]) -> None:
        which = next((one for one in chosen if isinstance(one, Edited)), None)
        if which is None or pair.gold is None:
            raise BadRequest(
                f"{', '.join(map(str, chosen))}: nothing here aligns words: name wer, cer or one of their kin with -m"
            )
        self.title, self.units = pair.title, pair.asked.units
        self.found: list[Aligned] = align(pair.gold.take(which.takes), pair.guess.take(which.takes), which)

    def write(self, page: str) -> None:
        """A page of all units and the commonest mistakes."""
        write_aside(Path(page), as_page(self.title, self.units, self.found, self.mistakes()).encode())

    def mistakes(self) -> list[Table]:
        """What is taken for what, and how often."""
        return mistakes(self.found)

    def texts(self) -> list[str]:
        """Every unit as it is shown in a terminal."""
        return [as_text(name, one) for name, one in zip(self.units, self.found, strict=True)]

    def plain(self) -> list[dict[str, Any]]:
        """Every unit for programs."""
        return [
            {"unit": unit, "edits": [[edit.what, edit.gold, edit.guess] for edit in one.edits]}
            for unit, one in zip(self.units, self.found, strict=True)
        ]
