"""HELM: what every instance of a run was scored, from the folder of the run.

per_instance_stats.json: a list of instance_id · perturbation · train_trial_index · stats (name, count, mean …).
Beside it: run_spec.json (adapter_spec.model …), instances.json or scenario_state.json with the references, and
display_predictions.json, whose `stats` are those that HELM shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from karat.corpus.harness import Heading, digest, files, joined, mapping, number, printable, read_json, settings
from karat.corpus.lines import Record
from karat.errors import BadInput

STATS = "per_instance_stats.json"
COUNTED = re.compile(  # what a run counts beside quality
    r"num_.*|max_num_.*|finish_reason_.*|.*_runtime|training_.*|batch_size|prompt_truncated|predicted_index|max_prob|"
    r"logprob|estimated_.*"
)
SAME = (
    "method",
    "max_train_instances",
    "max_eval_instances",
    "num_outputs",
    "num_train_trials",
    "temperature",
    "instructions",
)


def read(path: str | Path) -> Iterator[Record]:
    """One record an instance and train trial; of a perturbed instance, the numbers have the perturbation behind their names."""
    return joined((file, _run(file)) for file in files(path, STATS))


def _run(path: Path) -> Iterator[Record]:
    found = read_json(path, "a list of instances")
    if not isinstance(found, list):
        raise BadInput(f"{path}: a {type(found).__name__} was found where a list of instances was expected")
    references = _references(path.with_name("instances.json"))
    merged: dict[tuple[str, int], dict[str, Any]] = {}
    heading = _heading(path, found)
    for at, one in enumerate(found, 1):
        place = f"{path}: instance {at}"
        if not isinstance(one, dict) or not isinstance(one.get("instance_id"), int | str):
            raise BadInput(f"{place}: no `instance_id` was found, but every instance has one")
        item, trial = printable(one["instance_id"]), one.get("train_trial_index", 0)
        if not isinstance(trial, int):
            raise BadInput(f"{place}: train_trial_index is {trial!r}, but a number was expected")
        record = merged.setdefault((item, trial), _record(item, trial, place, heading, references))
        _merge(record["scores"], _scores(one, place), place)
    yield from ((record.pop("place"), record) for record in merged.values())


def _record(item: str, trial: int, place: str, heading: Heading, references: Mapping[str, Any]) -> dict[str, Any]:
    known = references.get(item)
    return {
        "place": place,
        "unit": item if trial == 0 else f"{item}#{trial + 1}",
        "item": item,
        "task": heading.task,
        "epoch": trial + 1,
        "scores": dict[str, float](),
        **({"target": digest(known)} if known is not None else {}),
        "meta": {},
        "heading": heading,
    }


def _merge(scores: dict[str, float], more: Mapping[str, float], place: str) -> None:
    twice = next((one for one in more if scores.get(one, more[one]) != more[one]), None)
    if twice is not None:
        raise BadInput(f"{place}: {twice} of this instance has two values: one a trial and perturbation was expected")
    scores.update(more)


def _scores(one: Mapping[str, Any], place: str) -> dict[str, float]:
    stats = one.get("stats")
    if not isinstance(stats, list):
        raise BadInput(f"{place}: no list of `stats` was found, but every instance has one")
    behind = _behind(one.get("perturbation"))
    found = dict[str, float]()
    for stat in map(mapping, stats):
        called = mapping(stat.get("name")).get("name")
        if isinstance(called, str):
            _merge(found, {f"{printable(called)}{behind}": number(_mean(stat))}, place)
    return found


def _mean(stat: Mapping[str, Any]) -> Any:
    """The mean, which older files leave to the reader."""
    count = number(stat.get("count"))
    return stat["mean"] if "mean" in stat else number(stat.get("sum")) / count if count else None


def _behind(perturbation: Any) -> str:
    called = mapping(perturbation).get("name")
    return "" if called is None else f",{printable(called)}"


def _references(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    found = read_json(path, "a list of instances")
    listed = [mapping(one) for one in found] if isinstance(found, list) else []
    return {str(one.get("id")): one.get("references") for one in listed if one.get("perturbation") is None}


def _heading(path: Path, found: list[Any]) -> Heading:
    file = path.with_name("run_spec.json")
    run = mapping(read_json(file, "a JSON object")) if file.is_file() else {}
    adapter, scenario = mapping(run.get("adapter_spec")), mapping(run.get("scenario_spec"))
    model, called = adapter.get("model"), str(run.get("name", path.parent.name))
    task = ",".join(part for part in re.split(r",(?=\w+=)", called) if not part.startswith("model="))
    known = settings(adapter, SAME) | settings({"scenario": scenario.get("args")}, ("scenario",))
    return Heading(
        printable(model) if isinstance(model, str) else "", printable(task), "HELM", known, main=_main(path, found)
    )


def _main(path: Path, found: list[Any]) -> frozenset[str]:
    """The numbers that HELM shows, else those that are not plain counts."""
    shown = path.with_name("display_predictions.json")
    listed = read_json(shown, "a list of predictions") if shown.is_file() else []
    told = (
        {str(key) for one in listed for key in mapping(mapping(one).get("stats"))}
        if isinstance(listed, list)
        else set()
    )
    return frozenset(told) or frozenset(one for one in _every(found) if not COUNTED.fullmatch(one))


def _every(found: list[Any]) -> set[str]:
    stats = (stat for one in found if isinstance(mapping(one).get("stats"), list) for stat in one["stats"])
    return {str(mapping(mapping(stat).get("name")).get("name")) for stat in stats}
