"""From text to tokens: every step keeps offsets, so that what was found can be shown where it stands."""

from __future__ import annotations

from karat.text.mteval import mteval_tokens
from karat.text.rouge import rouge_tokens
from karat.text.tokens import TOKENISERS, Chars, Space, Token, Tokeniser, Whitespace, Words, tokenise, tokeniser

__all__ = [
    "TOKENISERS",
    "Chars",
    "Space",
    "Token",
    "Tokeniser",
    "Whitespace",
    "Words",
    "mteval_tokens",
    "rouge_tokens",
    "tokenise",
    "tokeniser",
]
