"""How numbers look, decided once: `.812`, `[.790, .833]`, `+.021`, `< .001`, `12,345`."""

from __future__ import annotations

import re
from math import isfinite, isnan

MINUS = "\N{MINUS SIGN}"
UNDEFINED = "–"
INFINITE = "∞"
TIES = re.compile(r"(?<=\d) (?=%)|(?<=\b[np]) (?=[=<] )|(?<=\b[np] [=<]) ")


def decimals(value: float) -> int:
    """Digits after the point that a number of this size deserves.

    >>> [decimals(x) for x in (0.8124, 34.21, 1832.0)]
    [3, 1, 0]
    """
    size = abs(value)
    return 3 if size < 10 else 1 if size < 1000 else 0


def number(value: float, places: int | None = None) -> str:
    """A number at its own precision, without the 0 before the point; thousands have commas.

    >>> number(0.8124), number(-0.5), number(34.21), number(1832.4), number(float("nan"))
    ('.812', '−.500', '34.2', '1,832', '–')
    """
    if isnan(value):
        return UNDEFINED
    sign = MINUS if value < 0 else ""
    if not isfinite(value):
        return sign + INFINITE
    if places is None and 0 < abs(value) < 0.0005:
        return sign + _tiny(abs(value))
    said = f"{abs(value):,.{decimals(value) if places is None else places}f}"
    return sign + (said[1:] if said.startswith("0.") else said)


def _tiny(size: float) -> str:
    digits, _, exponent = f"{size:.1e}".partition("e")
    return f"{digits}e{MINUS}{int(exponent[1:])}"


def signed(value: float, places: int | None = None) -> str:
    """A difference: a number that always says on which side of 0 it is.

    >>> signed(0.0213), signed(-0.0004, 3), signed(0.0)
    ('+.021', '−.000', '.000')
    """
    return f"+{number(value, places)}" if value > 0 else number(value, places)


def interval(low: float, high: float, places: int = 3, *, sided: bool = False) -> str:
    """Both ends of an interval, or nothing where there is none.

    >>> interval(0.79, 0.8331), interval(float("nan"), float("nan"))
    ('[.790, .833]', '')
    """
    if isnan(low) or isnan(high):
        return ""
    show = signed if sided else number
    return f"[{show(low, places)}, {show(high, places)}]"


def p_value(value: float) -> str:
    """A p-value; what is below a thousandth is said to be so.

    >>> p_value(0.0341), p_value(0.0000123), p_value(1.0)
    ('.034', '< .001', '1.000')
    """
    return "< .001" if value < 0.001 else number(value, 3)


def count(value: int) -> str:
    """A number of things.

    >>> count(12345), count(-3)
    ('12,345', '−3')
    """
    return f"{value:,}".replace("-", MINUS)


def share(part: float) -> str:
    """A share as people say it.

    >>> share(0.478), share(0.0004), share(1.0)
    ('47.8 %', '0.04 %', '100 %')
    """
    percent = 100 * part
    return f"{percent:.2g} %" if 0 < percent < 1 else f"{percent:.1f}".removesuffix(".0") + " %"


def tied(sentence: str) -> str:
    """A sentence in which a number stays on one line with its sign of percent, its n or its p.

    >>> tied("n = 3, 95 %").count("\N{NO-BREAK SPACE}")
    3
    """
    return TIES.sub("\N{NO-BREAK SPACE}", sentence)
