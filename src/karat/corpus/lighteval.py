"""lighteval: the details that `--save-details` writes, with the results beside them.

details/MODEL/DATE/details_TASK_DATE.parquet: a row a document: doc (id, task_name, query, choices, gold_index) · metric (a
struct of numbers) · model_response, which is not read. results/MODEL/results_DATE.json: config_general · config_tasks …
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from karat.corpus.harness import (
    Heading,
    beside,
    columns,
    digest,
    files,
    is_number,
    joined,
    mapping,
    number,
    printable,
    settings,
)
from karat.corpus.lines import Record, opened
from karat.errors import BadInput, NotInstalled

DATE = re.compile(r"details_.+_(\d{4}-\d\d-\d\dT[\d.-]+)\.parquet")
READ = ("doc.id", "doc.task_name", "doc.query", "doc.choices", "doc.gold_index", "doc.specific", "metric")
SAME = ("hf_repo", "hf_subset", "hf_revision", "evaluation_splits", "num_fewshots", "generation_size", "version")
BATCH = 4096


def read(path: str | Path) -> Iterator[Record]:
    """One record a document, with its metrics."""
    return joined((file, _task(file)) for file in files(path, "details_*.parquet"))


def _task(path: Path) -> Iterator[Record]:
    seen = set[str]()
    headings: dict[str, Heading] = {}
    for at, row in enumerate(_rows(path), 1):
        place = f"{path}: row {at}"
        doc, metric = mapping(row.get("doc")), row.get("metric")
        task = printable(doc.get("task_name") or path.stem)
        if doc.get("id") is None or not isinstance(metric, Mapping):
            raise BadInput(f"{place}: no doc.id and metric were found, but every row of lighteval's details has them")
        item = printable(doc["id"])
        if item in seen:
            raise BadInput(f"{place}: the document {item!r} stands twice: once was expected")
        seen.add(item)
        if task not in headings:
            headings[task] = _heading(path, task)
        yield place, _record(item, doc, metric, headings[task])


def _record(item: str, doc: Mapping[str, Any], metric: Mapping[str, Any], heading: Heading) -> dict[str, Any]:
    return {
        "unit": item,
        "item": item,
        "task": heading.task,
        "epoch": 1,
        "scores": {printable(key): number(value) for key, value in metric.items() if value is None or is_number(value)},
        "passed": [printable(key) for key, value in metric.items() if value is not None and not is_number(value)],
        "target": digest([doc.get("choices"), doc.get("gold_index")]),
        "prompt": digest(doc.get("query")),
        "meta": columns(doc.get("specific")),
        "heading": heading,
    }


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    """Rows of a parquet file, without the long columns."""
    with opened(path):
        pass  # so that a file that is not there is answered as everywhere
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise NotInstalled(f"{path}: to read parquet, pip install 'karat[arrow]'") from None
    try:
        with ParquetFile(path) as file:
            for batch in file.iter_batches(BATCH, columns=list(READ)):
                yield from batch.to_pylist()
    except (ArrowException, OSError, ValueError, MemoryError) as error:
        why = str(error).partition("\n")[0]
        raise BadInput(f"{path}: this is no readable parquet file ({why}): copy it again, or make it anew") from None


def _heading(path: Path, task: str) -> Heading:
    fits = DATE.fullmatch(path.name)
    date = fits[1] if fits else ""
    model = path.parent.parent  # …/details/MODEL/DATE/details_TASK_DATE.parquet, and a MODEL may hold slashes
    root = next((one.parent for one in path.parents if one.name == "details"), None)
    where = root / "results" / model.relative_to(root / "details") if root and date else path.parent
    run = beside(where / f"results_{date}.json")
    general = mapping(run.get("config_general"))
    known = settings({**mapping(mapping(run.get("config_tasks")).get(task)), **general}, (*SAME, "max_samples"))
    system = general.get("model_name")
    metrics = mapping(mapping(run.get("config_tasks")).get(task)).get("metrics")
    listed = [mapping(one) for one in metrics] if isinstance(metrics, list) else []
    lower = frozenset(str(one.get("metric_name")) for one in listed if one.get("higher_is_better") is False)
    return Heading(printable(system) if isinstance(system, str) else "", task, "lighteval", known, lower=lower)
