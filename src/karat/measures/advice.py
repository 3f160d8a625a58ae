"""What somebody who knows the field would say of texts before anybody believes their score; each a sentence, or none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice

from karat.types.references import References

MANY = 100  # lines that may end in a lone full stop before somebody should look
SOME = 20  # letters from which a script can be told
LETTERS = 2_000  # letters that are enough to tell it


def tokenised(gold: Sequence[References], guess: Sequence[str]) -> tuple[str, ...]:
    """Lines that end in ' .' were cut into tokens before, and a tokeniser will cut them again."""
    return tuple(
        f"{found:,} of {len(side):,} {name} end in ' .': they look tokenised already, and this measure tokenises itself; "
        "give it plain (detokenised) text"
        for name, side in (("references", list(chain.from_iterable(gold))), ("guesses", guess))
        if (found := sum(text.endswith(" .") for text in side)) >= MANY or (found > 1 and 2 * found >= len(side))
    )


def mostly_foreign(texts: Iterable[str], instead: str) -> tuple[str, ...]:
    """Texts whose letters are mostly beyond ASCII, under a rule that throws such letters away.

    >>> mostly_foreign(["ein Café"], "…")
    ()
    """
    beyond = (char for text in texts if not text.isascii() for char in text if char.isalpha())
    letters = list(islice(beyond, LETTERS))
    lost = sum(not char.isascii() for char in letters)
    if lost < SOME or 2 * lost < len(letters):
        return ()
    return (
        f"{lost:,} of the first {len(letters):,} letters in lines that are not plain ASCII are not a–z, and this measure "
        f"drops such letters, so that equal texts can score 0: {instead}",
    )
