"""BLEU and chrF: their tokens, what they are made of, how they sign, what they notice, and that nothing depends on threads."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import karat
from karat.engine import Threads
from karat.errors import BadInput, BadRequest, NotInstalled
from karat.measures import measure
from karat.measures.forms import FORMS
from karat.stats.scoring import rows_of, score_sides
from karat.text import mteval, mteval_tokens, segmenters
from karat.types.ragged import Ragged
from karat.types.references import References, references
from karat.types.score import Score

MEASURED = ("bleu", "bleu(tokens='intl', smooth='add-k')", "chrf", "chrf(words=2, eps=True)")
EVERY = pytest.mark.parametrize("text", MEASURED)
WORDS = [*"abcde", "1,5", "(x)", "d.", "é", "日本", "🙂", "“q”"]


def sides(units: int, seed: int = 0) -> tuple[list[References], list[str]]:
    """One to three references a unit."""
    random = Random(seed)

    def line() -> str:
        return " ".join(random.choices(WORDS, k=random.randint(0, 9)))

    return [References(line() for _ in range(random.randint(1, 3))) for _ in range(units)], [
        line() for _ in range(units)
    ]


def scored(text: str, gold: list[Any], guess: list[str]) -> Score:
    return karat.score(gold, guess, text, interval="none")


# tokens

TOKENS = [  # rule, text, tokens, source
    ("13a", "1,000.50 a.b .5 5. 5.a", "1,000.50 a . b . 5 5 . 5 . a", "mteval-v13a: digits hold a point between them"),
    ("13a", "a...5", "a . . . 5", "sacrebleu 2.6.0"),
    ("13a", "a..5", "a . .5", "sacrebleu 2.6.0: each point takes the character before it, and the second has none"),
    ("13a", "3-4 a-b -5 well-known", "3 - 4 a-b -5 well-known", "mteval-v13a: a hyphen after a digit"),
    ("13a", "it's 'so' a/b “q” c’d", "it's 'so' a / b “q” c’d", "mteval-v13a: ASCII alone, and no apostrophe"),
    ("13a", "&quot;a&quot; &amp;lt; &amp;quot; &apos;", '" a " < & quot ; & apos ;', "mteval-v13a: in this order"),
    ("13a", "a<skipped>b co-\nded x\ny -\n", "ab coded x y -", "mteval-v13a, once the line's end is gone"),
    ("13a", "a\u00a0b\u3000c\u200bd", "a b c\u200bd", "white space is that of Unicode"),
    ("intl", "“q” 1,000.5 a.b €5 ½.", "“ q ” 1,000.5 a . b € 5 ½.", "mteval-v14: a full stop behind a number stays"),
    ("intl", "٣٫٥ १।", "٣٫٥ १।", "mteval-v14: digits of every script"),
    ("intl", "a🫩b", "a 🫩 b", "Unicode 16, whatever Python's tables know"),
    ("zh", "我爱NLP，3.5分。ok.", "我 爱 NLP ， 3.5 分 。 ok .", "sacrebleu 2.6.0"),
    ("zh", "5. 𠀀𠀀 a—b", "5 . 𠀀𠀀 a — b", "sacrebleu 2.6.0: dashes are Chinese, ideographs beyond U+FFFF are not"),
    ("zh", "a 5.", "a 5.", "sacrebleu 2.6.0: the last full stop stays with its digit"),
    ("char", " a é\u0301 日", "a é \u0301 日", "by hand"),
    ("none", " a.b  c\u2003d ", "a.b c d", "by hand"),
]


@pytest.mark.parametrize(("rule", "text", "tokens", "source"), TOKENS, ids=[f"{r[0]}: {r[3]}" for r in TOKENS])
def test_text_is_cut_as_the_field_cuts_it(rule: str, text: str, tokens: str, source: str) -> None:
    assert mteval_tokens(text, rule) == tokens.split(" "), source


def test_words_of_chrf_lose_one_mark() -> None:
    texts = ["(hi) (hi ''a'' - é. «a» ...", "(hi ) ( hi ''a' ' - é . «a» .. ."]
    cut = mteval.trimmed_ids(texts)
    assert next(iter(cut)).tolist() == mteval.token_ids(texts[1:], "none").values.tolist()


def test_japanese_and_korean_are_cut_by_mecab() -> None:
    pytest.importorskip("MeCab")
    pytest.importorskip("mecab_ko")
    assert mteval_tokens(" すもももももももものうち ", "ja-mecab") == [
        "すもも",
        "も",
        "もも",
        "も",
        "もも",
        "の",
        "うち",
    ]
    assert mteval_tokens("아버지가 방에", "ko-mecab") == ["아버지", "가", "방", "에"]
    assert mteval.signed("ja-mecab").startswith("ja-mecab-0.99")
    assert mteval.signed("ko-mecab").endswith("-KO")
    gold = ["すもももももももものうち"] * 9000
    found = score_sides(gold, gold, [measure("bleu(tokens='ja-mecab')")], interval="none", engine=Threads(workers=3))
    assert found[0].value == pytest.approx(100)


def test_what_is_missing_is_named_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    for rule, library, extra in (
        ("ja-mecab", "MeCab", "ja"),
        ("ko-mecab", "mecab_ko", "ko"),
        ("spm", "sentencepiece", "spm"),
    ):
        monkeypatch.setitem(__import__("sys").modules, library, None)
        for cached in (segmenters._japanese, segmenters._korean, segmenters._model):
            cached.cache_clear()
        with pytest.raises(NotInstalled, match=rf"pip install 'karat\[{extra}\]'"):
            mteval_tokens("a", rule, "x.model" if rule == "spm" else "")


def test_a_sentencepiece_model_is_a_file_and_signs_with_its_content(tmp_path: Path) -> None:
    library = pytest.importorskip("sentencepiece")
    place = tmp_path / "small.model"
    texts = [f"the cat number {i} sat on mat {i * 7}" for i in range(500)]
    library.SentencePieceTrainer.train(
        sentence_iterator=iter(texts), model_prefix=str(tmp_path / "small"), vocab_size=60, minloglevel=2
    )
    assert "".join(mteval_tokens("the cat", "spm", str(place))) == "▁the▁cat"
    found = scored(f"bleu(tokens='spm', model={str(place)!r})", texts, texts)
    assert found.value == pytest.approx(100)
    assert "|tok:spm[small.model,sha256=" in found.signature
    (tmp_path / "no.model").write_text("no model")
    with pytest.raises(BadInput, match="this is not a SentencePiece model"):
        mteval_tokens("a", "spm", str(tmp_path / "no.model"))


def test_a_rule_that_nobody_knows_is_refused() -> None:
    with pytest.raises(BadRequest, match="Did you mean 13a"):
        mteval_tokens("a", "13")


# what a score is made of, and how it is signed


def test_bleu_says_what_it_is_made_of() -> None:
    found = scored(
        "bleu(order=2, lowercase=True)", references(units=[["The cat is on the mat", "a cat"]]), ["the the the"]
    )
    assert dict(found.parts) == {
        "p1": pytest.approx(200 / 3),
        "p2": pytest.approx(25),  # none of 2, halved
        "brevity penalty": 1.0,
        "guess length": 3.0,
        "reference length": 2.0,
    }
    assert set(dict(scored("bleu", ["a b c d"], ["x"]).parts).values()) == {0.0, 1.0, 4.0, np.exp(-3.0)}


def test_chrf_says_what_it_is_made_of() -> None:
    assert dict(scored("chrf(chars=1)", ["abcd"], ["abxy ab"]).parts) == {
        "precision": pytest.approx(100 / 3),
        "recall": pytest.approx(50),
    }


SIGNED = [
    ("bleu", "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:karat-"),
    (
        "bleu(smooth='floor', lowercase=True, effective=True, order=2)",
        "BLEU|nrefs:1|case:lc|eff:yes|tok:13a|smooth:floor[0.10]|order:2|version:karat-",
    ),
    (
        "bleu(smooth='add-k', smooth_value=2)",
        "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:add-k[2.00]|version:karat-",
    ),
    ("chrf", "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:karat-"),
    ("chrf(words=2, eps=True, beta=1.0)", "chrF1++|nrefs:1|case:mixed|eff:no|nc:6|nw:2|space:no|version:karat-"),
]


@pytest.mark.parametrize(("text", "signature"), SIGNED, ids=[row[0] for row in SIGNED])
def test_a_score_is_signed_in_the_form_of_sacrebleu(text: str, signature: str) -> None:
    assert scored(text, ["a"], ["a"]).signature.startswith(signature)
    ragged = references(units=[["a", "b"], ["c"]])
    assert scored(text, ragged, ["a", "c"]).signature.startswith(signature.replace("nrefs:1", "nrefs:var"))


# nothing depends on chunks, threads and order


@EVERY
def test_rows_do_not_depend_on_threads_chunks_and_order(text: str) -> None:
    m, (gold, guess) = measure(text), sides(5000)
    rows = rows_of(m, (gold, guess))
    assert np.array_equal(rows_of(m, (gold, guess), Threads(workers=3)), rows)
    order = np.random.default_rng(0).permutation(len(gold))
    turned = rows_of(m, ([gold[i] for i in order], [guess[i] for i in order]))
    assert np.array_equal(turned, rows[order])
    alone = np.concatenate([m.rows(gold[i : i + 1], guess[i : i + 1]) for i in range(300)])
    assert np.array_equal(alone, rows[:300])


@EVERY
def test_rows_are_whole_numbers(text: str) -> None:
    rows = rows_of(measure(text), sides(500))
    assert np.array_equal(rows, np.rint(rows))


def test_adding_k_to_a_doubled_corpus_is_adding_half_of_it_to_the_corpus() -> None:
    gold, guess = sides(40)  # (2c + k) / (2n + k) = (c + k/2) / (n + k/2)
    doubled = scored("bleu(smooth='add-k', smooth_value=1)", gold * 2, guess * 2).value
    assert doubled == pytest.approx(scored("bleu(smooth='add-k', smooth_value=0.5)", gold, guess).value)


def test_what_smoothing_puts_for_no_match_is_worth_half_in_a_doubled_corpus() -> None:
    gold, guess = ["a b c d"], ["a b x d"]  # two lengths without a match: each of their two precisions is halved
    for smooth in ("exp", "floor"):
        once = scored(f"bleu(smooth={smooth!r})", gold, guess).value
        assert scored(f"bleu(smooth={smooth!r})", gold * 2, guess * 2).value == pytest.approx(once / 2**0.5)


@EVERY
def test_the_order_of_references_does_not_matter(text: str) -> None:
    gold, guess = sides(300)
    turned = [References(one[::-1]) for one in gold]
    assert scored(text, turned, guess).value == pytest.approx(
        scored(text, gold, guess).value, abs=0.5 if "chrf" in text else 1e-12
    )


@EVERY
def test_no_text_is_no_match(text: str) -> None:
    assert scored(text, [""], [""]).value == pytest.approx(0, abs=1e-12)


# what looks wrong

NOTED = [
    ("bleu", ["a b ."] * 100, ["a b ."] * 99 + ["a c ."], "100 of 100 references end in ' .'"),
    ("bleu", ["a"] * 9 + ["b"], [" "] * 10, "every guess is empty"),
    ("bleu", ["今日は天気がいいです"], ["今日は天気が良いです"], "most letters are of a script that writes no spaces"),
    ("chrf", [f"line {i}" for i in range(10)], [f"line {i}" for i in range(10)], "every guess is a reference"),
    ("chrf", ["", "a"], ["a", "a"], "1 of 2 units have only empty references"),
]


@pytest.mark.parametrize(("text", "gold", "guess", "said"), NOTED, ids=[row[3] for row in NOTED])
def test_what_looks_wrong_is_noted(text: str, gold: list[str], guess: list[str], said: str) -> None:
    assert any(note.startswith(said) for note in scored(text, gold, guess).notes)


def test_what_looks_right_is_not_noted() -> None:
    gold, guess = sides(200)
    filled = [References(text or "a" for text in one) for one in gold]
    assert not scored("bleu", filled, guess).notes
    assert not scored("bleu(tokens='none')", ["a b ."] * 100, ["a c ."] * 100).notes
    assert not scored("chrf", ["a"], ["a"]).notes


def test_texts_become_bytes_alike_in_lists_and_streams() -> None:
    for texts in (["a", "", "bc"], ["a", "é", "\ud800"], []):
        assert Ragged.of_strings(texts).strings() == Ragged.of_strings(iter(texts)).strings() == texts
    assert FORMS["text"].encode(["a"], ["b"]) == ([("a",)], ["b"])


def test_a_value_for_smoothing_prints_as_it_reads() -> None:
    for said, shown in (("2", "2.0"), ("0", "0.0"), ("0.25", "0.25")):
        m = measure(f"bleu(smooth='add-k', smooth_value={said})")
        assert str(m) == f"bleu(smooth='add-k', smooth_value={shown})"
        assert measure(str(m)) == m
