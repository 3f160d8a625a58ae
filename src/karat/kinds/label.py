"""Choose one label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from karat.errors import BadInput, BadRequest, did_you_mean
from karat.kinds.base import Kind
from karat.types.spoken import spoken


@dataclass(frozen=True, slots=True, order=True)
class Chosen:
    """The label that was chosen."""

    label: str

    def __str__(self) -> str:
        return self.label


def _lines(text: str, body: Chosen) -> Iterator[str]:
    yield f"{body.label}\t{' '.join(text.split())}"


@spoken
class Label(Kind):
    """Choose one of a few labels.

    >>> Label(labels=("positive", "negative")).check(Chosen("positve"), "Good.")
    ["'positve' is not a label here. Did you mean positive?"]
    """

    name = "label"
    widget = "label"
    agree = ("alpha", "kappa")
    judge = ("accuracy", "f(average='macro')", "confusion")
    exports = {"tsv": _lines}

    labels: tuple[str, ...] = ("yes", "no")

    def __post_init__(self) -> None:
        Kind.__post_init__(self)
        check_labels(self.name, self.labels)

    def check(self, body: Chosen, text: str) -> list[str]:
        """The label must be one of the guideline's."""
        return (
            []
            if body.label in self.labels
            else [f"{body.label!r} is not a label here. {did_you_mean(body.label, self.labels)}"]
        )

    def to_json(self, body: Chosen) -> Any:
        """{"label": …}"""
        return {"label": body.label}

    def from_json(self, found: Any) -> Chosen:
        """From {"label": …}, or the label alone."""
        label = found.get("label") if isinstance(found, Mapping) else found
        if not isinstance(label, str):
            raise BadInput(f'{found!r} was found where a label was expected, as in {{"label": "{self.labels[0]}"}}')
        return Chosen(label)

    def view(self, body: Chosen, form: str) -> Any:
        """A label."""
        return body.label if form == "label" else None


def check_labels(who: str, labels: tuple[str, ...]) -> None:
    """Labels are distinct, non-empty texts."""
    if (
        not labels
        or not all(isinstance(label, str) and label.strip() for label in labels)
        or len(set(labels)) < len(labels)
    ):
        raise BadRequest(f"{who}: labels are {labels!r}, but at least one label, each a different text, was expected")
