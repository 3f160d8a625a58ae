"""lm-evaluation-harness: the samples that `--log_samples` writes, with the results beside them.

samples_TASK_DATE.jsonl: an object a line: doc_id · doc · target · filter · doc_hash · prompt_hash · target_hash · the metrics,
each under its name. results_DATE.json: model_name · config · n-shot · versions · higher_is_better …
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
from karat.corpus.json_lines import parsed
from karat.corpus.lines import Record, each_line
from karat.errors import BadInput

NAME = re.compile(r"samples_(?P<task>.+?)(_(?P<date>\d{4}-\d\d-\d\dT[\d.:-]+))?\.jsonl")
HASHES = ("doc_hash", "target_hash", "prompt_hash")
KNOWN = {"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics", "task_name", *HASHES}
PLAIN = "none"  # the filter of tasks that name none
SAME = ("limit", "gen_kwargs", "samples")  # of the run
ALIKE = ("dataset_path", "dataset_name", "test_split", "num_fewshot", "generation_kwargs", "repeats")
SHARED = ("system_instruction_sha", "chat_template_sha", "fewshot_as_multiturn", "lm_eval_version")


def read(path: str | Path) -> Iterator[Record]:
    """One record a document; a metric under several filters has the name of each behind it, as in `exact_match,strict`."""
    found = files(path, "samples_*.jsonl")
    return joined((file, _task(file)) for file in found)


def _task(path: Path) -> Iterator[Record]:
    heading = _heading(path)
    items: dict[str, tuple[str, dict[str, Any]]] = {}
    filters: dict[str, set[str]] = {}
    for place, line in each_line(path):
        if not line.strip():
            continue
        fields = _object(line, place)
        item, chosen = printable(fields["doc_id"]), printable(fields.get("filter") or PLAIN)
        if chosen in filters.setdefault(item, set()):
            raise BadInput(
                f"{place}: the document {item} stood at {items[item][0]} already: once a filter was expected"
            )
        filters[item].add(chosen)
        record = items.setdefault(item, (place, _record(item, fields, heading)))[1]
        for name, value in _metrics(fields, chosen):
            if is_number(value):
                record["scores"][name] = number(value)
            elif value is not None:
                record["passed"].append(name)
    yield from items.values()


def _object(line: str, place: str) -> dict[str, Any]:
    found = parsed(line, place, "one JSON object a line")
    if not isinstance(found, dict) or not isinstance(found.get("doc_id"), int | str):
        raise BadInput(f"{place}: no `doc_id` was found, but every line of such a log has one")
    return found


def _record(item: str, fields: Mapping[str, Any], heading: Heading) -> dict[str, Any]:
    known = [fields[key] for key in HASHES[:2] if isinstance(fields.get(key), str)]
    prompt = fields.get("prompt_hash")
    return {
        "unit": item,
        "item": item,
        "task": heading.task,
        "epoch": 1,
        "scores": dict[str, float](),
        "passed": list[str](),
        "target": digest(known if known else fields.get("target")),
        **({"prompt": digest(prompt)} if isinstance(prompt, str) else {}),
        "meta": columns(fields.get("doc")),
        "heading": heading,
    }


def _metrics(fields: Mapping[str, Any], chosen: str) -> Iterator[tuple[str, Any]]:
    """The metrics by name; some are pairs or lists, of which a whole corpus makes one number."""
    listed = fields.get("metrics")
    behind = "" if chosen == PLAIN else f",{chosen}"
    known = listed if isinstance(listed, list) else [key for key in fields if key not in KNOWN]
    yield from ((f"{printable(one)}{behind}", fields[one]) for one in known if isinstance(one, str) and one in fields)


def _heading(path: Path) -> Heading:
    fits = NAME.fullmatch(path.name)
    task, date = (fits["task"], fits["date"]) if fits else ("", "")
    run = beside(path.with_name(f"results_{date}.json")) if date else {}
    about = mapping(mapping(run.get("configs")).get(task))
    known = settings({**about, **mapping(run.get("config")), **run}, (*SAME, *ALIKE, *SHARED))
    version, shots = (mapping(run.get(key)).get(task) for key in ("versions", "n-shot"))
    known |= settings({"task version": version, "num_fewshot": shots}, ("task version", "num_fewshot"))
    better = mapping(mapping(run.get("higher_is_better")).get(task))
    tool = f"lm-evaluation-harness {run.get('lm_eval_version') or ''}".strip()
    return Heading(_system(run), task, tool, known, lower=frozenset(key for key, up in better.items() if up is False))


def _system(run: Mapping[str, Any]) -> str:
    """The model's name; a run without one is given a random name, which is none."""
    found = run.get("model_name")
    told = str(mapping(run.get("config")).get("model_args"))
    return printable(found) if isinstance(found, str) and found in told else ""
