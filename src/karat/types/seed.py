"""What a seed is."""

from __future__ import annotations

from karat.errors import BadRequest


def checked(seed: int) -> int:
    """The seed, if it is one: 0 is a seed, and nothing is not.

    >>> checked(0)
    0
    """
    if type(seed) is not int or not 0 <= seed < 1 << 63:
        raise BadRequest(f"the seed is {seed!r}, but a whole number from 0 to 2^63 − 1 was expected")
    return seed
