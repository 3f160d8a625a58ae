"""What every measure and every kind promises: a declared flag is a tested flag, and so is its absence.

A new measure is under all these laws by its line in the list; a variant or a kind adds one row below.
"""

from __future__ import annotations

import doctest
import json
import pickle
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from operator import call
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import numpy as np
import pytest

import karat
from karat.corpus.records import read_records
from karat.engine import ENGINES, Engine, Local, Processes, Resumed, Threads, engine
from karat.gold import RULES, agree, rule
from karat.kinds import KINDS, Kind, kind
from karat.kinds.label import Chosen
from karat.kinds.scale import Rated
from karat.kinds.span import Mark
from karat.measures import MEASURES, Measure, measure
from karat.measures.base import Floats
from karat.measures.forms import FORMS, encode_panel
from karat.stats.scoring import rows_of, score_sides
from karat.stats.tests import TESTS, PairedTest, paired_test
from karat.types.logprobs import LogProbs
from karat.types.score import Score
from karat.types.scores import Scores

VARIANTS = [
    "alpha(level='ordinal')",
    "alpha(level='interval')",
    "alpha(level='ratio')",
    "auc(above=4.0)",
    "kappa(weights='linear')",
    "kappa(weights='quadratic')",
    "bleu(tokens='intl')",
    "bleu(tokens='zh', smooth='floor', smooth_value=0.3)",
    "bleu(tokens='char', order=2)",
    "bleu(tokens='none', smooth='none', effective=True)",
    "bleu(lowercase=True, order=2)",
    "chrf(words=2)",
    "chrf(eps=True)",
    "chrf(chars=3, words=1, beta=0.5, lowercase=True, whitespace=True)",
    "confusion(of_what='guess')",
    "confusion(of_what='all')",
    "f(beta=2.0)",
    "f(background='1')",
    "f(average='macro')",
    "f(average='macro', background='10')",
    "f(average='macro', macro='f-of-means')",
    "f(average='macro', macro='f-of-means', beta=0.5)",
    "f(average='weighted')",
    "f(average='none')",
    "mean(metric='3', better='lower')",
    "bits(per='byte')",
    "bits(per='char')",
    "bits(per='word')",
    "perplexity(oov='exclude')",
    "perplexity(over='texts')",
    "perplexity(over='texts', base='10')",
    "perplexity(start='a', stride=8)",
    "rouge(type='1', part='recall')",
    "rouge(type='2', part='precision', over='corpus')",
    "rouge(type='3', preset='rouge-score', stem=True)",
    "rouge(type='Lsum')",
    "rouge(type='W', weight=2.0)",
    "rouge(type='S', alpha=0.8)",
    "rouge(type='SU', gap=-1, over='corpus')",
    "rouge(type='1', preset='rouge-1.5.5', first_words=3)",
    "rouge(type='L', preset='rouge-1.5.5', several='best-recall', jackknife=True)",
    "rouge(type='SU', preset='rouge-1.5.5', first_bytes=9)",
    "span_f(beta=0.5)",
    "span_f(match='boundary')",
    "span_f(match='overlap')",
    "span_f(match='overlap', iou=0.25)",
    "ter(normalized=True)",
    "ter(punctuation=False, asian=True)",
    "ter(targeted=True)",
    "ter(beam=20, shift_size=2, shift_distance=3, candidates=20)",
    "ter(insertion=0.4, deletion=2.3, shift=0.0)",
    "cer(align='sclite', spaces=False, hyphens=False)",
    "cer(align='htk', lowercase=True)",
    "corr(align='htk')",
    "wer(align='sclite', optional=True, fragments=True)",
    "ser(alternates=True)",
    "wer(align='sclite')",
    "wer(align='htk')",
    "wer(lowercase=True)",
    "wer(alternates=True, optional=True, fragments=True)",
    "wwer(substitution=0.4, deletion=2.3, insertion=0.1)",
    "wwer(lowercase=True, alternates=True)",
]
LABELS = ("1", "2", "3", "10")
WORDS = ["a", "b", "c", "d", "e"]
SEEDS = range(5)

