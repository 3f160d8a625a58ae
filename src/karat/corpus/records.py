"""All readers of records, by the name of their format. A new reader is one file here and one line below."""

from __future__ import annotations

from pathlib import Path

from karat.corpus.lines import Record
from karat.errors import unknown
from karat.types.listed import Listed

READERS = Listed(
    "karat.corpus",
    {
        "lines": "lines:plain",
        "csv": "tables:comma",
        "tsv": "tables:tab",
        "jsonl": "json_lines:read",
        "conll": "conll:read",
        "trn": "trn:read",
        "stm": "stm:read",
        "ctm": "ctm:read",
    },
)


def format_of(path: str | Path, told: str = "") -> str:
    """The format that was told, else what the name's ending says, else lines."""
    if told:
        if told not in READERS:
            raise unknown("format", told, READERS)
        return told
    ending = Path(str(path)).suffix.lower().lstrip(".")
    named = {"json": "jsonl", "ndjson": "jsonl", "iob": "conll", "bio": "conll"}.get(ending, ending)
    return named if named in READERS else "lines"


def read_records(path: str | Path, format: str = "") -> list[Record]:
    """Records of a file with their places; a line of plain text is a record with the field `line`."""
    return list(READERS[format_of(path, format)](path))
