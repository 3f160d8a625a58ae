"""
What an annotation kind is: the shape of an answer, what makes one valid, how it is shown, compared and exported.
One frozen object says all of it, once; set up for one guideline (its labels, its points), it prints as it reads.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from karat.types.spoken import Spoken

Row = Mapping[str, Any]


class Kind(Spoken):
    """One kind of question, set up for one guideline."""

    widget: ClassVar[str]  # web/static/widgets/<widget>.js asks it
    level: ClassVar[str] = "nominal"  # what a difference between two answers means
    many: ClassVar[bool] = False  # an answer is a tuple of parts
    agree: ClassVar[tuple[str, ...]] = ()  # measures offered between people
    judge: ClassVar[tuple[str, ...]] = ()  # measures offered between gold and systems
    exports: ClassVar[Mapping[str, Callable[[str, Any], Iterable[str]]]] = {}  # format → (text, body) → lines

    @abstractmethod
    def check(self, body: Any, text: str) -> list[str]:
        """Everything wrong with this answer to this text, in words that an annotator understands."""

    @abstractmethod
    def to_json(self, body: Any) -> Any:
        """The body as JSON values."""

    @abstractmethod
    def from_json(self, found: Any) -> Any:
        """The body from JSON values; BadInput says what was expected."""

    @abstractmethod
    def view(self, body: Any, form: str) -> Any:
        """The body in the form that a measure takes, or None where it has no such form."""
