"""Logs of harnesses: each is read as its harness counts it, and what is damaged is one sentence."""

from __future__ import annotations

import json
import shutil
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.corpus.records import LOGS, format_of, read_records
from karat.errors import BadInput, NotInstalled
from karat.evaluate.logs import read_logs
from karat.evaluate.paired_logs import Logs

REAL = Path(__file__).parent / "logs"
DETAILS = next((REAL / "lighteval" / "1").rglob("*.parquet"))
SAMPLES = next((REAL / "lm_eval" / "north").glob("samples_sums_say*"))


def scores(path: Path, format: str = "") -> list[dict[str, float]]:
    return [fields["scores"] for _, fields in read_records(path, format)]


def means(path: Path) -> dict[str, float]:
    """Every number of a log, as it is scored."""
    tables = Logs(read_logs([str(path)])).tables()
    found = [one for t in tables for one in t.alone().scores([t.measure], interval="none")]
    return {one.measure: one.value for one in found}


# what the harness itself says


def of_lm_eval(folder: Path) -> dict[str, float]:
    results = json.loads(next(folder.glob("results*")).read_text())["results"]
    named = {f"{task}/{key.removesuffix(',none')}": value for task, of in results.items() for key, value in of.items()}
    return {f"mean(metric='{key}')": value for key, value in named.items() if key.partition("/")[2] in NUMBERS}


NUMBERS = {"acc", "acc_norm", "exact_match,strict", "exact_match,loose"}


def of_inspect(file: Path) -> dict[str, float]:
    [head] = [one for at, one in enumerate(unpacked(file)) if at == 2]
    results = head["results"]["scores"]
    return {
        f"mean(metric='{one['name'] if one['name'] == one['scorer'] else '.'.join((one['scorer'], one['name']))}')": next(
            metric["value"] for name, metric in one["metrics"].items() if name in ("accuracy", "mean")
        )
        for one in results
    }


def unpacked(file: Path) -> list[Any]:
    pyarrow = pytest.importorskip("pyarrow")
    with zipfile.ZipFile(file) as archive:
        found = []
        for one in archive.infolist():
            with file.open("rb") as raw:
                raw.seek(one.header_offset + 30 + len(one.filename))
                content = pyarrow.decompress(raw.read(one.compress_size), one.file_size, codec="zstd", asbytes=True)
                found.append(json.loads(content))
    return found


def of_lighteval(folder: Path) -> dict[str, float]:
    return {"mean(metric='acc')": json.loads(next(folder.rglob("results*.json")).read_text())["results"]["all"]["acc"]}


SAID: list[tuple[Path, Callable[[Path], dict[str, float]]]] = [
    (REAL / "lm_eval" / "north", of_lm_eval),
    (REAL / "lm_eval" / "south", of_lm_eval),
    (REAL / "inspect" / "north.eval", of_inspect),
    (REAL / "inspect" / "south.eval", of_inspect),
    (REAL / "lighteval" / "1", of_lighteval),
    (REAL / "lighteval" / "2", of_lighteval),
]


@pytest.mark.parametrize(("path", "said"), SAID, ids=[f"{one.parent.name}-{one.name}" for one, _ in SAID])
def test_a_log_scores_as_its_harness_says(path: Path, said: Callable[[Path], dict[str, float]]) -> None:
    expected = said(path)
    assert expected
    assert means(path) == pytest.approx(expected, abs=1e-12)


def test_the_logs_are_not_all_zeros() -> None:
    """Guard of the test above: south of inspect_ai has an error, a NaN and a half."""
    assert means(REAL / "inspect" / "south.eval") == {
        "mean(metric='match')": 0.4,
        "mean(metric='graded.near')": 0.625,
        "mean(metric='graded.chars')": 3.0,
    }


# told by what is in them

HELM = [
    {
        "instance_id": "id1",
        "train_trial_index": 0,
        "stats": [
            {"name": {"name": "exact_match", "split": "test"}, "count": 1, "sum": 1.0, "mean": 1.0},
            {"name": {"name": "num_output_tokens"}, "count": 1, "sum": 7, "mean": 7},
        ],
    },
    {
        "instance_id": "id1",
        "perturbation": {"name": "typos"},
        "train_trial_index": 0,
        "stats": [{"name": {"name": "exact_match"}, "count": 2, "sum": 1.0}],
    },
    {"instance_id": "id2", "train_trial_index": 0, "stats": [{"name": {"name": "exact_match"}, "mean": 0.0}]},
    {"instance_id": "id2", "train_trial_index": 1, "stats": [{"name": {"name": "exact_match"}, "mean": 1.0}]},
]
TREC_EVAL = "runid                 \tall\tnorth\nmap                   \t301\t0.25\nnum_ret               \t301\t5\nmap                   \t302\t0.75\nnum_ret               \t302\t3\nmap                   \tall\t0.5000\n"
RUN = "301 Q0 doc-2 1 9.5 north\n301 Q0 doc-1 2 9.0 north\n302 Q0 doc-9 1 1.5 north\n"
QRELS = "301 0 doc-1 1\n301 0 doc-2 -1\n302 0 doc-9 0\n"
SAMPLE = {"doc_id": 0, "doc": {"q": "a"}, "target": "1", "resps": [["1"]], "filtered_resps": ["1"], "acc": 1.0}


