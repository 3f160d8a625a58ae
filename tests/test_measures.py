"""Each measure against numbers worked out by hand or by the field's own tool; each row names its source."""

from __future__ import annotations

from itertools import product
from math import exp
from typing import Any

import numpy as np
import pytest
from scipy.stats import pearsonr, spearmanr
from sklearn.metrics import accuracy_score, cohen_kappa_score, confusion_matrix, fbeta_score, roc_auc_score

from karat.errors import BadInput, BadRequest
from karat.kernels import edits
from karat.measures import MEASURES, measure
from karat.measures.forms import FORMS, encode_panel, encode_words
from karat.stats.scoring import rows_of
from karat.types.references import References, references

Sides = tuple[list[Any], ...]
Case = tuple[str, Sides, float, str]
_: None = None


def value(text: str, sides: Sides) -> float:
    """The score of two sides, or of one panel."""
    m = measure(text)
    if m.of == "alone":
        sides = ([FORMS[m.takes].read(one, f"guess[{i}]") for i, one in enumerate(sides[0])],)
    return m.score(rows_of(m, encode_panel(*sides) if m.of == "panel" else FORMS[m.takes].encode(*sides)))


def cells(table: dict[tuple[str, str], int]) -> Sides:
    """Two sides from a table {(gold, guess): units}."""
    pairs = [pair for pair, n in table.items() for _ in range(n)]
    return [a for a, _ in pairs], [b for _, b in pairs]


def panel(sides: Sides) -> Sides:
    """Two authors, a row a unit."""
    return ([list(pair) for pair in zip(*sides, strict=True)],)


def matrix(counts: list[list[int]], labels: str) -> Sides:
    """Two sides from a matrix with the first side down."""
    names = labels.split()
    return cells({(a, b): counts[i][j] for (i, a), (j, b) in product(enumerate(names), repeat=2)})


STANCE = matrix([[54, 28, 3], [31, 18, 23], [0, 21, 72]], "pos neut neg")  # 250 units: ann down, bob across
NAMES = cells(  # (gold, guess); None is background
    {
        ("None", "Person"): 0,
        ("None", "Location"): 0,
        ("None", "Company"): 5,
        ("Person", "None"): 0,
        ("Person", "Person"): 200,
        ("Person", "Location"): 5,
        ("Location", "None"): 5,
        ("Location", "Person"): 10,
        ("Location", "Location"): 40,
        ("Company", "None"): 10,
        ("Company", "Location"): 0,
        ("Company", "Company"): 10,
        ("Location", "Company"): 0,
        ("Company", "Person"): 0,
    }
)
THREE_CODERS: Sides = (  # en.wikipedia.org/wiki/Krippendorff's_alpha, a row a unit
    [
        [_, "1", _],
        [_, _, _],
        [_, "2", "2"],
        [_, "1", "1"],
        [_, "3", "3"],
        ["3", "3", "4"],
        ["4", "4", "4"],
        ["1", "3", _],
        ["2", _, "2"],
        ["1", _, "1"],
        ["1", _, "1"],
        ["3", _, "3"],
        ["3", _, "3"],
        [_, _, _],
        ["3", _, "4"],
    ],
)
SOME_MISSING: Sides = ([["x", "x", _], ["y", "y", "y"], ["x", "y", "y"], ["x", _, _]],)
NEAR_MISSES: Sides = ([["1", "1"], ["2", "3"], ["3", "3"], ["1", "2"]],)
UNUSED: Sides = ([["1", "1"], ["5", "5"], ["4", "5"]],)  # nobody said 2 or 3
SMALL: Sides = ([["1e-7", "1e-7"], ["2e-7", "2e-7"]],)
ABC: Sides = (["a", "a", "b", "c"], ["a", "b", "b", "b"])  # tp a 1, b 1, c 0; gold 2 1 1; guess 1 3 0
THE_THE: Sides = (
    [References(("The cat is on the mat", "There is a cat on the mat"))],
    ["the the the the the the the"],
)
CAT: Sides = (["The cat is on the mat."], ["The cat sat on the mat."])
GREEDY_LOSES: Sides = ([((0, 10, "X"), (4, 10, "X"))], [((0, 8, "X"), (0, 4, "X"))])
SAUDI: Sides = (
    ["SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times"],
    ["THIS WEEK THE SAUDIS denied information published in the new york times"],
)
XYZ: Sides = (["x y z a b"], ["a b p q r"])
WAYS: Sides = (["i'm { going to / gonna } go {now/@}", "so {a/an} b"], ["i'm gonna go", "so a c b"])
TWO = references(units=[["a b c", "x c"]])
POST_EDITED = references(units=[["a dog sat there", "one dog sat over there", "there was a dog that sat there"]])


def said(*texts: list[float]) -> list[list[float]]:
    """Log-probabilities of texts, from probabilities."""
    return [np.log(text).tolist() for text in texts]


def marked() -> list[dict[str, Any]]:
    """A text with its borders."""
    return [{"tokens": ["<s>", "th", "e ", "</s>"], "logprobs": [0, -1, -3, -2], "base": 2}]


