"""karat doctor."""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from shutil import which

import click

from karat import kernels
from karat.cli import show
from karat.cli.options import common
from karat.types.report import Table
from karat.version import VERSION

EXTRA = re.compile(r"""extra == ['"]([\w-]+)['"]""")
DEVELOPING = ("dev", "docs")  # extras for people who build karat


@click.command()
@common
def command(as_json: bool, seed: int, threads: int, quiet: bool) -> None:
    """Say what is installed, what is compiled, which extras work, and how to mend the rest.

    Example: karat doctor
    """
    checks = [_python(), _kernels(), *_needed(), *_extras(), _chromium()]
    if as_json:
        return show.as_json(
            {"karat": VERSION, "checks": [dict(zip(("what", "state", "mend"), row, strict=True)) for row in checks]}
        )
    return show.tables([Table(f"karat {VERSION}", ("what", "state", "to mend it"), tuple(checks))])


def _python() -> tuple[str, str, str]:
    return "Python", sys.version.split()[0], ""


def _kernels() -> tuple[str, str, str]:
    if kernels.compiled:
        return "kernels", "compiled", ""
    return (
        "kernels",
        "not compiled: same results, slower",
        "install a C compiler (gcc and the Python headers), then pip install --force-reinstall karat",
    )


def _needed() -> list[tuple[str, str, str]]:
    names = [_package(line) for line in requires("karat") or [] if not EXTRA.search(line)]
    return [(name, *_state(name, f"pip install {name}")) for name in sorted(names)]


def _package(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0]


def _extras() -> list[tuple[str, str, str]]:
    """Each extra by the packages that it asks for."""
    found: dict[str, list[str]] = {}
    for line in requires("karat") or []:
        extra = EXTRA.search(line)
        if extra and extra[1] not in DEVELOPING:
            found.setdefault(extra[1], []).append(_package(line))
    return [(f"extra {extra}", *_together(extra, packages)) for extra, packages in sorted(found.items())]


def _together(extra: str, packages: list[str]) -> tuple[str, str]:
    """The versions of an extra's packages, or how to get what is missing."""
    states = [_state(package, f"pip install 'karat[{extra}]'") for package in packages]
    missing = next((state for state in states if state[1]), None)
    return missing or (", ".join(state for state, _ in states), "")


def _state(package: str, mend: str) -> tuple[str, str]:
    try:
        return version(package), ""
    except PackageNotFoundError:
        return "not installed", mend


def _chromium() -> tuple[str, str, str]:
    found = which("chromium") or which("chromium-browser") or which("google-chrome")
    return (
        "Chromium (browser tests)",
        found or "not found",
        "" if found else "install Chromium with your system's package manager",
    )
