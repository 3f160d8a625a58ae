"""The report of a comparison, in every format, as somebody reads it who did not run it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import cache
from math import nan
from pathlib import Path
from typing import Any

import pytest

import karat
from karat.errors import NotInstalled
from karat.evaluate.comparing import Compared, Rank, chosen_test, compare, compared
from karat.evaluate.rivals import Rivals
from karat.evaluate.runs import Run
from karat.evaluate.slicing import compared_on
from karat.measures import measure
from karat.report import RENDERERS, draw, render
from karat.report.comparison.claims import claim, power, turns
from karat.report.comparison.papers import paper_tables
from karat.report.comparison.whole import comparison_report
from karat.report.html import fragment
from karat.report.passages import LONG
from karat.report.pdf import as_pdf
from karat.report.terminal import ASCII, Marks, shown
from karat.report.text import width
from karat.types import Comparison, Figure, Report, Table
from karat.types.shown import Shown

SCHEMA = Path(__file__).parents[1] / "docs" / "report-schema.json"
ARABIC, HOSTILE, HALF = "كان المطر يهطل", "<script>alert(1)</script>", "half \ud83d"
CHROMIUM = Path("/usr/bin/chromium")


def run(name: str, field: str, values: Sequence[Any], **columns: Sequence[Any]) -> Run:
    rows = [{field: value, **{key: of[i] for key, of in columns.items()}} for i, value in enumerate(values)]
    return Run(
        name, tuple(f"u{i}" for i in range(len(values))), tuple((f"{name}:{i}", row) for i, row in enumerate(rows))
    )


@cache
def made(systems: int = 2) -> tuple[Report, Compared]:
    """Labels of 80 texts, some of them nasty; short texts turn the order of the two systems round."""
    texts = [ARABIC, HOSTILE, HALF, "word " * 300, *(f"text number {i} " + "more " * (i % 9) for i in range(76))]
    gold = run("truth", "label", ["a", "b"] * 40, text=texts, genre=["x"] * 50 + ["y"] * 24 + ["z"] * 6)
    said = [["a", "b"] * 25 + ["b", "a"] * 15, ["b", "b"] * 25 + ["a", "b"] * 15, *[["a"] * 80] * (systems - 2)]
    rivals = Rivals(gold, {f"sys<{i}>": run(f"sys<{i}>", "label", one) for i, one in enumerate(said)})
    test = chosen_test("bootstrap", 2000)
    tables = rivals.tables([measure("accuracy"), measure("f(average='macro')")])
    found = compared(tables, test)
    slices = [compared_on(tables, found, *rivals.slices(by), test) for by in ("genre", "length()")]
    return comparison_report(rivals, tables, found, slices, {"command": "karat compare …", "seed": 0}), found


# What is said


def pair(difference: float, corrected: float, which: str = "accuracy", **more: Any) -> Compared:
    one = Comparison(
        "a",
        "b",
        which,
        difference,
        difference - 0.1,
        difference + 0.1,
        corrected,
        corrected,
        0.2,
        "t",
        9,
        0,
        500,
        **more,
    )
    return Compared(
        {name: (karat.Score(which, value),) for name, value in (("a", 0.6), ("b", 0.6 - difference))},
        (one,),
        tuple(Rank(name, which, at, at, at) for name, at in _order(which, difference)),
        500,
        500,
    )


def _order(which: str, difference: float) -> list[tuple[str, int]]:
    ahead = difference >= 0 if measure(which).better == "higher" else difference <= 0
    return [("a", 1 if ahead else 2), ("b", 2 if ahead else 1)]


CLAIMS = (
    (pair(0.2, 0.01), "On truth, a is better than b by .200 accuracy (95 % interval .100 to .300, n = 500, p = .010)."),
    (
        pair(-0.2, 0.01),
        "On truth, b is better than a by .200 accuracy (95 % interval .100 to .300, n = 500, p = .010).",
    ),
    (
        pair(-0.2, 0.01, "wer"),
        "On truth, a is better than b by .200 wer (95 % interval .100 to .300, n = 500, p = .010).",
    ),
    (
        pair(0.05, 0.3),
        "On truth, a is ahead of b by .050 accuracy (95 % interval −.050 to .150, n = 500, p = .300): "
        "these units cannot tell that from chance.",
    ),
    (pair(0.0, 1.0), "On truth, a and b have the same accuracy (n = 500)."),
    (pair(nan, nan, why="there are no units"), "On truth, accuracy is undefined: there are no units."),
    (
        pair(1.234, 0.01, "bleu"),
        "On truth, a is better than b by 1.23 bleu (95 % interval 1.13 to 1.33, n = 500, p = .010).",
    ),
)


@pytest.mark.parametrize(("found", "said"), CLAIMS, ids=[row[1] for row in CLAIMS])
def test_the_claim_says_who_and_how_far_and_whether_chance_would_do(found: Compared, said: str) -> None:
    assert claim(found, "truth") == said


POWER: tuple[tuple[dict[str, float], str], ...] = (
    (
        {"mde": 1.9, "needed": 4321},
        "This set can see 1.90 bleu (power .8); it saw .70, which would take about 4,300 units.",
    ),
    ({"mde": 1.9, "needed": float("inf")}, "This set can see 1.90 bleu (power .8); it saw .70."),
    ({}, ""),
)


@pytest.mark.parametrize(("more", "said"), POWER)
def test_what_the_set_can_see_is_said_beside_what_it_saw(more: dict[str, float], said: str) -> None:
    assert power(pair(0.7, 0.4, "bleu", **more).comparisons[0]) == said


def test_five_questions_are_answered_with_numbers() -> None:
    [passage] = made()[0].passages
    assert [question for question, _ in passage.items] == [
        "Is it real?",
        "Is it what we care about?",
        "Is it the right genre?",
        "Is it the right distribution?",
        "Are there enough examples?",
    ]
    assert all(re.search(r"\d", answer) for _, answer in passage.items)


def test_a_slice_that_turns_the_order_is_named() -> None:
    report, _ = made()
    said = dict(report.passages[0].items)["Is it the right genre?"]
    assert "In genre x the order turns: sys<0> is better by" in said
    assert "genre z (6)" in dict(report.passages[0].items)["Are there enough examples?"]


def test_a_slice_that_agrees_is_not_named() -> None:
    _, found = made()
    assert turns((), found, "accuracy") == []


def test_the_parts_come_in_the_order_in_which_they_are_read() -> None:
    report, _ = made()
    kinds = [place.rpartition("-")[0] for place, _ in report.parts]
    assert kinds[:4] == ["table", "table", "figure", "passage"]
    assert [place for place, _ in report.parts] == list(report.order)
    assert {"examples", "figure"} <= set(kinds)


# Every format


@pytest.mark.parametrize("to", RENDERERS)
@pytest.mark.parametrize("systems", [2, 3])
def test_every_format_holds_the_claim_the_questions_and_the_units(to: str, systems: int) -> None:
    report, _ = made(systems)
    shown_ = re.sub(r"[\s~\\]+", " ", render(report, to).replace("\N{NO-BREAK SPACE}", " "))
    for said in ("Is it what we care about?", "units speak for", "text number", "to the best"):
        assert said in shown_


def test_the_json_keeps_to_the_published_schema() -> None:
    schemas = pytest.importorskip("jsonschema_rs")
    validator = schemas.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    document = json.loads(render(made(3)[0], "json").replace(HALF, "half"))
    assert [str(error) for error in validator.iter_errors(document)] == []


def test_texts_by_others_are_text_and_keep_their_direction() -> None:
    page = render(made()[0], "html")
    assert "<script" not in page
    assert "sys&lt;0&gt;" in page
    page.encode("utf-8")  # half a character would not


def test_a_long_text_is_folded_and_a_short_one_is_not() -> None:
    rivals = Rivals(
        run("truth", "text", ["word " * 300, f"short {ARABIC}"]),
        {"x": run("x", "text", ["word", "short"]), "y": run("y", "text", ["other", "long"])},
    )
    tables = rivals.tables([measure("wer")])
    report = comparison_report(rivals, tables, compared(tables, chosen_test("bootstrap", 99)))
    page = render(report, "html")
    assert page.count('<details class="long">') == len(
        [one for part in report.examples for one in part.examples if len(one.gold[0]) > LONG]
    )
    assert f'<p dir="auto">short {ARABIC}</p>' in page


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not installed")
def test_the_tables_for_a_paper_compile(tmp_path: Path) -> None:
    _, found = made(3)
    body = "\n".join(render(table, "latex") for table in paper_tables(found, [], "truth"))
    text = f"\\documentclass{{article}}\\usepackage[T1]{{fontenc}}\\usepackage{{booktabs}}\\begin{{document}}{body}\\end{{document}}"
    (tmp_path / "t.tex").write_text(text, "utf-8")
    run_ = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"]
    done = subprocess.run(run_, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-2000:]


def test_without_chromium_a_sentence_says_what_to_do() -> None:
    with pytest.raises(NotInstalled, match=r"no Chromium was found \(no-such-browser\): install one"):
        as_pdf("<p>", ("no-such-browser",))


@pytest.mark.browser
@pytest.mark.skipif(not CHROMIUM.exists() and os.environ.get("CI") != "true", reason="Chromium is not installed")
def test_the_report_prints_to_pdf() -> None:
    assert as_pdf(render(made()[0], "html")).startswith(b"%PDF")


def test_a_browser_that_prints_nothing_is_named(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\necho no display >&2\n")
    browser.chmod(0o755)
    with pytest.raises(NotInstalled, match=r"browser wrote no PDF \(no display\): write HTML instead"):
        as_pdf("<p>", (str(browser),))


@pytest.mark.browser
@pytest.mark.skipif(not CHROMIUM.exists() and os.environ.get("CI") != "true", reason="Chromium is not installed")
@pytest.mark.parametrize(("width_", "scheme"), [(390, "dark"), (1280, "light")])
def test_everyone_can_read_the_report_at_every_width(tmp_path: Path, width_: int, scheme: Any) -> None:
    sync = pytest.importorskip("playwright.sync_api")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    (tmp_path / "report.html").write_text(render(made(3)[0], "html"), "utf-8")
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": width_, "height": 900}, color_scheme=scheme, bypass_csp=True)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((tmp_path / "report.html").as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        seen = axe.Axe().run(page)
        wide = page.evaluate("document.documentElement.scrollWidth")
        browser.close()
    assert seen.violations_count == 0, seen.generate_report()
    assert wide == width_
    assert len(asked) == 1


# The heat map of many


def test_a_hundred_systems_make_a_small_picture() -> None:
    names = [f"system {i}" for i in range(100)]
    p = [[1.0 if i == j else 10 ** -(abs(i - j) / 10) for j in range(100)] for i in range(100)]
    made_ = draw(Figure("T", "pvalues", {"names": names, "p": p}))
    assert len(made_) < 200_000  # a box and a text for each cell would be megabytes


# The terminal


def test_eighty_columns_are_enough(capsys: pytest.CaptureFixture[str]) -> None:
    for systems in (2, 3, 9):
        said = shown(made(systems)[1], [], "truth")
        assert max(width(line) for line in said.splitlines()) <= 80


def test_many_systems_are_not_many_pairs() -> None:
    said = shown(made(9)[1], [], "truth")
    assert "Difference to the best, sys<" in said
    assert " of 36 pairs differ at p ≤ .05 (corrected by Holm); --json and --html hold all of them." in " ".join(
        said.split()
    )


def test_a_plot_shows_the_interval_where_it_lies() -> None:
    said = shown(made()[1], [], "truth", marks=ASCII)
    plots = re.findall(r"\|[-o|]+", said)
    assert len(plots) == 4
    assert all(re.fullmatch(r"\|-*o-*\|", plot) for plot in plots)
    assert shown(made()[1], [], "truth", marks=Marks()) != said


def test_without_intervals_there_is_no_plot() -> None:
    found = compare(["a", "b"] * 20, {"x": ["a", "b"] * 20, "y": ["a"] * 40}, "accuracy", resamples=99, interval="none")
    assert "●" not in shown(found, [], "truth")


def test_clusters_are_parted_by_a_line() -> None:
    gold = ["a"] * 200
    systems = {"x": gold, "y": ["a"] * 195 + ["b"] * 5, "z": ["b"] * 200}
    found = compare(gold, systems, "accuracy", resamples=2000)
    assert [rank.cluster for rank in found.ranks] == [1, 1, 2] or [rank.cluster for rank in found.ranks] == [1, 2, 3]
    drawn = shown(found, [], "truth", clusters=True).splitlines()
    plain = shown(found, [], "truth").splitlines()
    assert len(drawn) == len(plain) + max(rank.cluster for rank in found.ranks) - 1


# Notebooks


VALUES: tuple[Callable[[], Shown], ...] = (
    lambda: karat.Score("accuracy", 0.8, 0.7, 0.9, 50),
    lambda: made()[1].comparisons[0],
    lambda: made(3)[1],
    lambda: made()[0],
    lambda: Table("T", ("a",), ((1,),)),
    lambda: Figure("T", "bars", {"bars": {"a": 1}}),
)


@pytest.mark.parametrize("value", VALUES)
def test_a_value_shows_itself_in_a_notebook(value: Callable[[], Shown]) -> None:
    made_ = value()
    piece = made_._repr_html_()
    assert piece == fragment(made_)  # type: ignore[arg-type]
    assert piece is not None
    assert piece.startswith('<div class="karat piece">')


def test_jupyter_asks_for_it() -> None:
    formatters = pytest.importorskip("IPython.core.formatters")
    shown_, _ = formatters.DisplayFormatter().format(karat.Score("accuracy", 0.8))
    assert shown_["text/html"] == fragment(karat.Score("accuracy", 0.8))


def test_a_value_without_a_renderer_shows_its_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shown, "renderers", {})
    assert karat.Score("accuracy", 0.8)._repr_html_() is None
