"""Porter's stemmer (1980) in the two forms under which ROUGE is computed: NLTK's, which rouge-score uses, and that of ROUGE-1.5.5.

Both leave words alone that the other changes: `elements` is `element` to the one and `elem` to the other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

VOWELS = frozenset("aeiou")
MEMORY = 1 << 16  # words whose stem is kept at hand
IRREGULAR = {  # NLTK's
    **dict.fromkeys(("sky", "skies"), "sky"),
    **{"dying": "die", "lying": "lie", "tying": "tie", "news": "news", "howe": "howe"},
    **dict.fromkeys(("inning", "innings"), "inning"),
    **dict.fromkeys(("outing", "outings"), "outing"),
    **dict.fromkeys(("canning", "cannings"), "canning"),
    **{one: one for one in ("proceed", "exceed", "succeed")},
}
SECOND = {
    **{"ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble", "alli": "al"},
    **{"entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al"},
    **{"iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble"},
}
THIRD = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
COMMON = [
    "al",
    "ance",
    "ence",
    "er",
    "ic",
    "able",
    "ible",
    "ant",
    "ement",
    "ou",
    "ism",
    "ate",
    "iti",
    "ous",
    "ive",
    "ize",
]
FOURTH = dict.fromkeys(COMMON, "")
FOURTH_OF_NLTK = dict.fromkeys([*COMMON, "ment", "ent", "ion"], "")


@lru_cache(MEMORY)
def nltk_stem(word: str) -> str:
    """The stem of a word of lower-case ASCII letters and digits as NLTK's `PorterStemmer()` gives it.

    >>> [nltk_stem(word) for word in ("elements", "enjoyed", "dying", "flies", "ties")]
    ['element', 'enjoy', 'die', 'fli', 'tie']
    """
    if word in IRREGULAR or len(word) < 3:
        return IRREGULAR.get(word, word)
    word = f"{word[:-3]}ie" if len(word) == 4 and word.endswith("ies") else _plural(word)
    if word.endswith("ied"):
        word = f"{word[:-3]}{'ie' if len(word) == 4 else 'i'}"
    else:
        word = _past(word, "lsz", _ends_cvc_or_vc)
    if word.endswith("y") and len(word) > 2 and _form(word)[-2] == "c":
        word = f"{word[:-1]}i"
    word = _suffixed(_second_of_nltk(word), THIRD, 0)
    if not (word.endswith("ion") and word[-4:-3] not in ("s", "t")):
        word = _suffixed(word, FOURTH_OF_NLTK, 1)
    return _final(word, _ends_cvc_or_vc)


@lru_cache(MEMORY)
def lin_stem(word: str) -> str:
    """The stem of a word of lower-case ASCII letters and digits as ROUGE-1.5.5 makes it, where its table of exceptions is silent.

    Its author changed the fourth step in 2004: of -ement, -ment and -ent, one is tried after the other.

    >>> [lin_stem(word) for word in ("elements", "environmental", "professional", "money", "died")]
    ['elem', 'environ', 'profess', 'monei', 'di']
    """
    if len(word) < 3:
        return word
    word = _past(_plural(word), "lszy", _ends_cvc)
    if word.endswith("y") and "v" in _form(word)[:-1]:
        word = f"{word[:-1]}i"
    word = _suffixed(_suffixed(word, {**SECOND, "logi": "log"}, 0), THIRD, 0)
    word = _suffixed(_suffixed(word, FOURTH, 1), {"ment": ""}, 1)
    if word.endswith("ent"):
        word = _suffixed(word, {"ent": ""}, 1)
    elif word.endswith(("sion", "tion")):
        word = _suffixed(word, {"ion": ""}, 1)
    return _final(word, _ends_cvc)


def _form(word: str) -> str:
    """A `c` for each consonant and a `v` for each vowel; a y is a vowel behind a consonant."""
    form = ""
    for char in word:
        vowel = char in VOWELS or (char == "y" and form[-1:] == "c")
        form += "v" if vowel else "c"
    return form


def _measure(stem: str) -> int:
    """Porter's m: how often a vowel stands before a consonant."""
    return _form(stem).count("vc")


def _ends_cvc(stem: str) -> bool:
    return _form(stem)[-3:] == "cvc" and stem[-1] not in "wxy"


def _ends_cvc_or_vc(stem: str) -> bool:
    return _ends_cvc(stem) or _form(stem) == "vc"


def _suffixed(word: str, endings: dict[str, str], above: int) -> str:
    """The longest of these endings replaced, if what stands before it measures more than `above`."""
    for size in range(min(len(word), 7), 1, -1):
        ending = word[-size:]
        if ending in endings:
            return word[:-size] + endings[ending] if _measure(word[:-size]) > above else word
    return word


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str, doubled: str, short: Callable[[str], bool]) -> str:
    """Without -ed or -ing; of two equal consonants at the end one goes, unless it may be `doubled`."""
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    stem = word.removesuffix("ed") if word.endswith("ed") else word.removesuffix("ing")
    if stem == word or "v" not in _form(stem):
        return word
    if stem.endswith(("at", "bl", "iz")):
        return f"{stem}e"
    if stem[-1] == stem[-2:-1] and _form(stem)[-1] == "c":
        return stem if stem[-1] in doubled else stem[:-1]
    return f"{stem}e" if _measure(stem) == 1 and short(stem) else stem


def _second_of_nltk(word: str) -> str:
    if word.endswith("alli") and _measure(word[:-4]) > 0:
        return _second_of_nltk(word[:-2])
    if word.endswith("logi"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    return _suffixed(word, {**SECOND, "fulli": "ful"}, 0)


def _final(word: str, short: Callable[[str], bool]) -> str:
    if word.endswith("e"):
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not short(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
