"""How a system does on the parts of a split, and how much more data would help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from karat.errors import BadInput
from karat.evaluate.scoring import score
from karat.systems.base import System
from karat.systems.majority_class import MajorityClass
from karat.types.score import Score

Part = tuple[Sequence[str], Sequence[str]]  # texts, labels


@dataclass(frozen=True, slots=True)
class Point:
    """A system trained on so many texts: its scores on what it saw and on what it did not."""

    size: int
    train: Score
    dev: Score


def on_parts(system: System, parts: Mapping[str, Part], which: str = "accuracy", *, seed: int = 0) -> dict[str, Score]:
    """Train on `train`; score on every part. Far better on train than on dev is overfitting."""
    _check(parts)
    answer = system.train(*parts["train"])
    return {name: score(labels, answer(texts), which, seed=seed) for name, (texts, labels) in parts.items()}


def learning_curve(
    system: System, train: Part, dev: Part, steps: int = 6, which: str = "accuracy", *, seed: int = 0
) -> tuple[Point, ...]:
    """Scores on train and dev as the training set grows; each size holds the smaller one."""
    _check({"train": train, "dev": dev})
    order = np.random.default_rng(seed).permutation(len(train[0]))
    sizes = sorted({max(1, round(len(order) * step / steps)) for step in range(1, steps + 1)})
    return tuple(_point(system, _some(train, order[:size].tolist()), dev, which, seed) for size in sizes)


def _point(system: System, seen: Part, dev: Part, which: str, seed: int) -> Point:
    # where only one label was seen yet there is nothing else to say
    learner = system if len(set(seen[1])) > 1 else MajorityClass()
    answer = learner.train(*seen)
    return Point(
        len(seen[0]), score(seen[1], answer(seen[0]), which, seed=seed), score(dev[1], answer(dev[0]), which, seed=seed)
    )


def _some(part: Part, at: Sequence[int]) -> Part:
    return [part[0][i] for i in at], [part[1][i] for i in at]


def _check(parts: Mapping[str, Part]) -> None:
    for name, (texts, labels) in parts.items():
        if not texts:
            raise BadInput(f"the part {name} is empty: change the ratios of the split or its seed")
        if len(texts) != len(labels):
            raise BadInput(
                f"the part {name} has {len(texts)} texts and {len(labels)} labels: one label a text was expected"
            )
