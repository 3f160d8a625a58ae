"""Reports and figures: what a reader sees, in every format."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from html.parser import HTMLParser
from io import StringIO
from math import inf, nan
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest

import karat.report
from karat.errors import BadInput, BadRequest
from karat.report import RENDERERS, draw, render
from karat.report.canvas import STYLE
from karat.report.colours import INK, PAPER, SERIES, VARIABLES
from karat.report.drawings import DRAWINGS
from karat.report.drawings.base import spread
from karat.report.figures import as_csv, small_table, table
from karat.report.grid import cell, grid
from karat.report.html import fragment
from karat.report.json import plain
from karat.types import Comparison, Figure, Report, Score, Table

SCHEMA = Path(__file__).parents[1] / "docs" / "report-schema.json"
PEOPLE = ("A1", "A2", "A3", "A4", "A5")
WHY = "no unit has that label"


def score(value: float, half: float, measure: str = "accuracy", n: int = 300) -> Score:
    return Score(measure, value, value - half, value + half, n, "", f"{measure}|seed=7|b=10000|bca")


SYSTEMS = {
    "logistic regression": (
        score(0.812, 0.022),
        score(0.797, 0.025, "f(average='macro')"),
        score(0.611, 0.041, "kappa"),
    ),
    "naive Bayes": (score(0.783, 0.024), score(0.771, 0.027, "f(average='macro')"), score(0.552, 0.043, "kappa")),
    "rule lexicon": (score(0.690, 0.027), score(0.662, 0.03, "f(average='macro')"), score(0.348, 0.05, "kappa")),
    "majority class": (
        score(0.523, 0.028),
        score(0.229, 0.008, "f(average='macro')"),
        Score("kappa", nan, why="the guesses are all the same label", n=300),
    ),
}
FOUND = Comparison(
    "logistic regression", "naive Bayes", "accuracy", 0.029, 0.004, 0.054, 0.0231, 0.0462, 0.21,
    "paired bootstrap, two-sided", 1_000_000, 7, 300,
)  # fmt: skip


def bell() -> tuple[list[float], list[int]]:
    edges = np.linspace(-0.025, 0.085, 45)
    middle = (edges[:-1] + edges[1:]) / 2
    return edges.tolist(), [int(n) for n in 82_000 * np.exp(-(((middle - 0.029) / 0.0128) ** 2) / 2)]


def curve(start: float, end: float, half: float) -> list[Score]:
    return [score(start + (end - start) * at / 5, half / (1 + at / 4)) for at in range(6)]


def pairs() -> list[list[Any]]:
    made: list[list[Any]] = [
        [score(0.7 - 0.03 * abs(i - j) - 0.25 * (4 in (i, j)), 0.06, "kappa") for j in range(5)] for i in range(5)
    ]
    made[1][4] = made[4][1] = Score("kappa", nan, why="the two have no unit in common")
    return made


def figures() -> tuple[Figure, ...]:
    edges, counts = bell()
    return (
        Figure(
            "Scores with their intervals", "intervals", {"systems": SYSTEMS},
            "The two trained systems are clear of the rule lexicon on every measure; their own intervals overlap.",
        ),
        Figure(
            "Is the difference real?", "difference", {"comparison": FOUND, "edges": edges, "counts": counts},
            "A million resamples of the 300 reviews: 98 in 100 keep logistic regression ahead. Dark bars lie within "
            "the 95 % interval, which just excludes 0.",
        ),
        Figure(
            "Learning curves", "learning",
            {
                "sizes": [15, 30, 60, 120, 180, 240], "measure": "accuracy", "unit": "training reviews",
                "systems": {
                    "logistic regression": {"train": curve(1.0, 0.985, 0.002), "dev": curve(0.61, 0.82, 0.06)},
                    "naive Bayes": {"train": curve(0.97, 0.93, 0.01), "dev": curve(0.64, 0.79, 0.055)},
                },
            },
            "On dev both still rise at 240 reviews, so more data would help more than another learner.",
        ),
        Figure(
            "What was taken for what", "confusion",
            {"labels": ["positive", "negative", "mixed"], "counts": [[128, 9, 8], [7, 96, 9], [14, 10, 19]]},
            "Mixed reviews are the hard ones: fewer than half are recognised; most of the rest are called positive.",
        ),
        Figure(
            "Every system against every other", "pvalues",
            {
                "names": list(SYSTEMS),
                "p": [
                    [1, 0.0462, 0.0001, 1e-6], [0.0462, 1, 0.0031, 1e-6],
                    [0.0001, 0.0031, 1, 1e-6], [1e-6, 1e-6, 1e-6, 1],
                ],
            },
            "All differences hold at .05 after Holm's correction; the one at the top only just.",
        ),
        Figure(
            "Agreement of each pair", "agreement", {"people": PEOPLE, "values": pairs(), "measure": "Cohen's κ"},
            "A5 reads the guideline differently from everybody else; A2 and A5 never saw the same review.",
        ),
        Figure(
            "How long the reviews are", "lengths",
            {
                "edges": list(range(0, 240, 20)), "counts": [8, 41, 77, 62, 48, 30, 17, 9, 5, 2, 1],
                "label": "words", "of": "reviews",
            },
            "Most have 20 to 100 words; nothing is longer than 220.",
        ),
        Figure(
            "What annotators answered", "bars",
            {"bars": {"positive": 148, "negative": 112, "mixed": 40, "off topic": 0}, "label": "reviews"},
            "One review in eight is mixed, and off topic was never chosen.",
        ),
    )  # fmt: skip


def report() -> Report:
    rows = tuple((name, *scores) for name, scores in SYSTEMS.items())
    versus = (FOUND.ours, FOUND.theirs, FOUND, FOUND.p, FOUND.corrected, FOUND.effect, FOUND.n)
    people = (("all five", score(0.634, 0.031, "alpha"), 300), ("without A5", score(0.701, 0.03, "alpha"), 300))
    return Report(
        "Book reviews: positive, negative or mixed",
        "Logistic regression beats naive Bayes by 2.9 points of accuracy on 300 unseen reviews, and chance alone would "
        "do that about once in forty tries.",
        (
            Table("Scores on the test set", ("system", "accuracy", "macro F", "κ"), rows, "With 95 % intervals (BCa)."),
            Table(
                "Logistic regression against naive Bayes",
                ("ours", "theirs", "difference", "p", "corrected p", "effect", "units"),
                (versus,),
                "Paired bootstrap over reviews, two-sided, Holm's correction over six pairs.",
            ),
            Table("Agreement behind the gold", ("people", "α", "reviews"), people),
        ),
        figures(),
        (
            "Reviews were split by author, so no author is in both training and test.",
            "The test set has been opened twice; this set can see a difference of 2.4 points with power .8.",
        ),
        {
            "command": "karat compare gold.jsonl logistic.jsonl bayes.jsonl -m accuracy --seed 7",
            "karat": "0.1.0",
            "gold": {"name": "reviews-1", "sha256": "9f2c41d07ab8"},
            "measures": ["accuracy", "f(average='macro')", "kappa"],
            "seed": 7,
            "resamples": 1_000_000,
        },
    )


def sample(form: str) -> Figure:
    return next(figure for figure in figures() if figure.form == form)


CELLS = (
    (score(0.8124, 0.02), "", ".812 [.792, .832]"),
    (Score("bleu", 34.21, 33.06, 35.44), "", "34.2 [33.1, 35.4]"),
    (Score("accuracy", 1.0), "", "1.000"),
    (FOUND, "", "+.029 [+.004, +.054]"),
    (-0.0213, "difference", "−.021"),
    (0.0, "difference", ".000"),
    (0.0341, "p", ".034"),
    (0.0462, "corrected p", ".046"),
    (1e-7, "p (Holm)", "< .001"),
    (1e-7, "rate", "1.0e−7"),
    (np.float32(0.5), "", ".500"),
    (np.int64(12345), "units", "12,345"),
    (True, "", "yes"),
    (None, "", ""),
    (inf, "perplexity", "∞"),
    ("plain", "p", "plain"),
)


@pytest.mark.parametrize(("value", "column", "line"), CELLS)
def test_a_value_prints_in_its_style(value: Any, column: str, line: str) -> None:
    assert cell(value, "corrected" if column == "corrected p" else column).line == line


def test_equal_reasons_share_a_footnote() -> None:
    undefined = Score("f", nan, why=WHY)
    laid = grid(Table("T", ("a", "b"), ((undefined, nan), (undefined, 1))))
    assert [[one.line for one in row] for row in laid.rows] == [["– (a)", "– (b)"], ["– (a)", "1"]]
    assert laid.footnotes == (("a", WHY), ("b", "undefined; no reason was recorded"))
    assert laid.numeric == (True, True)


def test_a_row_of_the_wrong_length_is_named() -> None:
    with pytest.raises(BadInput, match=r"table 'T', row 2: 1 cells were found, one for each of the 2 columns"):
        render(Table("T", ("a", "b"), ((1, 2), (3,))))


@pytest.mark.parametrize("to", RENDERERS)
def test_every_format_shows_every_part_and_says_why(to: str) -> None:
    shown = render(report(), to)
    for said in ("beats naive Bayes by 2.9", "Agreement behind the gold", "opened twice", "reviews-1"):
        assert said in re.sub(r"\s+", " ", shown)
    assert "the guesses are all the same label" in shown
    assert all(figure.title in shown for figure in figures())
    assert render(report(), to) == shown


@pytest.mark.parametrize("to", RENDERERS)
def test_an_empty_table_and_an_empty_report_render(to: str) -> None:
    assert "Nothing" in render(Table("Nothing", ("a", "b"), ()), to)
    assert "Bare" in render(Report("Bare"), to)


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(BadRequest, match=r"no format of reports is called 'htm'. Did you mean html"):
        render(report(), "htm")


def test_text_lines_up_and_keeps_to_the_keyboards_minus() -> None:
    shown = render(Table("T", ("name", "difference"), (("naïve 金", -0.02), ("b", 0.1))))
    assert shown == "T\nname      difference\n--------  ----------\nnaïve 金       -.020\nb              +.100\n"


def test_markdown_cells_cannot_break_the_table() -> None:
    shown = render(Table("T", ("a|b",), (("x|y\nz",), ("<b>*",))), "markdown")
    assert "| a\\|b |" in shown
    assert "| x\\|y z |" in shown
    assert "| \\<b\\>\\* |" in shown


NASTY = "</title><script>alert(1)</script>\"'&$x_1^2$ {a} \\ # % ~ -- [b] `c` 𝕏 سلام 👩‍🚀"


class Reader(HTMLParser):
    """Tags in the order they open; complains of what is closed and was not open."""

    VOID = frozenset({"meta", "br", "link", "img"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(page: str) -> list[tuple[str, dict[str, str | None]]]:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader.tags


def test_nothing_written_by_others_becomes_markup() -> None:
    drawings = (Figure(NASTY, "bars", {"bars": {NASTY: 1}, "label": NASTY}, NASTY),)
    table = Table(NASTY, (NASTY, "n"), ((NASTY, Score(NASTY, nan, why=NASTY)),), NASTY)
    page = render(Report(NASTY, NASTY, (table,), drawings, (NASTY,), {NASTY: NASTY}), "html")
    assert not [tag for tag, _ in read(page) if tag == "script"]


def test_the_page_is_one_file_with_no_script_and_unique_places() -> None:
    tags = read(render(report(), "html"))
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    links = [str(attributes.get("href") or attributes.get("xlink:href") or "") for _, attributes in tags]
    assert len(ids) == len(set(ids))
    assert all(link[1:] in ids for link in links if link.startswith("#"))
    assert all(link.startswith(("data:", "#")) for link in links if link)
    assert not [tag for tag, attributes in tags if tag in ("script", "link", "img", "iframe") or "src" in attributes]
    assert [tag for tag, _ in tags].count("svg") == len(figures())


def test_tables_are_read_aloud_with_their_headings() -> None:
    tags = read(render(report().tables[0], "html"))
    assert [a["scope"] for tag, a in tags if tag == "th"] == ["col"] * 4 + ["row"] * 4
    assert sum(tag == "caption" for tag, _ in tags) == 1


def test_drawings_follow_the_colours_of_the_page() -> None:
    page = render(report(), "html")
    for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        assert set(re.findall(r"#[0-9a-f]{6}\b", svg)) == set()
    assert all(f"--{name}:" in page for name, _ in VARIABLES.values())


@pytest.mark.parametrize("value", [report(), report().tables[0], *figures()[:1], score(0.8, 0.1), FOUND])
def test_a_piece_for_a_notebook_stands_alone(value: Any) -> None:
    piece = fragment(value)
    tags = read(piece)
    ids = [str(attributes["id"]) for _, attributes in tags if "id" in attributes]
    assert all(one.startswith("k") for one in ids)
    assert "<html" not in piece


def checked(document: str) -> list[str]:
    schemas = pytest.importorskip("jsonschema_rs")
    validator = schemas.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    return [str(error) for error in validator.iter_errors(json.loads(document))]


def test_json_keeps_to_the_published_schema() -> None:
    assert checked(render(report(), "json")) == []
    assert checked(render(Table("T", ("a",), ((nan,), (inf,), (None,), (FOUND,), (True,), ("x",))), "json")) == []


@pytest.mark.parametrize(
    "change",
    [{"version": 2}, {"claim": 3}, {"extra": 1}, {"tables": [{"title": "T"}]}, {"format": "karat-table"}],
    ids=str,
)
def test_the_schema_notices_what_does_not_fit(change: Mapping[str, Any]) -> None:
    assert checked(json.dumps({**json.loads(render(report(), "json")), **change})) != []


def test_in_json_undefined_is_null_with_why() -> None:
    made = json.loads(render(Table("T", ("a",), ((Score("f", nan, why=WHY),), (nan,), (inf,))), "json"))
    said = [(row[0]["value"], row[0]["why"]) for row in made["rows"]]
    assert said == [(None, WHY), (None, "undefined; no reason was recorded"), (None, "infinite")]


def test_a_comparison_in_json_has_the_keys_of_the_command_line() -> None:
    wanted = {"a", "b", "measure", "difference", "low", "high", "p", "p_corrected", "test", "resamples", "seed"}
    assert wanted <= plain(FOUND).keys()


def test_plain_values_come_out_of_numpy() -> None:
    assert plain({"a": np.array([[1.0, nan]]), 2: (np.int64(3), np.bool_(True), {"b", "a"})}) == {
        "a": [[1.0, None]],
        "2": [3, True, ["a", "b"]],
    }


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not installed")
def test_latex_compiles(tmp_path: Path) -> None:
    latin = NASTY.split("𝕏", maxsplit=1)[0]
    hard = Table(latin, ("[a]", latin), (("[b]", Score("f", nan, why=latin)),), latin)
    made = report()
    made = Report(made.title, made.claim, (*made.tables, hard), made.figures, (latin,), made.signature)
    (tmp_path / "figure-1.pdf").write_bytes(draw(made.figures[0], "pdf"))
    (tmp_path / "report.tex").write_text(render(made, "latex"), "utf-8")
    run = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "report.tex"]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-2000:]


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
    Figure("undefined", "intervals", {"systems": {"a": [Score("f", nan, why=WHY)], "b": [Score("f", 0.5)]}}),
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


ROWS = {"agreement": 10, "bars": 4, "confusion": 9, "difference": 44, "intervals": 12, "learning": 24, "lengths": 11}


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


def test_the_room_opens_without_matplotlib() -> None:
    code = (
        "import sys, karat.report as r; from karat.types import Table, Figure; "
        "r.render(Table('T', ('a',), ((1,),)), 'html'); "
        "from karat.report.figures import as_csv; as_csv(Figure('T', 'bars', {'bars': {'a': 1}})); "
        "print('matplotlib' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


def test_public_names_exist() -> None:
    assert all(hasattr(karat.report, name) for name in karat.report.__all__)


CHROMIUM = Path("/usr/bin/chromium")
CALM = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.mark.browser
@pytest.mark.skipif(not CHROMIUM.exists() and os.environ.get("CI") != "true", reason="Chromium is not installed")
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_everyone_can_read_the_page_at_every_width(tmp_path: Path, width: int, scheme: Any) -> None:
    sync = pytest.importorskip("playwright.sync_api")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    (tmp_path / "report.html").write_text(render(report(), "html"), "utf-8")
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=CALM)
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((tmp_path / "report.html").as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        found = axe.Axe().run(page)
        wide = page.evaluate("document.documentElement.scrollWidth")
        browser.close()
    assert found.violations_count == 0, found.generate_report()
    assert wide == width
    assert len(asked) == 1
