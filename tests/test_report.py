"""Reports: what a reader sees, in every format."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from html.parser import HTMLParser
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reported import FOUND, figures, report, score

import karat.report
from karat.errors import BadInput, BadRequest
from karat.report import RENDERERS, draw, render
from karat.report.colours import VARIABLES
from karat.report.grid import cell, grid
from karat.report.html import fragment
from karat.report.json import plain
from karat.types import Figure, Report, Score, Table

SCHEMA = Path(__file__).parents[1] / "docs" / "report-schema.json"
WHY = "no unit has that label"

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