SINGLES = [one for text in [*MEASURES, *VARIANTS] for one in measure(text).spread(LABELS)]
EVERY = pytest.mark.parametrize("m", SINGLES, ids=str)

Sides = tuple[list[Any], ...]


def answers(m: Measure, seed: int, units: int = 60) -> Sides:
    """Random answers in the form that the measure takes: two sides, one, or one panel of authors with gaps."""
    rng = np.random.default_rng(seed)
    if m.of == "panel":
        cells = rng.choice([*LABELS, ""], (units, m.authors or 3)).tolist()
        cells[0] = [cell or LABELS[0] for cell in cells[0]]  # so that somebody meets somebody
        return ([[cell or None for cell in row] for row in cells],)
    if m.of == "alone":
        return (side(m.takes, rng, units),)
    return side(m.takes, rng, units), side(m.takes, rng, units)


def side(form: str, rng: np.random.Generator, units: int) -> list[Any]:
    if form == "words":
        return [" ".join(rng.choice(WORDS, rng.integers(1, 7))) for _ in range(units)]
    if form == "text":
        # few words, so that runs of four are shared and nothing is smoothed: smoothing is for small corpora, so it sees size
        return [
            "\n".join(map(" ".join, np.split(rng.choice(WORDS[:3], rng.integers(4, 9)), [3]))) for _ in range(units)
        ]
    if form == "spans":
        return [marks(rng) for _ in range(units)]
    if form == "logprobs":
        return [logprobs(rng.choice(WORDS, rng.integers(1, 7)).tolist(), rng) for _ in range(units)]
    if form == "scores":
        return [Scores(dict(zip(LABELS, row, strict=True))) for row in rng.normal(0, 9, (units, len(LABELS))).tolist()]
    values: list[Any] = (
        rng.choice(LABELS, units).tolist() if form == "label" else rng.integers(0, 9, units).astype(float).tolist()
    )
    return values


def marks(rng: np.random.Generator) -> tuple[tuple[int, int, str], ...]:
    starts = rng.integers(0, 6, rng.integers(0, 4)).tolist()
    return tuple(sorted((start, start + int(rng.integers(1, 5)), str(rng.choice(LABELS))) for start in starts))


def logprobs(tokens: list[str], rng: np.random.Generator) -> LogProbs:
    oov = frozenset(np.flatnonzero(rng.random(len(tokens)) < 0.2).tolist())
    return LogProbs(tuple((-rng.exponential(0.2, len(tokens))).tolist()), tuple(tokens), oov, " ".join(tokens))


def certain(one: LogProbs) -> LogProbs:
    """The same text, foreseen."""
    return replace(one, values=(0.0,) * len(one.values))


def encoded(m: Measure, sides: Sides) -> tuple[Any, ...]:
    return encode_panel(*sides) if m.of == "panel" else FORMS[m.takes].encode(*sides)


def rows(m: Measure, sides: Sides) -> Floats:
    return rows_of(m, encoded(m, sides))


def value(m: Measure, sides: Sides) -> float:
    return m.score(rows(m, sides))


def scored(m: Measure, sides: Sides) -> Score:
    """Through the public door."""
    if m.of == "alone":
        return score_sides(None, sides[0], [m], interval="none")[0]
    if m.of == "pair":
        return score_sides(sides[0], sides[1], [m], interval="none")[0]
    table = [(f"u{u}", f"a{a}", cell) for u, row in enumerate(sides[0]) for a, cell in enumerate(row)]
    return agree(table, m, interval="none").scores[0]


def same(expected: float) -> Any:
    return pytest.approx(expected, abs=1e-12, nan_ok=True)


# 1 prints as it reads, and pickles

