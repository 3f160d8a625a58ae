"""What a token is, row by row."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import BadRequest
from karat.text import TOKENISERS, Token, tokenise, tokeniser

WORDS = [
    # by hand: text, words
    ("", []),
    ("   \n", []),
    ("To be, or not to be!", ["To", "be", "or", "not", "to", "be"]),
    ("don't l’homme rock 'n' roll", ["don't", "l’homme", "rock", "n", "roll"]),
    ("well-known x--y -z a-", ["well-known", "x", "y", "z", "a"]),
    ("snake_case __init__ _emphasis_", ["snake_case", "init", "emphasis"]),
    ("3.14 1,000,000.5 .5 5. 1..2 a.b U.S.", ["3.14", "1,000,000.5", "5", "5", "1", "2", "a", "b", "U", "S"]),
    ("1914-1918 2nd 4x4", ["1914-1918", "2nd", "4x4"]),
    ("naïve nai\u0308ve", ["naïve", "nai\u0308ve"]),
    ("हिन्दी में क्‍ष", ["हिन्दी", "में", "क्‍ष"]),
    ("ภาษาไทย ที่นี่", ["ภาษาไทย", "ที่นี่"]),
    ("می\u200cخواهم سلام", ["می\u200cخواهم", "سلام"]),
    ("שָׁלוֹם עולם", ["שָׁלוֹם", "עולם"]),
    ("日本語ひらカタカナ 中文1", ["日", "本", "語", "ひ", "ら", "カタカナ", "中", "文", "1"]),
    ("한국어 단어", ["한국어", "단어"]),
    ("ok 🙂👩‍👩‍👧🇳🇱👍🏽 ❤️ yes", ["ok", "yes"]),
    ("1️⃣", ["1️⃣"]),
    ("e\u0301\u0301 \u0301a", ["e\u0301\u0301", "a"]),
    ("𝒳𝟙 Ⅻ ½", ["𝒳𝟙", "Ⅻ", "½"]),
    ("co\u00adoperate", ["co\u00adoperate"]),
    ("a\ud800b", ["a", "b"]),
    ("@user #tag mail@example.com", ["user", "tag", "mail", "example", "com"]),
]

OTHERS = [
    # by hand: tokeniser, text, tokens
    ("space", "a  b\tc\r\nd", ["a", "", "b\tc\r", "d"]),
    ("space", "a b ", ["a", "b"]),
    ("space", "\n\n", ["", ""]),
    ("space", "a\u00a0b", ["a\u00a0b"]),
    ("whitespace", " a\u3000b\u0085c\x1cd\u200be ", ["a", "b", "c", "d\u200be"]),
    ("chars", "né 🙂\n", ["n", "é", " ", "🙂", "\n"]),
    ("chars", "e\u0301", ["e", "\u0301"]),
    ("chars", "\ud800", ["\ud800"]),
]


def cut(text: str, tokens: str) -> list[str]:
    return [text[start:end] for start, end in tokenise(text, tokens)]


@pytest.mark.parametrize(("text", "words"), WORDS)
def test_words(text: str, words: list[str]) -> None:
    assert cut(text, "words") == words


@pytest.mark.parametrize(("name", "text", "tokens"), OTHERS)
def test_other_tokens(name: str, text: str, tokens: list[str]) -> None:
    assert cut(text, name) == tokens


@given(st.text())
def test_whitespace_splits_as_python_does(text: str) -> None:
    assert cut(text, "whitespace") == text.split()


@given(st.text())
def test_space_splits_on_space_and_newline_only(text: str) -> None:
    parts = re.split("[ \n]", text)
    assert cut(text, "space") == (parts if parts[-1] else parts[:-1])


@given(st.text())
def test_chars_are_code_points(text: str) -> None:
    assert cut(text, "chars") == list(text)


@given(st.text(alphabet=st.characters(max_codepoint=0x10FFFF)))
def test_words_begin_with_letters_or_digits_and_hold_no_spaces(text: str) -> None:
    words = cut(text, "words")
    assert all(unicodedata.category(word[0])[0] in "LN" for word in words)
    assert not any(char.isspace() for word in words for char in word)
    held = sum(unicodedata.category(char)[0] in "LN" for word in words for char in word)
    assert held == sum(unicodedata.category(char)[0] in "LN" for char in text)


@given(st.text(), st.sampled_from(sorted(TOKENISERS)))
def test_tokens_stand_in_order_inside_the_text(text: str, name: str) -> None:
    places = [place for token in tokenise(text, name) for place in token]
    assert places == sorted(places)
    assert all(0 <= place <= len(text) for place in places)


def test_offsets_count_code_points() -> None:
    assert tokenise("🙂 né ok") == [Token(2, 4), Token(5, 7)]


@pytest.mark.parametrize("name", sorted(TOKENISERS))
def test_a_tokeniser_prints_as_it_reads(name: str) -> None:
    assert str(tokeniser(name)) == name
    assert tokeniser(tokeniser(name)) == tokeniser(name)


def test_an_unknown_tokeniser_is_told_its_neighbours() -> None:
    with pytest.raises(BadRequest, match=r"Did you mean words\?"):
        tokenise("a", "word")
