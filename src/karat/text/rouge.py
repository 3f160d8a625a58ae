"""Texts as ROUGE reads them: lines of tokens, as numbers, under one of three rules.

unicode cuts out runs of letters, marks and digits of any script, and each character where a script writes no spaces.
rouge-score and rouge-1.5.5 know a–z and 0–9 alone, and lose all else; on plain ASCII text all three find the same tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from karat.errors import BadInput, BadRequest, did_you_mean
from karat.kernels import mteval
from karat.text import tokens
from karat.text.assigned import LAST, majors
from karat.text.porter import lin_stem, nltk_stem
from karat.types.ragged import Ragged

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]

RULES = ("unicode", "rouge-score", "rouge-1.5.5")
SHORT = 3  # letters of a word that is not stemmed
NEWLINE = 10
# soft hyphens, joiners, variation selectors, tags: they show how a text looks, not what it says
UNSEEN = re.compile("[\u00ad\u200c\u200d\u2060\ufe00-\ufe0f\U000e0000-\U000e0fff]")
BLANKS = (
    *((0x00, 0x20), (0x7F, 0xA0), (0x61C, 0x61C), (0x1680, 0x1680), (0x180E, 0x180E), (0x2000, 0x200F)),
    *((0x2028, 0x202F), (0x205F, 0x206F), (0x20DD, 0x20E4), (0x3000, 0x3000), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB)),
)
# ideographs and hiragana, as everywhere in karat, and the scripts of South-East Asia, in which a clause looks like a word
UNSPACED = (*tokens.ALONE, (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3005, 0x3007))
EXCEPTIONS = ("adj.exc", "adv.exc", "noun.exc", "verb.exc")  # of a word in several, the last counts
WHITE = re.compile(rb"[ \t\n\v\f\r]+")


@dataclass(frozen=True, slots=True)
class Lines:
    """Texts of lines of numbered tokens: those of text i are rows `texts[i]:texts[i + 1]` of `tokens`; numbers lie below `types`."""

    tokens: Ragged
    texts: Ints
    types: int

    def __getitem__(self, part: slice) -> Lines:
        low, high, _ = part.indices(len(self.texts) - 1)
        return Lines(self.tokens, self.texts[low : high + 1], self.types)

    @property
    def whole(self) -> Ragged:
        """A text a row."""
        return Ragged(self.tokens.values, self.tokens.starts[self.texts])


@dataclass(frozen=True, slots=True)
class Rule:
    """How texts are cut: the rule's name, whether words are stemmed, files of stop words and a folder of irregular forms."""

    name: str = "unicode"
    stem: bool = False
    stopwords: str = ""
    wordnet: str = ""

    @property
    def changes(self) -> bool:
        """Does anything happen to words once they are cut?"""
        return self.stem or bool(self.stopwords)


def rouge_tokens(text: str, rule: str = "unicode", stem: bool = False) -> list[str]:
    """The tokens that ROUGE counts in a text.

    >>> rouge_tokens("Well-known: the Café, 3.5 m; 東京へ")
    ['well', 'known', 'the', 'café', '3', '5', 'm', '東', '京', 'へ']
    >>> rouge_tokens("Well-known: the Café, 3.5 m; 東京へ", "rouge-score")
    ['well', 'known', 'the', 'caf', '3', '5', 'm']
    """
    if rule not in RULES:
        raise BadRequest(f"rouge_tokens: the rule cannot be {rule!r}. {did_you_mean(rule, RULES)}")
    rows = _folded([text], rule)
    spelt = _spelt(rows, rows.starts, rule)
    return [_stemmed(word, Rule(rule, stem)) for word in spelt] if stem else spelt


def lines_of(texts: Sequence[str], rule: Rule) -> Lines:
    """The tokens of many texts as numbers; equal tokens have equal numbers."""
    rows = _folded(texts, rule.name)
    starts, at = _line_starts(rows)
    ids, token_starts = mteval.token_ids(rows.values, starts, *_cutting(rule.name, rows.values), False)
    if rule.changes and len(ids):
        # numbers count from 0 in order of first sight
        firsts = np.flatnonzero(np.diff(np.maximum.accumulate(ids), prepend=-1))
        ids, token_starts = _changed(ids, token_starts, _spelt(rows, starts, rule.name, firsts), rule)
    return Lines(Ragged(ids, token_starts), at, int(ids.max(initial=-1)) + 1)


def shortened(text: str, words: int, size: int, loose: bool = False) -> str:
    """The first so many words, or bytes, of a text, line ends not counted; 0 is no limit.

    As ROUGE-1.5.5 counts: words are what ASCII white space parts, and white space before a line is one more. `loose` is what
    its longest common subsequences see of so many bytes: every line up to the first that is as long alone.

    >>> shortened("a b\\nc d", 3, 0), shortened("a b\\nc d", 0, 4)
    ('a b\\nc', 'a b\\nc')
    """
    kept, left = [], words or size
    for line in text.encode("utf-8", "surrogatepass").split(b"\n"):
        if not line:
            continue
        cut = WHITE.split(line) if words else []
        while cut and not cut[-1]:
            cut.pop()
        length = len(cut) if words else len(line)
        if length >= left:
            kept.append(b" ".join(cut[:left]) if words else line[:left])
            break
        kept.append(line)
        left -= 0 if loose else length
    return b"\n".join(kept).decode("utf-8", "ignore")


