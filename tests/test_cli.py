"""The command line as a contract: names, JSON keys, exit codes, one sentence for each mistake."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from karat.cli.__main__ import main
from karat.cli.verbs import VERBS

GOLD = "unit,label,genre\nu1,a,x\nu2,b,x\nu3,b,y\nu4,a,y\n"
GUESS = '{"unit": "u2", "label": "b"}\n{"unit": "u1", "label": "a"}\n{"unit": "u4", "label": "b"}\n{"unit": "u3", "label": "b"}\n'
ANSWERS = "unit,author,label\nu1,ann,x\nu1,bob,x\nu2,ann,y\nu2,bob,x\nu3,ann,y\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "gold.csv": GOLD,
        "one.jsonl": GUESS,
        "answers.csv": ANSWERS,
        "a.txt": "x y\nz\n",
        "b.txt": "x y\nq\n",
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_score_has_the_promised_keys(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = found(capsys, "score", "gold.csv", "one.jsonl", "-m", "accuracy", "-m", "f(average='macro')")
    assert said["units"] == 4
    assert [set(score) for score in said["scores"]] == [
        {"measure", "value", "low", "high", "n", "why", "signature"}
    ] * 2
    assert said["scores"][0]["value"] == 0.75


def test_score_pairs_by_unit_and_not_by_position(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        found(capsys, "score", "gold.csv", "one.jsonl", "-m", "accuracy", "--interval", "none")["scores"][0]["value"]
        == 0.75
    )


def test_score_by_a_column_scores_each_slice(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = found(capsys, "score", "gold.csv", "one.jsonl", "-m", "accuracy", "--by", "genre")
    assert [(s["slice"], s["scores"][0]["value"]) for s in said["slices"]] == [("x", 1.0), ("y", 0.5)]


def test_score_each_gives_every_unit(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = found(capsys, "score", "a.txt", "b.txt", "-m", "wer", "--each")
    assert said["each"] == [{"unit": "1", "scores": {"wer": 0.0}}, {"unit": "2", "scores": {"wer": 1.0}}]
    code, out, _ = run(capsys, "score", "a.txt", "b.txt", "-m", "wer", "--each")
    assert code == 0
    assert out.splitlines()[-2:] == ["1      .000", "2     1.000"]


def test_one_reference_may_stand_behind_refs_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = found(capsys, "score", "a.txt", "b.txt", "-m", "wer")
    assert found(capsys, "score", "--refs", "a.txt", "--guess", "b.txt", "-m", "wer") == plain
    assert found(capsys, "score", "--guess", "b.txt", "-m", "wer", "--refs", "a.txt") == plain


LOGPROBS = '{"unit": "u1", "logprobs": [-1.0, -3.0]}\n{"unit": "u2", "logprobs": [-2.0]}\n'


def test_perplexity_needs_no_gold(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "model.jsonl").write_text(LOGPROBS)
    (folder / "other.jsonl").write_text(LOGPROBS.replace("-3.0", "-5.0"))
    score = found(capsys, "score", "--guess", "model.jsonl", "-m", "perplexity")
    assert score["units"] == 2
    assert score["scores"][0]["value"] == pytest.approx(math.exp(2))
    said = found(capsys, "compare", "model.jsonl", "other.jsonl", "-m", "perplexity", "--resamples", "100")
    assert [one["system"] for one in said["systems"]] == ["model", "other"]
    assert said["comparisons"][0]["difference"] == pytest.approx(math.exp(2) - math.exp(8 / 3))


def test_speech_is_scored_by_speaker(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "ref.stm").write_text(
        "a 1 ann 0 1 one two\na 1 bob 1 2 three\na 1 x 2 3 ignore_time_segment_in_scoring\n"
    )
    (folder / "sys.ctm").write_text("a 1 0.1 0.2 one\na 1 0.5 0.2 too\na 1 1.2 0.3 three\na 1 2.1 0.2 noise\n")
    said = found(capsys, "score", "ref.stm", "sys.ctm", "-m", "wer", "--by", "speaker")
    assert [(s["slice"], s["scores"][0]["value"]) for s in said["slices"]] == [("ann", 0.5), ("bob", 0.0)]
    _, _, err = run(capsys, "score", "ref.stm", "sys.ctm", "-m", "wer")
    assert err == "note: 1 segments are marked as not to be scored, and are left out\n"


def test_blank_lines_count(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "blank.txt").write_text("x y\n\n")
    assert found(capsys, "score", "a.txt", "blank.txt", "-m", "wer")["scores"][0]["value"] == pytest.approx(1 / 3)


def test_an_undefined_score_is_null_and_says_why(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty.txt").write_text("\n\n")
    score = found(capsys, "score", "empty.txt", "a.txt", "-m", "wer")["scores"][0]
    assert (score["value"], score["why"]) == (None, "the references hold no words")


def test_compare_has_the_promised_keys(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "two.jsonl").write_text(GUESS.replace('"b"', '"a"'))
    said = found(capsys, "compare", "gold.csv", "one.jsonl", "two.jsonl", "-m", "accuracy", "--resamples", "1000")
    more = {"units", "drawn", "correction", "claim", "notes", "signature"}  # beyond the contract
    assert set(said) == {"systems", "comparisons", "ranks"} | more
    promised = {"a", "b", "measure", "difference", "low", "high", "p", "p_corrected", "test", "resamples", "seed"}
    assert promised <= set(said["comparisons"][0])
    assert said["comparisons"][0]["difference"] == 0.25


def test_a_system_compared_with_itself_has_p_1(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "same.jsonl").write_text(GUESS)
    said = found(capsys, "compare", "gold.csv", "one.jsonl", "same.jsonl", "-m", "accuracy", "--resamples", "1000")
    assert (said["comparisons"][0]["p"], said["comparisons"][0]["difference"]) == (1.0, 0.0)


COMPARE = ("compare", "gold.csv", "one.jsonl", "two.jsonl", "-m", "accuracy", "--resamples", "500")


@pytest.fixture
def rivals(folder: Path) -> Path:
    (folder / "two.jsonl").write_text(GUESS.replace('"b"', '"a"'))
    (folder / "texts.csv").write_text("unit,text\nu1,one\nu2,one two\nu3,three\nu4,a b\n")
    return folder


def test_compare_by_slices_says_what_each_holds(rivals: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = found(capsys, *COMPARE, "--by", "genre", "--by", "length", "--texts", "texts.csv")
    assert [(part["by"], part["slice"], part["n"]) for part in said["slices"]] == [
        ("genre", "x", 2),
        ("genre", "y", 2),
        ("length", "1 word", 2),
        ("length", "2 words", 2),
    ]
    assert said["slices"][0]["comparisons"][0]["why"] == "2 units are too few to test: at least 10 were expected"
    assert set(said["slices"][0]["systems"][0]) == {"system", "scores"}


def test_compares_json_keeps_to_the_published_schema(rivals: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schemas = pytest.importorskip("jsonschema_rs")
    schema = json.loads((Path(__file__).parents[1] / "docs" / "report-schema.json").read_text("utf-8"))
    said = found(capsys, *COMPARE, "-m", "f(average='macro')", "--by", "genre", "--correction", "bh")
    assert [str(error) for error in schemas.Draft202012Validator(schema).iter_errors(said)] == []


def test_compare_writes_its_files(rivals: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *COMPARE, "--html", "r.html", "--markdown", "r.md", "--latex", "t.tex")
    assert (code, out.splitlines()[0]) == (0, "accuracy: 2 systems on gold, 4 units")
    assert err.splitlines() == ["r.html is written", "r.md is written", "t.tex is written"]
    assert "karat compare gold.csv one.jsonl two.jsonl -m accuracy --resamples 500" in (rivals / "r.html").read_text()
    assert (rivals / "r.md").read_text().startswith("# 2 systems on gold\n")
    assert "\\begin{tabular}" in (rivals / "t.tex").read_text()


def test_a_report_on_standard_output_stands_there_alone(rivals: Path) -> None:
    ran = subprocess.run([sys.executable, "-m", "karat.cli", *COMPARE, "--latex", "-"], capture_output=True, check=True)
    assert ran.stdout.startswith(b"% karat compare gold.csv")
    assert ran.stdout.count(b"\\toprule") == 2
    assert ran.stderr == b""


def test_the_same_command_writes_the_same_report(rivals: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = []
    for _ in range(2):
        run(capsys, *COMPARE, "--html", "r.html")
        pages.append((rivals / "r.html").read_bytes())
    assert pages[0] == pages[1]


def test_agree_has_the_promised_keys(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = found(capsys, "agree", "answers.csv", "-m", "kappa", "-m", "alpha")
    assert set(said) == {"scores", "pairs", "labels", "dropped"}
    assert said["dropped"] == [{"unit": "u3", "why": "1 answer: agreement needs two"}]
    assert [(p["a"], p["b"], p["n"]) for p in said["pairs"]] == [("ann", "bob", 2)]


def test_agree_reads_a_matrix(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "matrix.csv").write_text("ann,bob\nx,x\ny,x\ny,-\n")
    long = found(capsys, "agree", "answers.csv", "-m", "alpha")["scores"]
    assert found(capsys, "agree", "matrix.csv", "--matrix", "-m", "alpha")["scores"] == long


def test_gold_lists_what_stays_open(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "gold", "answers.csv", "-o", "gold.jsonl")
    lines = [json.loads(line) for line in (folder / "gold.jsonl").read_text().splitlines()]
    assert (code, out) == (0, "")
    assert "1 left open" in err
    assert [(line["unit"], line["label"]) for line in lines] == [("u1", "x"), ("u3", "y"), ("u2", None)]


def test_count_has_the_promised_keys(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert found(capsys, "count", "a.txt", "--top", "1") == {"tokens": 3, "types": 3, "hapaxes": 3, "top": [["x", 1]]}


def test_split_keeps_a_group_together_and_loses_nobody(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.dumps({"id": f"d{i}", "text": f"text {i}", "meta": {"author": f"p{i % 7}"}}) for i in range(70)]
    (folder / "docs.jsonl").write_text("\n".join(lines))
    said = found(capsys, "split", "docs.jsonl", "-o", "parts", "--by", "author", "--ratios", "50,25,25")
    parts = {
        p: [json.loads(x) for x in (folder / "parts" / f"{p}.jsonl").read_text().splitlines()]
        for p in ("train", "dev", "test")
    }
    owners = [{document["meta"]["author"] for document in documents} for documents in parts.values()]
    assert sum(map(len, parts.values())) == 70 == sum(said["parts"].values())
    assert len(set.union(*owners)) == sum(map(len, owners))


BROKEN: list[tuple[str, bytes, list[str], str]] = [
    (
        "no such file",
        b"",
        ["score", "nowhere.csv", "one.jsonl", "-m", "accuracy"],
        "nowhere.csv: there is no such file",
    ),
    ("an empty file", b"", ["score", "bad.csv", "one.jsonl", "-m", "accuracy"], "bad.csv: the file is empty"),
    (
        "not UTF-8",
        b"unit,label\nu1,\xff\n",
        ["score", "bad.csv", "one.jsonl", "-m", "accuracy"],
        "bad.csv:2: byte 0xff is not UTF-8",
    ),
    (
        "not JSON",
        b'{"unit": 1\n',
        ["score", "gold.csv", "bad.jsonl", "-m", "accuracy"],
        "bad.jsonl:1: this is not JSON",
    ),
    (
        "too few units",
        b"unit,label\nu1,a\n",
        ["score", "gold.csv", "bad.csv", "-m", "accuracy"],
        "3 are not answered (u2, u3, u4)",
    ),
    (
        "a unit twice",
        b"unit,label\nu1,a\nu1,b\n",
        ["score", "bad.csv", "one.jsonl", "-m", "accuracy"],
        "bad.csv:3: the unit 'u1' stood at bad.csv:2",
    ),
    (
        "a ragged row",
        b"unit,label\nu1\n",
        ["score", "bad.csv", "one.jsonl", "-m", "accuracy"],
        "bad.csv:2: 1 cells were found where the 2 columns",
    ),
    ("no label column", b"unit,lable\nu1,a\n", ["score", "bad.csv", "bad.csv", "-m", "accuracy"], "no field `label`"),
    (
        "a word for a number",
        b"unit,value\nu1,many\n",
        ["score", "bad.csv", "bad.csv", "-m", "spearman"],
        "bad.csv:2: 'many' was found where a number",
    ),
    ("unequal lines", b"x\n", ["score", "a.txt", "bad.txt", "-m", "wer"], "a has 2 units and bad has 1"),
    (
        "a dropped blank line",
        b"x y\n\nz\n",
        ["score", "bad.txt", "a.txt", "-m", "wer"],
        "(bad has 1 blank lines and a 0: did a tool drop blank lines?)",
    ),
    ("refs without a guess", b"", ["score", "--refs", "a.txt", "b.txt", "-m", "wer"], "--refs R1 R2 … --guess SYSTEM"),
    ("perplexity with gold", b"", ["score", "a.txt", "b.txt", "-m", "perplexity"], "--guess FILE -m perplexity"),
    ("no gold for wer", b"", ["score", "--guess", "a.txt", "-m", "wer"], "there is no gold: give it"),
    ("gold alone", b"", ["score", "a.txt", "-m", "wer"], "karat score GOLD GUESS"),
    ("standard input twice", b"", ["score", "-", "-", "-m", "wer"], "two files cannot both be standard input"),
    ("an unknown measure", b"", ["score", "a.txt", "b.txt", "-m", "werr"], "Did you mean wer or wwer?"),
    ("a bad parameter", b"", ["score", "a.txt", "b.txt", "-m", "f(averge='macro')"], "Did you mean average?"),
    ("a bad choice", b"", ["score", "a.txt", "b.txt", "-m", "f(average='makro')"], "Did you mean macro"),
    ("code for a measure", b"", ["score", "a.txt", "b.txt", "-m", "__import__('os').system('ls')"], "cannot read"),
    ("a panel measure", b"", ["score", "a.txt", "b.txt", "-m", "alpha"], "use `agree`"),
    ("an unknown option", b"", ["score", "a.txt", "b.txt", "--measur", "wer"], "--measure"),
    (
        "an unknown column",
        b"",
        ["score", "gold.csv", "one.jsonl", "-m", "accuracy", "--by", "gnere"],
        "no column 'gnere'",
    ),
    ("a negative seed", b"", ["score", "a.txt", "b.txt", "-m", "wer", "--seed", "-1"], "the seed is -1"),
    (
        "agree: an answer twice",
        b"unit,author,label\nu1,ann,x\nu1,ann,y\n",
        ["agree", "bad.csv"],
        "bad.csv:3: ann answered unit u1 at bad.csv:2",
    ),
    ("agree: no author", b"unit,label\nu1,x\n", ["agree", "bad.csv"], "no column `author`"),
    ("agree: an empty author", b"unit,author,label\nu1,,x\n", ["agree", "bad.csv"], "bad.csv:2: the author is empty"),
    (
        "agree: words on a scale",
        b"unit,author,label\nu1,a,x\nu1,b,y\n",
        ["agree", "bad.csv", "-m", "alpha(level='ordinal')"],
        "the label 'x' is not a number",
    ),
    ("agree: a ragged matrix", b"ann,bob\nx\n", ["agree", "bad.csv", "--matrix"], "bad.csv:2: 1 cells"),
    ("agree: nobody", b"unit,author,label\n", ["agree", "bad.csv"], "there is no answer in it"),
    ("count: a folder", b"", ["count", "."], "this is a folder"),
    ("count: no such file", b"", ["count", "nowhere.txt"], "nowhere.txt"),
    ("count: an n of 0", b"", ["count", "a.txt", "--ngram", "0"], "ngram is 0"),
    ("count: an unknown tokeniser", b"", ["count", "a.txt", "--tokens", "wrods"], "Did you mean words?"),
    ("count: sed with words", b"", ["count", "a.txt", "--as", "sed", "--tokens", "words"], "leave one of them out"),
    ("count: an n beyond all reason", b"", ["count", "a.txt", "--ngram", "6000000000"], "at most 1,000 was expected"),
    ("a name of two lines", b"", ["score", "a\nb", "b.txt", "-m", "wer"], "a\\nb: there is no such file"),
    ("no thread", b"", ["score", "a.txt", "b.txt", "-m", "wer", "--threads", "0"], "0 threads were asked for"),
    ("a measure in capitals", b"", ["measures", "WER"], "Did you mean wer?"),
    ("an open quote", b'unit,label\nu1,"x\nu2,y\n', ["score", "gold.csv", "bad.csv", "-m", "f"], "bad.csv:2: this is"),
    ("line ends of 1990", b"unit,label\ru1,x\r", ["agree", "bad.csv"], "end lines with LF or CRLF"),
    (
        "a text that is a number",
        b'{"text": 5}',
        ["split", "bad.jsonl", "-o", "x"],
        "`text` is 5, but a text was expected",
    ),
    ("true for a number", b'{"unit": 1, "value": true}', ["score", "bad.jsonl", "bad.jsonl", "-m", "spearman"], "True"),
    (
        "agree: a list for a unit",
        b'{"unit": ["u1"], "author": "ann", "label": "x"}',
        ["agree", "bad.jsonl"],
        "bad.jsonl:1: the unit is ['u1'], but a name was expected",
    ),
    ("add: nothing", b"", ["add"], "Missing command"),
    ("gold: an unknown rule", b"", ["gold", "answers.csv", "--rule", "majorty()"], "Did you mean majority?"),
    ("compare: one system", b"", ["compare", "gold.csv", "one.jsonl", "-m", "accuracy"], "at least two were expected"),
    (
        "compare: two things to stdout",
        b"",
        ["compare", "gold.csv", "one.jsonl", "gold.csv", "-m", "accuracy", "--html", "-", "--latex", "-"],
        "two things cannot both go to standard output",
    ),
    (
        "compare: texts of other units",
        b"unit,text\nu9,x\n",
        ["compare", "gold.csv", "one.jsonl", "gold.csv", "-m", "accuracy", "--texts", "bad.csv"],
        "bad says nothing of 4 of 4 units (u1, u2, u3 …)",
    ),
    (
        "compare: lengths without texts",
        b"",
        ["compare", "gold.csv", "one.jsonl", "gold.csv", "-m", "accuracy", "--by", "length"],
        "gold.csv:2: there is no text to look at",
    ),
    ("split: no such key", b"", ["split", "a.txt", "-o", "parts", "--by", "author"], "no 'author' to split by"),
    ("serve: no workspace", b"not a database", ["serve", "bad.karat"], "bad.karat"),
    ("import: no workspace", b"", ["import", "nowhere.karat", "mood", "answers.csv"], "nowhere.karat"),
]


@pytest.mark.parametrize(("content", "arguments", "says"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_bad_input_gets_one_sentence_and_exit_2(
    folder: Path, capsys: pytest.CaptureFixture[str], content: bytes, arguments: list[str], says: str
) -> None:
    for name in arguments[1:]:
        if name.startswith("bad."):
            (folder / name).write_bytes(content)
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert err.startswith(f"karat {arguments[0]}: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "bad",
    [
        b'{"unit": "d1", "author": "ann", "label": "god"}',
        b'{"unit": "d9", "author": "ann", "label": "good"}',
        b'{"author": "ann"}',
    ],
)
def test_an_import_with_one_bad_answer_keeps_none(folder: Path, capsys: pytest.CaptureFixture[str], bad: bytes) -> None:
    (folder / "docs.jsonl").write_text('{"id": "d1", "text": "One."}\n{"id": "d2", "text": "Two."}\n')
    (folder / "prose.md").write_text("Is it good?")
    assert main(["new", "w.karat"]) == 0
    assert main(["add", "documents", "w.karat", "docs.jsonl"]) == 0
    assert (
        main(["add", "guideline", "w.karat", "mood", "--kind", "label(labels=('good', 'bad'))", "--prose", "prose.md"])
        == 0
    )
    (folder / "some.jsonl").write_bytes(b'{"unit": "d2", "author": "ann", "label": "bad"}\n' + bad + b"\n")
    capsys.readouterr()
    code, _, err = run(capsys, "import", "w.karat", "mood", "some.jsonl")
    assert code == 2
    assert err.startswith("karat import: some.jsonl:2")
    assert err.count("\n") == 1
    assert found(capsys, "export", "w.karat", "mood") == {"lines": []}
    assert run(capsys, "export", "w.karat", "mood") == (0, "", "")
    assert main(["verify", "w.karat"]) == 0


def test_help_lists_every_verb_and_each_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    _, overview, _ = run(capsys, "--help")
    for verb in VERBS:
        assert f"  {verb} " in overview
        code, out, _ = run(capsys, verb, "--help")
        assert code == 0
        assert "Example: karat " in out


def test_f1_is_another_name_of_f(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scores = found(capsys, "score", "gold.csv", "one.jsonl", "-m", "f1(average='macro')")["scores"]
    assert [score["measure"] for score in scores] == ["f(average='macro')"]
    assert [fact["name"] for fact in found(capsys, "measures", "f1")["measures"]] == ["f"]
    assert "f1" not in [fact["name"] for fact in found(capsys, "measures")["measures"]]


@pytest.mark.filterwarnings("default")
def test_a_warning_is_a_note(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("karat.cli.doctor_._kernels", lambda: warnings.warn("slow today", stacklevel=2) or ("", "", ""))
    code, _, err = run(capsys, "doctor")
    assert (code, err) == (0, "note: slow today\n")


def test_an_unknown_verb_is_answered_with_its_neighbours(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "scroe") == (2, "", "karat: there is no verb 'scroe'. Did you mean score?\n")


def test_a_reader_that_has_enough_is_no_error(folder: Path) -> None:
    (folder / "big.txt").write_text("\n".join(f"w{i}" for i in range(50_000)))
    ran = subprocess.run(
        f"{sys.executable} -m karat.cli count big.txt --top 0 | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    assert ran.stdout.startswith("50,000 tokens")


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """What a shell gives for a command; KARAT stands for karat."""
    told = command.replace("KARAT", f"{sys.executable} -m karat.cli")
    return subprocess.run(told, shell=True, capture_output=True, check=False, env={**os.environ, **environment})


@pytest.mark.parametrize("encoding", ["utf-8:strict", "latin-1:strict", "ascii:strict", "cp1252:strict"])
def test_output_is_utf_8_whatever_the_locale(folder: Path, encoding: str) -> None:
    (folder / "answers.csv").write_text("unit,author,label\nu1,ann,é🙂\n", "utf-8")
    (folder / "bytes.txt").write_bytes(b"\xff \xff\n")
    ran = shell("KARAT gold answers.csv && KARAT --help && KARAT count bytes.txt --json", PYTHONIOENCODING=encoding)
    assert (ran.returncode, ran.stderr.count(b"\n")) == (0, 1)
    first, *_, last = ran.stdout.decode().splitlines()
    assert json.loads(first)["label"] == "é🙂"
    assert json.loads(last)["top"] == [["\udcff", 2]]


STREAMS: list[tuple[str, int, bytes]] = [  # a command, its exit code, how its sentence begins
    ("KARAT count a.txt > /dev/full", 2, b"karat: the output cannot be written (No space left on device)"),
    ("KARAT count a.txt --as sed > /dev/full", 2, b"karat: the output cannot be written"),
    ("KARAT gold answers.csv --quiet > /dev/full", 2, b"karat: the output cannot be written"),
    ("KARAT --help > /dev/full", 2, b"karat: the output cannot be written"),
    ("KARAT count a.txt >&-", 0, b""),
    ("KARAT scroe 2>&-", 2, b""),
    ("KARAT score - a.txt -m wer <&-", 2, b"karat score: stdin: the file is empty"),
    ("KARAT --help | true", 0, b""),
]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is a thing of Linux")
@pytest.mark.parametrize(("command", "code", "says"), STREAMS, ids=[row[0] for row in STREAMS])
def test_a_full_or_closed_stream_leaves_no_traceback(folder: Path, command: str, code: int, says: bytes) -> None:
    ran = shell(command)
    assert (ran.returncode, ran.stderr.count(b"\n")) == (code, int(bool(says)))
    assert ran.stderr.startswith(says)


def test_gold_as_json_is_written_where_it_was_asked_for_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = found(capsys, "gold", "answers.csv", "-o", "gold.jsonl")
    kept = [json.loads(line) for line in (folder / "gold.jsonl").read_text().splitlines()]
    assert [one["unit"] for one in said["decisions"]] == [one["unit"] for one in kept if one["label"] is not None]


def test_half_a_character_survives_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "half.jsonl").write_text('{"unit": "u1", "author": "ann", "label": "\\ud800"}\n')
    assert main(["gold", "half.jsonl", "-o", "gold.jsonl", "--quiet"]) == 0
    score = found(capsys, "score", "gold.jsonl", "half.jsonl", "-m", "accuracy", "--interval", "none")
    assert score["scores"][0]["value"] == 1.0


def test_standard_input_is_a_file_called_dash(folder: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "karat.cli", "count", "-", "--json"], input=b"a b a\n", capture_output=True, check=True
    )
    assert json.loads(ran.stdout)["top"][0] == ["a", 2]
