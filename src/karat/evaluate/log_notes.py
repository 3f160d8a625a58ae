"""What one should know before one believes a comparison of logs: who made them, and what differs that should not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.corpus.harness import Heading
from karat.evaluate.logs import Log, shown, some
from karat.evaluate.paired_logs import Logs, Table, names_of

UNSAID = "not said"
LONGEST = 40  # characters of a setting that are repeated


def notes(logs: Logs, tables: Sequence[Table], named: bool) -> list[str]:
    """Sentences, each once; `named`: the measures were named, so there is no need to say which were taken."""
    found = [*map(about, logs.logs), *(() if named or len(logs.logs) == 1 else (_taken(tables),))]
    found += [f"{log.name}: {note}" for log in logs.logs for heading in log.headings.values() for note in heading.notes]
    found += [note for table in tables for note in table.notes]
    return list(
        dict.fromkeys([*found, *_passed(logs), *_alone(logs), *_tasks(logs), *_settings(logs), *_prompts(logs)])
    )


def about(log: Log) -> str:
    """Who made a log, of what, and how much."""
    tasks, epochs = list(log.headings), max(fields["epoch"] for _, fields in log.records)
    made = next(iter(log.headings.values())).tool
    of = f" of {tasks[0]}" if len(tasks) == 1 and tasks[0] else f" of {len(tasks)} tasks" if len(tasks) > 1 else ""
    often = f" in {epochs} epochs" if epochs > 1 else ""
    return f"{log.name}: {f'{made}, ' if made else ''}{len(log.items):,} items{of}{often}, from {log.path}"


def _taken(tables: Sequence[Table]) -> str:
    names = some((getattr(one.measure, "metric", "") for one in tables), 9)
    return f"no measure was named: {names} {'are' if len(tables) > 1 else 'is'} in every log"


def _passed(logs: Logs) -> Iterator[str]:
    """What a harness logged of each item that is no number, such as the pairs that a corpus score is made of."""
    for log in logs.logs:
        known = {metric for _, metric in log.metrics}
        names = dict.fromkeys(
            name for _, fields in log.records for name in fields.get("passed", ()) if name not in known
        )
        if names:
            yield f"{log.name} has no single number an item for {some(names)}: passed over"


def _alone(logs: Logs) -> Iterator[str]:
    """Numbers that some log has and another lacks."""
    for log in logs.logs:
        alone = [name for name in names_of(log) if any(name not in names_of(other) for other in logs.logs)]
        if alone:
            yield f"{log.name} has numbers that another log lacks: {some(alone)}"


def _tasks(logs: Logs) -> Iterator[str]:
    names = dict.fromkeys(task for log in logs.logs for task in log.headings if task)
    if not logs.whole and len(names) > 1:
        yield f"the logs call their task by different names ({some(names)}): items are paired by their ids alone"
    for log in logs.logs if logs.whole else ():
        alone = [task for task in log.headings if any(task not in other.headings for other in logs.logs)]
        if alone:
            yield f"{log.name} has tasks that another log lacks: {some(alone)}"


def _settings(logs: Logs) -> Iterator[str]:
    first = logs.logs[0]
    for other in logs.logs[1:]:
        differ: dict[str, list[str]] = {}
        pairs = _shared_tasks(logs, first, other)
        for task, ours, theirs in pairs:
            for said in _differing(ours, theirs):
                differ.setdefault(said, []).append(task)
        told = [said if len(tasks) == len(pairs) else f"{said} in {some(tasks)}" for said, tasks in differ.items()]
        if told:
            yield f"{first.name} and {other.name} differ in what should be the same: {'; '.join(told)}"


def _shared_tasks(logs: Logs, first: Log, other: Log) -> list[tuple[str, Heading, Heading]]:
    if not logs.whole:
        return [("", next(iter(first.headings.values())), next(iter(other.headings.values())))]
    return [(task, ours, other.headings[task]) for task, ours in first.headings.items() if task in other.headings]


def _differing(ours: Heading, theirs: Heading) -> Iterator[str]:
    if not ours.settings or not theirs.settings:
        return
    for key in sorted(ours.settings.keys() | theirs.settings.keys()):
        said = ours.settings.get(key, UNSAID), theirs.settings.get(key, UNSAID)
        if said[0] != said[1]:
            yield f"{key} ({_short(said[0])} and {_short(said[1])})"


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _prompts(logs: Logs) -> Iterator[str]:
    keys = logs.differing("prompt")
    if keys:
        named = some(shown(key) for key in logs.logs[0].items if key in keys)
        yield f"the prompts of {len(keys):,} items differ ({named}): what is compared is model and prompt together"
