"""Files of gold answers and of systems' outputs, paired by id and never by position after filtering."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from karat.corpus.lines import Record, name_of
from karat.corpus.records import format_of, read_records
from karat.errors import BadInput
from karat.evaluate.timed import is_segment, is_timed, words_of
from karat.measures.forms import FORMS
from karat.types.references import References

IDS = ("unit", "id")
NAMED = ("csv", "tsv", "jsonl")  # formats whose records must say which unit they are; others may
FIELDS = {  # where each form of answer is looked for
    "label": ("label", "line"),
    "number": ("value", "number", "score", "label", "line"),
    "words": ("text", "words", "line"),
    "text": ("references", "text", "line"),
    "spans": ("spans",),
}


@dataclass(frozen=True, slots=True)
class Run:
    """One side of a comparison: a name, and a record for each unit.

    `notes` say what was done to the file; `aside` are records that are not scored, but were there when it was recorded.
    """

    name: str
    units: tuple[str, ...]
    records: tuple[Record, ...]
    notes: tuple[str, ...] = ()
    aside: tuple[Record, ...] = ()

    def take(self, form: str) -> list[Any]:
        """The answers in the form that a measure takes."""
        return [_value(record, form) for record in self.records]

    def only(self, at: Sequence[int]) -> Run:
        """Some of the units."""
        return replace(self, units=tuple(self.units[i] for i in at), records=tuple(self.records[i] for i in at))

    def column(self, name: str) -> list[str]:
        """A field of every record, to group or slice by; `meta` is looked into as well."""
        return [_column(record, name) for record in self.records]

    @property
    def drawn_by(self) -> str:
        """What is drawn unless somebody says otherwise: documents, where every unit names its own and some share one."""
        known = all("document" in _known(fields) for _, fields in self.records)
        return "document" if known and len(set(self.column("document"))) < len(self.units) else ""

    def groups(self, asked: str, whole: bool = False) -> list[str] | None:
        """Which units are drawn together: those that share the column asked for, or, if none is, a document.

        Measures that need all units singly (`whole`) draw them so, unless groups are asked for, which they refuse.
        """
        by = asked or ("" if whole else self.drawn_by)
        groups = self.column(by) if by else []
        return groups if len(set(groups)) < len(groups) else None

    def drawn(self, asked: str) -> tuple[str, ...]:
        """A note where units are drawn together without being asked for."""
        if asked or not self.drawn_by:
            return ()
        return (
            f"units of one document stand or fall together, so documents are drawn ({len(set(self.column('document'))):,} "
            f"of {len(self.units):,} units): --unit unit draws single units",
        )


def read_run(path: str | Path, format: str = "") -> Run:
    """A file of outputs: lines, CSV/TSV or JSONL with a `unit` (or `id`), CoNLL, trn, stm or ctm."""
    records = read_records(path, format)
    if not records:
        raise BadInput(f"{name_of(path)}: the file is empty, but one answer a line was expected")
    named = format_of(path, format) in NAMED or any("unit" in fields for _, fields in records)
    units = _ids(records) if named else tuple(str(i) for i in range(1, len(records) + 1))
    whole = Run(Path(str(path)).stem, units, tuple(records))
    return _scored(whole) if format_of(path, format) == "stm" else whole  # elsewhere `ignored` is a column like others


def _scored(run: Run) -> Run:
    """The segments that count; those that do not are put aside, for the words that were recognised in them."""
    kept = run.only([i for i, (_, fields) in enumerate(run.records) if "ignored" not in fields])
    aside = tuple(record for record in run.records if "ignored" in record[1])
    notes = (f"{len(aside):,} segments are marked as not to be scored, and are left out",) if aside else ()
    return replace(kept, notes=notes, aside=aside)


def _ids(records: Sequence[Record]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for place, fields in records:
        key = next((str(fields[name]) for name in IDS if fields.get(name) not in (None, "")), None)
        if key is None:
            raise BadInput(
                f"{place}: no `unit` (or `id`) was found, but answers are paired by it: add one, the same in gold and guess"
            )
        if key in found:
            raise BadInput(f"{place}: the unit {key!r} stood at {found[key]} already: one answer a unit was expected")
        found[key] = place
    return tuple(found)


def read_gold(paths: Sequence[str], format: str = "") -> Run:
    """One file of gold, or several, each with a reference text for every unit."""
    first, *others = [read_run(path, format) for path in paths]
    if not others:
        return first
    streams = [first.take("words"), *(pair_up(first, other).take("words") for other in others)]
    merged = zip(first.records, zip(*streams, strict=True), strict=True)
    records = tuple((place, {**_without_text(fields), "references": list(unit)}) for (place, fields), unit in merged)
    return Run(" + ".join(dict.fromkeys(Path(path).stem for path in paths)), first.units, records)


def _without_text(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in FIELDS["words"]}


def pair_up(gold: Run, guess: Run) -> Run:
    """The guesses in gold's order; unequal sets of units are refused, naming the first three.

    Words with times (ctm) are cut to the segments of gold (stm).
    """
    if all(map(is_segment, gold.records)) and all(map(is_timed, guess.records)):
        return _cut(gold, guess)
    if gold.units == guess.units:
        return guess
    at = dict(zip(guess.units, guess.records, strict=True))
    lost = [unit for unit in gold.units if unit not in at]
    extra = sorted(at.keys() - set(gold.units))
    if lost or extra:
        raise BadInput(_unequal(gold, guess, lost, extra))
    return Run(guess.name, gold.units, tuple(at[unit] for unit in gold.units), guess.notes)


def _cut(gold: Run, guess: Run) -> Run:
    texts, notes = words_of((*gold.records, *gold.aside), guess.records)
    there = zip(gold.units, gold.records, texts, strict=False)  # what is aside stands behind them
    records = tuple((place, {"unit": unit, "text": text}) for unit, (place, _), text in there)
    return Run(guess.name, gold.units, records, (*guess.notes, *notes))


def _unequal(gold: Run, guess: Run, lost: list[str], extra: list[str]) -> str:
    counts = f"{gold.name} has {len(gold.units):,} units and {guess.name} has {len(guess.units):,}"
    parts = [
        f"{len(ids):,} {'is' if len(ids) == 1 else 'are'} {what} ({', '.join(ids[:3])}{' …' if len(ids) > 3 else ''})"
        for ids, what in ((lost, "not answered"), (extra, "not in gold"))
        if ids
    ]
    return f"{counts}: {' and '.join(parts)}; the same units on both sides were expected{_dropped(gold, guess)}"


def _dropped(gold: Run, guess: Run) -> str:
    """Blank lines that one side has and the other lacks explain most unequal files."""
    blanks = [sum(not str(fields.get("line", "x")).strip() for _, fields in run.records) for run in (gold, guess)]
    if blanks[0] == blanks[1]:
        return ""
    return f" ({gold.name} has {blanks[0]:,} blank lines and {guess.name} {blanks[1]:,}: did a tool drop blank lines?)"


def _value(record: Record, form: str) -> Any:
    place, fields = record
    if FORMS[form].whole:
        return FORMS[form].read(fields, place)
    for name in FIELDS[form]:
        if name in fields:
            return FORMS[form].read(_said(name, fields[name], place), place)
    wanted = " or ".join(f"`{name}`" for name in FIELDS[form] if name != "line")
    several = " (one text a unit, not several references)" if "references" in fields else ""
    raise BadInput(
        f"{place}: no field {wanted} was found among {', '.join(fields)}, but this measure takes {form}{several}"
    )


def _said(name: str, value: Any, place: str) -> Any:
    """A list under the name `references` is what that name says: the references of this unit."""
    if name != "references":
        return value
    if not isinstance(value, list) or not value or not all(isinstance(text, str) for text in value):
        raise BadInput(f"{place}: {value!r} was found where a list of reference texts was expected")
    return References(value)


def _column(record: Record, name: str) -> str:
    place, fields = record
    known = _known(fields)
    if name not in known:
        raise BadInput(f"{place}: there is no column {name!r} among {', '.join(known)}")
    return str(known[name])


def _known(fields: dict[str, Any]) -> dict[str, Any]:
    meta = fields.get("meta")
    return {**(meta if isinstance(meta, dict) else {}), **fields}
