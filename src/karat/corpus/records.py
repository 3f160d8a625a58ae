"""All readers of records, by the name of their format. A new reader is one file here and one line below."""

from __future__ import annotations

from pathlib import Path

from karat.corpus.lines import Record
from karat.corpus.sniffed import sniffed
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
        "lm_eval": "lm_eval:read",
        "inspect": "inspect_log:read",
        "lighteval": "lighteval:read",
        "helm": "helm:read",
        "trec": "trec:run",
        "qrels": "trec:judgements",
        "trec_eval": "trec:per_topic",
    },
)


LOGS = ("lm_eval", "inspect", "lighteval", "helm", "trec_eval")  # formats whose records have `scores`

ENDINGS = {
    "json": "jsonl",
    "ndjson": "jsonl",
    "iob": "conll",
    "bio": "conll",
    "eval": "inspect",
    "parquet": "lighteval",
}


def format_of(path: str | Path, told: str = "") -> str:
    """The format that was told, else what a look at the file says, else what the name's ending says, else lines."""
    if told:
        if told not in READERS:
            raise unknown("format", told, READERS)
        return told
    seen = sniffed(path)
    if seen:
        return seen
    ending = Path(str(path)).suffix.lower().lstrip(".")
    named = ENDINGS.get(ending, ending)
    return named if named in READERS else "lines"


def read_records(path: str | Path, format: str = "") -> list[Record]:
    """Records of a file with their places; a line of plain text is a record with the field `line`."""
    return list(READERS[format_of(path, format)](path))
