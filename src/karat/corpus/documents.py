"""Documents from files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from karat.corpus.lines import Record, name_of
from karat.corpus.records import read_records
from karat.errors import BadInput
from karat.types.document import Document


def read_documents(path: str | Path, format: str = "") -> Iterator[Document]:
    """Documents of a JSONL or table file with `text` (and `id`, and what else is known), or one a line of plain text."""
    seen: dict[str, str] = {}
    for record in read_records(path, format):
        document = _document(record)
        if document.id in seen:
            raise BadInput(
                f"{record[0]}: the id {document.id!r} stood at {seen[document.id]} already: each document needs its own"
            )
        seen[document.id] = record[0]
        yield document
    if not seen:
        raise BadInput(f"{name_of(path)}: there is no document in it")


def _document(record: Record) -> Document:
    place, fields = record
    if "line" in fields:
        return Document(place.rpartition(":")[2], fields["line"])
    text, meta = fields.get("text"), fields.get("meta")
    if "text" in fields and not isinstance(text, str):
        raise BadInput(f"{place}: the field `text` is {text!r}, but a text was expected")
    if not isinstance(text, str):
        raise BadInput(
            f"{place}: no field `text` with the document's text was found among {', '.join(fields) or 'no fields'}"
        )
    rest = {key: value for key, value in fields.items() if key not in ("id", "text", "meta")}
    known = {**rest, **(meta if isinstance(meta, dict) else {})}
    return (
        Document(str(fields["id"]), text, known) if fields.get("id") not in (None, "") else Document.of(text, **known)
    )
