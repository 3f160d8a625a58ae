"""Always say the most frequent label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from karat.systems.base import System, Trained
from karat.types.spoken import spoken


@spoken
class MajorityClass(System):
    """Always say the label that was most frequent in training: what any system must beat.

    >>> MajorityClass().train(["good", "bad", "fine"], ["pos", "neg", "pos"])(["dreadful"])
    ['pos']
    """

    name = "majority_class"

    def train(self, texts: Sequence[str], labels: Sequence[str]) -> Trained:
        """Find the most frequent label; of equals, the first in the alphabet."""
        counts = Counter(labels)
        label = min(counts, key=lambda one: (-counts[one], one))
        return lambda asked: [label] * len(asked)