def evaluated(samples: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A log of inspect_ai by its published shape."""
    run = {"task": "sums", "model": "mockllm/east", "dataset": {}, "config": {"epochs": 1}}
    return {"version": 2, "status": "success", "eval": run, "samples": samples} | more


def zipped(path: Path, members: dict[str, Any], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, json.dumps(content))
    return path


def graded(**values: Any) -> dict[str, Any]:
    return {name: {"value": value} for name, value in values.items()}


CONTENTS: list[tuple[str, str, str | bytes]] = [
    ("lm_eval", "a.jsonl", json.dumps(SAMPLE)),
    ("lm_eval", "a.txt", "\n" + json.dumps(SAMPLE | {"doc": {"q": "x" * 99_999}})),
    ("lm_eval", "a.log", SAMPLES.read_bytes()),
    ("inspect", "a.zip", (REAL / "inspect" / "north.eval").read_bytes()),
    ("inspect", "a.json", json.dumps(evaluated([]), indent=2)),
    ("inspect", "a.eval", b"PK\x03\x04"),
    ("lighteval", "a.dat", DETAILS.read_bytes()),
    ("helm", "a.json", json.dumps(HELM)),
    ("trec_eval", "a.txt", TREC_EVAL),
    ("trec_eval", "a.eval", TREC_EVAL),
    ("trec", "a", RUN),
    ("jsonl", "a.json", '{"doc_id": 1, "text": "a"}'),
    ("jsonl", "a.jsonl", '{"unit": 1, "label": "doc_id"}'),
    ("csv", "a.csv", "id,acc\n1,1\n"),
    ("lines", "a.txt", "the cat sat\nmap\t1\t0.5\n"),
    ("lines", "a.txt", "in Q0 we sat\n"),
    ("lines", "a.txt", "PK\x03\x04 is how a zip begins"),
    ("lines", "none.txt", ""),
]


@pytest.mark.parametrize(("format", "name", "content"), CONTENTS, ids=[f"{c[0]}: {c[1]}" for c in CONTENTS])
def test_a_log_is_told_by_its_content(format: str, name: str, content: str | bytes, tmp_path: Path) -> None:
    file = tmp_path / name
    if name != "none.txt":
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert format_of(file) == format


@pytest.mark.parametrize("path", [one for one, _ in SAID], ids=lambda one: f"{one.parent.name}-{one.name}")
def test_a_folder_of_logs_is_told_by_its_files(path: Path, tmp_path: Path) -> None:
    where = path if path.is_dir() else tmp_path
    if not path.is_dir():
        shutil.copy(path, tmp_path / "2026_sums.eval")
        (tmp_path / "logs.json").write_text("[]")  # inspect_ai lists its logs beside them
    assert format_of(where) == path.relative_to(REAL).parts[0]
    assert read_records(where)


def test_a_folder_without_logs_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    with pytest.raises(BadInput, match="this is a folder, but a file was expected"):
        read_records(tmp_path)
    with pytest.raises(BadInput, match=r"this folder holds no samples_\*\.jsonl, but a log was expected"):
        read_records(tmp_path, "lm_eval")


# what is read


def test_several_filters_of_a_document_are_several_numbers() -> None:
    assert scores(SAMPLES)[0] == {"exact_match,strict": 0.0, "exact_match,loose": 0.0}
    [place, *_] = [place for place, _ in read_records(SAMPLES)]
    assert place == f"{SAMPLES}:1"


def test_what_is_no_number_is_no_score(tmp_path: Path) -> None:
    """A harness writes NaN for what it could not score; pairs and lists become one number only for a whole corpus."""
    file = tmp_path / "a.jsonl"
    odd = {"acc": True, "f1": float("nan"), "bleu": ["a", "b"], "ppl": float("inf"), "many": 10**400, "n": None}
    file.write_text(json.dumps(SAMPLE | odd))
    assert repr(scores(file)) == "[{'acc': 1.0, 'f1': nan, 'ppl': nan, 'many': nan}]"
    [(_, fields)] = read_records(file)
    assert fields["passed"] == ["bleu"]


GRADES = [
    ("C", 1.0),
    ("P", 0.5),
    ("I", 0.0),
    ("N", 0.0),
    ("yes", 1.0),
    ("False", 0.0),
    ("0.25", 0.25),
    (True, 1.0),
    (3, 3.0),
]


@pytest.mark.parametrize(("value", "expected"), GRADES, ids=[repr(value) for value, _ in GRADES])
def test_grades_count_as_in_inspect(value: Any, expected: float, tmp_path: Path) -> None:
    """By inspect_ai 0.3.285, `value_to_float`."""
    file = tmp_path / "a.json"
    file.write_text(json.dumps(evaluated([{"id": 1, "scores": graded(one=value, other={"deep": value})}])))
    assert scores(file) == [{"one": expected, "other.deep": expected}]


def test_a_word_is_no_grade(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(json.dumps(evaluated([{"id": 1, "scores": graded(one="B", two=[1, 2], three=None)}])))
    assert scores(file) == [{}]


def test_a_run_that_was_cut_off_is_read_and_noted(tmp_path: Path) -> None:
    head = {"version": 2, "eval": evaluated([])["eval"]}
    samples = [{"id": i, "epoch": e, "scores": graded(match="C" if i else "I")} for i in (0, 1) for e in (1, 2)]
    members = {f"samples/{s['id']}_epoch_{s['epoch']}.json": s for s in samples}
    file = zipped(tmp_path / "a.eval", {"_journal/start.json": head, **members})
    assert [fields["unit"] for _, fields in read_records(file)] == ["0", "0#2", "1", "1#2"]
    assert means(file) == {"mean(metric='match')": 0.5}
    [note] = read_records(file)[0][1]["heading"].notes
    assert note == "the run did not end well (its status is 'started'): items may be missing"


def test_zstandard_without_pyarrow_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.version_info >= (3, 14):
        pytest.skip("Python reads zstandard itself")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(NotInstalled, match=r"compressed by zstandard: pip install 'karat\[arrow\]'"):
        read_records(REAL / "inspect" / "north.eval")


def test_parquet_without_pyarrow_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(NotInstalled, match=r"to read parquet, pip install 'karat\[arrow\]'"):
        read_records(DETAILS)


def helm_run(folder: Path, **beside: Any) -> Path:
    """A run of HELM by the shape in crfm-helm 0.5.16 (PerInstanceStats, Stat, RunSpec)."""
    folder.mkdir()
    (folder / "per_instance_stats.json").write_text(json.dumps(HELM))
    for name, content in beside.items():
        (folder / f"{name}.json").write_text(json.dumps(content))
    return folder


def test_helm_tells_perturbations_and_trials_apart(tmp_path: Path) -> None:
    run = helm_run(tmp_path / "run")
    assert [(fields["unit"], fields["scores"]) for _, fields in read_records(run)] == [
        ("id1", {"exact_match": 1.0, "num_output_tokens": 7.0, "exact_match,typos": 0.5}),
        ("id2", {"exact_match": 0.0}),
        ("id2#2", {"exact_match": 1.0}),
    ]
    assert means(run) == {"mean(metric='exact_match')": 0.75}  # by hand: (1 + (0 + 1) / 2) / 2


def test_helm_names_the_model_and_what_it_shows(tmp_path: Path) -> None:
    spec = {"name": "sums:digits=2,model=org_east", "adapter_spec": {"model": "org/east", "max_train_instances": 5}}
    run = helm_run(
        tmp_path / "run",
        run_spec=spec,
        display_predictions=[{"stats": {"num_output_tokens": 7}}],
        instances=[{"id": "id1", "references": ["a"]}],
    )
    fields = read_records(run)[0][1]
    assert (fields["heading"].system, fields["task"]) == ("org/east", "sums:digits=2")
    assert fields["heading"].settings == {"max_train_instances": "5"}
    assert list(means(run)) == ["mean(metric='num_output_tokens')"]
    assert "target" in fields


def test_a_run_of_trec_keeps_the_order_and_the_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.run").write_bytes(RUN.encode() + b"302 Q0 caf\xe9 2 1e0 north\n")
    records = [fields for _, fields in read_records(tmp_path / "a.run")]
    assert records[0] == {"unit": "301", "ranking": [("doc-2", 9.5), ("doc-1", 9.0)], "tag": "north"}
    assert [doc.encode("utf-8", "surrogateescape") for doc, _ in records[1]["ranking"]] == [b"doc-9", b"caf\xe9"]
    (tmp_path / "a.qrels").write_text(QRELS)
    assert [fields for _, fields in read_records(tmp_path / "a.qrels")] == [
        {"unit": "301", "judged": {"doc-1": 1, "doc-2": -1}},
        {"unit": "302", "judged": {"doc-9": 0}},
    ]


def test_topics_of_trec_eval_are_items(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TREC_EVAL)
    assert scores(tmp_path / "a.txt") == [{"map": 0.25, "num_ret": 5.0}, {"map": 0.75, "num_ret": 3.0}]
    assert means(tmp_path / "a.txt") == {"mean(metric='map')": 0.5}


# what is broken


def line(**more: Any) -> str:
    return json.dumps(SAMPLE | more) + "\n"


BROKEN: list[tuple[str, str, str, str | bytes, str]] = [  # id, format, name, content, what is said; FILE is the path
    ("no JSON", "lm_eval", "a.jsonl", line() + "{", "FILE:2: this is not JSON"),
    ("no id", "lm_eval", "a.jsonl", line() + "{}", "FILE:2: no `doc_id` was found"),
    ("a list", "lm_eval", "a.jsonl", "[1]", "FILE:1: no `doc_id` was found"),
    ("an id twice", "lm_eval", "a.jsonl", line() + line(), "FILE:2: the document 0 stood at FILE:1 already"),
    ("no UTF-8", "lm_eval", "a.jsonl", line().encode() + b'{"doc_id": "\xff"}', "FILE:2: byte 0xff is not UTF-8"),
    ("deep", "lm_eval", "a.jsonl", '{"a":' * 100_000, "FILE:1: the JSON is nested too deeply"),
    ("no file", "lm_eval", "none.jsonl", "", "FILE: there is no such file"),
    ("no zip", "inspect", "a.eval", "PK\x03\x04abc", "FILE: this zip is damaged (File is not a zip file)"),
    ("empty", "inspect", "a.eval", "", "FILE: this zip is damaged"),
    ("cut", "inspect", "a.eval", (REAL / "inspect" / "north.eval").read_bytes()[:-9], "FILE: this zip is damaged"),
    ("no header", "inspect", "a.eval", b"ZIP", "FILE: no header.json was found in this zip"),
    ("not a log", "inspect", "a.json", "{}", "FILE: no `eval` was found"),
    ("no samples", "inspect", "a.json", json.dumps(evaluated([]) | {"samples": None}), "FILE: no list of samples was"),
    ("no id", "inspect", "a.json", json.dumps(evaluated([{"id": None}])), "FILE: sample 1: no `id` was found"),
    (
        "an id twice",
        "inspect",
        "a.json",
        json.dumps(evaluated([{"id": 1}, {"id": "1"}])),
        "FILE: sample 2: the sample '1'",
    ),
    (
        "odd epoch",
        "inspect",
        "a.json",
        json.dumps(evaluated([{"id": 1, "epoch": "x"}])),
        "FILE: sample 1: the epoch is 'x'",
    ),
    ("no JSON", "inspect", "a.json", '{\n"a"', "FILE: this is not JSON (Expecting ':' delimiter at line 2"),
    ("no parquet", "lighteval", "a.parquet", "PAR1", "FILE: this is no readable parquet file"),
    ("cut", "lighteval", "a.parquet", DETAILS.read_bytes()[:-99], "FILE: this is no readable parquet file"),
    ("an object", "helm", "a.json", "{}", "FILE: a dict was found where a list of instances was expected"),
    ("no id", "helm", "a.json", '[{"stats": []}]', "FILE: instance 1: no `instance_id` was found"),
    ("no stats", "helm", "a.json", '[{"instance_id": "a"}]', "FILE: instance 1: no list of `stats` was found"),
    (
        "two values",
        "helm",
        "a.json",
        json.dumps([HELM[2], HELM[2] | {"stats": [{"name": {"name": "exact_match"}, "mean": 1.0}]}]),
        "FILE: instance 2: exact_match of this instance has two values",
    ),
    (
        "four columns",
        "trec_eval",
        "a.txt",
        "map 1 0.5 x\n",
        "FILE:1: 4 columns were found where measure, topic and value",
    ),
    ("no number", "trec_eval", "a.txt", "map 1 high\n", "FILE:1: 'high' was found where a number was expected"),
    ("a topic twice", "trec_eval", "a.txt", "map 1 0\nmap 1 0\n", "FILE:2: map of topic 1 stands twice"),
    ("a document twice", "trec", "a.run", RUN + "301 Q0 doc-2 3 1 north", "FILE:4: the document doc-2 stands twice in"),
    (
        "no score",
        "trec",
        "a.run",
        "301 Q0 doc-2 3 nan north",
        "FILE:1: nan was found where a finite number was expected",
    ),
    (
        "judged twice",
        "qrels",
        "a.qrels",
        QRELS + "301 0 doc-1 1",
        "FILE:4: the document doc-1 is judged twice in topic",
    ),
    ("no grade", "qrels", "a.qrels", "301 0 doc-1 x", "FILE:1: 'x' was found where a grade such as 1 was expected"),
]


@pytest.mark.parametrize(
    ("format", "name", "content", "said"), [c[1:] for c in BROKEN], ids=[f"{c[1]}: {c[0]}" for c in BROKEN]
)
def test_a_broken_log_is_one_sentence_with_its_place(
    format: str, name: str, content: str | bytes, said: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    if content == b"ZIP":
        zipped(file, {"other.json": {}})
    elif not name.startswith("none"):
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(BadInput) as caught:
        read_records(file, format)
    assert str(caught.value).startswith(said.replace("FILE", str(file)))
    assert len(str(caught.value).splitlines()) == 1


def test_two_logs_of_one_task_in_a_folder_are_refused(tmp_path: Path) -> None:
    for name in ("one", "two"):
        shutil.copytree(REAL / "lm_eval" / "north", tmp_path / name)
    with pytest.raises(BadInput, match=r"the task 'sums_choice' stands in .* already: name one of the two"):
        read_records(tmp_path)


def test_two_systems_in_a_folder_are_refused(tmp_path: Path) -> None:
    for name, task in (("east", "sums"), ("west", "words")):
        run = {"task": task, "model": name}
        (tmp_path / f"{name}.json").write_text(json.dumps(evaluated([{"id": 1}], eval=run)))
    with pytest.raises(BadInput, match=r"this is of 'west', and .*east\.json of 'east': name a folder a system"):
        read_records(tmp_path)


# anything at all: records, or one sentence

WHOLE = [SAMPLES, REAL / "inspect" / "south.eval", DETAILS]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "value", "stats", "name"]), inner)
    ),
    max_leaves=5,
)


def read_somehow(content: bytes, format: str, name: str = "log") -> None:
    """Reads, or says one sentence."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / name
        file.write_bytes(content)
        try:
            if format in LOGS:
                Logs(read_logs([str(file)], format)).tables()
            else:
                read_records(file, format)
            said = ""
        except BadInput as error:
            said = str(error)
    assert len(said.splitlines()) < 2


@pytest.mark.parametrize("whole", WHOLE, ids=lambda one: one.suffix)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_damaged_log_never_ends_in_a_traceback(whole: Path, data: st.DataObject) -> None:
    content = bytearray(whole.read_bytes())
    cut = data.draw(st.integers(0, len(content)) | st.just(len(content)))
    for at, byte in data.draw(st.lists(st.tuples(st.integers(0, len(content) - 1), st.integers(0, 255)), max_size=4)):
        content[at] = byte
    read_somehow(bytes(content[:cut]), format_of(whole), whole.name)


def lying(found: Any, key: str, value: Any) -> Any:
    """The same, with another value wherever the key stands."""
    if isinstance(found, dict):
        return {name: value if name == key else lying(one, key, value) for name, one in found.items()}
    return [lying(one, key, value) for one in found] if isinstance(found, list) else found


LOG = {
    "lm_eval": SAMPLE | {"filter": "none", "metrics": ["acc"]},
    "inspect": evaluated([{"id": 1, "epoch": 1, "target": "a", "scores": graded(a="C"), "metadata": {}}]),
    "helm": HELM,
}


@pytest.mark.parametrize("format", LOG)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_log_of_wrong_types_never_ends_in_a_traceback(format: str, data: st.DataObject) -> None:
    key, value = data.draw(st.sampled_from(keys_of(LOG[format]))), data.draw(VALUES)
    content = json.dumps(lying(LOG[format], key, value)).encode("utf-8", "surrogatepass")
    read_somehow(content, format, "log.json")


def keys_of(found: Any) -> list[str]:
    inner = found.values() if isinstance(found, dict) else found if isinstance(found, list) else []
    return sorted({*(found if isinstance(found, dict) else ()), *(key for one in inner for key in keys_of(one))})


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["trec_eval", "trec", "qrels"]), st.binary(max_size=80))
def test_any_bytes_are_records_of_trec_or_one_sentence(format: str, content: bytes) -> None:
    read_somehow(content or b"\n", format)


def test_every_log_format_is_tested_here() -> None:
    assert {row[1] for row in BROKEN} >= set(LOGS)
