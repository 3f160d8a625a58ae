"""karat split."""

from __future__ import annotations

import json
from pathlib import Path

import click

from karat.cli import show
from karat.cli.options import common
from karat.corpus.documents import read_documents
from karat.corpus.lines import write_aside
from karat.corpus.split import split
from karat.errors import BadRequest
from karat.types.document import Document
from karat.types.report import Table


@click.command()
@click.argument("documents", type=click.Path())
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    required=True,
    help="Folder for train.jsonl, dev.jsonl and test.jsonl, or for fold-1.jsonl, fold-2.jsonl …",
)
@click.option("--by", default="document", show_default=True, help="Keep together what shares this field.")
@click.option("--ratios", default=None, help="Shares of train, dev and test: 80,10,10 unless told otherwise.")
@click.option("--folds", type=int, default=0, help="So many equal parts instead, to hold out one after the other.")
@click.option("--format", "format_", default="", help="lines, csv, tsv or jsonl; else by the file's name.")
@common
def command(
    documents: str,
    output: str,
    by: str,
    ratios: str | None,
    folds: int,
    format_: str,
    as_json: bool,
    seed: int,
    threads: int,
    quiet: bool,
) -> None:
    """Divide DOCUMENTS into train, dev and test; what shares a key is never on two sides.

    A document's part follows from its key alone, so a new document moves no old one. --folds 5 makes five parts for
    cross-validation: hold out one, train on the others, and so on.

    Example: karat split reviews.jsonl -o parts --by reviewer
    """
    texts = list(read_documents(documents, format_))
    if folds and ratios:
        raise BadRequest("--folds makes equal parts, and --ratios gives shares: ask for one of them")
    found = split(texts, by, _ratios(ratios or "80,10,10"), seed, folds=folds)
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    by_id = {document.id: document for document in texts}
    for part, ids in found.parts.items():
        write_aside(
            folder / f"{part}.jsonl", "".join(_line(by_id[id]) for id in ids).encode("utf-8", "backslashreplace")
        )
    if as_json:
        sizes = {part: len(ids) for part, ids in found.parts.items()}
        return show.as_json({"parts": sizes, "rule": found.rule, "seed": seed, "fingerprint": found.fingerprint})
    rows = tuple((part, len(ids)) for part, ids in found.parts.items())
    return show.tables([Table(f"{found.rule}, seed {seed}", ("part", "documents"), rows)])


def _ratios(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(share) for share in text.split(","))
    except ValueError:
        raise BadRequest(f"the ratios are {text!r}, but shares such as 80,10,10 were expected") from None


def _line(document: Document) -> str:
    return (
        json.dumps({"id": document.id, "text": document.text, "meta": dict(document.meta)}, ensure_ascii=False) + "\n"
    )
