"""From text to tokens: every step keeps offsets, so that what was found can be shown where it stands.

A step's file is read when it is wanted: a score of words need not wait for the tables of a tokeniser.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from karat.text.mteval import mteval_tokens as mteval_tokens
    from karat.text.rouge import rouge_tokens as rouge_tokens
    from karat.text.tokens import TOKENISERS as TOKENISERS
    from karat.text.tokens import Chars as Chars
    from karat.text.tokens import Space as Space
    from karat.text.tokens import Token as Token
    from karat.text.tokens import Tokeniser as Tokeniser
    from karat.text.tokens import Whitespace as Whitespace
    from karat.text.tokens import Words as Words
    from karat.text.tokens import tokenise as tokenise
    from karat.text.tokens import tokeniser as tokeniser

_PLACES = {"mteval_tokens": "mteval", "rouge_tokens": "rouge"}  # the others stand in `tokens`

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


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"karat.text has no {name!r}; see karat.text.__all__")
    return getattr(import_module(f"karat.text.{_PLACES.get(name, 'tokens')}"), name)
