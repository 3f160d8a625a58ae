"""
Log-probabilities as files and programming interfaces give them.

{"logprobs": [-0.1, …], "tokens": […], "text": …, "oov": […], "base": …} · [-0.1, …] · [{"token": …, "logprob": -0.1}, …] ·
{"content": [{"token": …, "logprob": …}, …]} · {"tokens": […], "token_logprobs": […]}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

from karat.errors import BadInput
from karat.types.logprobs import LogProbs

BASES = ("e", "2", "10")
WANTED = 'a list such as [-0.1, -2.3] or [{"token": "a", "logprob": -0.1}]'


def read_logprobs(value: Any, where: str) -> LogProbs:
    """The log-probabilities of one text, from a record or from a list."""
    if isinstance(value, LogProbs):
        return value
    if isinstance(value, list | tuple):
        return _made(value, None, {}, where)
    if not isinstance(value, Mapping):
        raise BadInput(f"{where}: {value!r} was found where log-probabilities were expected: {WANTED}")
    found = value if "token_logprobs" in value else value.get("logprobs")
    if found is None:
        raise BadInput(
            f"{where}: no field `logprobs` was found among {', '.join(map(str, value))}, but this measure takes logprobs"
        )
    if isinstance(found, Mapping):
        listed = found.get("content", found.get("token_logprobs"))
        return _made(listed, found.get("tokens", value.get("tokens")), value, where)
    return _made(found, value.get("tokens"), value, where)


def _made(listed: Any, tokens: Any, record: Mapping[str, Any], where: str) -> LogProbs:
    if not isinstance(listed, list | tuple):
        raise BadInput(f"{where}: {listed!r} was found where log-probabilities were expected: {WANTED}")
    if any(isinstance(one, Mapping) for one in listed):
        tokens, listed = _apart(listed, tokens, where)
    names = _tokens(tokens, len(listed), where)
    values = tuple(_value(one, i, names, where) for i, one in enumerate(listed))
    oov = _places(record.get("oov"), len(listed), where)
    return LogProbs(values, names, oov, _text(record.get("text"), where), _base(record.get("base"), where), where)


def _apart(listed: Sequence[Any], tokens: Any, where: str) -> tuple[list[Any], list[Any]]:
    """Tokens and log-probabilities, from a list of both."""
    wrong = next((one for one in listed if not isinstance(one, Mapping) or "logprob" not in one), None)
    if wrong is not None:
        raise BadInput(f'{where}: {wrong!r} was found where {{"token": …, "logprob": …}} was expected')
    if tokens is not None:
        raise BadInput(f"{where}: tokens stand in `tokens` and in `logprobs`: one of the two was expected")
    named = [one["token"] for one in listed if "token" in one]
    if named and len(named) < len(listed):
        raise BadInput(f"{where}: {len(listed) - len(named)} of {len(listed)} log-probabilities have no token")
    return named or None, [one["logprob"] for one in listed]  # type: ignore[return-value]  # None: nobody named tokens


def _tokens(tokens: Any, wanted: int, where: str) -> tuple[str, ...]:
    if tokens is None:
        return ()
    if not isinstance(tokens, list | tuple) or not all(isinstance(token, str) for token in tokens):
        raise BadInput(f"{where}: {tokens!r} was found where a list of tokens was expected")
    if len(tokens) != wanted:
        raise BadInput(
            f"{where}: {len(tokens)} tokens and {wanted} log-probabilities were found: one for each token was expected"
        )
    return tuple(tokens)


def _value(value: Any, at: int, tokens: Sequence[str], where: str) -> float | None:
    place = f"{where}: token {at + 1}{f' ({tokens[at]!r})' if tokens else ''}"
    if value is None and at == 0:
        return None
    if value is None:
        raise BadInput(f"{place} has no log-probability: only the first token of a text may lack one")
    if isinstance(value, bool) or not isinstance(value, int | float) or isnan(value):
        raise BadInput(f"{place}: {value!r} was found where a log-probability was expected")
    if value > 0:
        raise BadInput(
            f"{place}: {value!r} was found where a log-probability, 0 or less, was expected; of a probability, take the logarithm"
        )
    return float(value)


def _places(oov: Any, tokens: int, where: str) -> frozenset[int]:
    """Which tokens are out of vocabulary: from a truth value for each, or from their places, counted from 0."""
    if oov is None:
        return frozenset()
    if isinstance(oov, list | tuple) and all(type(one) is bool for one in oov):
        if oov and len(oov) != tokens:
            raise BadInput(f"{where}: `oov` has {len(oov)} truth values for {tokens} tokens: one each was expected")
        return frozenset(i for i, one in enumerate(oov) if one)
    if isinstance(oov, list | tuple) and all(type(one) is int and 0 <= one < tokens for one in oov):
        return frozenset(oov)
    raise BadInput(
        f"{where}: `oov` is {oov!r}, but a truth value for each token, or places from 0 to {tokens - 1}, were expected"
    )


def _text(text: Any, where: str) -> str | None:
    if text is not None and not isinstance(text, str):
        raise BadInput(f"{where}: {text!r} was found where the text of these tokens was expected")
    return text


def _base(base: Any, where: str) -> str:
    if base is None:
        return ""
    if str(base) not in BASES or isinstance(base, bool):
        raise BadInput(f"{where}: the base is {base!r}, but e, 2 or 10 was expected")
    return str(base)
