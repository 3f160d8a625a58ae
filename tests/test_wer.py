"""Word and character errors: marks of transcripts, tables of costs, alignments to look at, groups, and what looks wrong."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import karat
from karat.cli.__main__ import main
from karat.engine import Threads
from karat.errors import BadInput, BadRequest
from karat.evaluate.aligning import align, by_group, mistakes
from karat.measures import measure
from karat.measures.costs import read_costs, write_costs
from karat.measures.edited import Edited
from karat.measures.forms import FORMS
from karat.report.alignments import as_page, as_text
from karat.stats.scoring import rows_of
from karat.text.alternates import arcs
from karat.types.aligned import Aligned, Edit
from karat.types.score import Score

MEASURED = (
    "wer",
    "wer(lowercase=True)",
    "wer(align='sclite')",
    "wer(align='htk')",
    "wer(alternates=True)",
    "wer(align='sclite', optional=True, fragments=True)",
    "mer(align='sclite')",
    "cer",
    "cer(align='sclite', spaces=False)",
    "wwer(insertion=0.4)",
    "wwer(lowercase=True, alternates=True, optional=True, fragments=True)",
)
EVERY = pytest.mark.parametrize("text", MEASURED)
WORDS = ["a", "b", "A", "cat", "ca-", "-at", "(uh)", "{ a / b c / @ }", "{a/cat}", "日本", "é"]


def sides(units: int, seed: int = 0) -> tuple[list[str], list[str]]:
    """Marked references, and guesses without alternatives."""
    rng = np.random.default_rng(seed)
    gold = [" ".join(rng.choice(WORDS, rng.integers(0, 7))) for _ in range(units)]
    guess = [
        " ".join(rng.choice([word for word in WORDS if "{" not in word], rng.integers(0, 7))) for _ in range(units)
    ]
    return gold, guess


def scored(text: str, gold: list[str], guess: list[str]) -> Score:
    return karat.score(gold, guess, text, interval="none")


# counts


@EVERY
def test_counts_do_not_depend_on_threads_chunks_and_order(text: str) -> None:
    m, (gold, guess) = measure(text), sides(4_200)
    rows = rows_of(m, FORMS["words"].encode(gold, guess))
    assert np.array_equal(rows_of(m, FORMS["words"].encode(gold, guess), Threads(workers=3)), rows)
    order = np.random.default_rng(0).permutation(len(gold))
    turned = FORMS["words"].encode([gold[i] for i in order], [guess[i] for i in order])
    assert np.array_equal(rows_of(m, turned), rows[order])
    for i in range(0, 4_200, 97):
        assert np.array_equal(rows_of(m, FORMS["words"].encode([gold[i]], [guess[i]]))[0], rows[i])


@EVERY
def test_what_is_shown_is_what_is_counted(text: str) -> None:
    m, (gold, guess) = measure(text), sides(300)
    rows = rows_of(m, FORMS["words"].encode(gold, guess))
    for one, row in zip(align(gold, guess, text), rows, strict=True):
        kinds = ("hit", "substitution", "deletion", "insertion")
        assert [one.count(kind) for kind in kinds] == row[:4].tolist()
    assert isinstance(m, Edited)
    assert list(m.parts(rows.sum(0)))[:4] == ["hits", "substitutions", "deletions", "insertions"]


@EVERY
def test_the_words_of_an_alignment_are_those_of_the_guess(text: str) -> None:
    gold, guess = sides(100)
    m = measure(text)
    assert isinstance(m, Edited)
    for one, said in zip(align(gold, guess, text), guess, strict=True):
        told = [edit.guess for edit in one.edits if edit.guess is not None]
        words = m.ready([said])[0].split()
        assert "".join(told).replace(" ", "") == "".join(words)


def test_fewest_errors_are_never_more_than_those_of_other_alignments() -> None:
    gold, guess = sides(500)
    plain = [" ".join(word for word in text.split() if word.isalpha()) for text in gold]
    errors = [rows_of(measure(f"wer(align={a!r}, lowercase=False, alternates=False)"), FORMS["words"].encode(plain, guess))
              for a in ("levenshtein", "sclite", "htk")]  # fmt: skip
    fewest, *others = (rows[:, 1:].sum(1) for rows in errors)
    assert all((fewest <= other).all() for other in others)
    assert any((fewest < other).any() for other in others)


def test_a_text_has_one_row_whatever_its_neighbours_hold() -> None:
    """A marked neighbour sends a whole chunk through networks of words; the others are counted as before."""
    gold, guess = ["x y z a b"] * 2, ["a b p q r"] * 2
    alone = rows_of(measure("wer(align='sclite')"), FORMS["words"].encode(gold, guess))
    beside = rows_of(measure("wer(align='sclite')"), FORMS["words"].encode([*gold, "{ a / b }"], [*guess, "b"]))
    assert np.array_equal(beside[:2], alone)


# marks

ARCS: list[tuple[str, list[tuple[str, tuple[int, ...]]], str]] = [
    ("", [("", (0,))], "nothing"),
    ("a b", [("a", (0,)), ("b", (1,)), ("", (2,))], "a line"),
    ("{ a / b c }", [("a", (0,)), ("b", (0,)), ("c", (2,)), ("", (1, 3))], "two ways"),
    ("{a/b}c", [("a", (0,)), ("b", (0,)), ("c", (1, 2)), ("", (3,))], "without spaces"),
    ("{a}{b/@}", [("a", (0,)), ("b", (1,)), ("@", (1,)), ("", (2, 3))], "one way, and a way that says nothing"),
    (
        "{ a { b / c } / d }",
        [("a", (0,)), ("b", (1,)), ("c", (1,)), ("d", (0,)), ("", (2, 3, 4))],
        "one within another",
    ),
    ("{ / a // b / }", [("a", (0,)), ("b", (0,)), ("", (1, 2))], "empty ways are passed over"),
    (
        "and/or x{y",
        [("and/or", (0,)), ("x{y", (1,)), ("", (2,))],
        "outside, slashes are letters, and braces within a word",
    ),
]


@pytest.mark.parametrize(("text", "expected"), [row[:2] for row in ARCS], ids=[row[2] for row in ARCS])
def test_alternatives_are_read(text: str, expected: list[tuple[str, tuple[int, ...]]]) -> None:
    assert [tuple(arc) for arc in arcs(text)] == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [("a { b / c", r"the alternatives are not closed: \} was expected"), ("{ / }", "no alternative was found")],
)
def test_braces_that_make_no_sense_are_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        scored("wer(align='sclite')", [text], ["b"])


def test_a_star_behind_a_word_is_not_part_of_it() -> None:
    assert scored("wer(align='sclite')", ["a* b"], ["a b*"]).value == 0
    assert scored("wer(alternates=False)", ["a* b"], ["a b*"]).value == 1


@pytest.mark.parametrize(
    "which", [f"{one}({option}='yes')" for one, option in product(("wer", "ser"), ("lowercase", "alternates"))]
)
def test_options_are_checked(which: str) -> None:
    with pytest.raises(BadRequest, match="'yes', but True, False or None was expected"):
        measure(which)


# costs

TABLE = "word\tclass\tdeletion\tsubstitution\tinsertion\nthe\tDET\t\t\t\na\tDET\t\t\t0.5\n\tDET\t0.4\t1\t0.4\n*\t\t2.3\t2.3\t2.3\n"


def table(folder: Path, content: str, name: str = "costs.tsv") -> str:
    place = folder / name
    place.write_text(content, "utf-8")
    return str(place)


def test_a_table_prices_words_classes_and_all_others(tmp_path: Path) -> None:
    found = read_costs(table(tmp_path, TABLE))
    assert found.words == {"the": (0.4, 1.0, 0.4), "a": (0.4, 1.0, 0.5)}
    assert found.others == (2.3, 2.3, 2.3)


def test_errors_cost_what_the_table_says(tmp_path: Path) -> None:
    which = f"wwer(costs={table(tmp_path, TABLE)!r})"
    found = scored(which, ["the cat sat on the mat", "a dog"], ["cat sat on the mat", "a big dog"])
    parts = dict(found.parts)
    assert parts["cost"] == pytest.approx(0.4 + 2.3)
    assert parts["cost of the reference"] == pytest.approx(3 * 0.4 + 5 * 2.3)
    assert found.value == pytest.approx(2.7 / 12.7)
    assert parts["wer"] == scored("wer", ["the cat sat on the mat", "a dog"], ["cat sat on the mat", "a big dog"]).value
    assert "[costs.tsv,sha256=" in found.signature


def test_a_cheap_word_does_not_hide_a_dear_one(tmp_path: Path) -> None:
    """In place of "the" somebody heard a name: that costs what the name costs."""
    found = scored(f"wwer(costs={table(tmp_path, TABLE)!r})", ["the"], ["Ann"])
    assert dict(found.parts)["cost"] == pytest.approx(2.3)


def test_a_function_writes_the_table(tmp_path: Path) -> None:
    place = tmp_path / "made.tsv"
    write_costs(place, ["the cat", "a"], lambda word: (0.1, 0.2, 0.3) if word == "the" else float(len(word)))
    assert read_costs(str(place)).words == {"a": (1.0, 1.0, 1.0), "cat": (3.0, 3.0, 3.0), "the": (0.1, 0.2, 0.3)}
    place.write_text("word,deletion\na,7\n")
    assert read_costs(table(tmp_path, "word,deletion\na,7\n", "costs.csv")).words == {"a": (7.0, None, None)}


WRONG = [
    ("word\tdeletion\nthe\tcheap\n", r"costs\.tsv:2: deletion is 'cheap', but a number from 0 to 1000 was expected"),
    ("word\tdeletion\nthe\t-1\n", "deletion is '-1'"),
    ("word\tdeletion\nthe\tnan\n", "deletion is 'nan'"),
    ("word\tdeletion\nthe\t1\nthe\t2\n", r"costs\.tsv:3: the word 'the' has a row already"),
    ("word\tclass\tdeletion\nthe\tDET\t\n", "the class 'DET' has no row of its own: one without a word was expected"),
    ("token\tdeletion\nthe\t1\n", "neither `word` nor `class` was found among token, deletion"),
]


@pytest.mark.parametrize(("content", "said"), WRONG, ids=[row[1] for row in WRONG])
def test_a_table_that_makes_no_sense_is_refused(content: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=said):
        scored(f"wwer(costs={table(tmp_path, content)!r})", ["the"], ["a"])


def test_a_table_that_is_not_there_is_named() -> None:
    with pytest.raises(BadInput, match="no such file"):
        scored("wwer(costs='/no/such.tsv')", ["the"], ["a"])


def test_a_table_that_changed_is_read_again(tmp_path: Path) -> None:
    place = table(tmp_path, "word,deletion,substitution\na,2,2\n", "costs.csv")
    assert scored(f"wwer(costs={place!r})", ["a b"], ["b"]).value == pytest.approx(2 / 3)
    table(tmp_path, "word,deletion,substitution\na,4,4\n", "costs.csv")
    assert scored(f"wwer(costs={place!r})", ["a b"], ["b"]).value == pytest.approx(4 / 5)


def test_costs_that_are_equal_on_paper_are_equal() -> None:
    """.1 + .2 is .3: a substitution stands before a deletion and an insertion that cost as much."""
    found = scored("wwer(insertion=0.1, deletion=0.2, substitution=0.3)", ["a"], ["b"])
    assert dict(found.parts)["substitutions"] == 1


# alignments to look at


def test_an_alignment_stands_word_above_word() -> None:
    [found] = align(["all year round here"], ["all ear round it is here"])
    assert as_text("u1", found).split("\n") == [
        "u1: hits 3, substitutions 1, deletions 0, insertions 2",
        "REF:  all year round ** ** here",
        "HYP:  all ear  round it is here",
        "Eval:     S          I  I",
    ]
    [found] = align(["a bc de"], ["bc de f"])
    assert as_text("u2", found).split("\n")[1:] == ["REF:  a bc de *", "HYP:  * bc de f", "Eval: D       I"]


def test_long_alignments_are_broken_and_empty_ones_are_a_line() -> None:
    [found] = align(["word " * 40], ["word " * 40])
    shown = as_text("u1", found, columns=30).split("\n")
    assert max(map(len, shown[1:])) <= 30
    assert sum(line.startswith("REF:") for line in shown) == 8
    assert as_text("u1", Aligned(())) == "u1: hits 0, substitutions 0, deletions 0, insertions 0"


def test_wide_letters_keep_the_columns_together() -> None:
    [found] = align(["日本 x"], ["a x"])
    assert as_text("u", found).split("\n")[1:] == ["REF:  日本 x", "HYP:  a    x", "Eval: S"]


def test_spaces_that_were_aligned_can_be_seen() -> None:
    [found] = align(["a b"], ["ab"], "cer")
    assert as_text("u", found).split("\n")[1:] == ["REF:  a ␣ b", "HYP:  a * b", "Eval:   D"]


def test_an_optional_word_that_is_missing_is_no_error() -> None:
    [found] = align(["(uh) a"], ["a"], "wer(align='sclite', optional=True)")
    assert found.edits == (Edit("hit", "(uh)", None), Edit("hit", "a", "a"))
    assert as_text("u", found).split("\n")[1:] == ["REF:  (uh) a", "HYP:       a", "Eval:"]


def test_the_page_escapes_what_it_shows_and_asks_for_nothing() -> None:
    found = align(["<b> cat"], ["<i> cat & dog"])
    page = as_page("A & B", ["<u1>"], found, mistakes(found))
    assert "<del>&lt;b&gt;</del><ins>&lt;i&gt;</ins>" in page
    assert "<h3>&lt;u1&gt;: hits 1, substitutions 1, deletions 0, insertions 2</h3>" in page
    assert not any(part in page for part in ("<script", "http://", "https://", "<b>", "<u1>"))


def test_mistakes_are_counted_most_frequent_first() -> None:
    found = mistakes(align(["a b", "a c", "b d", "x"], ["z b", "z c", "y d e", ""]), top=2)
    assert [(one.title, one.rows) for one in found] == [
        ("Taken for others", (("a", "z", 2), ("b", "y", 1))),
        ("Left out", (("x", 1),)),
        ("Added", (("e", 1),)),
    ]
    assert mistakes(align(["a"], ["a"])) == []


def test_groups_have_shares_and_their_spread() -> None:
    found = by_group(["a b", "c d", "e", ""], ["a x", "c d", "e f", "g"], ["ann", "ann", "bob", "eve"], "wer")
    assert found.columns[:3] == ("speaker", "units", "words")
    rows = {row[0]: row[1:] for row in found.rows}
    assert rows["ann"] == (2, 4, 3 / 4, 1 / 4, 0, 0, 1 / 4, 1 / 2)
    assert rows["bob"] == (1, 1, 1, 0, 0, 1, 1, 1)
    assert rows["eve"][:2] == (1, 0)
    assert np.isnan(rows["eve"][2:7]).all()
    assert rows["all"] == (4, 5, 4 / 5, 1 / 5, 0, 2 / 5, 3 / 5, 3 / 4)
    assert rows["mean"][6] == pytest.approx(5 / 8)
    assert rows["s.d."][6] == pytest.approx(np.std([1 / 4, 1], ddof=1))
    assert rows["median"][6] == pytest.approx(5 / 8)


@pytest.mark.parametrize(
    ("gold", "guess", "which", "error", "said"),
    [
        (["a"], ["a", "b"], "wer", BadInput, "gold has 1 units and guess has 2"),
        (["a"], ["a"], "accuracy", BadRequest, "accuracy aligns nothing: wer, cer, or another"),
        ([1], ["a"], "wer", BadInput, r"gold\[0\]: 1 was found where text was expected"),
        (["a"], ["a"], "perplexity", BadRequest, "perplexity looks at guesses alone"),
    ],
)
def test_what_cannot_be_aligned_is_refused(
    gold: list[Any], guess: list[Any], which: str, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        align(gold, guess, which)


# what looks wrong

LOUD, SOFT = ["THE CAT SAT ON THE MAT"] * 20, ["the cat sat on the mat"] * 20
POINTED = ["the cat, sat on the mat."] * 20
NOTED: list[tuple[str, list[str], list[str], list[str]]] = [
    (
        "wer",
        LOUD,
        SOFT,
        ["the references are in capitals and the guesses are not, and case counts: wer(lowercase=True)"],
    ),
    (
        "cer",
        SOFT,
        LOUD,
        ["the guesses are in capitals and the references are not, and case counts: cer(lowercase=True)"],
    ),
    ("wer(lowercase=True)", LOUD, SOFT, []),
    ("wer(align='sclite')", LOUD, SOFT, []),
    ("wer", LOUD, LOUD, []),
    ("wer", LOUD[:1], SOFT[:1], []),
    ("wer", POINTED, SOFT, ["the references have punctuation marks and the guesses have none"]),
    ("wer(align='sclite')", LOUD, POINTED, ["the guesses have punctuation marks and the references have none"]),
    ("wer", POINTED, POINTED, []),
    ("wer", ["a { b / c }"], ["a b"], ["1 of 1 references hold alternatives such as { a / b }"]),
    ("wer(align='sclite')", ["a { b / c }"], ["a b"], []),
]


@pytest.mark.parametrize(("text", "gold", "guess", "said"), NOTED, ids=[f"{row[0]}-{i}" for i, row in enumerate(NOTED)])
def test_what_looks_wrong_is_noted(text: str, gold: list[str], guess: list[str], said: list[str]) -> None:
    notes = scored(text, gold, guess).notes
    assert len(notes) == len(said)
    assert all(note.startswith(part) for note, part in zip(notes, said, strict=True))


# at the door

REF = "she had { your / a } suit (ann-01)\nall (uh) year (bob-01)\n"
HYP = "all year (bob-01)\nshe had a shoot <b> (ann-01)\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.trn").write_text(REF, "utf-8")
    (tmp_path / "hyp.trn").write_text(HYP, "utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str, str]:
    code = main(["score", "ref.trn", "hyp.trn", "--interval", "none", *options])
    said = capsys.readouterr()
    return code, said.out, said.err


SCLITE = "wer(align='sclite', optional=True)"


def test_the_command_shows_guess_beside_gold(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "-m", "f", "-m", SCLITE, "--align")
    assert (code, err) == (2, "karat score: ref.trn:1: no field `label` was found among unit, text, speaker, but this measure takes label\n")  # fmt: skip
    code, out, err = run(capsys, "-m", "ter", "-m", SCLITE, "--align")
    assert (code, err) == (0, "")
    assert out.endswith(
        "\nann-01: hits 3, substitutions 1, deletions 0, insertions 1\nREF:  she had a ***** suit\nHYP:  she had a shoot <b>\n"
        "Eval:           I     S\n\nbob-01: hits 3, substitutions 0, deletions 0, insertions 0\nREF:  all (uh) year\n"
        "HYP:  all      year\nEval:\n"
    )
    assert "Taken for others\nreference  guess  times\n" in out


def test_the_command_tells_programs_too(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "-m", SCLITE, "--align", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["aligned"][1] == {
        "unit": "bob-01",
        "edits": [["hit", "all", "all"], ["hit", "(uh)", None], ["hit", "year", "year"]],
    }


def test_the_command_writes_a_page(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "-m", SCLITE, "--align-html", "errors.html")
    assert (code, "REF:" in out) == (0, False)
    page = (files / "errors.html").read_text("utf-8")
    assert "<title>hyp against ref, 2 units</title>" in page
    assert "<ins>&lt;b&gt;</ins>" in page


def test_the_command_has_a_table_of_speakers(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "-m", SCLITE, "--by", "speaker")
    assert f"\nBy speaker: {SCLITE}\nspeaker  units  words" in out
    _, out, _ = run(capsys, "-m", "ter", "--by", "speaker")
    assert "By speaker: " not in out


def test_what_aligns_nothing_is_refused(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "-m", "ter", "--align")
    assert (code, err) == (
        2,
        "karat score: ter: nothing here aligns words: name wer, cer or one of their kin with -m\n",
    )
