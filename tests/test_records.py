"""Files as they come: what is right is read exactly, and what is broken is one sentence with file and line."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.corpus.ctm import Said
from karat.corpus.documents import read_documents
from karat.corpus.lines import read_lines
from karat.corpus.records import read_records
from karat.errors import BadInput, BadRequest
from karat.evaluate.runs import pair_up, read_run
from karat.gold import read_answers, read_matrix
from karat.types.document import Document

Reader = Callable[[Path], Any]


def run(path: Path) -> Any:
    return read_run(path)


def documents(path: Path) -> list[Document]:
    return list(read_documents(path))


def written(folder: Path, name: str, content: str | bytes) -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    return file


# what is right

LONG = "x" * 140_000


def segment(unit: str, speaker: str, start: float, end: float, text: str) -> dict[str, Any]:
    known = {"unit": unit, "file": "rec", "channel": "A", "speaker": speaker}
    return {**known, "start": start, "end": end, "labels": "", "text": text}


def channel(file: str, name: str, *said: Said) -> dict[str, Any]:
    text = " ".join(one.text for one in said)
    return {"unit": f"{file}-{name}", "file": file, "channel": name, "text": text, "said": said}


READ: list[tuple[str, str | bytes, list[dict[str, Any]], str]] = [
    ("a.txt", "", [], "empty"),
    ("a.txt", "a\n\nb", [{"line": "a"}, {"line": ""}, {"line": "b"}], "blank lines count; no last newline"),
    ("a.txt", "a\r\nb\r\n", [{"line": "a"}, {"line": "b"}], "CRLF"),
    ("a.txt", b"\xef\xbb\xbfa\n", [{"line": "a"}], "a byte-order mark"),
    ("a.txt", "a\u2028b\x85c\x0cd\n", [{"line": "a\u2028b\x85c\x0cd"}], "other separators of Unicode are text"),
    ("a.txt", "\n", [{"line": ""}], "one blank line"),
    ("a", "a\n", [{"line": "a"}], "no ending"),
    ("a.csv", "unit,label\nu1,x\n", [{"unit": "u1", "label": "x"}], "CSV"),
    (
        "a.csv",
        b"\xef\xbb\xbfunit,label\r\nu1,x\r\n",
        [{"unit": "u1", "label": "x"}],
        "CSV with a byte-order mark and CRLF",
    ),
    ("a.csv", 'unit,label\nu1,"x, ""y""\nz"\n', [{"unit": "u1", "label": 'x, "y"\nz'}], "CSV with quotes"),
    ("a.csv", "unit,label\n\nu1,\n", [{"unit": "u1", "label": ""}], "CSV with an empty cell"),
    ("a.csv", "unit\tlabel\nu1\tx, y\n", [{"unit": "u1", "label": "x, y"}], "tabs in a CSV"),
    ("a.tsv", "unit\tlabel\nu1\tx, y\n", [{"unit": "u1", "label": "x, y"}], "TSV"),
    ("a.tsv", "text\nhello, you\n", [{"text": "hello, you"}], "TSV of one column with commas"),
    ("a.csv", "unit,label\nu1,a\u2028b\n", [{"unit": "u1", "label": "a\u2028b"}], "CSV with a line separator"),
    ("a.csv", "unit,label\nu1,a\x0cb\n", [{"unit": "u1", "label": "a\x0cb"}], "CSV with a form feed"),
    ("a.csv", f"id,text\n1,{LONG}\n", [{"id": "1", "text": LONG}], "CSV with a long document in a cell"),
    ("a.jsonl", '{"a": 1}\n\n{"b": [1.5, null, "é"]}', [{"a": 1}, {"b": [1.5, None, "é"]}], "JSONL"),
    ("a.json", b'\xef\xbb\xbf{"a": 1}\r\n', [{"a": 1}], "JSON with a byte-order mark and CRLF"),
    ("a.jsonl", '{"a": "\u2028"}', [{"a": "\u2028"}], "a line separator in JSON"),
    (
        "a.conll",
        "-DOCSTART- O\n\nAnn B-PER\nLee I-PER\nran O\n\nUr I-LOC\n",
        [{"words": "Ann Lee ran", "spans": [[0, 2, "PER"]]}, {"words": "Ur", "spans": [[0, 1, "LOC"]]}],
        "CoNLL",
    ),
    (
        "a.iob",
        "a B-X\nb B-X\nc I-Y\nd I-Y-Z",
        [{"words": "a b c d", "spans": [[0, 1, "X"], [1, 2, "X"], [2, 3, "Y"], [3, 4, "Y-Z"]]}],
        "IOB",
    ),
    ("a.conll", "10\u00a0km B-LEN\n", [{"words": "10\u00a0km", "spans": [[0, 1, "LEN"]]}], "a no-break space in CoNLL"),
    (
        "a.trn",
        ";; by hand\n\nthe { cat / dog / @ } (sat) (ann-b-01)\r\n(bob_2)\na (17)\n",
        [
            {"unit": "ann-b-01", "text": "the { cat / dog / @ } (sat)", "speaker": "ann"},
            {"unit": "bob_2", "text": "", "speaker": "bob"},
            {"unit": "17", "text": "a"},
        ],
        "trn",
    ),
    (
        "a.stm",
        ';; LABEL "f" "Female" ""\n\nrec A ann 0 1.50 <o,f> the  cat\nrec\tA\tbob\t1.5\t2\tsat\nrec A bob 2 3\n',
        [
            segment("rec-A-0", "ann", 0.0, 1.5, "the  cat") | {"labels": "o,f"},
            segment("rec-A-1.5", "bob", 1.5, 2.0, "sat"),
            segment("rec-A-2", "bob", 2.0, 3.0, ""),
        ],
        "stm",
    ),
    (
        "a.stm",
        "rec A ann 0 1 <o>\trun\nrec A bob 0 2 ran\nrec A x 2 3 <o> ignore_time_segment_in_scoring\n",
        [
            segment("rec-A-0", "ann", 0.0, 1.0, "run") | {"labels": "o"},
            segment("rec-A-0-bob", "bob", 0.0, 2.0, "ran"),
            segment("rec-A-2", "x", 2.0, 3.0, "ignore_time_segment_in_scoring") | {"labels": "o", "ignored": True},
        ],
        "stm: two begin together, and one is not scored",
    ),
    (
        "a.ctm",
        ";; by hand\n\nrec A 2.0 0.5 sat -6.5\nrec B 0 1 hm\nrec A 1.0 0.5 cat\n",
        [
            channel("rec", "A", Said(1.0, 1.25, "cat"), Said(2.0, 2.25, "sat")),
            channel("rec", "B", Said(0.0, 0.5, "hm")),
        ],
        "ctm, in order of time",
    ),
    (
        "a.ctm",
        "r A * * <ALT_BEGIN>\nr A 1 1 um\nr A * * <ALT>\nr A 1 2 uh\nr A 3 2 oh\nr A * * <ALT>\nr A * * <ALT_END>\nr A 5 0 a\n",
        [channel("r", "A", Said(1.0, 4.0, "{ um / uh oh / @ }"), Said(5.0, 5.0, "a"))],
        "ctm with alternatives",
    ),
]


@pytest.mark.parametrize(
    ("name", "content", "expected"), [row[:3] for row in READ], ids=[f"{row[0]}: {row[3]}" for row in READ]
)
def test_what_is_right_is_read_exactly(
    name: str, content: str | bytes, expected: list[dict[str, Any]], tmp_path: Path
) -> None:
    assert [fields for _, fields in read_records(written(tmp_path, name, content))] == expected


def test_every_record_knows_its_line(tmp_path: Path) -> None:
    file = written(tmp_path, "a.csv", 'unit,label\nu1,"x\ny"\n\nu2,z\n')
    assert [place for place, _ in read_records(file)] == [f"{file}:3", f"{file}:5"]
    file = written(tmp_path, "a.conll", "\nAnn B-PER\nran O\n\nUr O\n")
    assert [place for place, _ in read_records(file)] == [f"{file}:2", f"{file}:5"]


def test_standard_input_is_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"unit,label\nu1,x\n")))
    assert read_records("-", "csv") == [("stdin:2", {"unit": "u1", "label": "x"})]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r\0")), max_size=5))
def test_any_lines_survive(lines: list[str]) -> None:
    with TemporaryDirectory() as folder:
        assert read_lines(written(Path(folder), "a.txt", "".join(f"{line}\n" for line in lines))) == lines


# what is broken: FILE stands for the file's path

BROKEN: list[tuple[str, Reader, str, str | bytes, str]] = [
    ("not UTF-8", read_records, "a.txt", b"a\nb\xff\n", "FILE:2: byte 0xff is not UTF-8"),
    (
        "UTF-16",
        read_records,
        "a.txt",
        "a".encode("utf-16"),
        "FILE: UTF-16 was found where UTF-8 text was expected: convert it",
    ),
    ("cut in a character", read_records, "a.txt", "é".encode()[:1], "FILE:1: byte 0xc3 is not UTF-8"),
    ("not UTF-8 after CRLF", read_records, "a.csv", b"unit,label\r\nu1,\xe9\r\n", "FILE:2: byte 0xe9 is not UTF-8"),
    ("an empty table", read_records, "a.csv", "", "FILE: the file is empty, but a table with a line of column names"),
    (
        "a short row",
        read_records,
        "a.csv",
        "unit,label\nu1,x\nu2\n",
        "FILE:3: 1 cells were found where the 2 columns unit, label",
    ),
    ("a long row", read_records, "a.csv", "unit,label\nu1,x,y\n", "FILE:2: 3 cells were found where the 2 columns"),
    ("a column twice", read_records, "a.csv", "unit,label,unit\n", "FILE:1: the column 'unit' stands twice"),
    (
        "a column twice but for spaces",
        read_records,
        "a.tsv",
        "unit\tlabel\t unit\n",
        "FILE:1: the column 'unit' stands twice",
    ),
    ("an open quote", read_records, "a.csv", 'unit,label\nu1,"x\n', "FILE:2: this is not a readable table"),
    ("text after a quote", read_records, "a.csv", 'unit,label\nu1,"x"y\n', "FILE:2: this is not a readable table"),
    (
        "no JSON",
        read_records,
        "a.jsonl",
        '{"a": 1}\n{"a": }\n',
        "FILE:2: this is not JSON (Expecting value at column 7)",
    ),
    ("cut JSON", read_records, "a.jsonl", '{"a": 1', "FILE:1: this is not JSON"),
    (
        "two objects in a line",
        read_records,
        "a.jsonl",
        '{"a": 1} {"a": 2}',
        "FILE:1: this is not JSON (Extra data at column 10)",
    ),
    ("NaN in JSON", read_records, "a.jsonl", '{"a": NaN}', "FILE:1: NaN is not JSON: leave the field out"),
    ("Infinity in JSON", read_records, "a.jsonl", '{}\n{"a": -Infinity}', "FILE:2: -Infinity is not JSON"),
    ("a list in JSONL", read_records, "a.jsonl", "[1]", "FILE:1: a list was found where a JSON object was expected"),
    ("a number in JSONL", read_records, "a.jsonl", "\n3", "FILE:2: a int was found where a JSON object was expected"),
    (
        "a number of 5,000 digits in JSON",
        read_records,
        "a.jsonl",
        '{"a": ' + "1" * 5000 + "}",
        "FILE:1: a number with thousands of digits was found",
    ),
    (
        "a key twice in JSON",
        read_records,
        "a.jsonl",
        '{}\n{"a": 1, "a": 2}',
        "FILE:2: the key 'a' stands twice in one JSON object",
    ),
    ("deep JSON", read_records, "a.jsonl", '{"a":' * 100_000, "FILE:1: the JSON is nested too deeply"),
    (
        "a tag of another scheme",
        read_records,
        "a.conll",
        "Ann B-PER\nLee E-PER\n",
        "FILE:2: the tag 'E-PER' was found where O, B-LABEL or I-LABEL",
    ),
    ("a tag without label", read_records, "a.conll", "Ann B-\n", "FILE:1: the tag 'B-' was found"),
    ("an O with a label", read_records, "a.conll", "\nAnn O-PER\n", "FILE:2: the tag 'O-PER' was found"),
    ("a bare label", read_records, "a.conll", "Ann PER\n", "FILE:1: the tag 'PER' was found"),
    ("one column", read_records, "a.conll", "Ann O\nran\n", "FILE:2: the tag 'ran' was found"),
    (
        "an utterance without id",
        read_records,
        "a.trn",
        "a (b-1)\nthe cat\n",
        "FILE:2: no id in parentheses, as in (ann-01)",
    ),
    ("an empty id", read_records, "a.trn", "the cat ()\n", "FILE:1: no id in parentheses"),
    ("an open id", read_records, "a.trn", "the cat (ann-01\n", "FILE:1: no id in parentheses"),
    ("words after the id", read_records, "a.trn", "the (ann-01) cat\n", "FILE:1: no id in parentheses"),
    ("an utterance twice", run, "a.trn", "a (b-1)\nb (b-1)\n", "FILE:2: the unit 'b-1' stood at FILE:1 already"),
    (
        "a short segment",
        read_records,
        "a.stm",
        ";;\nrec A ann 0\n",
        "FILE:2: 4 columns were found where file, channel,",
    ),
    (
        "a segment without times",
        read_records,
        "a.stm",
        "rec A ann the cat\n",
        "FILE:1: 'the' was found where a time in sec",
    ),
    (
        "a segment in no time",
        read_records,
        "a.stm",
        "rec A ann nan 1 a\n",
        "FILE:1: 'nan' was found where a time in secon",
    ),
    (
        "a segment turned round",
        read_records,
        "a.stm",
        "rec A ann 2 1 a\n",
        "FILE:1: the segment ends at 1 before it begins",
    ),
    (
        "a segment thrice",
        run,
        "a.stm",
        "r A ann 0 1 a\nr A ann 0 1 a\nr A ann 0 1 a\n",
        "FILE:3: the unit 'r-A-0-ann' stood at FILE:2 already",
    ),
    (
        "a word without time",
        read_records,
        "a.ctm",
        "r A 1.0 cat\n",
        "FILE:1: 4 columns were found where file, channel,",
    ),
    (
        "a word of two",
        read_records,
        "a.ctm",
        "r A 1 1 the cat sat on\n",
        "FILE:1: 8 columns were found where file, chan",
    ),
    ("a word in no time", read_records, "a.ctm", "r A 1 -1 cat\n", "FILE:1: '-1' was found where a time in seconds"),
    (
        "alternatives not closed",
        read_records,
        "a.ctm",
        "r A * * <ALT_BEGIN>\nr A 1 1 a\n",
        "FILE:2: the alternatives are not",
    ),
    (
        "alternatives not opened",
        read_records,
        "a.ctm",
        "r A 1 1 a\nr A * * <alt>\n",
        "FILE:2: <ALT> was found where <ALT_BEG",
    ),
    (
        "alternatives in alternatives",
        read_records,
        "a.ctm",
        "r A * * <ALT_BEGIN>\nr A * * <ALT_BEGIN>\n",
        "FILE:2: <ALT_BEGIN> was found where <ALT> or <ALT_END> was expected",
    ),
    ("no such file", read_records, "b/none.csv", "", "FILE: there is no such file"),
    ("an empty run", run, "a.txt", "", "FILE: the file is empty, but one answer a line was expected"),
    ("a run without ids", run, "a.csv", "label\nx\n", "FILE:2: no `unit` (or `id`) was found"),
    ("a run with an empty id", run, "a.csv", "unit,label\nu1,x\n,y\n", "FILE:3: no `unit` (or `id`) was found"),
    (
        "a run with an id twice",
        run,
        "a.jsonl",
        '{"id": 1}\n{"id": "1"}',
        "FILE:2: the unit '1' stood at FILE:1 already",
    ),
    (
        "answers without a column",
        read_answers,
        "a.csv",
        "unit,label\nu1,x\n",
        "FILE:2: no column `author` was found among unit, label",
    ),
    (
        "answers without a label",
        read_answers,
        "a.csv",
        "unit,author\nu1,ann\n",
        "FILE:2: no column `label` was found among unit, author",
    ),
    (
        "a unit that is null",
        read_answers,
        "a.jsonl",
        '{"unit": null, "author": "a", "label": "x"}',
        "FILE:1: the unit is empty",
    ),
    ("an answer without author", read_answers, "a.csv", "unit,author,label\nu1, ,x\n", "FILE:2: the author is empty"),
    (
        "an answer twice",
        read_answers,
        "a.csv",
        "unit,author,label\nu1,ann,x\nu1,bob,x\nu1,ann,y\n",
        "FILE:4: ann answered unit u1 at FILE:2 already",
    ),
    (
        "seconds that are none",
        read_answers,
        "a.csv",
        "unit,author,label,seconds\nu1,ann,x,soon\n",
        "FILE:2: 'soon' was found where a number of seconds",
    ),
    ("no answers", read_answers, "a.csv", "unit,author,label\n", "FILE: there is no answer in it"),
    ("a ragged matrix", read_matrix, "a.csv", "ann,bob\nx,y\nx\n", "FILE:3: 1 cells were found where 2 were expected"),
    (
        "a ragged matrix with blank lines",
        read_matrix,
        "a.csv",
        "ann,bob\nx,y\n\n\nx\n",
        "FILE:5: 1 cells were found where 2 were expected",
    ),
    ("an author twice", read_matrix, "a.csv", "\nann,ann\nx,y\n", "FILE:2: the author 'ann' stands twice"),
    ("a matrix without rows", read_matrix, "a.csv", "ann,bob\n", "FILE: a header with the authors' names"),
    (
        "a document without text",
        documents,
        "a.jsonl",
        '{"id": "d1", "txt": "a"}',
        "FILE:1: no field `text` with the document's text was found among id, txt",
    ),
    ("a document's text that is none", documents, "a.jsonl", '{"text": 3}', "FILE:1: the field `text` is 3"),
    (
        "a document twice",
        documents,
        "a.jsonl",
        '{"id": "d1", "text": "a"}\n{"id": "d1", "text": "b"}',
        "FILE:2: the id 'd1' stood at FILE:1 already",
    ),
    ("no documents", documents, "a.txt", "", "FILE: there is no document in it"),
]


@pytest.mark.parametrize(
    ("reader", "name", "content", "said"),
    [pytest.param(*row[1:], id=row[0]) for row in BROKEN],
)
def test_what_is_broken_is_one_sentence_with_its_place(
    reader: Reader, name: str, content: str | bytes, said: str, tmp_path: Path
) -> None:
    file = tmp_path / name if name.startswith("b/") else written(tmp_path, name, content)
    with pytest.raises(BadInput) as caught:
        reader(file)
    assert str(caught.value).startswith(said.replace("FILE", str(file)))
    assert len(str(caught.value).splitlines()) == 1


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="this is a folder, but a file was expected"):
        read_records(tmp_path)


def test_an_unknown_format_is_answered_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=r"no format is called 'jsnol'\. Did you mean jsonl"):
        read_records(written(tmp_path, "a.txt", ""), "jsnol")


# runs


def run_of(folder: Path, name: str, units: Sequence[str]) -> Any:
    return read_run(written(folder, f"{name}.csv", "".join(["unit,label\n", *(f"{unit},{unit}\n" for unit in units)])))


def test_runs_are_paired_by_id(tmp_path: Path) -> None:
    gold, guess = run_of(tmp_path, "gold", ["u1", "u2"]), run_of(tmp_path, "guess", ["u2", "u1"])
    assert pair_up(gold, guess).take("label") == ["u1", "u2"]


def test_unequal_units_are_refused_and_three_are_named(tmp_path: Path) -> None:
    gold, guess = run_of(tmp_path, "gold", [f"u{i}" for i in range(9)]), run_of(tmp_path, "guess", ["u0", "x2", "x1"])
    with pytest.raises(BadInput) as caught:
        pair_up(gold, guess)
    assert str(caught.value) == (
        "gold has 9 units and guess has 3: 8 are not answered (u1, u2, u3 …) and 2 are not in gold (x1, x2); "
        "the same units on both sides were expected"
    )


def test_blank_lines_are_answers(tmp_path: Path) -> None:
    gold, guess = (
        read_run(written(tmp_path, name, content)) for name, content in (("gold", "a\n\nb\n"), ("guess", "\n\nb\n"))
    )
    assert pair_up(gold, guess).take("words") == ["", "", "b"]


def test_a_missing_field_says_what_was_there(tmp_path: Path) -> None:
    with pytest.raises(
        BadInput,
        match=r"a\.csv:2: no field `text` or `words` was found among unit, label, but this measure takes words",
    ):
        read_run(written(tmp_path, "a.csv", "unit,label\nu1,x\n")).take("words")


def test_a_column_is_looked_for_in_the_record_and_in_its_meta(tmp_path: Path) -> None:
    found = read_run(written(tmp_path, "a.jsonl", '{"id": 1, "meta": {"book": "b1"}, "topic": "t"}'))
    assert (found.column("book"), found.column("topic")) == (["b1"], ["t"])
    with pytest.raises(BadInput, match=r"a\.jsonl:1: there is no column 'x' among"):
        found.column("x")


# matrices and documents


def test_a_matrix_is_a_line_a_unit_and_a_cell_an_author(tmp_path: Path) -> None:
    found = read_matrix(written(tmp_path, "a.csv", "unit,ann,bob\nu1,x,\nu2,-,y\n"))
    assert [(a.unit, a.author, a.body) for a in found] == [("u1", "ann", "x"), ("u2", "bob", "y")]
    found = read_matrix(written(tmp_path, "a.tsv", "ann\tbob\nx\tNA\n"))
    assert [(a.unit, a.author, a.body) for a in found] == [("1", "ann", "x")]


def test_documents_keep_what_is_known_of_them(tmp_path: Path) -> None:
    [one, other] = documents(
        written(tmp_path, "a.jsonl", '{"id": 7, "text": "a", "book": "b", "meta": {"year": 1}}\n{"text": "b"}')
    )
    assert (one.id, one.text, one.meta) == ("7", "a", {"book": "b", "year": 1})
    assert other.id == Document.of("b").id


def test_lines_are_documents(tmp_path: Path) -> None:
    assert [(d.id, d.text) for d in documents(written(tmp_path, "a.txt", "a\n\nb\n"))] == [
        ("1", "a"),
        ("2", ""),
        ("3", "b"),
    ]
