"""The documents cannot lie: names, examples, commands, links and generated pages are held against karat itself."""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest

import karat
from karat.cli.verbs import VERBS
from karat.engine import ENGINES
from karat.errors import KaratError
from karat.gold import RULES
from karat.kinds import KINDS
from karat.measures import MEASURES
from karat.stats.tests import TESTS
from karat.systems import SYSTEMS
from karat.text import TOKENISERS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TOOL = ROOT / "tools" / "make_reference.py"
PAGES = sorted(
    [*DOCS.rglob("*.md"), *(page for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md") if page.exists())]
)
FENCE = re.compile(r"(?:^`(?P<file>[\w.-]+)`:\n\n)?^```(?P<language>\S*)\n(?P<code>.*?)^```$", re.M | re.S)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
INLINE = re.compile(r"(?<!`)`(karat [^`\n]+)`(?!`)")
ANY = "…"  # in what a page shows: whatever stands there (a folder, an invitation)


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def headings(page: Path) -> list[str]:
    """The headings of a page, without those inside code."""
    return re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text("utf-8")), re.M)


# Everything is documented

REFERENCE: dict[str, list[str]] = {
    "python": list(karat.__all__),
    "command-line": list(VERBS),
    "measures": list(MEASURES),
    "tests": list(TESTS),
    "kinds": list(KINDS),
    "rules": list(RULES),
    "engines": list(ENGINES),
    "systems": list(SYSTEMS),
    "tokenisers": list(TOKENISERS),
}


@pytest.mark.parametrize(("page", "name"), [(page, name) for page, names in REFERENCE.items() for name in names])
def test_every_name_has_its_place_in_the_reference(page: str, name: str) -> None:
    assert name in headings(DOCS / "reference" / f"{page}.md")


def test_every_error_is_in_the_reference() -> None:
    page = (DOCS / "reference" / "errors.md").read_text("utf-8")
    assert [one.__name__ for one in KaratError.__subclasses__() if f"`{one.__name__}`" not in page] == []


# Generated pages


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_reference", TOOL)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_reference_is_what_the_objects_say(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(TOOL), "--check"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("harm", ["changed", "missing", "left over"])
def test_a_stale_page_is_noticed(
    harm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tool()
    folder = shutil.copytree(DOCS / "reference", tmp_path / "reference")
    monkeypatch.setattr(made, "FOLDER", folder)
    page = folder / ("old.md" if harm == "left over" else "rules.md")
    if harm == "missing":
        page.unlink()
    else:
        page.write_text("something else\n", "utf-8")
    assert made.main(["--check"]) == 1
    assert page.name in capsys.readouterr().err


# Examples


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_example_on_the_page_runs(page: Path) -> None:
    known: dict[str, Any] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for found in FENCE.finditer(page.read_text("utf-8")):
        if found["language"] == "pycon":
            example = doctest.DocTestParser().get_doctest(found["code"], known, name_of(page), str(page), 0)
            runner.run(example, clear_globs=False)
            known.update(example.globs)
    assert runner.summarize(verbose=False).failed == 0


# Commands


def transcript(text: str) -> list[tuple[str, str]]:
    """The commands of a page with what they print; `$` stands before a command."""
    parts = [found["code"].split("\n$ ") for found in FENCE.finditer(text) if found["language"] == "console"]
    return [
        (command, said)
        for part in parts
        for command, _, said in (one.removeprefix("$ ").partition("\n") for one in part)
    ]


def shell(folder: Path) -> dict[str, str]:
    """An environment in which `karat` and `python` are the ones under test."""
    (folder / "bin").mkdir()
    for name, command in {"karat": "-m karat.cli", "python": ""}.items():
        script = folder / "bin" / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {command} "$@"\n')
        script.chmod(0o755)
    return {**os.environ, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "PYTHONWARNINGS": "ignore"}


def fits(shown: str, said: str) -> bool:
    """Is this what the page shows?"""
    return re.fullmatch(".*".join(map(re.escape, shown.rstrip("\n").split(ANY))), said.rstrip("\n")) is not None


SHOWN = [page.name for page in sorted(DOCS.glob("*.md")) if transcript(page.read_text("utf-8"))]


@pytest.mark.skipif(os.name == "nt", reason="the pages show a POSIX shell")
@pytest.mark.parametrize("page", SHOWN)
def test_commands_print_what_the_page_shows(page: str, tmp_path: Path) -> None:
    text = (DOCS / page).read_text("utf-8")
    env, folder = shell(tmp_path), tmp_path / "here"
    folder.mkdir()
    for found in FENCE.finditer(text):
        if found["file"]:
            (folder / found["file"]).write_text(found["code"], "utf-8")
    commands = transcript(text)
    assert commands
    for command, shown in commands:
        done = subprocess.run(
            command, shell=True, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        said = done.stdout.decode("utf-8")
        assert fits(shown, said), f"{page}: {command}\nshown:\n{shown}\nprinted:\n{said}"


def shown_commands(page: Path) -> list[str]:
    """Every `karat …` in the code of a page."""
    text = page.read_text("utf-8")
    blocks = [found["code"] for found in FENCE.finditer(text) if found["language"] == "sh"]
    lines = [line for block in blocks for line in block.splitlines()] + [command for command, _ in transcript(text)]
    every = [part.strip() for line in lines for part in re.split(r"&& | \| ", line)]
    return [one for one in [*every, *INLINE.findall(FENCE.sub("", text))] if re.match(r"karat( |$)", one)]


COMMANDS = sorted({(name_of(page), one) for page in PAGES for one in shown_commands(page)})


@pytest.mark.parametrize(("page", "command"), COMMANDS, ids=[f"{page}: {one}" for page, one in COMMANDS])
def test_every_command_shown_exists_with_its_options(page: str, command: str) -> None:
    verb, *rest = [*shlex.split(command, comments=True)[1:], ""]
    if verb in ("VERB", "--help", ""):
        return
    assert verb in VERBS
    found: click.Command = import_module(f"karat.cli.{verb}_").command
    if isinstance(found, click.Group) and rest[0]:
        found = found.commands[rest[0]]
    known = {"--help", *(option for one in found.params for option in one.opts)}
    assert {one for one in rest if re.match(r"--?[a-z]", one)} <= known


# Links


def anchors(page: Path) -> set[str]:
    """The anchors that headings make."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings(page)}


LINKS = sorted(
    {
        (name_of(page), link)
        for page in PAGES
        for link in LINK.findall(FENCE.sub("", page.read_text("utf-8")))
        if not re.match(r"[a-z]+:", link)
    }
)


@pytest.mark.parametrize(("page", "link"), LINKS, ids=[f"{page}: {link}" for page, link in LINKS])
def test_every_link_leads_somewhere(page: str, link: str) -> None:
    path, _, anchor = link.partition("#")
    there = ((ROOT / page).parent / path) if path else ROOT / page
    assert there.exists()
    assert not anchor or anchor in anchors(there)
