"""What a language model said of one text: a log-probability for each token."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LogProbs:
    """Log-probabilities of the tokens of one text, None for a first token before which nothing stands.

    `oov` are the places of tokens that the model does not know; `base` is the base of the logarithms, where it is said.
    """

    values: tuple[float | None, ...]
    tokens: tuple[str, ...] = ()
    oov: frozenset[int] = frozenset()
    text: str | None = None
    base: str = ""
    where: str = field(default="", compare=False)