SPOKEN = [
    *SINGLES,
    *[kind(text) for text in KINDS],
    *[rule(text) for text in RULES],
    *[engine(text) for text in ENGINES if text != "resumed"],  # which needs a folder: below
    *[paired_test(text) for text in TESTS],
    kind("label(labels=('it\\'s', '\"', '日本 🙂', '\\\\n'))"),
    kind("scale(points=7, low='(', high=',')"),
    rule("majority(ties='drop', least=2)"),
    engine("threads(workers=4)"),
    engine("resumed(folder='a b')"),
    paired_test("bootstrap(resamples=7)"),
    paired_test("mcnemar(form='mid-p')"),
    paired_test("wilcoxon(zeros='pratt', exact=0)"),
]
READERS = {Measure: measure, Kind: kind, Engine: engine, PairedTest: paired_test}


@pytest.mark.parametrize("thing", SPOKEN, ids=str)
def test_prints_as_it_reads(thing: Any) -> None:
    read = next((reader for base, reader in READERS.items() if isinstance(thing, base)), rule)
    assert read(str(thing)) == thing
    assert str(read(str(thing))) == str(thing) == repr(thing)


@pytest.mark.parametrize("thing", SPOKEN, ids=str)
def test_pickles(thing: Any) -> None:
    assert pickle.loads(pickle.dumps(thing)) == thing


# 2 the order of units does not matter


@EVERY
def test_order_of_units_does_not_matter(m: Measure) -> None:
    for seed in SEEDS:
        sides = answers(m, seed)
        order = np.random.default_rng(seed).permutation(len(sides[0]))
        assert value(m, tuple([one[i] for i in order] for one in sides)) == same(value(m, sides))


# 3 drawing each unit once changes nothing


@EVERY
def test_drawing_each_unit_once_changes_nothing(m: Measure) -> None:
    for seed in SEEDS:
        made = rows(m, answers(m, seed))
        draws = np.stack([np.random.default_rng(i).permutation(len(made)) for i in range(3)])
        found = [m.score(made[drawn]) for drawn in draws] if m.whole else m.finish(made[draws].sum(1))
        assert list(found) == [same(m.score(made))] * 3


# 4 parts add up


@EVERY
def test_parts_add_up_unless_it_needs_the_whole(m: Measure) -> None:
    for seed in SEEDS:
        made = rows(m, answers(m, seed))
        if m.whole:
            with pytest.raises(TypeError, match="needs all rows together"):
                m.finish(made.sum(0))
        else:
            assert float(m.finish(made[:20].sum(0) + made[20:].sum(0))) == same(m.score(made))


@EVERY
def test_many_totals_finish_as_each_alone(m: Measure) -> None:
    if not m.whole:
        totals = np.stack([rows(m, answers(m, 0))[seed : seed + 30].sum(0) for seed in range(6)])
        alone = [float(m.finish(one)) for one in totals]
        assert m.finish(totals.reshape(2, 3, -1)).ravel().tolist() == [same(one) for one in alone]


# 5 stays in bounds


@EVERY
def test_stays_in_bounds(m: Measure) -> None:
    for seed in SEEDS:
        for units in (1, 2, 3, 60):
            found = value(m, answers(m, seed, units))
            assert np.isnan(found) or m.bounds[0] - 1e-12 <= found <= m.bounds[1] + 1e-12


# 6 symmetric if and only if declared (one side alone cannot be turned round)


@pytest.mark.parametrize("m", [m for m in SINGLES if m.of != "alone"], ids=str)
def test_symmetric_exactly_if_declared(m: Measure) -> None:
    found = []
    for seed in SEEDS:
        sides = answers(m, seed)
        turned = ([row[::-1] for row in sides[0]],) if m.of == "panel" else sides[::-1]
        found.append(value(m, turned) == same(value(m, sides)))
    assert all(found) == m.symmetric


# 7 every engine gives the same bits

MANY = 4096 + 500  # two chunks


