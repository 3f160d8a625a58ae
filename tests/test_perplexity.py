"""Log-probabilities as they come, what is refused, and measures that need no gold."""

from __future__ import annotations

from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import karat
from karat.cli.__main__ import main
from karat.errors import BadInput, BadRequest
from karat.evaluate.runs import read_run
from karat.measures.logprobs import read_logprobs
from karat.measures.perplexity import branching
from karat.types.logprobs import LogProbs
from karat.types.score import Score

PLAIN = LogProbs((-0.5, -1.5))
NAMED = LogProbs((-0.5, -1.5), ("a", "b"))

SHAPES: list[tuple[str, Any, LogProbs]] = [
    ("a list", [-0.5, -1.5], PLAIN),
    ("a tuple", (-0.5, -1.5), PLAIN),
    ("read already", PLAIN, PLAIN),
    ("a record", {"logprobs": [-0.5, -1.5], "tokens": ["a", "b"]}, NAMED),
    ("objects", [{"token": "a", "logprob": -0.5}, {"token": "b", "logprob": -1.5, "bytes": [98]}], NAMED),
    ("objects without tokens", [{"logprob": -0.5}, {"logprob": -1.5}], PLAIN),
    ("objects in a record", {"unit": 1, "logprobs": [{"token": "a", "logprob": -0.5}]}, LogProbs((-0.5,), ("a",))),
    ("a chat answer", {"logprobs": {"content": [{"token": "a", "logprob": -0.5}]}}, LogProbs((-0.5,), ("a",))),
    (
        "a completion",
        {"logprobs": {"tokens": ["a", "b"], "token_logprobs": [None, -1]}},
        LogProbs((None, -1.0), ("a", "b")),
    ),
    ("a bare completion", {"tokens": ["a", "b"], "token_logprobs": [None, -1]}, LogProbs((None, -1.0), ("a", "b"))),
    ("oov by truth values", {"logprobs": [-1, -2], "oov": [False, True]}, LogProbs((-1.0, -2.0), oov=frozenset({1}))),
    ("oov by places", {"logprobs": [-1, -2], "oov": [1]}, LogProbs((-1.0, -2.0), oov=frozenset({1}))),
    ("no oov", {"logprobs": [-1, -2], "oov": []}, LogProbs((-1.0, -2.0))),
    ("text and base", {"logprobs": [-1], "text": "a", "base": 10}, LogProbs((-1.0,), text="a", base="10")),
    ("nothing", [], LogProbs(())),
]


@pytest.mark.parametrize(("given", "expected"), [row[1:] for row in SHAPES], ids=[row[0] for row in SHAPES])
def test_each_shape_of_log_probabilities_is_read(given: Any, expected: LogProbs) -> None:
    assert read_logprobs(given, "here") == expected


REFUSED: list[tuple[str, Any, str]] = [
    ("a word", "x", "here: 'x' was found where log-probabilities were expected"),
    ("a number", -1.0, "here: -1.0 was found where log-probabilities were expected"),
    ("no field", {"unit": 1, "label": "x"}, "here: no field `logprobs` was found among unit, label"),
    ("a positive one", [-1, 0.5], "here: token 2: 0.5 was found where a log-probability, 0 or less, was expected"),
    ("a positive one, named", {"tokens": ["a"], "logprobs": [0.5]}, "here: token 1 ('a'): 0.5 was found"),
    ("nan", [-1, nan], "here: token 2: nan was found where a log-probability was expected"),
    ("text", ["-1"], "here: token 1: '-1' was found where a log-probability was expected"),
    ("a truth value", [False], "here: token 1: False was found where a log-probability was expected"),
    ("null inside", [-1, None], "here: token 2 has no log-probability: only the first token of a text may lack one"),
    ("too few tokens", {"tokens": ["a"], "logprobs": [-1, -2]}, "here: 1 tokens and 2 log-probabilities were found"),
    ("tokens that are none", {"tokens": "ab", "logprobs": [-1, -2]}, "here: 'ab' was found where a list of tokens"),
    ("mixed", [{"token": "a", "logprob": -1}, -2], 'here: -2 was found where {"token": …, "logprob": …} was expected'),
    (
        "tokens twice",
        {"tokens": ["a"], "logprobs": [{"token": "a", "logprob": -1}]},
        "here: tokens stand in `tokens` and",
    ),
    (
        "half the tokens",
        [{"token": "a", "logprob": -1}, {"logprob": -1}],
        "here: 1 of 2 log-probabilities have no token",
    ),
    ("oov too short", {"logprobs": [-1, -2], "oov": [True]}, "here: `oov` has 1 truth values for 2 tokens"),
    (
        "oov outside",
        {"logprobs": [-1, -2], "oov": [2]},
        "here: `oov` is [2], but a truth value for each token, or places",
    ),
    (
        "a text that is none",
        {"logprobs": [-1], "text": 3},
        "here: 3 was found where the text of these tokens was expected",
    ),
    ("a strange base", {"logprobs": [-1], "base": 3}, "here: the base is 3, but e, 2 or 10 was expected"),
]


