"""
Every error karat raises on purpose.

KaratError
├─ BadInput      the data is wrong; says where (file, line, unit), what was found and what was expected
├─ BadRequest    the call is wrong; says what could have been meant
├─ Conflict      somebody else was faster; says what stands now
├─ Refused       you may not do this; says who may
└─ NotInstalled  an optional part is missing; says the command that installs it
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches


class KaratError(Exception):
    """Base of all errors raised by karat."""


class BadInput(KaratError, ValueError):
    """The data does not fit."""


class BadRequest(KaratError, ValueError):
    """The call does not fit."""


class Conflict(KaratError):
    """The thing changed meanwhile."""


class Refused(KaratError):
    """This person may not do this."""


class NotInstalled(KaratError, ImportError):
    """An optional dependency is missing."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a sentence that names the nearest neighbours of a name, or all that is known.

    Short names are all a little alike: of several, those count that are about as near as the nearest; a name that is
    right but for its capitals is the only one.

    >>> did_you_mean("PRE", ["PER", "ORG"])
    'Did you mean PER?'
    >>> did_you_mean("per", ["PER", "ORG"])
    'Did you mean PER?'
    >>> did_you_mean("zzz", ["PER", "ORG"])
    'Known: ORG, PER.'
    """
    known = sorted(known)
    name, folded = name.casefold(), {one.casefold(): one for one in known}
    close = [name] if name in folded else get_close_matches(name, folded, n=3, cutoff=0.5)
    near = [folded[one] for one in close if _likeness(name, one) > _likeness(name, close[0]) - 0.2]
    return f"Did you mean {' or '.join(near)}?" if near else f"Known: {', '.join(known)}."


def _likeness(name: str, other: str) -> float:
    return SequenceMatcher(None, other, name).ratio()


def unknown(what: str, name: str, known: Iterable[str]) -> BadRequest:
    """The error for a name that nobody knows.

    >>> str(unknown("measure", "werr", ["wer", "alpha"]))
    "no measure is called 'werr'. Did you mean wer?"
    """
    return BadRequest(f"no {what} is called {name!r}. {did_you_mean(name, known)}")