@EVERY
def test_engines_agree_to_the_bit(m: Measure, tmp_path: Path) -> None:
    sides = encoded(m, answers(m, 0, MANY))
    wanted = rows_of(m, sides, Local())
    for other in (Threads(workers=1), Threads(workers=3), Resumed(folder=str(tmp_path)), Resumed(folder=str(tmp_path))):
        assert np.array_equal(rows_of(m, sides, other), wanted)


def test_processes_agree_to_the_bit() -> None:
    jobs = [partial(rows_of, m, encoded(m, answers(m, 0))) for m in SINGLES]
    for ours, theirs in zip(Local().map(call, jobs), Processes().map(call, jobs), strict=True):
        assert np.array_equal(ours, theirs)


# 8 undefined says why


@EVERY
def test_a_score_without_data_says_why(m: Measure) -> None:
    found = scored(m, ([], []) if m.of == "pair" else ([],))
    assert np.isnan(found.value)
    assert found.why


@EVERY
def test_a_value_is_nan_exactly_when_it_says_why(m: Measure) -> None:
    for seed in range(20):
        found = scored(m, answers(m, seed, units=1 + seed % 3))
        assert np.isnan(found.value) == bool(found.why)
        assert found.why in ("", m.undefined)


UNDEFINED = [
    ("accuracy", ([], [])),
    ("f(background='1')", (["1", "1"], ["1", "1"])),
    ("f(label='x')", (["a"], ["a"])),
    ("confusion(gold='x', guess='a')", (["a"], ["a"])),
    ("bleu", ([], [])),
    ("chrf", ([], [])),
    ("rouge(type='1')", ([], [])),
    ("rouge(type='2', over='corpus')", (["a", ""], ["b", "-"])),
    ("mean(metric='a')", ([],)),
    ("cer", (["", " "], ["", "a b"])),
    ("corr", ([""], ["a b"])),
    ("mer", ([""], [" "])),
    ("ser", ([], [])),
    ("wacc", ([""], ["a b"])),
    ("wer", (["", ""], ["", "a b"])),
    ("wer(align='sclite')", (["@"], ["a b"])),
    ("wil", ([""], [""])),
    ("wip", ([""], [""])),
    ("wwer", ([""], ["a"])),
    ("wwer(deletion=0.0)", (["a"], ["b"])),
    ("perplexity", ([LogProbs(()), LogProbs((None,))],)),
    ("perplexity(over='texts')", ([LogProbs((None,))],)),
    ("perplexity(oov='exclude')", ([LogProbs((-1.0,), oov=frozenset({0}))],)),
    ("bits", ([LogProbs((None,))],)),
    ("bits(per='char')", ([LogProbs((-1.0,), text="")],)),
    ("bits(per='char')", ([LogProbs((None,), text="a")],)),
    ("ter", ([], [])),
    ("character", ([], [])),
    ("auc", ([1, 1], [0.5, 0.4])),
    ("auc", ([0, 0], [0.5, 0.4])),
    ("pearson", ([0.1, 0.1, 0.1], [1, 2, 3])),
    ("pearson", ([1], [2])),
    ("spearman", ([1, 1, 1], [1, 2, 3])),
    ("spearman", ([1], [2])),
    ("span_f", ([(), ()], [(), ()])),
    ("alpha", ([["1", "1"], ["1", "1"]],)),
    ("alpha(level='ordinal')", ([["1", "1"], ["1", "1"]],)),
    ("alpha(level='interval')", ([["7", "7"], ["7", "7"]],)),
    ("alpha(level='ratio')", ([["7", "7"], ["7", "7"]],)),
    ("kappa", ([["1", "1"], ["1", "1"]],)),
]
NOBODY_MET: Sides = ([["1", None], [None, "2"]],)


@pytest.mark.parametrize(("text", "sides"), UNDEFINED, ids=[f"{text}-{i}" for i, (text, _) in enumerate(UNDEFINED)])
def test_undefined_says_why(text: str, sides: Sides) -> None:
    found = scored(measure(text), sides)
    assert np.isnan(found.value)
    assert found.why == measure(text).undefined != ""