POLICE = (["police killed the gunman"], ["police kill the gunman"])
GUNMAN = (["police killed the gunman"], ["the gunman kill police"])
SEVERAL = references(units=[["a b c", "a", "d"]])
CASES: list[Case] = [
    ("accuracy", STANCE, 144 / 250, "the 250-unit table: (54 + 18 + 72) / 250 = .576"),
    ("accuracy", (["a"], ["a"]), 1.0, "edge: one unit"),
    ("accuracy", (["é", "e\u0301"], ["é", "é"]), 0.5, "edge: two spellings of one letter are two labels"),
    ("confusion(gold='pos', guess='neut')", STANCE, 28 / 85, "by hand: 28 of 54 + 28 + 3"),
    ("confusion(gold='pos', guess='neut', of_what='guess')", STANCE, 28 / 67, "by hand: 28 of 28 + 18 + 21"),
    ("confusion(gold='pos', guess='neut', of_what='all')", STANCE, 28 / 250, "by hand"),
    ("f(background='None')", NAMES, 500 / 550, "the worked table: P 250/270, R 250/280, F .909"),
    (
        "f(average='macro', macro='f-of-means', background='None')",
        NAMES,
        0.7818,
        "the worked table: P .836, R .734, F .782",
    ),
    (
        "f(average='macro', background='None')",
        NAMES,
        (400 / 415 + 80 / 100 + 20 / 35) / 3,
        "by hand: Person 2·200/(210+205), Location 2·40/(45+55), Company 2·10/(15+20)",
    ),
    ("f(label='Company')", NAMES, 20 / 35, "by hand: 2·10/(15+20)"),
    ("f(average='weighted', background='None')", NAMES, (205 * 400 / 415 + 55 * 0.8 + 20 * 20 / 35) / 280, "by hand"),
    ("f", NAMES, 250 / 285, "law: micro-F without background is accuracy"),
    ("f", ABC, 0.5, "by hand: 2·2 / (4 + 4)"),
    ("f(average='macro')", ABC, (2 / 3 + 2 / 4 + 0) / 3, "by hand"),
    (
        "f(average='macro', macro='f-of-means')",
        ABC,
        2 * (4 / 9) * 0.5 / (4 / 9 + 0.5),
        "by hand: P (1 + 1/3 + 0)/3, R (1/2 + 1 + 0)/3",
    ),
    ("f(average='macro', beta=2.0)", ABC, (5 / 9 + 5 / 7 + 0) / 3, "by hand: 5·tp / (4·gold + guess)"),
    ("f(average='macro')", (["a", "b"], ["b", "a"]), 0.0, "edge: nothing right is 0, not undefined"),
    (
        "f(average='macro', macro='f-of-means')",
        (["a", "b"], ["b", "a"]),
        0.0,
        "edge: nothing right is 0, not undefined",
    ),
    ("f(background='O')", (["O", "日本"], ["O", "日本"]), 1.0, "edge: unicode"),
    (
        "bleu(order=1, lowercase=True)",
        THE_THE,
        200 / 7,
        "Papineni et al. 2002: of 7 'the' the first reference holds 2; the second is as long, so nothing is taken off",
    ),
    ("bleu(order=1)", THE_THE, 100 / 7, "by hand: 'The' is another word than 'the'"),
    (
        "bleu",
        CAT,
        100 * (6 / 7 * 4 / 6 * 2 / 5 * 1 / 4) ** 0.25,
        "by hand: a full stop is a token; 6 of 7 words, 4 of 6 pairs, 2 of 5, 1 of 4",
    ),
    ("bleu", (["the cat sat on"], ["the cat sat"]), 0.0, "sacrebleu 2.6.0: no guess holds four words"),
    (
        "bleu(effective=True)",
        (["the cat sat on"], ["the cat sat"]),
        100 * exp(1 - 4 / 3),
        "by hand: all is right up to three words, and 3 words are short of 4",
    ),
    ("bleu", (["a b c d"], ["a b x d"]), 35.35533905932737, "sacrebleu 2.6.0: 3/4, 1/3, 1/(2·2), 1/(4·1)"),
    ("bleu(smooth='none')", (["a b c d"], ["a b x d"]), 0.0, "by hand: no three words are shared"),
    (
        "bleu(smooth='floor', smooth_value=0.5)",
        (["a b c d"], ["a b x d"]),
        100 * (3 / 4 * 1 / 3 * 0.5 / 2 * 0.5 / 1) ** 0.25,
        "by hand",
    ),
    (
        "bleu(smooth='add-k')",
        (["a b c d"], ["a b x d"]),
        100 * (3 / 4 * 2 / 4 * 1 / 3 * 1 / 2) ** 0.25,
        "by hand: one more of each length but the first",
    ),
    ("bleu", (["a b c d"], ["w x y z"]), 0.0, "sacrebleu 2.6.0: no match is 0 under every smoothing"),
    ("bleu", (["a b c d"], [""]), 0.0, "sacrebleu 2.6.0: an empty guess"),
    ("bleu", ([""], ["a b c d"]), 0.0, "sacrebleu 2.6.0: an empty reference"),
    (
        "bleu",
        ([References(("a b c d e f", "a b c d")), "e f g h"], ["a b c d e", "e f g h"]),
        100 * (9 / 9 * 7 / 7 * 5 / 5 * 3 / 3) ** 0.25,
        "by hand: 4 words are as near to 5 as 6 are, and the shorter counts: 9 are not short of 8",
    ),
    ("chrf(chars=1)", (["abcd"], ["abxy ab"]), 500 * (1 / 3) * 0.5 / (4 / 3 + 0.5), "by hand: 2 of 6, 2 of 4"),
    (
        "chrf(chars=2, eps=True, beta=1.0)",
        (["ab"], ["a b c"]),
        100 * (4 / 5 + 2 / 3) / 2,
        "by hand: white space is nothing; F of 2 of 3 and 2 of 2, of 1 of 2 and 1 of 1",
    ),
    (
        "chrf(chars=1, words=1, beta=1.0)",
        (["(ab)"], ["(ab"]),
        200 * 0.5 * 0.375 / 0.875,
        "by hand: (ab and ) against ( and ab: no word is shared; P (3/3 + 0)/2, R (3/4 + 0)/2",
    ),
    ("chrf", CAT, 67.17273492330233, "sacrebleu 2.6.0"),
    ("chrf(words=2)", CAT, 69.43695278069349, "sacrebleu 2.6.0: chrF2++"),
    ("chrf", (["abc"], ["xyz"]), 0.0, "sacrebleu 2.6.0: nothing is shared"),
    ("chrf", ([""], [""]), 0.0, "sacrebleu 2.6.0: nothing against nothing"),
    (
        "chrf(chars=1, beta=1.0)",
        ([References(("abcd", "ab"))], ["ab"]),
        100.0,
        "by hand: the reference with the best F counts, and it alone",
    ),
    ("wer", (["a b c"], ["a b c"]), 0.0, "same"),
    ("wer", (["a b", "c"], ["a x", "c d"]), 2 / 3, "by hand: one substitution and one insertion for 3 words"),
    (
        "wer",
        (["I", "b c", "d e"], ["b c", "x", "d e"]),
        4 / 5,
        "jiwer 4.0.0: two substitutions, an insertion, a deletion; no line is dropped",
    ),
    ("wer", (["a"], ["b c d"]), 3.0, "by hand: above 1"),
    ("wer", (["", "a b"], ["x", "a b"]), 0.5, "by hand: an empty reference adds its insertion and no words"),
    ("wer", (["a b"], [""]), 1.0, "by hand: two deletions for 2 words"),
    ("wer", (["a\u00a0b\u3000c"], ["a b  c"]), 0.0, "edge: every white space of Unicode separates words"),
    ("wer", XYZ, 1.0, "jiwer 4.0.0: five substitutions are the fewest errors"),
    (
        "wer(align='sclite')",
        XYZ,
        1.2,
        "sclite 2.10: three deletions and three insertions cost 18, five substitutions 20",
    ),
    ("wer(align='htk')", XYZ, 1.2, "by hand: 3·7 + 3·7 is less than 5·10"),
    ("wer", (["A b"], ["a b"]), 0.5, "jiwer 4.0.0: case counts"),
    ("wer(lowercase=True)", (["A b"], ["a b"]), 0.0, "by hand"),
    ("wer(align='sclite')", (["A b"], ["a b"]), 0.0, "sclite 2.10: case does not count"),
    ("wer(align='sclite', lowercase=False)", (["A b"], ["a b"]), 0.5, "sclite 2.10 -s"),
    ("wer(align='sclite')", WAYS, 1 / 6, "sclite 2.10: i'm gonna go and so a b are right, c is added"),
    ("wer(alternates=True)", WAYS, 1 / 6, "by hand: the same"),
    ("wer", WAYS, 8 / 12, "by hand: every sign is a word: 6 of 9 left out; {a/an} of 3 mistaken, c added"),
    ("wer(align='sclite', optional=True)", (["(uh) yes", "(uh) no"], ["yes", "uh no"]), 0.0, "sclite 2.10 -D"),
    ("wer(align='sclite')", (["(uh) yes"], ["yes"]), 0.5, "sclite 2.10: without -D the brackets are letters"),
    ("wer(align='sclite', fragments=True)", (["spe- to -ly"], ["speak to oily"]), 0.0, "sclite 2.10 -F"),
    ("wer(align='sclite', fragments=True)", (["spe- -ly"], ["talk oil"]), 1.0, "by hand: neither begins or ends so"),
    ("wer(align='sclite')", (["a { b / @ }"], ["a"]), 0.0, "sclite 2.10: @ says nothing, and is no word"),
    ("cer", (["the cat"], ["thecat"]), 1 / 7, "jiwer 4.0.0: a space is a character"),
    ("cer", ([" a  b "], ["a b"]), 0.0, "jiwer 4.0.0: spaces at the ends and more than one do not count"),
    ("cer(spaces=False)", (["the cat"], ["th ecat"]), 0.0, "by hand"),
    ("cer(hyphens=False)", (["e-mail"], ["email"]), 0.0, "by hand"),
    ("cer(align='sclite')", (["xyzab"], ["abpqr"]), 1.2, "by hand: as for words"),
    ("cer", (["日本語"], ["日木語"]), 1 / 3, "by hand: code points"),
    ("cer", (["", "ab"], ["x", "ab"]), 0.5, "jiwer 4.0.0: an empty reference adds its insertion"),
    ("mer", (["a", "b c"], ["a x", "b"]), 2 / 4, "by hand: two hits, an insertion, a deletion"),
    ("mer", ([""], ["a"]), 1.0, "jiwer 4.0.0: nothing is matched"),
    ("wip", (["a b c"], ["a b"]), 2 / 3, "by hand: 2/3 · 2/2"),
    ("wip", (["a"], [""]), 0.0, "jiwer 4.0.0: nothing is preserved"),
    ("wip", ([""], ["a"]), 0.0, "jiwer 4.0.0: nothing is preserved"),
    ("wil", (["a b c"], ["a b"]), 1 / 3, "by hand: 1 − 2/3"),
    ("wacc", (["a b"], ["a b c d e"]), -0.5, "by hand: (2 − 3) / 2"),
    ("corr", (["a b c"], ["a x c d"]), 2 / 3, "by hand: insertions are not seen"),
    ("ser", (["a b", "c", ""], ["a b", "d", "e"]), 2 / 3, "by hand: two of three units"),
    ("wwer", (["a b", "c"], ["a x", "c d"]), 2 / 3, "law: at a cost of 1 it is wer"),
    ("wwer(insertion=0.4)", (["a b"], ["a b c"]), 0.2, "by hand: .4 over 2"),
    ("wwer(deletion=2.0)", (["a b"], ["a"]), 0.5, "by hand: 2 over 4"),
    ("wwer(substitution=2.0)", XYZ, 6 / 5, "by hand: three deletions and three insertions are cheaper than 10"),
    ("ter", SAUDI, 400 / 13, "Snover et al. 2006: a shift, two substitutions, AMERICAN missing, for 13 words"),
    ("ter(shift=2.0)", SAUDI, 500 / 13, "by hand: the shift saves what it costs"),
    ("ter(shift_size=0)", SAUDI, 600 / 13, "by hand: two insertions, two deletions, two substitutions"),
    ("ter", (TWO, ["b a c"]), 100 / 2.5, "by hand: one shift of the nearest reference, 3 and 2 words long"),
    ("ter", (TWO, ["a c"]), 100 / 2.5, "by hand: one deletion, or one substitution"),
    ("ter", (["", "a b"], ["x", "a b"]), 50.0, "sacreBLEU 2.6.0: an empty reference adds its insertion and no words"),
    ("ter", ([""], ["a b"]), 100.0, "sacreBLEU 2.6.0: edits without a reference word are 100"),
    ("ter", ([""], [""]), 0.0, "sacreBLEU 2.6.0: nothing on both sides is 0"),
    ("ter", (["a"], ["b c d"]), 300.0, "by hand: above 100"),
    (
        "ter",
        (["The cat."], ["the cat ."]),
        100.0,
        "by hand: case does not count, marks do: a substitution, an insertion",
    ),
    ("ter(case=True)", (["The cat"], ["the cat"]), 50.0, "by hand: one substitution for 2 words"),
    ("ter(normalized=True)", (["The cat."], ["the cat ."]), 0.0, "by hand: marks stand apart"),
    ("ter(punctuation=False)", (["The cat."], ["the cat"]), 0.0, "by hand: marks are dropped"),
    ("ter(normalized=True, asian=True)", (["猫が座る。"], ["猫が立る。"]), 20.0, "by hand: 猫 が 座 る 。, one other"),
    (
        "ter(normalized=True)",
        (["the cat's."], ["the cat's."]),
        200 / 4,
        "sacreBLEU 2.6.0: the cat's . and, cut twice, the cat 's .",
    ),
    ("ter(normalized=True, twice=False)", (["the cat's."], ["the cat's."]), 0.0, "by hand: the same"),
    (
        "ter(targeted=True)",
        (POST_EDITED, ["a cat sat there"]),
        100 / 6,
        "by hand: one edit to the first, (5 + 7) / 2 words",
    ),
    ("mean", ([{"acc": True}, {"acc": "0.5"}, {"acc": 0}],), 0.5, "by hand: 1.5 / 3"),
    ("mean(metric='b')", ([{"a": 1, "b": -2}, {"unit": 7, "b": 1e80}],), 5e79, "by hand; another unit lacks a"),
    ("ter(targeted=True)", (["a dog sat there"], ["a cat sat there"]), 25.0, "by hand: alone, it gives the length too"),
    ("ter(insertion=0.5, deletion=0.25)", (["a b", "c"], ["a", "c d"]), 25.0, "by hand: (.25 + .5) / 3 words"),
    ("character", (["cd ab"], ["ab cd"]), 2 / 5, "cer 1.2.0; by hand: a move of a two-letter word for 5 characters"),
    (
        "character",
        (["i like their bags"], ["i like your bag"]),
        5 / 15,
        "cer 1.2.0, its readme; by hand: your to their 4, bags 1",
    ),
    ("character", (["eeeee ccc"], ["a eeeee"]), 4 / 7, "cer 1.2.0: a move over one letter, three edits"),
    ("character", (["a", "b"], ["a", ""]), 0.5, "by hand: the mean over units, 1 where the guess is empty"),
    ("character", (["abc def"], ["x"]), 1.0, "by hand: at most 1 a unit"),
    ("character", (references(units=[["zzz", "ab d"]]), ["ab c"]), 1 / 4, "by hand: the better of two references"),
    ("character", ([""], ["a"]), 1.0, "by hand: everything goes"),
    ("alpha", THREE_CODERS, 0.691, "Wikipedia, nominal"),
    ("alpha(level='ordinal')", THREE_CODERS, 0.807, "Wikipedia, ordinal"),
    ("alpha(level='interval')", THREE_CODERS, 0.811, "Wikipedia, interval"),
    ("alpha(level='ratio')", THREE_CODERS, 0.8089, "krippendorff 0.9.0, ratio"),
    ("alpha", SOME_MISSING, 1 - 7 * 2 / 30, "by hand: 8 answers, x 3, y 5: 1 − (8 − 1)·2 / (64 − 9 − 25)"),
    ("alpha", ([["x", "x"], ["x", "y"]],), 0.0, "by hand: x 3, y 1: 1 − 3·2 / (16 − 9 − 1)"),
    (
        "alpha(level='interval')",
        ([["1", "1"], ["1", "3"], ["3", "3"]],),
        1 - 5 * 8 / 72,
        "by hand: n 6, observed 2·4, expected 2·3·3·4",
    ),
    (
        "alpha(level='ordinal')",
        ([["1", "1"], ["1", "100"], ["100", "100"]],),
        4 / 9,
        "by hand: two ranks are as far apart as any two",
    ),
    (
        "alpha(level='ratio')",
        ([["1", "1"], ["1", "3"], ["3", "3"]],),
        1 - 5 * 0.5 / 4.5,
        "by hand: (2/4)² a pair: observed 2·.25, expected 2·3·3·.25",
    ),
    ("alpha(level='interval')", SMALL, 1.0, "edge: a difference is one, however small its unit of measurement"),
    ("alpha(level='ordinal')", ([["1", "1.0"], ["2", "2.0"]],), 1.0, "edge: '1' and '1.0' are one rank"),
    ("kappa", panel(STANCE), 0.3589, "the 250-unit table: (.576 − .3386) / (1 − .3386)"),
    ("kappa(weights='linear')", NEAR_MISSES, 0.5, "by hand: 1 − 4·2 / 16"),
    ("kappa(weights='quadratic')", NEAR_MISSES, 9 / 13, "by hand: 1 − 4·2 / 26"),
    ("kappa(weights='linear')", UNUSED, 1 - 3 * 1 / 17, "by hand: 2 and 3 take their room: 8 + 4 + 5"),
    ("kappa(weights='quadratic')", UNUSED, 1 - 3 * 1 / 59, "by hand: 2 and 3 take their room: 32 + 16 + 11"),
    ("kappa", ([["x", "y"], ["y", "x"]],), -1.0, "by hand: nothing agrees, half would by chance"),
    ("rouge(type='1', part='recall')", (["a b c d"], ["a b x"]), 0.5, "by hand: 2 of 4"),
    ("rouge(type='1', part='precision')", (["a b c d"], ["a b x"]), 2 / 3, "by hand: 2 of 3"),
    ("rouge(type='1')", (["a b c d"], ["a b x"]), 4 / 7, "by hand: 2·2 / (4 + 3)"),
    (
        "rouge(type='1', alpha=0.8)",
        (["a b c d"], ["a b x"]),
        (1 / 3) / (0.2 * 2 / 3 + 0.4),
        "by hand: ⅔·½ / (.2·⅔ + .8·½)",
    ),
    ("rouge(type='1')", (["a b c d", "e"], ["a b x", "e"]), (4 / 7 + 1) / 2, "by hand: the mean of both texts"),
    ("rouge(type='1', over='corpus')", (["a b c d", "e"], ["a b x", "e"]), 6 / 9, "by hand: 2·3 / (5 + 4)"),
    ("rouge(type='2')", (["the the the"], ["the the"]), 2 / 3, "by hand: one of two pairs, which is all of the guess"),
    ("rouge(type='L', part='recall')", GUNMAN, 0.5, "Lin 2004, 3.1: two of four words in order"),
    ("rouge(type='S')", POLICE, 0.5, "Lin 2004, 3.4: 3 of 6 pairs, S2"),
    ("rouge(type='S')", GUNMAN, 1 / 6, "Lin 2004, 3.4: 1 of 6 pairs, S3"),
    ("rouge(type='SU', part='recall')", GUNMAN, 4 / 10, "by hand: one pair, and three words"),
    (
        "rouge(type='SU', part='recall', preset='rouge-1.5.5')",
        GUNMAN,
        0.22222,
        "ROUGE-1.5.5.pl -2 4 -u: the last is no word",
    ),
    (
        "rouge(type='Lsum', part='recall')",
        (["a b c d e"], ["a c y z e\na b x y z"]),
        0.8,
        "Lin 2004, 3.2: a b, a c e: 4 of 5",
    ),
    (
        "rouge(type='L', part='recall')",
        (["a b c d e"], ["a c y z e\na b x y z"]),
        0.6,
        "by hand: a c e alone are in one order",
    ),
    ("rouge(type='W', part='recall', weight=2.0)", (["a b c d"], ["a b c x"]), 0.75, "by hand: √(9 / 16)"),
    ("rouge(type='W', part='recall', weight=2.0)", (["a b c d"], ["a x b c"]), 5**0.5 / 4, "by hand: √((1 + 4) / 16)"),
    (
        "rouge(type='W', preset='rouge-1.5.5')",
        (["a b c d"], ["a b c d"]),
        0.86225,
        "ROUGE-1.5.5.pl -w 1.2: weighed twice",
    ),
    ("rouge(type='1', stem=True)", (["the elements"], ["an element"]), 0.5, "rouge-score 0.1.2: both are element"),
    (
        "rouge(type='1', stem=True, preset='rouge-1.5.5')",
        (["the elements"], ["an element"]),
        0.5,
        "ROUGE-1.5.5.pl -m: elem",
    ),
    ("rouge(type='1', stem=True)", (["professional"], ["professor"]), 0.0, "NLTK 3.10.4: profession, professor"),
    ("rouge(type='1')", (["東京へ行く"], ["東京に行く"]), 0.8, "by hand: 4 of 5 characters"),
    ("rouge(type='1', preset='rouge-score')", (["東京"], ["東京"]), 0.0, "rouge-score 0.1.2: a–z alone"),
    ("rouge(type='1')", (["Größe"], ["GRÖSSE"]), 1.0, "Unicode's case folding"),
    ("rouge(type='1')", ([""], [""]), 0.0, "rouge-score 0.1.2: nothing against nothing"),
    ("rouge(type='1')", (SEVERAL, ["a b"]), 0.8, "by hand: the best F is that of a b c: 2·2 / 5"),
    ("rouge(type='1', several='best-recall')", (SEVERAL, ["a b"]), 2 / 3, "by hand: all of the one word a: 2·1 / 3"),
    ("rouge(type='1', several='pool')", (SEVERAL, ["a b"]), 6 / 11, "by hand: 2 + 1 + 0 of 5, and of 3·2"),
    (
        "rouge(type='1', jackknife=True)",
        (SEVERAL, ["a b"]),
        (2 / 3 + 0.8 + 0.8) / 3,
        "by hand: without a b c, a, d in turn",
    ),
    ("spearman", ([1, 2, 3, 4], [1, 2, 4, 3]), 0.8, "by hand: 1 − 6·2 / (4·15)"),
    ("spearman", ([1, 1, 2, 2], [1, 2, 3, 4]), 4 / 20**0.5, "by hand, ties: ranks 1.5 1.5 3.5 3.5: 4 / √(4·5)"),
    ("spearman", ([1, 2, 3], [3, 2, 1]), -1.0, "edge: turned round"),
    ("pearson", ([1, 2, 3, 4], [1, 2, 4, 3]), 0.8, "by hand: products 4, squares 5 and 5"),
    ("pearson", ([0, 0, 3], [1, 1, 7]), 1.0, "by hand: a straight line"),
    ("pearson", ([1e9, 1e9 + 1, 1e9 + 3], [3, 2, 0]), -1.0, "edge: far from 0"),
    ("auc", ([1, 0, 1, 0], [0.9, 0.2, 0.4, 0.6]), 0.75, "by hand: 3 of 4 pairs in order"),
    ("auc", ([1, 1, 0, 0], [1, 2, 2, 1]), 0.5, "by hand, ties: 1 + 2/2 of 4"),
    ("auc", ([-1, 1], [3, 2]), 0.0, "edge: turned round"),
    ("auc(above=2.0)", ([4, 2, 3], [0.5, 0.4, 0.6]), 1.0, "by hand: grades of 3 and more count"),
    ("span_f", ([((0, 3, "P"), (8, 12, "O"))], [((0, 3, "P"), (8, 11, "O"))]), 0.5, "by hand: one of two and two"),
    (
        "span_f",
        ([((0, 3, "P"),), ()], [((0, 3, "P"),), ((1, 2, "O"),)]),
        2 / 3,
        "by hand: 2·1 / (1 + 2), pooled over units",
    ),
    ("span_f(match='boundary')", ([((0, 3, "P"),)], [((0, 3, "O"),)]), 1.0, "by hand: the label is forgiven"),
    (
        "span_f",
        ([((0, 3, "P"), (0, 3, "P"))], [((0, 3, "P"),)]),
        2 / 3,
        "by hand: two equal gold spans need two guesses",
    ),
    ("span_f(beta=2.0)", ([((0, 3, "P"), (4, 5, "P"))], [((0, 3, "P"),)]), 5 / 9, "by hand: 5·1 / (4·2 + 1)"),
    ("span_f(match='overlap')", ([((0, 4, "P"),)], [((0, 2, "P"),)]), 1.0, "by hand: half of the union is enough"),
    ("span_f(match='overlap')", ([((0, 4, "P"),)], [((0, 2, "O"),)]), 0.0, "by hand: another label"),
    ("span_f(match='overlap')", ([((0, 4, "P"),)], [((4, 8, "P"),)]), 0.0, "by hand: neighbours share nothing"),
    ("span_f(match='overlap', iou=0.6)", ([((0, 4, "P"),)], [((0, 2, "P"),)]), 0.0, "by hand: half is not .6"),
    ("span_f(match='overlap', iou=0.4)", GREEDY_LOSES, 1.0, "by hand: 0–10 takes 0–4 so that 4–10 can take 0–8"),
    ("span_f(match='overlap', iou=0.7)", GREEDY_LOSES, 0.5, "by hand: only 0–8 shares .7 with 0–10"),
    ("perplexity", (said([0.1] * 10),), 10.0, "Jurafsky and Martin, ch. 3: ten equiprobable digits"),
    ("perplexity", (said([0.91] * 5 + [0.01] + [0.91] * 4),), 1.7253, "the same: 0 0 0 0 0 3 0 0 0 0, .91 and .01"),
    ("perplexity", (said([1 / 2, 1 / 8], [1 / 4]),), 4.0, "by hand: (2·8·4)^(1/3)"),
    ("perplexity(over='texts')", (said([1 / 2, 1 / 8], [1 / 16]),), 10.0, "by hand: texts of 4 and 16"),
    ("perplexity(base='2')", ([[-1, -3], [-2]],), 4.0, "by hand: the same in base 2"),
    ("perplexity(base='10')", ([[-1, -3], [-2]],), 100.0, "by hand: the same digits in base 10"),
    ("perplexity", ([{"logprobs": [-1, -3], "base": 2}, {"logprobs": [-1], "base": 10}],), 160 ** (1 / 3), "by hand"),
    ("perplexity", (marked(),), 4.0, "by hand: <s> does not count, </s> does: (2·8·4)^(1/3)"),
    ("perplexity(start='')", (marked(),), 4.0**0.75, "by hand: <s> counts like any other: (1·2·8·4)^(1/4)"),
    ("perplexity(oov='exclude')", ([{"logprobs": [-1, -9, -3], "oov": [1], "base": 2}],), 4.0, "by hand: (2·8)^(1/2)"),
    ("perplexity", ([[None, -2.0]],), float(np.exp(2)), "by hand: a first token without context does not count"),
    ("perplexity", ([[0.0]],), 1.0, "edge: certain"),
    ("bits", ([{"logprobs": [-1, -3, -2], "base": 2}],), 2.0, "by hand: 6 bits, 3 tokens"),
    ("bits(per='char')", ([{"logprobs": [-1, -3], "text": "été!", "base": 2}],), 1.0, "by hand: 4 bits, 4 characters"),
    ("bits(per='byte')", ([{"logprobs": [-1, -5], "text": "été!", "base": 2}],), 1.0, "by hand: 6 bits, 6 bytes"),
    ("bits(per='word')", ([{"logprobs": [-1, -5], "text": "a  b\nc", "base": 2}],), 2.0, "by hand: 6 bits, 3 words"),
    ("bits(per='char')", (marked(),), 6 / 4, "by hand: 6 bits, 'the ' and no letters of <s> and </s>"),
]
PRINTED_TO = {
    1.7253: 5e-5,
    0.3589: 5e-5,
    0.7818: 5e-5,
    0.8089: 5e-5,
    0.691: 5e-4,
    0.807: 5e-4,
    0.811: 5e-4,
}  # the rest is exact


