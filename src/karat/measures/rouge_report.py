"""What ROUGE-1.5.5.pl prints: averages over its own resamples, and their intervals, to the last digit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from karat.errors import BadInput, BadRequest
from karat.measures import Measure, measure
from karat.measures.base import Floats
from karat.measures.forms import encode_texts
from karat.measures.rouge import ORIGINAL, Rouge

RULER = "-" * 45
FACTOR, ADDEND, BITS = np.uint64(0x5DEECE66D), np.uint64(0xB), np.uint64((1 << 48) - 1)  # drand48, Perl's generator
STEP = 2.0**-48
LEAST = 2  # resamples between which there is an interval


def rouge_report(
    gold: Iterable[Any],
    guess: Iterable[str],
    which: Sequence[str | Measure] = (f"rouge(preset={ORIGINAL!r})",),
    *,
    units: Sequence[str] | None = None,
    system: str = "X",
    resamples: int = 1000,
    confidence: float = 95,
) -> str:
    """The report that ROUGE-1.5.5.pl prints of one system, byte for byte: for papers whose numbers are to be repeated.

    Its averages are means of resamples, not of the texts, and differ from them in the third digit or so. They depend on what
    texts are called: `units` are the script's EVAL IDs, and 1, 2, 3 … unless given. `resamples` is its -r, `confidence` its -c.

    >>> print(rouge_report(["police killed the gunman"], ["the gunman killed police"], ["rouge(type='2', preset='rouge-1.5.5')"]))
    ---------------------------------------------
    X ROUGE-2 Average_R: 0.33333 (95%-conf.int. 0.33333 - 0.33333)
    X ROUGE-2 Average_P: 0.33333 (95%-conf.int. 0.33333 - 0.33333)
    X ROUGE-2 Average_F: 0.33333 (95%-conf.int. 0.33333 - 0.33333)
    <BLANKLINE>
    """
    if not isinstance(resamples, int) or resamples < LEAST or not 0 <= confidence <= 100:
        raise BadRequest(
            f"{resamples} resamples and a confidence of {confidence} % were asked for: at least {LEAST}, and 0 to 100, were expected"
        )
    sides = encode_texts(list(gold), list(guess))
    names = [str(i) for i in range(1, len(sides[1]) + 1)] if units is None else list(units)
    if not len(sides[0]) == len(sides[1]) == len(names) or not names:
        raise BadInput(
            f"{len(sides[0])} references, {len(sides[1])} guesses and {len(names)} units were found: as many of each, and one at "
            "least, were expected"
        )
    order = sorted(range(len(names)), key=lambda i: f"{names[i]}.{system}".encode())
    return "".join(_block(one, one.rows(*sides)[order], resamples, system, confidence) for one in _scripted(which))


def _scripted(which: Sequence[str | Measure]) -> list[Rouge]:
    """The measures, if they are the script's."""
    found = [single for one in which for single in measure(one).spread(())]
    other = next((one for one in found if not isinstance(one, Rouge) or one.preset != ORIGINAL), None)
    if other is not None:
        raise BadRequest(f"{other}: a report of ROUGE-1.5.5 shows measures such as rouge(preset={ORIGINAL!r}) alone")
    return [one for one in found if isinstance(one, Rouge)]


def _block(one: Rouge, rows: Floats, resamples: int, system: str, confidence: float) -> str:
    """A ruler, and a line each for recall, precision and F."""
    sums = np.zeros((resamples, rows.shape[1]))
    for units in _draws(len(rows), resamples):  # in the order of the draws, as the script adds
        sums += rows[units]
    found = {name: np.sort(value) for name, value in one.resampled(sums).items()}
    lines = (_line(f"{system} {one.label} Average_{name[0].upper()}", found[name], confidence) for name in found)
    return "".join(f"{line}\n" for line in (RULER, *lines))


def _line(name: str, ranked: Floats, confidence: float) -> str:
    low, high = _interval(ranked, confidence)
    mean = np.cumsum(ranked)[-1] / len(ranked)  # one after the other, from the least
    return f"{name}: {mean:.5f} ({confidence:g}%-conf.int. {low:.5f} - {high:.5f})"


def _interval(ranked: Floats, confidence: float) -> tuple[float, float]:
    """Between the resamples nearest to both tails; the script takes one fraction for both, and 0 for what lies beyond the last."""
    count = len(ranked)
    tail = count * ((100 - confidence) / 2.0) / 100.0
    top, bottom = int(count - tail - 1), int(tail)
    share = count - tail - 1 - top
    beyond = np.append(ranked, 0.0)
    low, high = (float(ranked[i] + (beyond[i + 1] - ranked[i]) * share) for i in (bottom, top))
    return low, high


def _draws(units: int, resamples: int) -> Iterator[NDArray[np.int64]]:
    """What Perl draws after `srand(i)` for resample i: the first unit of each, the second of each …"""
    state = (np.arange(resamples, dtype=np.uint64) << np.uint64(16)) + np.uint64(0x330E)
    for _ in range(units):
        state = (state * FACTOR + ADDEND) & BITS
        yield (units * (state * STEP)).astype(np.int64)
