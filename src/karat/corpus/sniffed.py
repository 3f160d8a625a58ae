"""Logs that can be told by what is in them: many end in .json, .jsonl or .eval, and folders have no ending at all."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

HEAD = 1 << 14  # bytes that are enough to tell a format
LINE = 1 << 24  # bytes of a first line that is read whole: a document may be long
PLACED = {"lm_eval": "samples_*.jsonl", "helm": "per_instance_stats.json", "lighteval": "details_*.parquet"}
INSPECT = re.compile(rb'\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"\w+"\s*,\s*"eval"')
HELM = re.compile(rb'\s*\[\s*\{\s*"instance_id"\s*:.*"(train_trial_index|stats|perturbation)"', re.S)
# trec_eval pads the name of a measure to 22 characters, and puts a tab behind it
TREC_EVAL = re.compile(rb"[\w.@-]+ *\t\S+\t\S+\r?\n")
PADDED = re.compile(rb"^[\w.@-]+ +\t", re.M)
TREC = re.compile(rb"\S+[ \t]+Q0[ \t]+\S+[ \t]+\S+[ \t]+\S+[ \t]+\S+[ \t]*\r?(\n|$)")


def sniffed(path: str | Path) -> str:
    """The format of a log, or nothing if the file is none; standard input is not looked at."""
    where = Path(str(path))
    try:
        if where.is_dir():
            return _folder(where)
        if str(path) == "-" or not where.is_file():
            return ""
        with where.open("rb") as file:
            head = file.read(HEAD)
    except (OSError, ValueError):
        return ""  # who reads it says what is wrong
    return next((format for format, fits in RULES.items() if fits(head, where)), "")


def _folder(path: Path) -> str:
    found = next((format for format, pattern in PLACED.items() if next(path.rglob(pattern), None)), "")
    return found or ("inspect" if next((one for one in path.rglob("*.*") if _is_inspect_file(one)), None) else "")


def _is_inspect_file(path: Path) -> bool:
    return path.suffix in (".eval", ".json") and path.is_file() and sniffed(path) == "inspect"


def _is_inspect(head: bytes, path: Path) -> bool:
    if not head.startswith(b"PK\x03\x04"):
        return INSPECT.match(head) is not None
    return path.suffix == ".eval" or any(name in _tail(path) for name in (b"header.json", b"_journal/start.json"))


def _tail(path: Path) -> bytes:
    """The end of an archive, where the names of its last members stand; the module for archives is slow to load."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - HEAD))
        return file.read()


def _is_lm_eval(head: bytes, path: Path) -> bool:
    if not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") or b'"doc_id"' not in head:
        return False
    found = _first(path)
    return (
        isinstance(found, dict)
        and "doc_id" in found
        and bool({"resps", "filtered_resps", "target_hash"} & found.keys())
    )


def _first(path: Path) -> Any:
    """The first line of JSON lines."""
    with path.open("rb") as file:
        line = next((one for one in iter(lambda: file.readline(LINE), b"") if one.strip()), b"")
    try:
        return json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None


def _is_trec_eval(head: bytes, path: Path) -> bool:
    lines = head[: head.rfind(b"\n") + 1].splitlines(keepends=True)[:50]
    return bool(lines) and all(map(TREC_EVAL.fullmatch, lines)) and PADDED.search(head) is not None


RULES: dict[str, Callable[[bytes, Path], bool]] = {
    "inspect": _is_inspect,
    "lighteval": lambda head, path: head.startswith(b"PAR1"),
    "lm_eval": _is_lm_eval,
    "helm": lambda head, path: HELM.match(head) is not None,
    "trec_eval": _is_trec_eval,
    "trec": lambda head, path: TREC.match(head) is not None,
}