@pytest.mark.parametrize(
    ("text", "sides", "expected"), [case[:3] for case in CASES], ids=[f"{c[0]}: {c[3]}" for c in CASES]
)
def test_the_number_is_the_one_worked_out(text: str, sides: Sides, expected: float) -> None:
    assert value(text, sides) == pytest.approx(expected, abs=PRINTED_TO.get(expected, 1e-12))


def test_every_measure_has_a_worked_number() -> None:
    assert {measure(text).name for text, *_rest in CASES} == set(MEASURES)


def test_precision_and_recall_of_the_worked_table() -> None:
    tallies = rows_of(measure("f(background='None')"), FORMS["label"].encode(*NAMES)).sum(0).reshape(-1, 3)
    right, in_gold, in_guess = tallies.sum(0)
    assert (right, in_guess, in_gold) == (250, 270, 280)
    assert (tallies[:, 0] / tallies[:, 2]).mean() == pytest.approx(0.836, abs=5e-4)
    assert (tallies[:, 0] / tallies[:, 1]).mean() == pytest.approx(0.734, abs=5e-4)


REFUSED = [
    (
        "kappa(weights='linear')",
        ([["low", "high"]],),
        BadInput,
        "kappa(weights='linear'): the label 'high' is not a number",
    ),
    ("alpha(level='ordinal')", ([["1", "two"]],), BadInput, "alpha(level='ordinal'): the label 'two' is not a number"),
    ("alpha(level='ratio')", ([["1", "two"]],), BadInput, "alpha(level='ratio'): the label 'two' is not a number"),
    (
        "alpha(level='ratio')",
        ([["-1", "1"]],),
        BadInput,
        "alpha(level='ratio'): -1 was found, but a ratio scale starts",
    ),
    (
        "alpha(level='circular')",
        ([["1"]],),
        BadRequest,
        "alpha: level cannot be 'circular'. Known: interval, nominal, ordinal, ratio.",
    ),
    ("f(average='mirco')", ([], []), BadRequest, "f: average cannot be 'mirco'. Did you mean micro?"),
    ("bleu(tokens='13b')", ([], []), BadRequest, "bleu: tokens cannot be '13b'. Did you mean 13a?"),
    ("bleu(tokens='spm')", ([], []), BadRequest, "bleu: tokens='spm' needs model='a file': karat downloads nothing"),
    ("bleu(model='x')", ([], []), BadRequest, "bleu: model='x' is for tokens='spm', but tokens is '13a'"),
    ("bleu(tokens='spm', model='/no/x')", ([], [""]), BadInput, "/no/x: the SentencePiece model cannot be read"),
    ("bleu(smooth_value=1)", ([], []), BadRequest, "bleu: smooth_value=1 is for smooth='floor' or 'add-k', but"),
    ("bleu(smooth='floor', smooth_value=-1)", ([], []), BadRequest, "bleu: smooth_value is -1, but a number from 0"),
    ("bleu(order=0)", ([], []), BadRequest, "bleu: order is 0, but a number from 1 to 16 was expected"),
    ("bleu", ([References()], ["a"]), BadInput, "a unit has no reference: at least one was expected for each"),
    ("rouge(type='l')", ([], []), BadRequest, "rouge: type cannot be 'l'. Did you mean L?"),
    ("rouge(type='W', preset='rouge-score')", ([], []), BadRequest, "rouge: rouge-score has no ROUGE-W: take preset="),
    (
        "rouge(type='Lsum', preset='rouge-1.5.5')",
        ([], []),
        BadRequest,
        "rouge: the L of rouge-1.5.5 goes by lines already",
    ),
    (
        "rouge(wordnet='x')",
        ([], []),
        BadRequest,
        "rouge: wordnet is for stem=True with preset='rouge-1.5.5', which alone",
    ),
    (
        "rouge(first_words=1, first_bytes=1)",
        ([], []),
        BadRequest,
        "rouge: first_words and first_bytes are both given: one",
    ),
    (
        "rouge(type='1', stopwords='/no/x')",
        (["a"], ["a"]),
        BadInput,
        "/no/x: a list that rouge was told to use cannot be read",
    ),
    ("f(beta='2')", ([], []), BadRequest, "f: beta is '2', but a float like 1.0 was expected"),
    ("span_f(iou=True)", ([], []), BadRequest, "span_f: iou is True, but a float like 0.5 was expected"),
    ("f(beta=-1.0)", ([], []), BadRequest, "f: beta is -1.0, but a number from 0 to 1000 was expected"),
    ("f(beta=1e400)", ([], []), BadRequest, "f: beta is inf, but a number from 0 to 1000 was expected"),
    ("span_f(match='overlap', iou=0.0)", ([], []), BadRequest, "span_f: iou is 0.0, but a number from"),
    ("span_f(iou=1.5)", ([], []), BadRequest, "span_f: iou is 1.5, but a number from"),
]