@pytest.mark.parametrize(("given", "said"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_is_no_log_probability_is_refused_in_one_sentence(given: Any, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_logprobs(given, "here")
    assert str(caught.value).startswith(said)


def score(answers: list[Any], which: str = "perplexity") -> Score:
    return karat.score(None, answers, which, interval="none")


def test_what_was_impossible_is_named() -> None:
    impossible = [{"tokens": ["a", "b"], "logprobs": [-1, -inf], "oov": [1]}]
    with pytest.raises(
        BadInput, match=r"^guess\[0\]: token 2 \('b'\) has the log-probability -inf, which is probability 0 or stands"
    ):
        score(impossible)
    with pytest.raises(BadInput, match=r"^guess\[0\]: token 2 \('b'\) has the log-probability -inf"):
        score(impossible, "bits")
    found = score(impossible, "perplexity(oov='exclude')")
    assert found.value == pytest.approx(np.e)
    parts = dict(found.parts)
    assert parts["corpus perplexity, OOV included"] == inf
    assert parts["corpus perplexity, OOV excluded"] == pytest.approx(np.e)
    assert (parts["tokens"], parts["OOV tokens"], parts["log-likelihood"]) == (2, 1, -inf)


def test_both_ways_with_unknown_words_are_shown() -> None:
    answers = [{"logprobs": [-1, -4, -1], "oov": [False, True, False]}]
    for which in ("perplexity", "perplexity(oov='exclude')", "perplexity(over='texts')"):
        parts = dict(score(answers, which).parts)
        assert parts["corpus perplexity, OOV included"] == pytest.approx(np.exp(2))
        assert parts["corpus perplexity, OOV excluded"] == pytest.approx(np.exp(1))


def test_the_parts_of_bits_say_what_they_mean() -> None:
    found = score([{"text": "four", "logprobs": [-8, -4], "base": 2}], "bits(per='char')")
    assert dict(found.parts) == {"bits": 12.0, "tokens": 2.0, "chars": 4.0, "perplexity per char": pytest.approx(8.0)}


def test_what_is_left_out_is_said() -> None:
    answers = [[None, -1.0], {"tokens": ["<s>", "a"], "logprobs": [-3, -1]}, [-1.0]]
    assert score(answers).notes == (
        "1 tokens '<s>' are left out: they start a text, and nothing predicts them",
        "1 of 3 texts begin with a token without log-probability: it is left out",
    )
    assert score([[-1.0]]).notes == ()
    [note] = score([{"tokens": ["a"], "logprobs": [-1]}], "bits(per='byte')").notes
    assert note.startswith("1 of 1 texts are not given: their length is that of their tokens")


def test_a_length_that_nobody_knows_is_asked_for() -> None:
    with pytest.raises(BadInput, match=r"^guess\[0\]: bits per char need `text` or `tokens`, and there is none$"):
        score([[-1.0]], "bits(per='char')")
    with pytest.raises(BadInput, match=r"^guess\[0\]: bits per word need `text`, and there is none$"):
        score([{"tokens": ["a"], "logprobs": [-1]}], "bits(per='word')")


def test_two_bases_are_one_too_many() -> None:
    with pytest.raises(BadInput, match=r"^guess\[0\]: its base is 10, but the measure was told base='2'$"):
        score([{"logprobs": [-1], "base": 10}], "perplexity(base='2')")


def test_the_signature_names_every_choice() -> None:
    found = score([{"logprobs": [-1], "base": 10}], "perplexity(stride=512)").signature
    assert found.startswith(
        "perplexity(stride=512)|over:corpus|oov:include|base:10|start:<s>|stride:512|takes:logprobs|"
    )
    assert "|per:token|base:e|start:<s>|end:</s>|stride:not said|" in score([[-1.0]], "bits").signature


def test_a_number_that_stands_for_nothing_is_no_log_probability() -> None:
    with pytest.raises(
        BadInput, match=r"^guess\[0\]: token 2 has the log-probability -9999, which is probability 0 or"
    ):
        score([[-1.0, -9999.0]])
    with pytest.raises(BadInput, match=r"token 1 has the log-probability -100, which is"):
        score([[-100.0]], "perplexity(base='10')")
    whole = [{"text": "a" * 1000, "logprobs": [-2000], "base": 2}]  # one number for the whole text
    assert score(whole, "bits(per='byte')").value == pytest.approx(2.0)


@pytest.mark.parametrize("interval", ["bca", "percentile", "basic"])
@pytest.mark.parametrize("which", ["perplexity", "perplexity(over='texts')"])
def test_no_interval_overflows(interval: str, which: str) -> None:
    found = karat.score(None, [[-199.0], [-0.1], [-3.0]], which, interval=interval, resamples=200)
    assert np.isfinite([found.value, found.low, found.high]).all()


def test_the_branching_factor_is_that_of_the_distribution() -> None:
    assert branching([0.1] * 10) == pytest.approx((10.0, 10.0))
    assert branching([1.0, 0.0]) == (1.0, 1.0)
    with pytest.raises(BadInput, match=r"^the probabilities sum to 0\.9"):
        branching([0.5, 0.4])


@pytest.mark.parametrize("seed", range(5))
def test_perplexity_is_that_of_a_few_lines_of_numpy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    texts = [np.log(rng.uniform(0.01, 1, rng.integers(1, 30))) for _ in range(50)]
    answers = [text.tolist() for text in texts]
    assert score(answers).value == pytest.approx(np.exp(-np.concatenate(texts).mean()), rel=1e-12)
    own = np.mean([np.exp(-text.mean()) for text in texts])
    assert score(answers, "perplexity(over='texts')").value == pytest.approx(own, rel=1e-12)
    assert score(answers, "bits").value == pytest.approx(-np.concatenate(texts).mean() / np.log(2), rel=1e-12)


# measures that look at one side


def test_gold_that_nobody_wants_is_answered_with_one_sentence() -> None:
    said = r"^perplexity looks at guesses alone, and gold was given too: .*karat score --guess FILE -m perplexity$"
    with pytest.raises(BadRequest, match=said):
        karat.score([[-1.0]], [[-1.0]], "perplexity")
    with pytest.raises(BadRequest, match=said):
        karat.compare([[-1.0]], {"a": [[-1.0]], "b": [[-1.0]]}, "perplexity")


def test_gold_that_is_missing_is_asked_for() -> None:
    for which in ("wer", "f(beta=2.0)"):
        with pytest.raises(BadRequest, match=r"compares guesses with gold, and there is no gold"):
            karat.score(None, ["a"], which)
    with pytest.raises(BadRequest, match=r"^alpha measures agreement among authors"):
        karat.score(None, ["a"], "alpha")


def test_agreement_needs_two_sides() -> None:
    with pytest.raises(BadRequest, match=r"^perplexity looks at one side alone"):
        karat.gold.agree([("u1", "ann", "x"), ("u1", "bob", "x")], "perplexity")


def test_models_are_compared_without_gold() -> None:
    rng = np.random.default_rng(0)
    worse = [(-rng.exponential(2, 9)).tolist() for _ in range(40)]
    better = [[value + min(0.5, -value) for value in text] for text in worse]
    found = karat.compare(None, {"worse": worse, "better": better}, "perplexity", resamples=1000, interval="none")
    [one] = found.comparisons
    assert one.difference == score(worse).value - score(better).value
    assert one.p < 0.01
    assert {rank.system: rank.place for rank in found.ranks} == {"worse": 2, "better": 1}
    with pytest.raises(BadInput, match=r"^b has 1 answers and a has 2 units"):
        karat.compare(None, {"a": [[-1.0], [-1.0]], "b": [[-1.0]]}, "perplexity")


def test_a_file_of_log_probabilities_is_one_call(tmp_path: Path) -> None:
    file = tmp_path / "lm.jsonl"
    file.write_text('{"unit": "u1", "logprobs": [-1, -3]}\n{"unit": "u2", "logprobs": [-2], "text": "a"}\n', "utf-8")
    assert score(read_run(file).take("logprobs")).value == pytest.approx(np.exp(2))
    with pytest.raises(BadInput, match=r"lm\.jsonl:1: bits per char need `text` or `tokens`"):
        score(read_run(file).take("logprobs"), "bits(per='char')")


def test_the_command_says_what_to_do_instead(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "lm.jsonl"
    file.write_text('{"unit": "u1", "logprobs": [-1, -3]}\n', "utf-8")
    assert main(["score", str(file), str(file), "-m", "perplexity"]) == 2
    assert "perplexity looks at guesses alone" in capsys.readouterr().err
