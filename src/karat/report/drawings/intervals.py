"""Systems side by side: a dot for the score, a whisker for its interval, a panel for each measure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from karat.errors import BadInput
from karat.report.colours import PAPER, SOFT, series
from karat.report.drawings.base import WIDTH, Drawing, defined, named, plainly, short
from karat.report.numbers import number
from karat.types.score import Score

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ACROSS = ((11, 3), (20, 2))  # letters of the longest measure: panels side by side


class Intervals(Drawing):
    """`systems`: for each name its scores, the same measures in the same order."""

    needs = ("systems",)
    columns = ("system", "measure", "score")

    @property
    def measures(self) -> list[str]:
        """What is measured, in order."""
        listed = {tuple(score.measure for score in scores) for scores in self.data["systems"].values()}
        if len(listed) != 1 or () in listed:
            raise BadInput(
                "figure data, systems: each system needs the same measures in the same order; "
                f"found {' and '.join(', '.join(names) or 'none' for names in sorted(listed)) or 'no system'}"
            )
        return list(listed.pop())

    @property
    def panels(self) -> tuple[int, int]:  # type: ignore[override]  # as many as there are measures
        """As many side by side as their names leave room for."""
        longest = max(len(short(measure)) for measure in self.measures)
        fits = next((panels for letters, panels in ACROSS if longest <= letters), 1)
        across = min(len(self.measures), fits)
        return -(-len(self.measures) // across), across

    @property
    def size(self) -> tuple[float, float]:
        """A line for each system in each panel."""
        return WIDTH, (0.7 + 0.34 * len(self.data["systems"])) * self.panels[0]

    def paint(self, axes: Sequence[Axes]) -> None:
        """Panels share their systems; each has its own scale."""
        names = list(self.data["systems"])
        for at, measure in enumerate(self.measures):
            _panel(axes[at], [self.data["systems"][name][at] for name in names], measure)
            named(axes[at], names if at % self.panels[1] == 0 else [""] * len(names))
        for spare in axes[len(self.measures) :]:
            spare.set_visible(False)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Score by score."""
        for name, scores in self.data["systems"].items():
            yield from ((name, score.measure, score) for score in scores)


def _panel(axes: Axes, scores: Sequence[Score], measure: str) -> None:
    for down, score in enumerate(scores):
        _whisker(axes, down, score)
    axes.set_title(short(measure))
    axes.grid(axis="y", visible=False)
    axes.locator_params(axis="x", nbins=4)
    axes.margins(x=0.12)
    plainly(axes.xaxis)


def _whisker(axes: Axes, down: int, score: Score) -> None:
    if not defined(score.value):
        axes.text(0.5, down, "undefined", transform=axes.get_yaxis_transform(), ha="center", va="center", color=SOFT)
        return
    axes.plot([end for end in (score.low, score.high) if defined(end)], _twice(down, score), color=series(0))
    axes.plot([score.value], [down], "o", color=series(0), markersize=6, markeredgecolor=PAPER, markeredgewidth=1)
    axes.annotate(number(score.value), (score.value, down), (0, 5), textcoords="offset points", ha="center", fontsize=8)


def _twice(down: int, score: Score) -> list[int]:
    return list(chain.from_iterable([down] for end in (score.low, score.high) if defined(end)))
