"""Logs beside each other: the numbers they share, item by item, and what cannot be paired."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan, nan
from typing import Any

from karat.errors import BadInput, BadRequest, unknown
from karat.evaluate.beside import Beside
from karat.evaluate.logs import Key, Log, shown, some
from karat.evaluate.runs import Run
from karat.measures import MEASURES, Measure, measure
from karat.measures.mean import Mean

SOME = 3  # ids that are named


@dataclass(frozen=True, slots=True)
class Unpaired:
    """Items of one log without a partner in another: why, how many, and the first three."""

    system: str
    measure: str
    why: str
    count: int
    first: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.system} {self.why} {self.count:,} ({', '.join(self.first)}{' …' if self.count > SOME else ''})"


@dataclass(frozen=True, slots=True)
class Table:
    """One number of all logs, on the same items in the same order."""

    measure: Measure
    runs: dict[str, Run]
    unpaired: tuple[Unpaired, ...] = ()
    notes: tuple[str, ...] = ()

    def column(self, name: str) -> list[str]:
        """A column of the first log, to draw groups of items by."""
        return next(iter(self.runs.values())).column(name)

    def alone(self) -> Beside:
        """The first log without gold, to be scored."""
        return Beside(None, next(iter(self.runs.values())))


class Logs:
    """Logs that are read beside each other."""

    def __init__(self, logs: Sequence[Log]) -> None:
        self.logs = tuple(logs)
        self.whole = logs[0].whole

    @cached_property
    def numbers(self) -> dict[str, tuple[str | None, str]]:
        """Names of numbers: `metric` over all tasks, and `task/metric` where there are several."""
        every = [key for log in self.logs for key in log.metrics]
        pooled: dict[str, tuple[str | None, str]] = {metric: (None, metric) for _, metric in every}
        return {**pooled, **{f"{task}/{metric}": (task, metric) for task, metric in every if self.whole}}

    @cached_property
    def shared(self) -> list[str]:
        """Numbers that every log has; of several tasks, those of each task. What only counts tokens or seconds is left out."""
        asked = [name for name, (task, _) in self.numbers.items() if (task is not None) == self.whole]
        found = [name for name in asked if all(_has(log, *self.numbers[name]) for log in self.logs)]
        return [name for name in found if all(_is_main(log, *self.numbers[name]) for log in self.logs)] or found

    @cached_property
    def retargeted(self) -> set[Key]:
        """Items whose document or right answer is not the same in all logs."""
        return self.differing("target")

    def differing(self, name: str) -> set[Key]:
        """Items of which the logs tell different things."""
        return {key for key in self.logs[0].items if len({log.told(key, name) for log in self.logs} - {None}) > 1}

    def measures(self, texts: Sequence[str]) -> list[Mean]:
        """The means that are asked for; all that the logs share, if none is named."""
        return list(dict.fromkeys(one for text in texts or ("mean",) for one in self._measures(text)))

    def _measures(self, text: str) -> list[Mean]:
        if text in self.numbers:
            return [self._mean(text, Mean())]
        found = measure(text) if text.partition("(")[0].strip() in MEASURES else None
        if isinstance(found, Mean):
            return [self._mean(name, found) for name in ([found.metric] if found.metric else self._all())]
        if found is not None:
            known = some(self.shared)
            raise BadRequest(
                f"{found} needs answers and gold, and these are logs of numbers: take one of them ({known})"
            )
        raise self._unknown(text)

    def _all(self) -> list[str]:
        if not self.shared:
            have = "; ".join(f"{log.name} has {some(names_of(log)) or 'none'}" for log in self.logs)
            which = "the log has no number" if len(self.logs) == 1 else "the logs share no number"
            raise BadInput(f"{which}: {have}")
        return self.shared

    def _mean(self, name: str, asked: Mean) -> Mean:
        if name not in self.numbers:
            raise self._unknown(name)
        lacking = next((log for log in self.logs if not _has(log, *self.numbers[name])), None)
        if lacking:
            raise BadInput(lacking.wrong.get(name) or f"{lacking.name} has no {name}: it has {some(names_of(lacking))}")
        bare = self.numbers[name][1].partition(",")[0]
        lower = any(bare in heading.lower for log in self.logs for heading in log.headings.values())
        return asked.with_(metric=name, **({"better": "lower"} if lower else {}))

    def _unknown(self, name: str) -> BadInput | BadRequest:
        wrong = next((log.wrong[name] for log in self.logs if name in log.wrong), None)
        return BadInput(wrong) if wrong else unknown("number of these logs", name, self.numbers)

    def tables(self, texts: Sequence[str] = (), shared: bool = False) -> list[Table]:
        """A table for every measure; unequal items are refused, unless those that all logs share are asked for."""
        return [self._table(one, shared) for one in self.measures(texts)]

    def _table(self, which: Mean, shared: bool) -> Table:
        values = [log.values(*self.numbers[which.metric]) for log in self.logs]
        asked = [key for key in dict.fromkeys(key for side in values for key in side) if _is_known(key, values)]
        kept = [
            key for key in asked if key not in self.retargeted and not any(isnan(side.get(key, nan)) for side in values)
        ]
        unpaired = tuple(self._unpaired(which, asked, values)) if len(kept) < len(asked) else ()
        self._check(which.metric, kept, unpaired, shared)
        runs = {log.name: _run(log, kept, side, which.metric) for log, side in zip(self.logs, values, strict=True)}
        return Table(which, runs, unpaired, tuple(self._about(which.metric, kept, asked, values, unpaired)))

    def _unpaired(self, which: Mean, asked: Sequence[Key], values: Sequence[dict[Key, float]]) -> Iterator[Unpaired]:
        for log, side in zip(self.logs, values, strict=True):
            lost = [key for key in asked if key not in log.items]
            empty = [key for key in asked if key in log.items and isnan(side.get(key, nan))]
            failed = [key for key in empty if log.failed(key)]
            silent = [key for key in empty if not log.failed(key)]
            other = [key for key in asked if key in self.retargeted and key in log.items] if log != self.logs[0] else []
            whys = {
                "lacks": lost,
                "ended in an error for": failed,
                "has no score for": silent,
                "has another target for": other,
            }
            for why, keys in whys.items():
                if keys:
                    yield Unpaired(log.name, str(which), why, len(keys), tuple(map(shown, keys[:SOME])))

    def _check(self, name: str, kept: Sequence[Key], unpaired: Sequence[Unpaired], shared: bool) -> None:
        why = "; ".join(map(str, unpaired))
        if not kept:
            raise BadInput(f"{name}: there is no item that all logs have a score for ({why or 'none has any'})")
        if unpaired and not shared:
            raise BadInput(
                f"{name}: the logs differ in their items: {why}; --shared compares the {len(kept):,} that all share"
            )

    def _about(
        self,
        name: str,
        kept: Sequence[Key],
        asked: Sequence[Key],
        values: Sequence[dict[Key, float]],
        unpaired: Sequence[Unpaired],
    ) -> Iterator[str]:
        tasks = dict.fromkeys(task for task, _ in kept)
        if len(tasks) > 1:
            yield f"{name} is the mean over all items of {len(tasks)} tasks ({some(tasks)})"
        if unpaired:
            yield f"{name} is compared on {len(kept):,} of {len(asked):,} items: {'; '.join(map(str, unpaired))}"
        silent = [key for key in dict.fromkeys(key for side in values for key in side) if not _is_known(key, values)]
        if silent:
            where = "any log" if len(self.logs) > 1 else self.logs[0].name
            yield f"{len(silent):,} items have no {name} in {where} ({some(map(shown, silent))}): they are left out"
        for log in self.logs:
            partial = log.partial(self.numbers[name][1])
            if partial:
                yield f"{log.name} lacks {name} in some epochs of {len(partial):,} items ({some(map(shown, partial))}): the others stand for them"


def names_of(log: Log) -> list[str]:
    """The numbers of a log; of several tasks, those of each."""
    return list(dict.fromkeys(f"{task}/{metric}" if log.whole else metric for task, metric in log.metrics))


def _has(log: Log, task: str | None, metric: str) -> bool:
    return any(one == metric and task in (None, of) for of, one in log.metrics)


def _is_main(log: Log, task: str | None, metric: str) -> bool:
    every = [heading for of, heading in log.headings.items() if task in (None, of)]
    return all(not heading.main or metric in heading.main for heading in every)


def _is_known(key: Key, values: Iterable[dict[Key, float]]) -> bool:
    return any(not isnan(side.get(key, nan)) for side in values)


def _run(log: Log, kept: Sequence[Key], values: dict[Key, float], name: str) -> Run:
    at = [log.records[log.items[key][0]] for key in kept]
    records = tuple(_scored(record, {name: values[key]}) for key, record in zip(kept, at, strict=True))
    return Run(log.name, tuple(map(shown, kept)), records)


def _scored(record: tuple[str, dict[str, Any]], scores: dict[str, float]) -> tuple[str, dict[str, Any]]:
    place, fields = record
    return place, {**fields, "scores": scores}
