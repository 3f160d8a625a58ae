"""An engine is map: the results in order, the same bits, and nothing computed twice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from karat.engine import ENGINES, Engine, Local, Processes, Resumed, Threads, engine
from karat.errors import BadRequest

CUBE = partial(pow, exp=3)
CHUNKS = list(range(20))
NAMES = ["local", "threads(workers=1)", "threads(workers=3)", "processes", "resumed"]


@pytest.fixture(params=NAMES)
def any_engine(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    return Resumed(folder=str(tmp_path)) if request.param == "resumed" else engine(request.param)


def test_every_engine_is_tested_here() -> None:
    assert {name.partition("(")[0] for name in NAMES} == set(ENGINES)


def test_results_come_in_the_order_of_the_chunks(any_engine: Engine) -> None:
    assert list(any_engine.map(CUBE, CHUNKS)) == [n**3 for n in CHUNKS]
    assert list(any_engine.map(CUBE, [])) == []


def test_sums_of_floats_are_the_same_bits(any_engine: Engine) -> None:
    chunks = np.split(np.random.default_rng(0).normal(size=(1000, 3)), 10)
    sums = list(any_engine.map(partial(np.sum, axis=0), chunks))
    assert np.array_equal(np.array(sums), np.array([chunk.sum(0) for chunk in chunks]))


def test_a_shuffle_brings_together_what_has_one_key_in_the_order_of_the_chunks(any_engine: Engine) -> None:
    chunks = [{"a": (1, 2), "b": (3,), "c": ()}, {"a": (4,), "b": (), "c": ()}, {"a": (0,), "b": (5, 6), "c": ()}]
    found: Iterator[Any] = any_engine.shuffle(itemgetter("a", "b", "c"), partial(sum, start=()), chunks, 3)
    assert list(found) == [(1, 2, 4, 0), (3, 5, 6), ()]


def test_a_failing_chunk_says_so(any_engine: Engine) -> None:
    with pytest.raises(ZeroDivisionError):
        list(any_engine.map(partial(divmod, 1), [1, 0, 2]))


@pytest.mark.parametrize("name", ["local", "threads(workers=2)"])
def test_an_endless_stream_is_taken_as_it_is_needed(name: str) -> None:
    assert list(islice(engine(name).map(CUBE, count()), 5)) == [0, 1, 8, 27, 64]


@pytest.mark.parametrize("workers", [0, -1])
def test_no_workers_do_no_work(workers: int) -> None:
    for pool in (Threads, Processes):
        with pytest.raises(BadRequest, match=f"workers is {workers}, but a number from 1 to"):
            pool(workers=workers)


def test_processes_run_elsewhere() -> None:
    assert list(Processes(workers=1).map(CUBE, [2])) == [8]


MISTAKES = [
    ("thread", "no engine is called 'thread'. Did you mean threads?"),
    ("threads(wokers=2)", "no parameter of threads is called 'wokers'. Did you mean workers?"),
    ("threads(workers='2')", "threads: workers is '2', but a int like 2 was expected"),
    ("threads(2)", "cannot read 'threads(2)' as a engine"),
]


@pytest.mark.parametrize(("text", "said"), MISTAKES)
def test_mistakes_are_answered_with_help(text: str, said: str) -> None:
    with pytest.raises(BadRequest) as caught:
        engine(text)
    assert str(caught.value).startswith(said)


# Resumed


ASKED: list[Any] = []


def double(chunk: Any) -> Any:
    """Work that remembers what it was asked."""
    ASKED.append(chunk)
    return (np.asarray(chunk) * 2).tolist()


@pytest.fixture
def asked() -> list[Any]:
    ASKED.clear()
    return ASKED


def doubled(folder: Path, chunks: list[Any]) -> list[Any]:
    return list(Resumed(folder=str(folder)).map(double, chunks))


def test_a_finished_chunk_is_not_computed_again(asked: list[Any], tmp_path: Path) -> None:
    assert doubled(tmp_path, [1, 2]) == [2, 4]
    assert doubled(tmp_path, [1, 2, 3]) == [2, 4, 6]
    assert asked == [1, 2, 3]


def test_what_was_done_before_a_failure_is_kept(tmp_path: Path) -> None:
    def few() -> list[Path]:
        return list(tmp_path.glob("*.pickle"))

    with pytest.raises(ZeroDivisionError):
        list(Resumed(folder=str(tmp_path)).map(partial(divmod, 1), [1, 2, 0, 3]))
    assert len(few()) == 2
    assert list(Resumed(folder=str(tmp_path)).map(partial(divmod, 1), [1, 2, 4])) == [(1, 0), (0, 1), (0, 1)]
    assert len(few()) == 3


def test_a_changed_input_is_computed_anew(asked: list[Any], tmp_path: Path) -> None:
    assert doubled(tmp_path, [[1, 2], [3]]) == [[2, 4], [6]]
    assert doubled(tmp_path, [[1, 5], [3]]) == [[2, 10], [6]]
    assert asked == [[1, 2], [3], [1, 5]]


def test_other_work_is_done_anew(tmp_path: Path) -> None:
    resumed = Resumed(folder=str(tmp_path))
    assert list(resumed.map(partial(pow, exp=2), [3])) == [9]
    assert list(resumed.map(partial(pow, exp=3), [3])) == [27]


def test_chunks_in_another_order_are_still_known(asked: list[Any], tmp_path: Path) -> None:
    assert doubled(tmp_path, [1, 2, 3]) == [2, 4, 6]
    assert doubled(tmp_path, [3, 1, 2]) == [6, 2, 4]
    assert asked == [1, 2, 3]


def test_a_half_written_part_is_no_result(asked: list[Any], tmp_path: Path) -> None:
    assert doubled(tmp_path, [1]) == [2]
    [file] = tmp_path.iterdir()
    file.with_suffix(".part").write_bytes(file.read_bytes()[:5])
    file.unlink()
    assert doubled(tmp_path, [1]) == [2]
    assert asked == [1, 1]


@pytest.mark.parametrize("size", [0, 5, 20])
def test_a_result_cut_short_is_computed_again(size: int, asked: list[Any], tmp_path: Path) -> None:
    assert doubled(tmp_path, [1]) == [2]
    [file] = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:size])
    assert doubled(tmp_path, [1]) == doubled(tmp_path, [1]) == [2]
    assert asked == [1, 1]
    assert list(tmp_path.iterdir()) == [file]


def test_more_chunks_than_are_looked_at_together(asked: list[Any], tmp_path: Path) -> None:
    chunks = list(range(150))
    assert doubled(tmp_path, chunks) == [2 * n for n in chunks]
    assert doubled(tmp_path, chunks) == [2 * n for n in chunks]
    assert asked == chunks


@pytest.mark.parametrize("inner", ["threads(workers=3)", "processes", "resumed(folder='x')"])
def test_any_engine_can_be_resumed(inner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # `x` is made where one stands
    text = f"resumed(folder='kept', engine={inner})"
    assert str(engine(text)) == text
    assert list(engine(text).map(CUBE, [2])) == [8]


def test_a_resumed_engine_needs_a_folder() -> None:
    with pytest.raises(BadRequest, match="no folder is named to keep results in"):
        engine("resumed")


def test_local_is_the_default_inside() -> None:
    assert Resumed(folder="x").engine == Local()