@pytest.mark.parametrize("m", [m for m in SINGLES if m.of == "panel"], ids=str)
def test_authors_who_never_met_are_told_so(m: Measure) -> None:
    found = scored(m, NOBODY_MET)
    assert np.isnan(found.value)
    assert found.why == m.undefined


# 9 a perfect guess reaches the good bound (a cell of the confusion matrix is a share, not a verdict, and where anything can
# be averaged, nothing is perfect)


@pytest.mark.parametrize("m", [m for m in SINGLES if m.name not in ("confusion", "mean")], ids=str)
def test_a_perfect_guess_reaches_the_good_bound(m: Measure) -> None:
    for seed in SEEDS:
        one = answers(m, seed)[0]
        assert value(m, perfect(m, one)) == same(m.bounds[1] if m.better == "higher" else m.bounds[0])


def perfect(m: Measure, one: list[Any]) -> Sides:
    if m.of == "alone":
        return ([certain(text) for text in one],)
    return ([[row[0]] * len(row) for row in one],) if m.of == "panel" else (one, one)


# 10 renaming labels changes nothing, unless they stand in an order

RENAMED = {"1": "日本", "2": "b", "3": "🙂", "10": "a"}


def is_ordered(m: Measure) -> bool:
    return getattr(m, "level", "nominal") != "nominal" or getattr(m, "weights", "none") != "none"


@pytest.mark.parametrize("m", [m for m in SINGLES if m.takes in ("label", "spans") and not is_ordered(m)], ids=str)
def test_renaming_labels_changes_nothing(m: Measure) -> None:
    renamed = m.with_(**{key: RENAMED[said] for key, said in m.given().items() if said in RENAMED})
    for seed in SEEDS:
        sides = answers(m, seed)
        assert value(renamed, tuple(other_names(one) for one in sides)) == same(value(m, sides))


def other_names(answer: Any) -> Any:
    if isinstance(answer, list | tuple):
        return type(answer)(other_names(part) for part in answer)
    return RENAMED.get(answer, answer)


# 11 duplicating the corpus changes nothing


@pytest.mark.parametrize("m", [m for m in SINGLES if m.name != "alpha"], ids=str)
def test_duplicating_the_corpus_changes_nothing(m: Measure) -> None:
    for seed in SEEDS:
        sides = answers(m, seed)
        assert value(m, tuple(one * 2 for one in sides)) == same(value(m, sides))


@pytest.mark.parametrize("m", [m for m in SINGLES if m.name == "alpha"], ids=str)
def test_duplicating_the_corpus_changes_alpha_by_its_correction_alone(m: Measure) -> None:
    # 1 − α = (n − 1) O / E with n answers; doubled: (2n − 1) 2O / 4E
    for seed in SEEDS:
        sides = answers(m, seed)
        counted = [sum(cell is not None for cell in row) for row in sides[0]]
        n = sum(c for c in counted if c > 1)
        doubled = 1 - (1 - value(m, sides)) * (2 * n - 1) / (2 * n - 2)
        assert value(m, tuple(one * 2 for one in sides)) == same(doubled)


# 12 kernel = reference: test_kernels.py

# 13 the docstring's example runs

