"""Figures: the same bytes each time, colours that all can read, and a sentence for what cannot be drawn."""

from __future__ import annotations

import csv
import re
import sys
from io import StringIO
from math import nan
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest
from reported import sample, score

from karat.errors import BadInput, BadRequest
from karat.report import draw
from karat.report.canvas import STYLE
from karat.report.colours import INK, PAPER, SERIES, VARIABLES
from karat.report.drawings import DRAWINGS
from karat.report.drawings.base import spread
from karat.report.figures import as_csv, small_table, table
from karat.types import Comparison, Figure, Score


@pytest.mark.parametrize("form", DRAWINGS)
def test_every_drawing_has_a_sample_here(form: str) -> None:
    assert sample(form).form == form


STARTS = (("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF"))


@pytest.mark.parametrize(("format", "start"), STARTS)
@pytest.mark.parametrize("form", DRAWINGS)
def test_the_same_figure_gives_the_same_bytes(form: str, format: str, start: bytes) -> None:
    made = draw(sample(form), format)
    assert made.startswith(start)
    assert draw(sample(form), format) == made


@pytest.mark.parametrize("form", DRAWINGS)
def test_text_in_drawings_stays_text_and_no_date_is_kept(form: str) -> None:
    svg = draw(sample(form)).decode()
    texts = [node.text for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert len(texts) > 3
    assert "dc:date" not in svg


@pytest.mark.parametrize("form", DRAWINGS)
def test_drawings_use_the_palette_only(form: str) -> None:
    svg = draw(sample(form)).decode()
    assert set(re.findall(r"#[0-9a-f]{6}\b", svg)) <= set(VARIABLES)


def test_drawing_leaves_matplotlib_as_it_was() -> None:
    settings: Any = mpl.rcParams
    before = {key: settings[key] for key in STYLE}
    draw(sample("bars"))
    assert {key: settings[key] for key in STYLE} == before
    assert "matplotlib.pyplot" not in sys.modules


def test_labels_are_not_formulas_and_foreign_letters_do_not_warn() -> None:
    assert "$5-$10 金 🏆" in draw(Figure("T", "bars", {"bars": {"$5-$10 金 🏆": 1}})).decode()


BROKEN = (
    (Figure("T", "pie", {}), BadRequest, "no drawing is called 'pie'"),
    (Figure("T", "confusion", {"labels": ["a"]}), BadInput, "figure 'T': .* needs .*; its data lack counts"),
    (Figure("T", "confusion", {"labels": ["a", "b"], "counts": [[1, 2]]}), BadInput, r"of \[2\] numbers.*\(a, b\)"),
    (Figure("T", "pvalues", {"names": ["a", "b"], "p": [[1, 0.1], [1]]}), BadInput, r"rows of \[2, 1\] numbers"),
    (Figure("T", "agreement", {"people": [], "values": []}), BadInput, "there is no name"),
    (Figure("T", "lengths", {"edges": [0, 1], "counts": [1, 2]}), BadInput, "2 counts need 3 edges; 2 were found"),
    (Figure("T", "learning", {"sizes": [1, 2], "systems": {"a": {"dev": [0.5]}}}), BadInput, "a, dev: 1 scores"),
    (Figure("T", "intervals", {"systems": {"a": [score(0.5, 0.1)], "b": []}}), BadInput, "found none and accuracy"),
    (Figure("T", "intervals", {"systems": {}}), BadInput, "found no system"),
)  # fmt: skip


@pytest.mark.parametrize(("figure", "error", "said"), BROKEN)
def test_data_that_cannot_be_drawn_are_refused_in_words(figure: Figure, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        draw(figure)


def test_an_unknown_picture_format_is_refused() -> None:
    with pytest.raises(BadRequest, match="no format of figures is called 'jpg'"):
        draw(sample("bars"), "jpg")


SAME = Comparison("a", "b", "f", 0, 0, 0, 1, 1, 0, "paired bootstrap", 9, 0, 3)
EDGES = (
    Figure("one label", "confusion", {"labels": ["a"], "counts": [[0]]}),
    Figure("nothing", "bars", {"bars": {}}),
    Figure("undefined", "bars", {"bars": {"a": nan, "b": -2.5}}),
    Figure("one size", "learning", {"sizes": [10], "systems": {"": {"dev": [nan]}}}),
    Figure("undefined", "intervals", {"systems": {"a": [Score("f", nan, why="no units")], "b": [Score("f", 0.5)]}}),
    Figure("same", "difference", {"comparison": SAME, "edges": [0, 0], "counts": [9]}),
    Figure("many", "intervals", {"systems": {"a": [score(0.5, 0.1, f"m{at}") for at in range(4)]}}),
)  # fmt: skip


@pytest.mark.parametrize("figure", EDGES, ids=lambda figure: f"{figure.form}: {figure.title}")
def test_little_or_undefined_data_still_draw(figure: Figure) -> None:
    assert ElementTree.fromstring(draw(figure)) is not None
    assert draw(figure, "png")


def test_the_data_of_a_figure_come_as_csv_at_full_precision() -> None:
    read = list(csv.reader(StringIO(as_csv(sample("intervals")))))
    assert read[0] == ["system", "measure", "value", "low", "high", "n", "why"]
    assert read[1] == ["logistic regression", "accuracy", "0.812", repr(0.812 - 0.022), repr(0.812 + 0.022), "300", ""]
    assert read[-1] == ["majority class", "kappa", "", "", "", "300", "the guesses are all the same label"]


ROWS = {
    "agreement": 10,
    "bars": 4,
    "confusion": 9,
    "difference": 44,
    "intervals": 12,
    "learning": 24,
    "lengths": 11,
    "slices": 4,
}


@pytest.mark.parametrize(("form", "rows"), [*ROWS.items(), ("pvalues", 6)])
def test_a_figures_table_has_a_row_for_each_mark(form: str, rows: int) -> None:
    assert len(table(sample(form)).rows) == rows
    assert (small_table(sample(form)) is None) == (rows > 30)


def test_labels_make_room_for_each_other() -> None:
    assert spread([0.0, 0.1, 0.1, 5.0], 1.0) == pytest.approx([-0.9333, 0.0667, 1.0667, 5.0], abs=1e-4)
    assert spread([2.0, 1.0], 0.5) == [2.0, 1.0]
    assert spread([], 1.0) == []


def contrast(one: str, other: str) -> float:
    bright = sorted(_luminance(colour) for colour in (one, other))
    return (bright[1] + 0.05) / (bright[0] + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))


@pytest.mark.parametrize("light", [INK, *SERIES, "#5a616b"])
def test_words_in_every_colour_read_on_both_papers(light: str) -> None:
    assert contrast(light, PAPER) >= 4.5
    assert contrast(VARIABLES[light][1], VARIABLES[PAPER][1]) >= 4.5
