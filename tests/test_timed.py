"""Speech: utterances by their ids, and words with times beside segments with times."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from karat.cli.__main__ import main
from karat.errors import BadInput
from karat.evaluate.runs import Run, pair_up, read_run

STM = """\
a 1 ann 1.00 3.00 one two
a 1 bob 4.00 6.00 <o,f> four five
a 1 ann 6.00 8.00 six
b 1 ann 0.00 2.00 x
"""


def run(folder: Path, name: str, content: str) -> Run:
    file = folder / name
    file.write_text(content, "utf-8")
    return read_run(file)


def cut(folder: Path, stm: str, ctm: str) -> Run:
    return pair_up(run(folder, "ref.stm", stm), run(folder, "hyp.ctm", ctm))


WORDS: list[tuple[str, str, list[str], str]] = [
    (STM, "a 1 1.1 .2 one\na 1 4.1 .2 four\na 1 6 .2 six\nb 1 0 .2 x\n", ["one", "four", "six", "x"], "inside"),
    (STM, "a 1 .1 .2 early\nb 1 0 .2 x\n", ["early", "", "", "x"], "before all: the first"),
    (STM, "a 1 3.2 .2 gap\nb 1 0 .2 x\n", ["", "gap", "", "x"], "between two: the later"),
    (STM, "a 1 9.2 .2 late\nb 1 5 .2 x\n", ["", "", "late", "x"], "after all: the last"),
    (
        STM,
        "a 1 2.8 .39 in\na 1 2.8 .4 out\nb 1 0 .2 x\n",
        ["in", "out", "", "x"],
        "the middle decides; on a border: the later",
    ),
    (STM, "a 1 6.2 .2 six\na 1 1.2 .2 one\nb 1 0 .2 x\n", ["one", "", "six", "x"], "words out of order"),
    (
        "a 1 x 3 4 b\na 1 x 1 2 a\n",
        "a 1 1.2 .2 a\na 1 3.2 .2 b\n",
        ["b", "a"],
        "segments out of order",
    ),
    (
        "a 1 x 0 2.17 a\na 1 x 2.17 3 b\n",
        "a 1 2.00 .34 b\n",
        ["", "b"],
        "2.00 + .34 / 2 is 2.17",
    ),
    (
        "a 1 x 0 2 a\na 1 y 1 3 b\n",
        "a 1 1.2 .2 a\na 1 2.2 .2 b\n",
        ["a", "b"],
        "an overlap: the earlier",
    ),
    (
        "a 1 x 0 1 a\na 1 x 1 2 IGNORE_TIME_SEGMENT_IN_SCORING\na 1 x 2 3 b\n",
        "a 1 .2 .2 a\na 1 1.2 .2 noise\na 1 2.2 .2 b\n",
        ["a", "b"],
        "words that are not scored",
    ),
]


@pytest.mark.parametrize(("stm", "ctm", "expected"), [row[:3] for row in WORDS], ids=[row[3] for row in WORDS])
def test_each_word_goes_where_sclite_puts_it(stm: str, ctm: str, expected: list[str], tmp_path: Path) -> None:
    assert cut(tmp_path, stm, ctm).take("words") == expected


def test_what_was_done_to_the_files_is_said(tmp_path: Path) -> None:
    stm = STM + "b 1 ann 2.00 3.00 IGNORE_TIME_SEGMENT_IN_SCORING\nc 1 ann 0 1 IGNORE_TIME_SEGMENT_IN_SCORING\n"
    assert run(tmp_path, "ref.stm", stm).notes == ("2 segments are marked as not to be scored, and are left out",)
    found = cut(tmp_path, stm, "a 1 3.2 .2 gap\na 1 4.2 .2 four\na 1 9.2 .2 late\n")
    assert found.notes == (
        "2 words lie outside the segment that they count in: a word between segments counts in the next one, "
        "a word after all of them in the last, as in sclite",
        "1 recordings of gold have no words at all (b 1): all of theirs count as deleted",
    )
    assert found.only([0]).notes == found.notes
    assert cut(tmp_path, "a 1 x 0 1 a\n", "a 1 .2 .2 a\n").notes == ()


def test_a_column_of_another_format_may_be_called_ignored(tmp_path: Path) -> None:
    assert run(tmp_path, "a.jsonl", '{"unit": 1, "ignored": true}\n{"unit": 2}\n').units == ("1", "2")


def test_a_recording_that_gold_does_not_know_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"hyp\.ctm:2: gold has no recording and channel 'a 2'\. Did you mean"):
        cut(tmp_path, STM, "a 1 1.1 .2 one\na 2 1.1 .2 one\n")


def test_words_with_times_are_gold_too(tmp_path: Path) -> None:
    gold, guess = run(tmp_path, "ref.ctm", "a 1 1 1 the\na 1 2 1 cat\n"), run(tmp_path, "hyp.ctm", "a 1 5 1 the\n")
    assert gold.take("words") == ["the cat"]
    assert pair_up(gold, guess).take("words") == ["the"]


def test_segments_are_guesses_too(tmp_path: Path) -> None:
    gold, guess = run(tmp_path, "ref.stm", STM), run(tmp_path, "hyp.stm", STM)
    assert pair_up(gold, guess).units == ("a-1-1.00", "a-1-4.00", "a-1-6.00", "b-1-0.00")


def test_times_need_segments(tmp_path: Path) -> None:
    gold, guess = run(tmp_path, "ref.trn", "the cat (ann-1)\n"), run(tmp_path, "hyp.ctm", "a 1 1 1 the\n")
    with pytest.raises(BadInput, match=r"1 is not answered \(ann-1\) and 1 is not in gold \(a-1\)"):
        pair_up(gold, guess)


@pytest.mark.parametrize(
    ("gold", "guess"),
    [
        (("a.stm", STM), ("b.ctm", "a 1 1 1 one\nb 1 1 1 x\n")),
        (("a.trn", "one (ann-1)\nx (bob-1)\n"), ("b.trn", "x (bob-1)\ny (ann-1)\n")),
    ],
)
def test_speakers_have_scores_of_their_own(
    gold: tuple[str, str], guess: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in (gold, guess):
        (tmp_path / name).write_text(content, "utf-8")
    files = [str(tmp_path / name) for name, _ in (gold, guess)]
    assert main(["score", *files, "-m", "wer", "--by", "speaker", "--interval", "none"]) == 0
    said = capsys.readouterr().out
    slices = said.partition("By speaker\n")[2]
    assert "ann*" in slices
    assert "bob*" in slices


@pytest.mark.parametrize("seed", range(20))
def test_no_word_is_lost(seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    starts = np.sort(rng.integers(0, 500, (2, 30)) / 10)
    stm = "".join(f"a 1 s{i} {t} {t + rng.integers(0, 30) / 10} w\n" for i, t in enumerate(starts[0]))
    ctm = "".join(f"a 1 {t} .3 w{i}\n" for i, t in enumerate(starts[1]))
    assert " ".join(cut(tmp_path, stm, ctm).take("words")).split() == [f"w{i}" for i in range(30)]
