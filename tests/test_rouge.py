"""ROUGE: its tokens and stems, what it counts and notes, the report of the original, and that nothing depends on threads."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import karat
from karat.cli.__main__ import main
from karat.engine import Threads
from karat.errors import BadInput, BadRequest
from karat.measures import measure
from karat.measures.forms import encode_texts
from karat.stats.scoring import rows_of
from karat.text import rouge_tokens
from karat.text.porter import lin_stem, nltk_stem
from karat.text.rouge import Rule, lines_of, shortened
from karat.types.references import References, references
from karat.types.score import Score

TOKENS = [  # rule, text, tokens, source
    ("unicode", "Well-known: don't pay $3.50!", "well known don t pay 3 50", "as rouge-score: plain ASCII text"),
    ("rouge-score", "Well-known: don't pay $3.50!", "well known don t pay 3 50", "rouge-score 0.1.2"),
    ("rouge-1.5.5", "Well-known: don't pay $3.50!", "well known don t pay 3 50", "ROUGE-1.5.5.pl -v"),
    ("unicode", "Größe naïve", "grösse naïve", "Unicode's case folding"),
    ("rouge-score", "Größe naïve", "gr e na ve", "rouge-score 0.1.2: letters beyond a–z part words"),
    ("rouge-score", "İx \u212a", "i x k", "rouge-score 0.1.2: in lower case these are i and k"),
    ("rouge-1.5.5", "İx \u212a", "x", "ROUGE-1.5.5.pl: bytes beyond ASCII are spaces"),
    ("unicode", "東京へ カタカナで", "東 京 へ カタカナ で", "as karat's words: ideographs and hiragana stand alone"),
    ("unicode", "ไทย ລາວ ខ្មែរ", "ไ ท ย ລ າ ວ ខ ្ ម ែ រ", "scripts without spaces, by character"),
    ("unicode", "हिन्दी की", "हिन्दी की", "marks belong to their letters"),
    ("unicode", "co\u00adoperate می\u200cخواهم", "cooperate میخواهم", "what is not seen is not said"),
    ("unicode", "cafe\u0301 ok 🙂 ❤\ufe0f 1\ufe0f\u20e3", "café ok 1", "composed; symbols are no words"),
    ("unicode", "«a» “b”—c…٣٫٥", "a b c ٣ ٥", "punctuation of every script"),
    ("unicode", "\u200ba\u200bb\ufeff", "a b", "zero-width spaces part words"),
    ("unicode", "𠀀𠀁 \ud800", "𠀀 𠀁 \ud800", "ideographs beyond U+FFFF stand alone"),
]


@pytest.mark.parametrize(("rule", "text", "tokens", "source"), TOKENS, ids=[f"{r[0]}: {r[3]}" for r in TOKENS])
def test_text_is_cut_as_the_rule_says(rule: str, text: str, tokens: str, source: str) -> None:
    assert rouge_tokens(text, rule) == tokens.split(), source


def test_a_rule_that_nobody_knows_is_refused() -> None:
    with pytest.raises(BadRequest, match="Did you mean rouge-score"):
        rouge_tokens("a", "rouge-scorer")


STEMS = [  # word, NLTK 3.10.4's stem, that of ROUGE-1.5.5.pl without its table
    *(
        ("elements", "element", "elem"),
        ("environmental", "environment", "environ"),
        ("professional", "profession", "profess"),
    ),
    *(
        ("money", "money", "monei"),
        ("news", "news", "new"),
        ("died", "die", "di"),
        ("dying", "die", "dy"),
        ("flies", "fli", "fli"),
    ),
    *(
        ("ties", "tie", "ti"),
        ("enjoyed", "enjoy", "enjoi"),
        ("radically", "radic", "radic"),
        ("geology", "geolog", "geologi"),
    ),
    *(
        ("hopefully", "hope", "hopefulli"),
        ("agreed", "agre", "agre"),
        ("feed", "feed", "feed"),
        ("hopping", "hop", "hop"),
    ),
    *(
        ("falling", "fall", "fall"),
        ("filing", "file", "file"),
        ("adoption", "adopt", "adopt"),
        ("onion", "onion", "onion"),
    ),
    *(
        ("controll", "control", "control"),
        ("probate", "probat", "probat"),
        ("cease", "ceas", "ceas"),
        ("1970s", "1970", "1970"),
    ),
    *(("ayyed", "ayi", "ayi"), ("yyyy", "yyyi", "yyyi"), ("replacement", "replac", "replac"), ("ing", "ing", "ing")),
]


@pytest.mark.parametrize(("word", "nltk", "lin"), STEMS, ids=[row[0] for row in STEMS])
def test_words_have_the_stems_of_both_tools(word: str, nltk: str, lin: str) -> None:
    assert (nltk_stem(word), lin_stem(word)) == (nltk, lin)


def test_short_words_and_other_scripts_have_no_stem() -> None:
    assert rouge_tokens("was cats naïveté cafés", "unicode", stem=True) == ["was", "cat", "naïveté", "cafés"]


def test_texts_are_lines_of_numbers() -> None:
    found = lines_of(["b a\n\na", "", "\nc", "a b"], Rule())
    assert [row.tolist() for row in found.whole] == [[0, 1, 1], [], [2], [1, 0]]
    assert [row.tolist() for row in found[:1].tokens if len(row)] == [
        [0, 1],
        [1],
        [2],
        [1, 0],
    ]  # texts say which are theirs
    assert found.types == 3


@pytest.mark.parametrize(
    ("text", "words", "size", "loose", "kept"),
    [
        ("a b c", 2, 0, False, "a b"),
        ("a b\nc d e", 3, 0, False, "a b\nc"),
        (" a b", 2, 0, False, " a"),  # white space before a line is a word to the script
        ("a  b \n\n c", 9, 0, False, "a  b \n c"),
        ("abc\ndef", 0, 5, False, "abc\nde"),
        ("abc\ndef\nghijk", 0, 5, True, "abc\ndef\nghijk"),
        ("abc\ndefghi\nj", 0, 5, True, "abc\ndefgh"),
        ("aé", 0, 2, False, "a"),  # half a letter is none
        ("", 3, 0, False, ""),
    ],
)
def test_texts_are_shortened_as_the_script_does(text: str, words: int, size: int, loose: bool, kept: str) -> None:
    assert shortened(text, words, size, loose) == kept


# lists


def test_stop_words_are_left_out_before_stemming(tmp_path: Path) -> None:
    (tmp_path / "stop").write_text("The\nthe\nruns\n")
    for preset, wanted in (("unicode", 1.0), ("rouge-1.5.5", 1.0)):
        text = f"rouge(type='1', stem=True, stopwords={str(tmp_path / 'stop')!r}, preset={preset!r})"
        assert scored(text, ["the cat runs"], ["The Cat"]).value == wanted
    assert scored(text, ["the run"], ["the running"]).value == 1.0  # only the word that is listed, not its stem
    assert "|lists:none" not in scored(text, ["a"], ["a"]).signature


def test_irregular_forms_are_looked_up_by_the_original_alone(tmp_path: Path) -> None:
    for name, lines in {
        "adj": "better good\n",
        "adv": "better well\n",
        "noun": "geese goose x\n",
        "verb": "odd\n",
    }.items():
        (tmp_path / f"{name}.exc").write_text(lines)
    text = f"rouge(type='1', stem=True, preset='rouge-1.5.5', wordnet={str(tmp_path)!r})"
    assert scored(text, ["geese better"], ["goose well"]).value == 0.5  # the last list counts; goose is stemmed to goos
    assert not scored(text, ["a"], ["a"]).notes
    with pytest.raises(BadInput, match=r"adj\.exc: a list that rouge was told to use cannot be read"):
        scored("rouge(type='1', stem=True, preset='rouge-1.5.5', wordnet='/no')", ["geese"], ["geese"])


# what is counted


def scored(text: str, gold: list[Any], guess: list[str]) -> Score:
    return karat.score(gold, guess, text, interval="none")


def test_without_a_type_it_stands_for_the_usual_three() -> None:
    found = karat.scores(["a b c"], ["a b"], ["rouge(stem=True)"], interval="none")
    assert [one.measure for one in found] == [f"rouge(type={one!r}, stem=True)" for one in "12L"]
    with pytest.raises(BadRequest, match=r"rouge stands for 3 numbers here: name one, such as rouge\(type='1'\)"):
        karat.by_unit(["a"], ["a"], "rouge")
    compared = karat.compare(["a b c", "d"] * 5, {"x": ["a b", "d"] * 5, "y": ["a", ""] * 5}, "rouge", resamples=100)
    assert len(compared.comparisons) == 3


def test_a_score_says_precision_recall_and_f() -> None:
    for over in ("texts", "corpus"):
        found = scored(f"rouge(type='1', part='recall', over={over!r})", ["a b c d"], ["a b x"])
        assert dict(found.parts) == {"precision": pytest.approx(2 / 3), "recall": 0.5, "f": pytest.approx(4 / 7)}
        assert found.value == 0.5


def test_the_original_rounds_on_the_way() -> None:
    found = dict(scored("rouge(type='2', preset='rouge-1.5.5')", ["a b c d e f"], ["a b x c"]).parts)
    assert found == {"precision": 0.33333, "recall": 0.2, "f": 0.25}
    assert (
        scored("rouge(type='1', preset='rouge-1.5.5')", ["a b c"], ["a b"]).value == 0.8
    )  # 2·⅔ / (1 + .66667) is .80000


def test_jackknife_leaves_one_reference_out_in_turn() -> None:
    gold = references(units=[["a b c", "a", "d"], ["x y"]])
    for several in ("max-f", "best-recall", "pool"):
        text = f"rouge(type='1', several={several!r})"
        subsets = [References(one) for one in (("a", "d"), ("a b c", "d"), ("a b c", "a"))]
        mean = np.mean([scored(text, [one], ["a b"]).value for one in subsets])
        alone = scored(text, [References(("x y",))], ["x"]).value
        jack = f"rouge(type='1', several={several!r}, jackknife=True)"
        assert scored(jack, gold, ["a b", "x"]).value == pytest.approx((mean + alone) / 2)
    assert "|several:jackknife-max-f|" in scored("rouge(type='1', jackknife=True)", gold, ["a b", "x"]).signature


def test_a_score_says_how_it_was_made() -> None:
    found = scored("rouge(type='SU', preset='rouge-1.5.5', stem=True, first_bytes=665)", ["a"], ["a"]).signature
    assert found.startswith(
        "ROUGE-SU4|preset:rouge-1.5.5|part:f|alpha:0.5|over:texts|nrefs:1|several:pool|stem:yes|lists:none|first:665b|version:karat-"
    )


def test_no_text_gives_no_match_and_no_text_at_all_no_score() -> None:
    for one in ("1", "9", "L", "Lsum", "W", "S", "SU"):
        assert scored(f"rouge(type={one!r})", ["a b", "", ""], ["", "a b", ""]).value == 0
    for one in ("1", "L", "W", "S", "SU"):
        assert scored(f"rouge(type={one!r}, preset='rouge-1.5.5')", ["", "a"], ["", ""]).value == 0


# what looks wrong

FOREIGN = "今日は良い天気ですね、散歩に行きましょう。"
NOTED = [
    ("rouge(type='1', preset='rouge-score')", [FOREIGN] * 3, ["x"] * 3, "take preset='unicode'"),
    ("rouge(type='Lsum')", ["a b"] * 10, ["a"] * 10, "ROUGE-Lsum goes by lines, a sentence on each"),
    ("rouge(type='L', preset='rouge-1.5.5')", ["a b"] * 10, ["a"] * 10, "ROUGE-L goes by lines, a sentence on each"),
    ("rouge(type='1', preset='rouge-1.5.5', stem=True)", ["a"], ["b"], "or the numbers differ a little"),
    ("rouge(type='1')", ["a"], [" "], "is this the right file or field?"),
]


@pytest.mark.parametrize(("text", "gold", "guess", "said"), NOTED, ids=[row[3] for row in NOTED])
def test_what_looks_wrong_is_noted(text: str, gold: list[str], guess: list[str], said: str) -> None:
    [note] = scored(text, gold, guess).notes
    assert note.endswith(said)


def test_what_looks_right_is_not_noted() -> None:
    for text in ("rouge(type='1')", "rouge(type='L')"):
        assert not scored(text, [FOREIGN] * 20, ["x"] * 20).notes
    assert not scored("rouge(type='Lsum')", ["a\nb"] * 10, ["a"] * 10).notes


# the report of the original

GOLD = references(
    units=[
        ["The cat sat on the mat.\nIt purred."],
        ["A dog barked at the mailman.", "The mailman was barked at."],
        ["Nobody saw the elements."],
    ]
)
GUESS = ["The cat sat on a mat and purred.", "A dog barked.\nThe mailman ran.", "Elements were seen by nobody."]
PRINTED = """\
---------------------------------------------
X ROUGE-2 Average_R: 0.29099 (95%-conf.int. 0.00000 - 0.44444)
X ROUGE-2 Average_P: 0.27621 (95%-conf.int. 0.00000 - 0.42857)
X ROUGE-2 Average_F: 0.28321 (95%-conf.int. 0.00000 - 0.42857)
---------------------------------------------
X ROUGE-L Average_R: 0.57577 (95%-conf.int. 0.25000 - 0.75000)
X ROUGE-L Average_P: 0.53895 (95%-conf.int. 0.20000 - 0.75000)
X ROUGE-L Average_F: 0.55599 (95%-conf.int. 0.22222 - 0.75000)
---------------------------------------------
X ROUGE-S4 Average_R: 0.32005 (95%-conf.int. 0.00000 - 0.52000)
X ROUGE-S4 Average_P: 0.29566 (95%-conf.int. 0.00000 - 0.52000)
X ROUGE-S4 Average_F: 0.30675 (95%-conf.int. 0.00000 - 0.52000)
"""
ASKED = [f"rouge(type={one!r}, preset='rouge-1.5.5', stem=True)" for one in ("2", "L", "S")]


def test_the_report_is_that_of_the_original() -> None:
    # ROUGE-1.5.5.pl -e DATA -n 2 -2 4 -m -z SPL LIST, a text a file; ROUGE-1 left out
    assert karat.rouge_report(GOLD, GUESS, ASKED) == PRINTED


def test_the_report_goes_by_the_names_of_the_texts_as_strings() -> None:
    rng = Random(0)
    gold, guess = ([" ".join(rng.choices("abcd", k=6)) for _ in range(12)] for _side in "ab")
    named = [str(i) for i in range(1, 13)]
    assert karat.rouge_report(gold, guess) == karat.rouge_report(gold, guess, units=named)
    turned = [named[::-1], gold[::-1], guess[::-1]]
    assert karat.rouge_report(*turned[1:], units=turned[0]) == karat.rouge_report(gold, guess)
    assert karat.rouge_report(*turned[1:]) != karat.rouge_report(gold, guess)


def test_the_command_prints_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.txt").write_text("a b c\nd e\n")
    (tmp_path / "north.txt").write_text("a b\ne d\n")
    asked = ["score", "gold.txt", "north.txt", "-m", "rouge(preset='rouge-1.5.5')", "--as", "rouge-1.5.5"]
    assert main(asked) == 0
    wanted = karat.rouge_report(["a b c", "d e"], ["a b", "e d"], system="north")
    assert capsys.readouterr().out == wanted
    assert main([*asked, "--resamples", "50"]) == 0
    assert capsys.readouterr().out != wanted
    assert main([*asked, "--each"]) == 2
    assert "is a report of its own: leave out --json, --by, --each, --align and --unit" in capsys.readouterr().err
    assert main(["score", "gold.txt", "north.txt", "-m", "rouge", "--as", "rouge-1.5.5"]) == 2
    assert "shows measures such as rouge(preset='rouge-1.5.5') alone" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("gold", "guess", "more", "error", "said"),
    [
        (["a"], ["a", "b"], {}, BadInput, "1 references, 2 guesses and 2 units were found"),
        ([], [], {}, BadInput, "0 references, 0 guesses and 0 units were found"),
        (["a"], ["a"], {"units": []}, BadInput, "1 references, 1 guesses and 0 units were found"),
        (["a"], ["a"], {"resamples": 1}, BadRequest, "1 resamples and a confidence of 95 % were asked for"),
        (["a"], ["a"], {"confidence": 101}, BadRequest, "1000 resamples and a confidence of 101 % were asked for"),
        (["a"], ["a"], {"which": ["bleu"]}, BadRequest, "bleu: a report of ROUGE-1.5.5 shows measures such as"),
    ],
)
def test_a_report_of_nothing_is_refused(gold: Any, guess: Any, more: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error) as caught:
        karat.rouge_report(gold, guess, **more)
    assert str(caught.value).startswith(said)


def test_each_unit_alone_has_all_the_usual_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text("a b c\n")
    assert main(["score", str(tmp_path / "a"), str(tmp_path / "b"), "-m", "rouge", "--each", "--interval", "none"]) == 0
    assert "unit  rouge(type='1')  rouge(type='2')  rouge(type='L')" in capsys.readouterr().out


# nothing depends on chunks, threads and order

MEASURED = [
    *(f"rouge(type={one!r})" for one in ("1", "3", "L", "Lsum", "W", "S", "SU")),
    *(f"rouge(type={one!r}, preset='rouge-1.5.5', stem=True, jackknife=True)" for one in ("2", "L", "W", "SU")),
    "rouge(type='L', preset='rouge-1.5.5', first_bytes=9, over='corpus')",
]


@pytest.mark.parametrize("text", MEASURED)
def test_rows_do_not_depend_on_threads_chunks_and_order(text: str) -> None:
    m, random = measure(text), Random(0)
    words = [*"abcd", "running", "é", "東京", "\n"]
    lines = [" ".join(random.choices(words, k=random.randint(0, 9))) for _ in range(12_000)]
    gold, guess = encode_texts([References(lines[i : i + random.randint(1, 3)]) for i in range(6000)], lines[6000:])
    rows = rows_of(m, (gold, guess))
    assert np.array_equal(rows_of(m, (gold, guess), Threads(workers=3)), rows)
    order = np.random.default_rng(0).permutation(len(gold))
    turned = rows_of(m, ([gold[i] for i in order], [guess[i] for i in order]))
    assert np.array_equal(turned, rows[order])
    alone = np.concatenate([m.rows(gold[i : i + 1], guess[i : i + 1]) for i in range(200)])
    assert np.array_equal(alone, rows[:200])
