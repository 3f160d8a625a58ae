"""Score guesses against gold, from plain Python values."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from karat.engine import Engine
from karat.errors import BadRequest
from karat.measures import Measure, measure
from karat.measures.forms import FORMS
from karat.stats.scoring import score_sides
from karat.types.score import Score


def score(
    gold: Iterable[Any] | None,
    guess: Iterable[Any],
    which: str | Measure,
    *,
    interval: str = "bca",
    resamples: int = 10_000,
    seed: int = 0,
    groups: Sequence[Hashable] | None = None,
    engine: Engine | None = None,
) -> Score:
    """Score guesses against gold with a 95 % interval; both sides list the same units in the same order.

    Measures that look at guesses alone, such as perplexity, take None for gold.

    >>> score(["a", "b", "b"], ["a", "b", "a"], "accuracy", interval="none").value
    0.6666666666666666
    """
    found = scores(
        gold, guess, [which], interval=interval, resamples=resamples, seed=seed, groups=groups, engine=engine
    )
    if len(found) != 1:
        raise BadRequest(
            f"{which} stands for {len(found)} numbers here: call scores, or name one, such as {found[0].measure if found else which}"
        )
    return found[0]


def scores(
    gold: Iterable[Any] | None,
    guess: Iterable[Any],
    which: Sequence[str | Measure],
    *,
    interval: str = "bca",
    resamples: int = 10_000,
    seed: int = 0,
    groups: Sequence[Hashable] | None = None,
    engine: Engine | None = None,
) -> list[Score]:
    """Several measures at once; one that stands for many numbers (a confusion matrix) gives them all.

    >>> [s.measure for s in scores(["a", "b"], ["a", "a"], ["accuracy", "f(average='none')"], interval="none")]
    ['accuracy', "f(average='none', label='a')", "f(average='none', label='b')"]
    """
    golds, guesses = None if gold is None else list(gold), list(guess)
    found: list[Score] = []
    for one in fitting(which, golds is not None):
        sides = None if golds is None else taken(golds, one, "gold"), taken(guesses, one, "guess")
        found += score_sides(
            *sides, [one], interval=interval, resamples=resamples, seed=seed, groups=groups, engine=engine
        )
    return found


def fitting(which: Iterable[str | Measure], gold: bool) -> list[Measure]:
    """The measures, if they fit what is there: guesses with gold, or guesses alone."""
    return [pair_measure(one) if gold else lone_measure(one) for one in which]


def lone_measure(which: str | Measure) -> Measure:
    """The measure, if it looks at guesses alone."""
    found = measure(which)
    if found.of == "pair":
        raise BadRequest(
            f"{found} compares guesses with gold, and there is no gold: give it, or take perplexity or bits"
        )
    return found if found.of == "alone" else pair_measure(found)


def pair_measure(which: str | Measure) -> Measure:
    """The measure, if it compares gold with a guess."""
    found = measure(which)
    if found.of == "alone":
        raise BadRequest(
            f"{found} looks at guesses alone, and gold was given too: "
            f"call score(None, guesses, …), or karat score --guess FILE -m {found.name}"
        )
    if found.of != "pair":
        raise BadRequest(f"{found} measures agreement among authors, not guesses against gold: use `agree`")
    return found


def taken(values: list[Any], which: Measure, side: str) -> list[Any]:
    """Values read in the form that the measure takes; a wrong one is named by its side and place."""
    form = FORMS[which.takes]
    if set(map(type, values)) == {form.plain}:
        return values
    return [form.read(value, f"{side}[{i}]") for i, value in enumerate(values)]
