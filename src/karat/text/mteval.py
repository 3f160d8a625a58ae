"""Tokens of machine-translation scoring: the eight rules by which BLEU cuts text, each by the name that the field uses.

13a (mteval-v13a) and intl (mteval-v14) separate punctuation, zh also every Chinese character, char every character, and
none splits on white space. ja-mecab and ko-mecab ask a dictionary, spm a SentencePiece model. Line ends go first, as
they do in sacreBLEU.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from string import punctuation

import numpy as np
from numpy.typing import NDArray

from karat.errors import BadRequest, did_you_mean
from karat.kernels import mteval
from karat.text import segmenters
from karat.text.assigned import LAST, SPACES, majors
from karat.types.ragged import Ragged

Bytes = NDArray[np.uint8]

TOKENS = ("13a", "intl", "zh", "char", "ja-mecab", "ko-mecab", "none", "spm")
FEW = SPACES + 1  # code points that a table needs to know white space
FEW_END = 0xE3  # the first byte of UTF-8 beyond which lie code points that a table of FEW does not reach
SPECIAL = '!"#$%&()*+/:;<=>?@[\\]^_`{|}~'  # always a token in 13a; an apostrophe never is
ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))  # in this order: &amp;lt; is < at last
# as sacreBLEU compares them: it writes U+20000 to U+2A6D6 as "\u20000" to "\u2a6d6", two characters each, which takes in
# U+2001 to U+2A6D (dashes, quotation marks, arrows) and leaves out the ideographs that were meant; scores follow it
CHINESE = (
    (0x2001, 0x2A6D),
    (0x2E80, 0x2EFF),
    (0x2F00, 0x2FDF),
    (0x2FF0, 0x303F),
    (0x3100, 0x312F),
    (0x31A0, 0x31BF),
    (0x31C0, 0x31EF),
    (0x3200, 0x4DB5),
    (0x4E00, 0x9FBB),
    (0xF900, 0xFA2D),
    (0xFA30, 0xFA6A),
    (0xFA70, 0xFAD9),
    (0xFE10, 0xFE1F),
    (0xFE30, 0xFE4F),
    (0xFF00, 0xFFEF),
)


def mteval_tokens(text: str, tokens: str = "13a", model: str = "") -> list[str]:
    """The tokens that BLEU counts in a text; `model` is the file of a SentencePiece model, for `tokens='spm'` alone.

    >>> mteval_tokens("It cost $1,500.50 (about &quot;5-10%&quot;)...")
    ['It', 'cost', '$', '1,500.50', '(', 'about', '"', '5', '-', '10', '%', '"', ')', '.', '.', '.']
    >>> mteval_tokens("«Ça va?»", "intl")
    ['«', 'Ça', 'va', '?', '»']
    """
    rows = Ragged.of_strings(prepared([text], tokens, model))
    begins, ends, _ = mteval.token_spans(rows.values, rows.starts, *rule_of(tokens, rows.values))
    line = rows.values.tobytes()
    return [
        line[low:high].decode("utf-8", "surrogatepass")
        for low, high in zip(begins.tolist(), ends.tolist(), strict=True)
    ]


def token_ids(texts: Sequence[str], tokens: str = "13a", model: str = "") -> Ragged:
    """The tokens of many texts as numbers; equal tokens have equal numbers.

    >>> [row.tolist() for row in token_ids(["a b, a", "b!"])]
    [[0, 1, 2, 0], [1, 3]]
    """
    rows = Ragged.of_strings(prepared(texts, tokens, model))
    return Ragged(*mteval.token_ids(rows.values, rows.starts, *rule_of(tokens, rows.values), False))


def trimmed_ids(texts: Sequence[str]) -> Ragged:
    """Words as chrF++ cuts them, as numbers: one ASCII punctuation mark goes off the end of a word, or else off its start.

    >>> [row.tolist() for row in trimmed_ids(["(a) (a", "( ("])]
    [[0, 1, 2, 3], [2, 2]]
    """
    rows = Ragged.of_strings(texts)
    return Ragged(*mteval.token_ids(rows.values, rows.starts, _classes("trimmed", FEW), mteval.OTHER, False, True))


def char_codes(texts: Sequence[str], whitespace: bool = False) -> Ragged:
    """Characters as their code points, without white space unless asked for.

    >>> [row.tolist() for row in char_codes(["a b", "é"])]
    [[97, 98], [233]]
    """
    rows = Ragged.of_strings(texts)
    return Ragged(*mteval.code_points(rows.values, rows.starts, _classes("none", FEW), mteval.OTHER, whitespace))


def checked(tokens: str, model: str, who: str) -> None:
    """Refuse a rule that nobody knows, and a model where none is needed or none is named."""
    if tokens not in TOKENS:
        raise BadRequest(f"{who}: tokens cannot be {tokens!r}. {did_you_mean(tokens, TOKENS)}")
    if tokens == "spm" and not model:
        raise BadRequest(
            f"{who}: tokens='spm' needs model='a file': karat downloads nothing, so fetch the SentencePiece model that you "
            "want to be compared under (flores101, flores200 …) and name its file"
        )
    if model and tokens != "spm":
        raise BadRequest(f"{who}: model={model!r} is for tokens='spm', but tokens is {tokens!r}")


def prepared(texts: Sequence[str], tokens: str, model: str = "") -> Sequence[str]:
    """The texts, with all that must be done to them before they can be cut by classes of characters."""
    checked(tokens, model, "mteval_tokens")
    if tokens == "13a":
        return _unmarked(texts)
    if tokens == "intl":
        return [text.rstrip() for text in texts]
    if tokens == "zh":
        return [text.strip() for text in texts]
    cut = _segmenter(tokens, model)
    return texts if cut is None else [cut(text.rstrip()) for text in texts]


def signed(tokens: str, model: str = "") -> str:
    """The rule as sacreBLEU signs it: with the version of what cuts, where karat asks somebody else.

    >>> signed("13a")
    '13a'
    """
    if tokens == "spm":
        return segmenters.pieces_signed(model)
    asked = {"ja-mecab": segmenters.japanese_signed, "ko-mecab": segmenters.korean_signed}.get(tokens)
    return tokens if asked is None else asked()


def _segmenter(tokens: str, model: str) -> Callable[[str], str] | None:
    if tokens == "spm":
        return segmenters.pieces(model)
    return {"ja-mecab": segmenters.japanese, "ko-mecab": segmenters.korean}.get(tokens)


def _unmarked(texts: Sequence[str]) -> Sequence[str]:
    """Texts without marks of skipped passages, hyphens at line ends and the four entities of mteval-v13a."""
    every = "".join(texts)
    if "&" not in every and "\n" not in every and "<skipped>" not in every:
        return texts
    return [_unmark(text.rstrip()) if "&" in text or "\n" in text or "<skipped>" in text else text for text in texts]


def _unmark(text: str) -> str:
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, char in ENTITIES:
        text = text.replace(entity, char)
    return text


def rule_of(tokens: str, values: Bytes) -> tuple[Bytes, int, bool]:
    """The kernel's rule for these bytes: classes of the code points, of those beyond, and whether spaces stand around."""
    if tokens == "char":
        return _classes("char", FEW), mteval.ALONE, False
    if tokens == "13a":
        return _classes("13a", FEW), mteval.OTHER, True
    if tokens in ("intl", "zh"):
        return _classes(tokens, FEW if values.max(initial=0) < FEW_END else LAST), mteval.OTHER, False
    return _classes("none", FEW), mteval.OTHER, False


