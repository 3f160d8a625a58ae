"""Compare everything, and write docs/conformance.md: `python -m conformance [CASES]`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from shutil import which

import conformance
from conformance.finding import Finding
from karat.version import VERSION

PAGE = Path(__file__).parents[1] / "docs" / "conformance.md"
CASES = 100_000
NOT_PEERS = ("__main__", "finding")


def peers() -> list[str]:
    """The tools that karat is compared with: a file each."""
    return sorted(one.name for one in iter_modules(conformance.__path__) if one.name not in NOT_PEERS)


def missing(peer: str) -> str:
    """The program that this comparison runs and that is not installed, if there is one."""
    needed = getattr(import_module(f"conformance.{peer}"), "NEEDS", ())
    return next((program for program in needed if which(program) is None), "")


def findings(peer: str, cases: int, seed: int = 0) -> Iterator[Finding]:
    """What came of comparing karat with one tool."""
    found: Iterator[Finding] = import_module(f"conformance.{peer}").findings(cases, seed)
    return found


def page(found: list[Finding]) -> str:
    """The page of all findings."""
    rows = [
        f"| {one.tool} {one.version} | {one.setting} | {one.inputs:,} | {one.differ:,} | {one.largest:.2g} | {one.known or '–'} |"
        for one in found
    ]
    return "\n".join(
        [
            "# Conformance",
            "",
            "<!-- Made by `make conformance`, which compares; change the comparisons, not this page. -->",
            "",
            f"karat {VERSION} beside the tools of the field, each in its own words, on the same inputs. Where the two are",
            "known to differ, the last column says why, and who is right.",
            "",
            "| tool | setting | inputs | differ | largest difference | where they differ |",
            "|---|---|---:|---:|---:|---|",
            *rows,
            "",
        ]
    )


def main() -> int:
    """Compare, write, and fail if anything is not as expected."""
    lacking = {peer: missing(peer) for peer in peers() if missing(peer)}
    for peer, program in lacking.items():
        print(f"conformance: {peer} runs {program}, which is not installed", file=sys.stderr)
    if lacking:
        return 2
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else CASES
    found = []
    for peer in peers():
        for one in findings(peer, cases):
            found.append(one)
            print(f"{one.tool} {one.version}, {one.setting}: {one.differ} of {one.inputs} differ", flush=True)
    if cases >= CASES:  # a shorter run is a trial, and the page says what the whole one found
        PAGE.write_text(page(found), "utf-8")
    return int(not all(one.as_expected for one in found))


if __name__ == "__main__":
    sys.exit(main())
