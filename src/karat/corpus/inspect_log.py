"""inspect_ai: a log as `.eval` (a zip) or `.json`.

header.json: eval (task, model, config, dataset …) · status; summaries.json: what is needed of every sample, without its
transcript; where a run was cut off there is no summary, and samples/ID_epoch_N.json are read one by one.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from math import isnan, nan
from pathlib import Path
from typing import Any
from zlib import error as ZlibError

from karat.corpus.harness import (
    Heading,
    columns,
    digest,
    files,
    is_number,
    joined,
    mapping,
    number,
    printable,
    read_json,
    settings,
)
from karat.corpus.json_lines import parsed
from karat.corpus.lines import Record, opened
from karat.corpus.sniffed import sniffed
from karat.errors import BadInput, NotInstalled

LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
ZSTANDARD = 93  # how newer versions compress; Python reads it from 3.14 on
LARGEST = 1 << 31  # bytes of a member
SAME = ("limit", "sample_id", "epochs", "epochs_reducer", "message_limit", "token_limit")
ZIPPED = b"PK\x03\x04"


def read(path: str | Path) -> Iterator[Record]:
    """One record a sample and epoch; a scorer that gives several numbers has each behind its name, as in `graded.near`."""
    found = files(path, "*.eval", "*.json")
    logs = [file for file in found if sniffed(file) == "inspect"]  # a folder of logs also holds lists of them
    return joined((file, _log(file)) for file in logs or found)


def _log(path: Path) -> Iterator[Record]:
    with opened(path) as file:
        zipped = file.read(4) == ZIPPED
    if zipped or path.suffix == ".eval":
        yield from _zipped(path)
        return
    log = read_json(path, "a log of inspect_ai")
    if not isinstance(log, dict) or not isinstance(log.get("eval"), dict):
        raise BadInput(f"{path}: no `eval` was found, but every log of inspect_ai has one")
    yield from _records(path, _listed(log.get("samples"), str(path)), _heading(log))


def _zipped(path: Path) -> Iterator[Record]:
    try:
        with zipfile.ZipFile(path) as archive:
            members = {one.filename: one for one in archive.infolist()}
            head = members.get("header.json") or members.get("_journal/start.json")
            if head is None:
                raise BadInput(f"{path}: no header.json was found in this zip, but every log of inspect_ai has one")
            heading = _heading(mapping(_member(archive, head, path)))
            yield from _records(path, _samples(archive, members, path), heading)
    except (zipfile.BadZipFile, ZlibError, EOFError, OSError) as error:
        raise BadInput(f"{path}: this zip is damaged ({error}): copy it again, or make it anew") from None


def _samples(archive: zipfile.ZipFile, members: Mapping[str, zipfile.ZipInfo], path: Path) -> Iterable[Any]:
    if "summaries.json" in members:
        return _listed(_member(archive, members["summaries.json"], path), f"{path}: summaries.json")
    every = (one for key, one in members.items() if key.startswith("samples/") and key.endswith(".json"))
    return (_member(archive, one, path) for one in every)


def _listed(found: Any, place: str) -> list[Any]:
    if not isinstance(found, list):
        raise BadInput(f"{place}: no list of samples was found: was the log written with log_samples=False?")
    return found


def _member(archive: zipfile.ZipFile, one: zipfile.ZipInfo, path: Path) -> Any:
    place = f"{path}: {one.filename}"
    if one.file_size > LARGEST or one.flag_bits & 1:
        raise BadInput(f"{place}: it is {'encrypted' if one.flag_bits & 1 else 'larger than 2 GB'}, and is not read")
    if one.compress_type == ZSTANDARD and sys.version_info < (3, 14):
        return parsed(_unpacked(archive, one, place), place, "a JSON object")
    try:
        return parsed(archive.read(one), place, "a JSON object")
    except (NotImplementedError, RuntimeError) as error:
        raise BadInput(f"{place}: it cannot be unpacked ({error})") from None


def _unpacked(archive: zipfile.ZipFile, one: zipfile.ZipInfo, place: str) -> bytes:
    """A member under zstandard: pyarrow can unpack it, and is at hand where columns are read."""
    try:
        import pyarrow
    except ImportError:
        raise NotInstalled(
            f"{place}: this log is compressed by zstandard: pip install 'karat[arrow]' to read it"
        ) from None
    try:
        return bytes(pyarrow.decompress(_raw(archive, one, place), one.file_size, codec="zstd", asbytes=True))
    except (OSError, ValueError, MemoryError):
        raise BadInput(f"{place}: this member of the zip is damaged: copy the log again, or make it anew") from None


def _raw(archive: zipfile.ZipFile, one: zipfile.ZipInfo, place: str) -> bytes:
    """The bytes of a member as they lie in the file, behind its local header: 30 bytes, its name, and what is extra."""
    file = archive.fp
    if file is None:
        raise BadInput(f"{place}: the zip is closed")
    file.seek(one.header_offset)
    head = file.read(30)
    if head[:4] != ZIPPED or len(head) < 30:
        raise BadInput(f"{place}: this member of the zip is damaged: copy the log again, or make it anew")
    file.seek(int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little"), 1)
    return file.read(one.compress_size)


def _records(path: Path, samples: Iterable[Any], heading: Heading) -> Iterator[Record]:
    seen = set[str]()
    for at, sample in enumerate(samples, 1):
        place = f"{path}: sample {at}"
        if not isinstance(sample, dict) or not isinstance(sample.get("id"), int | str):
            raise BadInput(f"{place}: no `id` was found, but every sample has one")
        record = _record(sample, place, heading)
        if record["unit"] in seen:
            raise BadInput(f"{place}: the sample {record['unit']!r} stands twice: once an epoch was expected")
        seen.add(record["unit"])
        yield place, record


def _record(sample: Mapping[str, Any], place: str, heading: Heading) -> dict[str, Any]:
    item, epoch = printable(sample["id"]), sample.get("epoch", 1)
    if not isinstance(epoch, int):
        raise BadInput(f"{place}: the epoch is {epoch!r}, but a number was expected")
    values = list(_values(sample.get("scores")))
    return {
        "unit": item if epoch == 1 else f"{item}#{epoch}",
        "item": item,
        "task": heading.task,
        "epoch": epoch,
        "scores": {key: graded(value) for key, value in values if _is_grade(value)},
        "passed": [key for key, value in values if value is not None and not _is_grade(value)],
        **{key: digest(sample[one]) for key, one in (("target", "target"), ("prompt", "input")) if one in sample},
        **({"fault": "error"} if sample.get("error") else {}),
        "meta": columns(sample.get("metadata")),
        "heading": heading,
    }


def _values(found: Any) -> Iterator[tuple[str, Any]]:
    """What each scorer gave, by name."""
    for scorer, score in mapping(found).items():
        value = mapping(score).get("value")
        if isinstance(value, Mapping):
            yield from ((f"{printable(scorer)}.{printable(key)}", one) for key, one in value.items())
        else:
            yield printable(scorer), value


def _is_grade(value: Any) -> bool:
    return is_number(value) or (isinstance(value, str) and not isnan(graded(value)))


def graded(value: Any) -> float:
    """A grade as inspect_ai counts it: C 1, P ½, I and N 0, yes and true 1, no and false 0, numbers as they are.

    >>> graded("C"), graded("P"), graded("N"), graded("Yes"), graded("0.25"), graded(True), graded("B")
    (1.0, 0.5, 0.0, 1.0, 0.25, 1.0, nan)
    """
    if not isinstance(value, str):
        return number(value)
    said = LETTERS.get(value, WORDS.get(value.lower()))
    return said if said is not None else _numeral(value)


def _numeral(value: str) -> float:
    try:
        return number(float(value))
    except ValueError:
        return nan


def _heading(log: Mapping[str, Any]) -> Heading:
    run = mapping(log.get("eval"))
    data = mapping(run.get("dataset"))
    known = settings(mapping(run.get("config")), SAME)
    known |= {
        f"dataset {key}": value for key, value in settings(data, ("name", "location", "samples", "shuffled")).items()
    }
    known |= settings({"task version": run.get("task_version"), **run}, ("task version", "task_args"))
    version = mapping(run.get("packages")).get("inspect_ai")
    known |= settings({"inspect_ai": version}, ("inspect_ai",))
    status = log.get("status", "started")
    ended = (
        () if status == "success" else (f"the run did not end well (its status is {status!r}): items may be missing",)
    )
    system, task = (one if isinstance(one, str) else "" for one in (run.get("model"), run.get("task")))
    return Heading(printable(system), printable(task), f"inspect_ai {version or ''}".strip(), known, notes=ended)