@pytest.mark.parametrize(("text", "sides", "error", "said"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_has_no_meaning_is_refused(text: str, sides: Sides, error: type[Exception], said: str) -> None:
    with pytest.raises(error) as caught:
        value(text, sides)
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(("guess", "better"), [("pos", "higher"), ("neut", "lower")])
def test_more_is_better_on_the_diagonal_alone(guess: str, better: str) -> None:
    assert measure(f"confusion(gold='pos', guess={guess!r})").better == better


# Against the tools of the field, on random answers

SEEDS = range(20)
LABELS = ["a", "b", "c", "d", "O"]


def labels(seed: int) -> Sides:
    rng = np.random.default_rng(seed)
    units, kept = rng.integers(1, 60), LABELS[: rng.integers(1, 6)]
    return rng.choice(kept, units).tolist(), rng.choice(kept, units).tolist()


@pytest.mark.peer
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("beta", [1.0, 0.5, 2.0])
def test_f_is_that_of_scikit_learn(seed: int, beta: float) -> None:
    sides = labels(seed)
    counted = sorted({*sides[0], *sides[1]} - {"O"})
    for average in ("micro", "macro", "weighted"):
        theirs = fbeta_score(*sides, beta=beta, average=average, zero_division=0)
        assert value(f"f(average={average!r}, beta={beta})", sides) == pytest.approx(theirs, abs=1e-12)
    if counted:
        theirs = fbeta_score(*sides, beta=beta, labels=counted, average="macro", zero_division=0)
        assert value(f"f(average='macro', background='O', beta={beta})", sides) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.peer
@pytest.mark.parametrize("seed", SEEDS)
def test_accuracy_and_confusion_are_those_of_scikit_learn(seed: int) -> None:
    sides = labels(seed)
    assert value("accuracy", sides) == pytest.approx(accuracy_score(*sides))
    names = sorted({*sides[0], *sides[1]})
    for share, norm in (("gold", "true"), ("guess", "pred"), ("all", "all")):
        theirs = confusion_matrix(*sides, labels=[*names, "x", "y"], normalize=norm)  # it warns of a single label
        for (i, gold), (j, guess) in product(enumerate(names), repeat=2):
            ours = value(f"confusion(gold={gold!r}, guess={guess!r}, of_what={share!r})", sides)
            assert np.nan_to_num(ours) == pytest.approx(theirs[i, j])


@pytest.mark.peer
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
def test_kappa_is_that_of_scikit_learn(seed: int, weights: str) -> None:
    rng = np.random.default_rng(seed)
    sides = rng.choice(list("12345"), 40).tolist(), rng.choice(list("12345"), 40).tolist()
    theirs = cohen_kappa_score(*sides, weights=None if weights == "none" else weights)
    assert value(f"kappa(weights={weights!r})", panel(sides)) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.peer
@pytest.mark.parametrize("seed", SEEDS)
def test_spearman_is_that_of_scipy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, 3 + seed, (2, 25)).tolist()
    assert value("spearman", (a, b)) == pytest.approx(spearmanr(a, b).statistic, abs=1e-12)
    assert value("pearson", (a, b)) == pytest.approx(pearsonr(a, b).statistic, abs=1e-12)
    assert value("auc(above=1.0)", (a, b)) == pytest.approx(roc_auc_score(np.array(a) > 1, b), abs=1e-12)


@pytest.mark.peer
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_alpha_is_that_of_krippendorff(seed: int, level: str) -> None:
    peer = pytest.importorskip("krippendorff")
    rng = np.random.default_rng(seed)
    scale = np.array([1.0, 2.0, 4.0, 7.5])  # gaps count
    codes = rng.integers(0, 4, (30, 4))
    there = rng.random((30, 4)) > rng.choice([0, 0.3, 0.6])
    table = np.where(there, scale[codes], np.nan)
    theirs = peer.alpha(reliability_data=table.T, level_of_measurement=level)
    sides = ([[None if np.isnan(v) else str(v) for v in row] for row in table],)
    assert value(f"alpha(level={level!r})", sides) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.peer
def test_wer_is_that_of_jiwer() -> None:
    peer = pytest.importorskip("jiwer")
    rng = np.random.default_rng(0)
    words = np.array(["a", "b", "c", "d", "été", "🙂"])
    gold = [" ".join(rng.choice(words, rng.integers(1, 9))) for _ in range(2500)]
    guess = [" ".join(rng.choice(words, rng.integers(0, 9))) for _ in range(2500)]
    coded, out = encode_words(gold, guess), np.zeros((2500, 4), np.int64)
    edits.edit_counts(coded[0].values, coded[0].starts, coded[1].values, coded[1].starts, out)
    theirs = peer.process_words(gold, guess)
    assert value("wer", (gold, guess)) == pytest.approx(theirs.wer, abs=1e-12)
    for ours, a, b in zip(out.tolist(), gold, guess, strict=True):
        one = peer.process_words(a, b)
        assert sum(ours[1:]) == one.substitutions + one.deletions + one.insertions
        assert ours[0] + ours[1] + ours[2] == len(a.split())
        assert ours[0] + ours[1] + ours[3] == len(b.split())


@pytest.mark.parametrize("seed", SEEDS)
def test_nominal_alpha_is_multi_pi_with_its_correction(seed: int) -> None:
    # with complete data and n answers, alpha = π + (1 − π) / n
    codes = np.random.default_rng(seed).integers(0, 3, (20, 4))
    n, share = codes.size, np.bincount(codes.ravel(), minlength=3) / codes.size
    counts = np.stack([np.bincount(row, minlength=3) for row in codes])
    observed, chance = ((counts * (counts - 1)).sum(1) / 12).mean(), (share**2).sum()
    pi = (observed - chance) / (1 - chance)
    assert value("alpha", ([[str(code) for code in row] for row in codes],)) == pytest.approx(pi + (1 - pi) / n)


@pytest.mark.parametrize("seed", SEEDS)
def test_overlapping_spans_are_paired_as_well_as_possible(seed: int) -> None:
    rng = np.random.default_rng(seed)
    gold, guess = (
        sorted({(int(s), int(s + w), "X") for s, w in rng.integers([0, 2], [12, 9], (4, 2))}) for _side in "ab"
    )
    found = best_pairing([[shared(a, b) >= 0.4 for b in guess] for a in gold])
    assert value("span_f(match='overlap', iou=0.4)", ([tuple(gold)], [tuple(guess)])) == pytest.approx(
        2 * found / (len(gold) + len(guess))
    )


def shared(a: tuple[int, int, str], b: tuple[int, int, str]) -> float:
    return len({*range(*a[:2])} & {*range(*b[:2])}) / len({*range(*a[:2])} | {*range(*b[:2])})


def best_pairing(fits: list[list[bool]]) -> int:
    """By trying everything."""
    if not fits:
        return 0
    taken = [best_pairing([[*row[:j], *row[j + 1 :]] for row in fits[1:]]) + 1 for j, fit in enumerate(fits[0]) if fit]
    return max([best_pairing(fits[1:]), *taken])
