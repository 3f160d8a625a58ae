"""A comparison on the terminal: its width, its colours, and the characters that it can show."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from typing import TextIO

from karat.evaluate.comparing import Compared
from karat.evaluate.slicing import Slice
from karat.report.terminal import ASCII, WIDE, Marks, shown

MARKS = Marks()


def comparison(found: Compared, slices: Sequence[Sequence[Slice]], on: str, clusters: bool = False) -> None:
    """What `karat compare` prints: wider and in colour on a terminal, in the keyboard's characters where need be."""
    wide = max(WIDE, get_terminal_size().columns) if sys.stdout.isatty() else WIDE
    drawn = shown(found, slices, on, wide, MARKS if _can_write(MARKS) else ASCII, clusters)
    sys.stdout.write(coloured(drawn) if in_colour(sys.stdout) else drawn)


def _can_write(marks: Marks) -> bool:
    try:
        "".join((marks.left, marks.line, marks.dot, marks.right)).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def in_colour(stream: TextIO) -> bool:
    """Only on a terminal, and not where NO_COLOR is set to anything, or the terminal is dumb."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def coloured(text: str) -> str:
    r"""Plots in blue, rules dim; the words stay as they are.

    >>> coloured("a  ├─●─┤")
    'a  \x1b[34m├─●─┤\x1b[0m'
    """
    text = re.sub(r"├[─●]*┤|[├●][─●┤]*", "\x1b[34m\\g<0>\x1b[0m", text)
    return re.sub(r"(?m)^-+(  +-+)*$", "\x1b[2m\\g<0>\x1b[0m", text)
