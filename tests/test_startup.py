"""`import karat` costs next to nothing, and everything it promises is there."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import karat

HEAVY = {"scipy", "matplotlib", "pandas", "sklearn", "sqlalchemy", "fastapi", "numpy"}
OWN = Path(karat.__file__)


def loaded(statement: str) -> set[str]:
    """The top-level packages that a fresh interpreter loads for a statement, over those it loads for nothing."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(OWN.parents[1]), os.environ.get("PYTHONPATH", "")])}
    found = [
        subprocess.run(
            [sys.executable, "-X", "importtime", "-c", one], capture_output=True, text=True, check=True, env=environment
        ).stderr
        for one in ("pass", statement)
    ]
    nothing, all_of_it = (
        {line.rpartition("|")[2].strip().partition(".")[0] for line in lines.splitlines()} for lines in found
    )
    return all_of_it - nothing


def test_importing_karat_loads_nothing_heavy() -> None:
    seen = loaded("import karat")
    assert "karat" in seen
    assert seen & HEAVY == set()


def test_the_version_and_the_names_cost_nothing_either() -> None:
    assert loaded("import karat; karat.__version__, dir(karat), karat.BadInput") & HEAVY == set()


@pytest.mark.parametrize("name", karat.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(karat, name) is getattr(karat, name)
    assert name in dir(karat)


def test_an_unknown_name_is_an_attribute_error_that_helps() -> None:
    with pytest.raises(AttributeError, match=r"karat has no 'scoer'; see karat\.__all__"):
        getattr(karat, "scoer")  # noqa: B009  # as a user writes it


def typed() -> dict[str, str]:
    """Names and places as type checkers see them."""
    tree = ast.parse(OWN.read_text("utf-8"))
    [block] = [node for node in tree.body if isinstance(node, ast.If)]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {
        alias.asname or alias.name: (node.module or "").removeprefix("karat").lstrip(".")
        for node in imports
        for alias in node.names
    }


def test_names_places_and_types_agree() -> None:
    assert typed() == karat._PLACES
    assert sorted({*karat._PLACES, "__version__"}) == sorted(karat.__all__)
    assert len(set(karat.__all__)) == len(karat.__all__)


def test_the_version_is_the_installed_one() -> None:
    assert karat.__version__ == version("karat")