NOT_IMPORTED = ("migrations", "__main__")  # they run when they are imported
MODULES = sorted(
    info.name
    for info in walk_packages(karat.__path__, "karat.", onerror=str)
    if not any(part in NOT_IMPORTED for part in info.name.split("."))
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.failed == 0


LISTED = {**MEASURES, **KINDS, **RULES, **TESTS}


@pytest.mark.parametrize("name", LISTED)
def test_every_measure_kind_rule_and_test_shows_an_example(name: str) -> None:
    assert ">>> " in (LISTED[name].__doc__ or "")


# 14 agrees with the field's reference tool: test_measures.py

# 15 kinds: body → JSON → body; export → import → same; nobody was forgotten

BODIES: list[tuple[str, str, list[Any]]] = [  # kind, text, answers to it that are right
    ("label(labels=('ja', 'nein', '日本'))", "a", [Chosen("ja"), Chosen("日本")]),
    ("scale(points=7)", "a", [Rated(1), Rated(7)]),
    (
        "span(labels=('PER', 'ORG'))",
        "Ann 🙂 ran in Ur",
        [
            (),
            (Mark(0, 3, "PER"),),
            (Mark(0, 3, "PER"), Mark(4, 5, "ORG"), Mark(10, 15, "PER")),
            (Mark(0, 9, "ORG"), Mark(0, 9, "PER")),
        ],
    ),
]
ANSWERED = [(text, passage, body) for text, passage, bodies in BODIES for body in bodies]
EVERY_ANSWER = pytest.mark.parametrize(
    ("text", "passage", "body"), ANSWERED, ids=[f"{text} {body}" for text, _, body in ANSWERED]
)


def test_every_kind_has_answers_here() -> None:
    assert {kind(text).name for text, *_ in BODIES} == set(KINDS)


@EVERY_ANSWER
def test_an_answer_survives_json(text: str, passage: str, body: Any) -> None:
    asked = kind(text)
    assert asked.check(body, passage) == []
    assert asked.from_json(json.loads(json.dumps(asked.to_json(body)))) == body


@EVERY_ANSWER
def test_an_answer_has_the_form_of_every_measure_that_its_kind_offers(text: str, passage: str, body: Any) -> None:
    asked = kind(text)
    for offered in (*asked.agree, *asked.judge):
        form = FORMS[measure(offered).takes]
        seen = asked.view(body, form.name)
        assert form.read(seen, "here") == seen


@EVERY_ANSWER
def test_an_answer_can_be_compared_with_itself(text: str, passage: str, body: Any) -> None:
    asked = kind(text)
    for offered in asked.agree:
        seen = asked.view(body, measure(offered).takes)
        assert (
            scored(measure(offered), ([[seen, seen]],) if measure(offered).of == "panel" else ([seen], [seen])).n == 1
        )


@pytest.mark.parametrize(
    "body", [body for text, _, body in ANSWERED if text.startswith("span") and len(set(body)) != 2], ids=str
)
def test_exported_spans_read_back_as_the_same_tokens(body: Sequence[Mark], tmp_path: Path) -> None:
    passage = "Ann 🙂 ran in Ur"
    words = ["Ann", "🙂", "ran", "in", "Ur"]
    starts = {0: 0, 4: 1, 6: 2, 10: 3, 13: 4}
    ends = {3: 1, 5: 2, 9: 3, 12: 4, 15: 5}
    exported = kind("span(labels=('PER', 'ORG'))").exports["conll"](passage, body)
    file = tmp_path / "spans.conll"
    file.write_text("".join(f"{line}\n" for line in exported), "utf-8")
    [(_, fields)] = read_records(file)
    assert fields == {"words": " ".join(words), "spans": [[starts[m.start], ends[m.end], m.label] for m in body]}


def test_overlapping_spans_export_to_well_formed_tags() -> None:
    overlapping = (Mark(0, 3, "PER"), Mark(1, 7, "ORG"))
    assert list(kind("span(labels=('PER', 'ORG'))").exports["conll"]("abc defg", overlapping)) == [
        "abc\tB-PER",
        "defg\tB-ORG",
    ]


@pytest.mark.parametrize(("text", "expected"), [("label(labels=('ja', 'nein'))", "ja"), ("scale", "3")])
def test_an_exported_answer_stands_before_its_text(text: str, expected: str) -> None:
    asked = kind(text)
    body = asked.from_json(expected)
    assert list(asked.exports["tsv"]("two\nlines\tand a tab", body)) == [f"{expected}\ttwo lines and a tab"]
