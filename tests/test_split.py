"""Splits: the same whenever they are made, whole groups on one side, and a sentence for what divides nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from karat.cli.__main__ import main
from karat.corpus.split import split
from karat.errors import BadInput, BadRequest
from karat.types.document import Document

MANY = [Document(f"d{i}", "text", {"book": f"b{i // 5}"}) for i in range(2000)]


def parts(documents: list[Document], **how: Any) -> dict[str, str]:
    return {unit: part for part, units in split(documents, **how).parts.items() for unit in units}


def test_a_split_is_the_same_whenever_it_is_made() -> None:
    assert split(MANY) == split(MANY)
    assert parts(MANY) == parts(MANY[::-1])
    assert split(MANY).fingerprint == split(MANY[::-1]).fingerprint


def test_a_split_never_changes_between_versions() -> None:
    assert {part: len(units) for part, units in split(MANY).parts.items()} == {"train": 1596, "dev": 199, "test": 205}
    assert [unit for unit, part in parts(MANY[:12]).items() if part != "train"] == ["d5", "d7"]


def test_adding_a_document_moves_no_other() -> None:
    before, after = parts(MANY[:1500]), parts([Document("new", "x", {"book": "new"}), *MANY])
    assert {unit: after[unit] for unit in before} == before


def test_groups_are_never_on_both_sides() -> None:
    found = parts(MANY, by="book")
    for book in range(400):
        assert len({found[f"d{i}"] for i in range(5 * book, 5 * book + 5)}) == 1
    assert set(found.values()) == {"train", "dev", "test"}


def test_shares_are_met_on_average() -> None:
    found = split(MANY, ratios=(50, 30, 20)).parts
    assert [len(units) / 2000 for units in found.values()] == pytest.approx([0.5, 0.3, 0.2], abs=0.04)
    assert split(MANY, ratios=(1, 0, 0)).parts["train"] == tuple(one.id for one in MANY)


def test_another_seed_is_another_split() -> None:
    assert split(MANY, seed=0).parts != split(MANY, seed=1).parts
    assert (split(MANY, seed=0).seed, split(MANY, by="book").rule) == (0, "by_key(by='book')")


@pytest.mark.parametrize("ratios", [(), (1,), (1, 1, 1, 1), (80, -10, 30), (0, 0, 0)], ids=str)
def test_ratios_that_divide_nothing_are_refused(ratios: tuple[int, ...]) -> None:
    with pytest.raises(BadRequest, match="two or three shares such as 80,10,10 were expected"):
        split(MANY, ratios=ratios)


def test_a_group_that_is_not_known_is_refused() -> None:
    with pytest.raises(BadInput, match="document d0: it has no 'author' to split by; known of it: book"):
        split(MANY, by="author")


def test_folds_are_equal_on_average_and_keep_groups_whole() -> None:
    found = split(MANY, by="book", folds=5)
    assert list(found.parts) == ["fold-1", "fold-2", "fold-3", "fold-4", "fold-5"]
    assert [len(units) / 2000 for units in found.parts.values()] == pytest.approx(
        [0.2] * 5,
        abs=3.3 * (0.2 * 0.8 / 400) ** 0.5,  # of 400 books
    )
    assert sorted(unit for units in found.parts.values() for unit in units) == sorted(one.id for one in MANY)
    books = [{unit // 5 for unit in (int(name[1:]) for name in units)} for units in found.parts.values()]
    assert sum(map(len, books)) == len(set().union(*books)) == 400
    assert found.rule == "by_key(by='book', folds=5)"


@pytest.mark.parametrize(
    ("folds", "says"), [(1, "1 fold was asked for: at least 2 were expected"), (-1, "a number from 0 to 1000")]
)
def test_folds_that_divide_nothing_are_refused(folds: int, says: str) -> None:
    with pytest.raises(BadRequest, match=says):
        split(MANY, folds=folds)


def test_the_command_writes_a_file_a_fold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = tmp_path / "texts.txt"
    texts.write_text("".join(f"line {i}\n" for i in range(90)), "utf-8")
    assert main(["split", str(texts), "-o", str(tmp_path / "out"), "--folds", "3", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["parts"]) == {"fold-1", "fold-2", "fold-3"}
    lines = [path.read_text("utf-8").splitlines() for path in sorted((tmp_path / "out").iterdir())]
    assert sum(map(len, lines)) == 90
    assert main(["split", str(texts), "-o", str(tmp_path / "out"), "--folds", "3", "--ratios", "1,1"]) == 2
    assert "ask for one of them" in capsys.readouterr().err


@pytest.mark.parametrize("seed", [None, True, "0", 1.5], ids=repr)
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    with pytest.raises(BadRequest, match="a whole number from 0 to"):
        split(MANY, seed=seed)