@cache
def _classes(name: str, codes: int) -> Bytes:
    """The class of each of the first so many code points."""
    made = np.zeros(codes, np.uint8)
    if name in _FILLED:
        _FILLED[name](made)
    # also what is Chinese to sacreBLEU: white space with spaces around it is white space
    made[[code for code in range(FEW) if chr(code).isspace()]] = mteval.WHITE
    return made


def _characters(made: Bytes) -> None:
    made[:] = mteval.ALONE


def _western(made: Bytes) -> None:
    made[[ord(char) for char in SPECIAL]] = mteval.ALONE
    made[[ord(char) for char in "0123456789"]] = mteval.DIGIT
    made[[ord(char) for char in ".,"]] = mteval.POINT
    made[ord("-")] = mteval.HYPHEN


def _chinese(made: Bytes) -> None:
    _western(made)
    for low, high in CHINESE:
        made[low : high + 1] = mteval.ALONE


def _international(made: Bytes) -> None:
    kinds = {"P": mteval.POINT, "N": mteval.DIGIT, "S": mteval.ALONE}
    for code, major in majors(len(made)):
        made[code] = kinds[major]


def _trimmed(made: Bytes) -> None:
    made[[ord(char) for char in punctuation]] = mteval.ALONE


_FILLED = {"char": _characters, "13a": _western, "zh": _chinese, "intl": _international, "trimmed": _trimmed}
