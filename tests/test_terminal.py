"""Colour on a terminal only, and never where somebody asked for none."""

from __future__ import annotations

import re
import sys

import pytest
from test_progress import Terminal

from karat.cli.terminal import coloured, comparison, in_colour
from karat.evaluate.comparing import Compared, compare


@pytest.mark.parametrize(
    ("is_one", "environment", "coloured_"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),  # https://no-color.org: set and not empty
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_colour_is_for_terminals_that_want_it(
    is_one: bool, environment: dict[str, str], coloured_: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert in_colour(Terminal(is_one)) is coloured_


def test_colour_changes_no_word() -> None:
    text = "system  .5     .7\n------  ---------\nnorth   ├──●──┤\n"
    assert re.sub(r"\x1b\[\d+m", "", coloured(text)) == text
    assert "\x1b[34m├──●──┤\x1b[0m" in coloured(text)
    assert "\x1b[2m------  ---------\x1b[0m" in coloured(text)


def found() -> Compared:
    return compare(["a", "b"] * 20, {"x": ["a", "b"] * 20, "y": ["a"] * 40}, "accuracy", resamples=99)


class Old(Terminal):
    """A stream that can write the keyboard's characters only."""

    @property
    def encoding(self) -> str:  # type: ignore[override]  # a stream of text says which bytes it makes
        return "ascii"


def test_a_stream_without_lines_gets_the_keyboards_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Old(False)
    monkeypatch.setattr(sys, "stdout", out)
    comparison(found(), [], "truth")
    assert "●" not in out.getvalue()
    assert re.search(r"\|-+o-+\|", out.getvalue())


def test_a_wide_terminal_gets_a_wide_plot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("NO_COLOR", "1")
    out = Terminal(True)
    monkeypatch.setattr(sys, "stdout", out)
    comparison(found(), [], "truth")
    assert 80 < max(map(len, out.getvalue().splitlines())) <= 120