def digest(rule: Rule) -> str:
    """What the files of a rule hold, in a few digits: a name alone does not say which list it was."""
    files = [
        *([rule.stopwords] if rule.stopwords else []),
        *(str(Path(rule.wordnet, one)) for one in EXCEPTIONS if rule.wordnet),
    ]
    return sha256(b"\0".join(_read(file) for file in files)).hexdigest()[:12] if files else ""


def _folded(texts: Sequence[str], rule: str) -> Ragged:
    """Texts in lower case, as bytes: of all letters, or of A–Z alone."""
    rows = Ragged.of_strings(texts)
    fold: Callable[[str], str] | None = {"unicode": _plain, "rouge-score": str.lower}.get(rule)
    if fold is not None and rows.values.max(initial=0) > 127:
        rows = Ragged.of_strings([text if text.isascii() else fold(text) for text in texts])
    return Ragged(np.frombuffer(rows.values.tobytes().lower(), np.uint8), rows.starts)


def _plain(text: str) -> str:
    return normalize("NFC", UNSEEN.sub("", text).casefold())


def _line_starts(rows: Ragged) -> tuple[Ints, Ints]:
    """Where lines start, and which of them are the first of a text."""
    breaks = np.flatnonzero(rows.values == NEWLINE) + 1
    if not len(breaks):
        return rows.starts, np.arange(len(rows.starts))
    starts = np.sort(np.concatenate([rows.starts, breaks]))
    return starts, np.searchsorted(starts, rows.starts)


def _spelt(rows: Ragged, starts: Ints, rule: str, which: Ints | None = None) -> list[str]:
    """Tokens as they are written: all, or some."""
    begins, ends, _ = mteval.token_spans(rows.values, starts, *_cutting(rule, rows.values))
    if which is not None:
        begins, ends = begins[which], ends[which]
    text = rows.values.tobytes()
    spans = zip(begins.tolist(), ends.tolist(), strict=True)
    return [text[low:high].decode("utf-8", "surrogatepass") for low, high in spans]


def _changed(ids: Ints, starts: Ints, words: Sequence[str], rule: Rule) -> tuple[Ints, Ints]:
    """Tokens without stop words, and as their stems; words are those that the numbers stand for."""
    stop = _stop_words(rule.stopwords, rule.name) if rule.stopwords else frozenset[str]()
    kept = np.array([word not in stop for word in words])
    known = dict[str, int]()
    stems = (_stemmed(word, rule) for word in words) if rule.stem else words
    renamed = np.array([known.setdefault(one, len(known)) for one in stems], np.int64)
    counts = np.concatenate([[0], np.cumsum(kept[ids])])
    return renamed[ids[kept[ids]]], counts[starts]


def _stemmed(word: str, rule: Rule) -> str:
    if len(word) <= SHORT or not word.isascii():
        return word
    if rule.name != "rouge-1.5.5":
        return nltk_stem(word)
    irregular = _irregular(rule.wordnet).get(word) if rule.wordnet else None
    return lin_stem(word) if irregular is None else irregular


@cache
def _stop_words(file: str, rule: str) -> frozenset[str]:
    text = _read(file).decode("utf-8", "replace")
    return frozenset(text.split("\n") if rule == "rouge-1.5.5" else _folded(text.split(), rule).strings())


@cache
def _irregular(folder: str) -> dict[str, str]:
    """Forms and their words, from WordNet's lists of exceptions."""
    lines = (
        line.split() for one in EXCEPTIONS for line in _read(str(Path(folder, one))).decode("latin-1").splitlines()
    )
    return {line[0]: line[1] for line in lines if len(line) > 1}


def _read(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise BadInput(
            f"{file}: a list that rouge was told to use cannot be read ({error.strerror}); stopwords is a file with a word a line, "
            f"wordnet a folder with {', '.join(EXCEPTIONS)}"
        ) from None


def _cutting(rule: str, values: Bytes) -> tuple[Bytes, int, bool]:
    """The kernel's rule for these bytes."""
    if rule != "unicode" or values.max(initial=0) < 128:
        return _latin(), mteval.WHITE, False
    return _unicode(), mteval.ALONE, False


@cache
def _latin() -> Bytes:
    made = np.full(128, mteval.WHITE, np.uint8)
    made[[ord(char) for char in "abcdefghijklmnopqrstuvwxyz0123456789"]] = mteval.OTHER
    return made


@cache
def _unicode() -> Bytes:
    """Beyond the table lie ideographs."""
    made = np.full(LAST, mteval.OTHER, np.uint8)
    for low, high in UNSPACED:
        made[low : high + 1] = mteval.ALONE
    for low, high in BLANKS:
        made[low : high + 1] = mteval.WHITE
    made[[code for code, major in majors(LAST) if major in "PS"]] = mteval.WHITE
    return made
