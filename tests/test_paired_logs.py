"""Logs beside each other: paired by id, what cannot be paired is said, and nothing is dropped without a word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import karat
from karat.cli.__main__ import main
from karat.errors import BadInput, BadRequest
from karat.evaluate.log_notes import notes
from karat.evaluate.logs import are_logs, read_logs
from karat.evaluate.paired_logs import Logs

REAL = Path(__file__).parent / "logs"
NORTH, SOUTH = (str(REAL / "inspect" / f"{name}.eval") for name in ("north", "south"))

Items = dict[str, dict[str, Any]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def inspected(name: str, items: Items, **run: Any) -> str:
    """A log of inspect_ai as .json: of each item what its sample says beside the id."""
    samples = [{"id": item, "epoch": 1, "target": "x", "input": "q"} | fields for item, fields in items.items()]
    about = {"task": "sums", "model": name, "dataset": {}, "config": {}} | run
    log = {"version": 2, "status": "success", "eval": about, "samples": samples}
    Path(f"{name}.json").write_text(json.dumps(log))
    return f"{name}.json"


def scored(**values: Any) -> dict[str, Any]:
    return {"scores": {name: {"value": value} for name, value in values.items()}}


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def compared(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = run(capsys, "compare", *arguments, "--json", "--resamples", "200", "--interval", "none")
    assert (code, err) == (0, "")
    return json.loads(out)


def values(found: Any) -> dict[tuple[str, str], float]:
    return {(one["system"], score["measure"]): score["value"] for one in found["systems"] for score in one["scores"]}


# one command


def test_two_logs_are_compared_by_one_command(capsys: pytest.CaptureFixture[str]) -> None:
    found = compared(capsys, NORTH, SOUTH, "-m", "match", "--shared")
    assert values(found) == {
        ("mockllm/north", "mean(metric='match')"): 0.7,  # by hand: without sum-2, where south has an error
        ("mockllm/south", "mean(metric='match')"): 0.4,
    }
    assert found["unpaired"] == [
        {
            "system": "mockllm/south",
            "measure": "mean(metric='match')",
            "why": "ended in an error for",
            "count": 1,
            "first": ["sum-2"],
        }
    ]
    assert "match is compared on 5 of 6 items: mockllm/south ended in an error for 1 (sum-2)" in found["notes"]


def test_unequal_items_are_refused_with_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "compare", NORTH, SOUTH) == (
        2,
        "",
        "karat compare: match: the logs differ in their items: mockllm/south ended in an error for 1 (sum-2); "
        "--shared compares the 5 that all share\n",
    )


def test_without_a_measure_all_shared_numbers_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    found = compared(capsys, str(REAL / "lm_eval" / "north"), str(REAL / "lm_eval" / "south"))
    assert [one["measure"] for one in found["comparisons"]] == [
        "mean(metric='sums_choice/acc')",
        "mean(metric='sums_choice/acc_norm')",
        "mean(metric='sums_say/exact_match,strict')",
        "mean(metric='sums_say/exact_match,loose')",
    ]
    assert found["notes"][:2] == [
        f"north: lm-evaluation-harness 0.4.13, 12 items of 2 tasks, from {REAL / 'lm_eval' / 'north'}",
        f"south: lm-evaluation-harness 0.4.13, 12 items of 2 tasks, from {REAL / 'lm_eval' / 'south'}",
    ]


def test_the_notes_are_for_people_and_the_tables_for_pipes(capsys: pytest.CaptureFixture[str]) -> None:
    how = ("compare", NORTH, SOUTH, "-m", "match", "--shared", "--resamples", "200")
    code, out, err = run(capsys, *how)
    assert code == 0
    assert "mean(metric='match')" in out
    assert "note: match is compared on 5 of 6 items" in err
    assert run(capsys, *how, "--quiet") == (0, out, "")


def test_a_number_of_one_task_or_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    logs = [str(REAL / "lm_eval" / name) for name in ("north", "south")]
    for asked in ("sums_choice/acc", "mean(metric='sums_choice/acc')", "acc"):
        found = compared(capsys, *logs, "-m", asked)
        assert [round(value, 3) for value in values(found).values()] == [0.167, 0.167]


def test_over_several_tasks_every_item_counts_once(folder: Path) -> None:
    Path("a.csv").write_text("id,task,acc\n1,x,1\n2,x,1\n1,y,0\n2,y,1\n3,y,0\n")
    logs = Logs(read_logs(["a.csv"]))
    [table] = logs.tables(["acc"])
    assert table.alone().scores([table.measure], interval="none")[0].value == 0.6  # by hand: 3 / 5
    assert table.notes == ("acc is the mean over all items of 2 tasks (x, y)",)
    assert [str(one.measure) for one in logs.tables()] == ["mean(metric='x/acc')", "mean(metric='y/acc')"]


# paired


def test_items_are_paired_by_id(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ours = inspected("ours", {"a": scored(m="C"), "b": scored(m="I"), "c": scored(m="I")})
    theirs = inspected("theirs", {"c": scored(m="C"), "b": scored(m="I"), "a": scored(m="C")})
    [table] = Logs(read_logs([ours, theirs])).tables()
    assert [run.units for run in table.runs.values()] == [("a", "b", "c")] * 2
    assert [[one["scores"]["m"] for _, one in run.records] for run in table.runs.values()] == [[1, 0, 0], [1, 0, 1]]


def test_epochs_of_an_item_are_one_item_with_their_mean(folder: Path) -> None:
    one = [{"id": "a", "epoch": e, **scored(m=value)} for e, value in ((1, "C"), (2, "I"), (3, float("nan")))]
    log = {"version": 2, "status": "success", "eval": {"task": "t"}, "samples": [*one, {"id": "b", **scored(m="C")}]}
    Path("a.json").write_text(json.dumps(log))
    [table] = Logs(read_logs(["a.json"])).tables()
    [found] = table.alone().scores([table.measure], interval="none")
    assert (found.value, found.n) == (0.75, 2)  # by hand: (½ + 1) / 2
    assert table.notes == ("a lacks m in some epochs of 1 items (a): the others stand for them",)


LACKING: list[tuple[str, Items, str, int]] = [
    ("an item less", {"a": scored(m="C")}, "theirs lacks 2 (b, c)", 1),
    ("an item more", {"a": scored(m=1), "b": scored(m=1), "c": scored(m=1), "d": scored(m=1)}, "ours lacks 1 (d)", 3),
    ("no score", {"a": scored(m=1), "b": scored(), "c": scored(m=float("nan"))}, "theirs has no score for 2 (b, c)", 1),
    ("an error", {"a": scored(m=1), "b": {"error": "x"}, "c": scored(m=1)}, "theirs ended in an error for 1 (b)", 2),
    (
        "another target",
        {"a": scored(m=1), "b": scored(m=1) | {"target": "y"}, "c": scored(m=1)},
        "theirs has another target for 1 (b)",
        2,
    ),
]


@pytest.mark.parametrize(("items", "said", "kept"), [row[1:] for row in LACKING], ids=[row[0] for row in LACKING])
def test_what_cannot_be_paired_is_refused_or_said(items: Items, said: str, kept: int, folder: Path) -> None:
    ours = inspected("ours", {one: scored(m="C") for one in "abc"})
    logs = Logs(read_logs([ours, inspected("theirs", items)]))
    with pytest.raises(BadInput) as caught:
        logs.tables()
    assert str(caught.value).startswith(f"m: the logs differ in their items: {said}; --shared compares the ")
    [table] = logs.tables(shared=True)
    assert [str(one) for one in table.unpaired] == [said]
    assert table.notes[0].endswith(f"items: {said}")
    assert [len(run.units) for run in table.runs.values()] == [kept] * 2


def test_logs_that_share_no_item_are_refused_even_so(folder: Path) -> None:
    logs = Logs(read_logs([inspected("ours", {"a": scored(m=1)}), inspected("theirs", {"b": scored(m=1)})]))
    for shared in (False, True):
        with pytest.raises(
            BadInput, match=r"^m: there is no item that all logs have a score for \(ours lacks 1 \(b\); "
        ):
            logs.tables(shared=shared)


def test_what_no_log_has_is_left_out_and_said(folder: Path) -> None:
    items = {"a": scored(m="C"), "b": scored()}
    [table] = Logs(read_logs([inspected("ours", items), inspected("theirs", items)])).tables()
    assert table.unpaired == ()
    assert table.notes == ("1 items have no m in any log (b): they are left out",)


def test_what_differs_and_should_not_is_noted(folder: Path) -> None:
    ours = inspected("ours", {"a": scored(m="C", k=1)}, config={"epochs": 2}, packages={"inspect_ai": "1"})
    theirs = inspected(
        "theirs", {"a": scored(m="C", said="B") | {"input": "other"}}, config={"epochs": 3}, task="words"
    )
    logs = Logs(read_logs([ours, theirs]))
    assert notes(logs, logs.tables(), named=False) == [
        "ours: inspect_ai 1, 1 items of sums, from ours.json",
        "theirs: inspect_ai, 1 items of words, from theirs.json",
        "no measure was named: m is in every log",
        "theirs has no single number an item for said: passed over",
        "ours has numbers that another log lacks: k",
        "the logs call their task by different names (sums, words): items are paired by their ids alone",
        'ours and theirs differ in what should be the same: epochs (2 and 3); inspect_ai ("1" and not said)',
        "the prompts of 1 items differ (a): what is compared is model and prompt together",
    ]


def test_a_harness_says_which_way_is_better(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, loss in (("ours", 1.0), ("theirs", 2.0)):
        Path(name).mkdir()
        sample = {"doc_id": 0, "doc": {}, "resps": [], "filtered_resps": [], "target": "", "loss": loss}
        Path(name, "samples_t_2026-01-01T00-00-00.0.jsonl").write_text(json.dumps(sample) + "\n")
        results = {
            "model_name": name,
            "config": {"model_args": f"pretrained={name}"},
            "higher_is_better": {"t": {"loss": False}},
        }
        Path(name, "results_2026-01-01T00-00-00.0.json").write_text(json.dumps(results))
    found = compared(capsys, "ours", "theirs")
    assert [(one["system"], one["measure"], one["place"]) for one in found["ranks"]] == [
        ("ours", "mean(metric='loss', better='lower')", 1),
        ("theirs", "mean(metric='loss', better='lower')", 2),
    ]


def test_a_column_says_what_is_drawn_together(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = compared(capsys, NORTH, SOUTH, "-m", "match", "--shared", "--unit", "size")
    assert "groups" in found["comparisons"][0]["test"]
    assert run(capsys, "compare", NORTH, SOUTH, "--shared", "--unit", "sise")[0] == 2


NAMES = [
    (["x.json", "y.json"], ["x", "y"], "models"),
    (["x.json", "again/x.json"], ["x.json", "again/x.json"], "whole paths, where models and files are called alike"),
    (["x.json", "z.json"], ["x", "z"], "files, where one model is there twice"),
]


@pytest.mark.parametrize(("paths", "names"), [row[:2] for row in NAMES], ids=[row[2] for row in NAMES])
def test_systems_have_names_that_tell_them_apart(paths: list[str], names: list[str], folder: Path) -> None:
    for name in ("x", "y"):
        inspected(name, {"a": scored(m=1)})
    Path("again").mkdir()
    for copy in ("again/x.json", "z.json"):
        Path(copy).write_bytes(Path("x.json").read_bytes())
    assert [log.name for log in read_logs(paths)] == names
    with pytest.raises(BadRequest, match=r"x\.json, x\.json: one log was named twice"):
        read_logs(["x.json", "x.json"])


# tables of one's own

TABLES: list[tuple[str, str, str, list[str], dict[str, float]]] = [  # id, name, content, asked, means
    ("CSV", "t.csv", "id,acc,f1\na,1,0.5\nb,0,\n", [], {"acc": 0.5, "f1": 0.5}),
    ("TSV", "t.tsv", "unit\tacc\na\tTrue\nb\tFalse\n", [], {"acc": 0.5}),
    ("JSONL", "t.jsonl", '{"id": 1, "acc": true}\n{"id": 2, "acc": 0.5, "lang": "de"}\n', [], {"acc": 0.75}),
    ("a data frame", "t.csv", ",id,acc\n0,a,1\n1,b,0\n", [], {"acc": 0.5}),
    ("missing cells", "t.csv", "id,acc\na,nan\nb,NA\nc,1\n", [], {"acc": 1.0}),
    ("epochs", "t.csv", "id,epoch,acc\na,1,1\na,2,0\nb,1,1\n", [], {"acc": 0.75}),
    ("a named column beside answers", "t.csv", "id,label,acc\na,yes,1\n", ["acc"], {"acc": 1.0}),
    ("all columns beside answers", "t.csv", "id,label,acc\na,yes,1\n", ["mean"], {"acc": 1.0}),
]


@pytest.mark.parametrize(
    ("name", "content", "asked", "expected"), [row[1:] for row in TABLES], ids=[r[0] for r in TABLES]
)
def test_a_table_of_numbers_is_a_log(
    name: str, content: str, asked: list[str], expected: dict[str, float], folder: Path
) -> None:
    Path(name).write_text(content)
    assert are_logs([name], asked)
    tables = Logs(read_logs([name])).tables(asked)
    found = {t.measure: t.alone().scores([t.measure], interval="none")[0].value for t in tables}
    assert {getattr(one, "metric", ""): value for one, value in found.items()} == expected


NO_LOGS = [
    ("answers", "t.csv", "id,label\na,1\n", []),
    ("answers and a measure", "t.csv", "id,acc\na,1\n", ["accuracy"]),
    ("lines", "t.txt", "1\n0\n", []),
    ("no id", "t.csv", "acc\n1\n", []),
    ("nothing", "t.jsonl", "", []),
    ("no such column", "t.csv", "id,acc\na,1\n", ["acx"]),
]


@pytest.mark.parametrize(("name", "content", "asked"), [row[1:] for row in NO_LOGS], ids=[row[0] for row in NO_LOGS])
def test_a_table_of_answers_is_no_log(name: str, content: str, asked: list[str], folder: Path) -> None:
    Path(name).write_text(content)
    assert not are_logs([name], asked)


WRONG: list[tuple[str, str, list[str], str]] = [
    (
        "a word among numbers",
        "id,acc\na,1\nb,high\n",
        ["-m", "acc"],
        "t.csv:3: acc is 'high', but a number was expected",
    ),
    ("an item twice", "id,acc\na,1\na,0\n", [], "t.csv:3: the item 'a' stood at t.csv:2 already"),
    ("an empty id", "id,acc\na,1\n,0\n", [], "t.csv:3: no `unit` (or `id`) was found"),
    ("an odd epoch", "id,epoch,acc\na,one,1\n", [], "t.csv:2: the epoch is 'one', but a whole number was expected"),
    ("too large", "id,acc\na,1e300\nb,1\n", [], "t.csv:2: acc is 1e+300, too large for a mean"),
    ("no number at all", "id,acc\na,\n", ["-m", "mean"], "the log has no number: t has none"),
    ("another number", "id,acc\na,1\n", ["-m", "mean(metric='acx')"], "no number of these logs is called 'acx'"),
]


@pytest.mark.parametrize(("content", "more", "said"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_wrong_table_gets_one_sentence_and_exit_2(
    content: str, more: list[str], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("t.csv").write_text(content)
    code, out, err = run(capsys, "score", "t.csv", *more)
    assert (code, out) == (2, "")
    assert err.startswith(f"karat score: {said}")
    assert err.count("\n") == 1


def test_measures_that_need_gold_are_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "compare", NORTH, SOUTH, "-m", "accuracy")
    assert code == 2
    assert err == (
        "karat compare: accuracy needs answers and gold, and these are logs of numbers: take one of them "
        "(match, graded.near, graded.chars)\n"
    )


def test_a_number_that_one_log_lacks_is_named(folder: Path) -> None:
    logs = Logs(read_logs([inspected("ours", {"a": scored(m=1)}), inspected("theirs", {"a": scored(k=1)})]))
    with pytest.raises(BadInput, match=r"^theirs has no m: it has k$"):
        logs.tables(["m"])
    with pytest.raises(BadInput, match=r"^the logs share no number: ours has m; theirs has k$"):
        logs.tables()


# scores of one log


def test_a_log_is_scored_sliced_and_shown_item_by_item(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "score", NORTH, "--json", "--by", "size", "--each", "--interval", "none", "-m", "match")
    assert code == 0
    found = json.loads(out)
    assert found["scores"][0]["value"] == 0.75
    assert [(one["slice"], one["scores"][0]["value"]) for one in found["slices"]] == [("large", 0.8), ("small", 0.5)]
    assert [one["scores"]["mean(metric='match')"] for one in found["each"]] == [0.5, 0.5, 1.0, 1.0, 0.5, 1.0]


# the same without files


def test_numbers_are_compared_from_python() -> None:
    rng = np.random.default_rng(0)
    worse = [{"acc": float(value)} for value in rng.random(60)]
    better = [{"acc": one["acc"] + 0.1} for one in worse]
    found = karat.compare(None, {"worse": worse, "better": better}, "mean", resamples=200, interval="none")
    assert found.comparisons[0].measure == "mean(metric='acc')"
    assert found.comparisons[0].difference == pytest.approx(-0.1)
    with pytest.raises(BadInput, match=r"^better\[1\]: acc is missing: a number was expected$"):
        karat.compare(None, {"a": worse[:2], "better": [{"acc": 1}, {"acc": None}]}, "mean(metric='acc')")
    with pytest.raises(BadRequest, match=r"^mean stands for 2 numbers here: name one, such as mean\(metric='a'\)"):
        karat.by_unit(None, [{"a": 1, "b": 2}], "mean")
    with pytest.raises(BadRequest, match=r"^mean: the units have several numbers or none \(none\): name one"):
        karat.score(None, [{"text": "a"}], "mean")
