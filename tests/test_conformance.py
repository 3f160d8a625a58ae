"""karat beside the tools of the field on a sample of inputs; `make conformance` compares them on all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from conformance.__main__ import findings, main, missing, page, peers
from conformance.finding import Finding, compared

SAMPLE = 200


@pytest.mark.peer
@pytest.mark.parametrize("peer", peers())
def test_karat_agrees_with_the_tools_of_the_field(peer: str) -> None:
    if missing(peer) and os.environ.get("CI") != "true":
        pytest.skip(f"{missing(peer)} is not installed")
    found = list(findings(peer, SAMPLE, seed=1))
    assert found
    assert [one for one in found if not one.as_expected] == []
    assert all(one.inputs > 0 for one in found)


def test_a_program_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert missing("sclite_ctm") == "sctk"
    assert main() == 2
    assert "sclite_ctm runs sctk, which is not installed" in capsys.readouterr().err


def test_a_difference_is_found() -> None:
    pairs = [(0.5, 0.5), (float("nan"), float("nan")), (0.5, 0.75)]
    assert compared("tool", "1", "all", pairs) == Finding("tool", "1", "all", 3, 1, 0.25)
    assert not compared("tool", "1", "all", pairs).as_expected
    assert compared("tool", "1", "all", pairs, known="theirs is rounded").as_expected
    assert not compared("tool", "1", "all", [(0.5, float("nan"))]).as_expected
    assert not compared("tool", "1", "all", [(0.5, 0.5)], known="theirs is rounded").as_expected


def test_the_page_names_tool_setting_and_who_is_right() -> None:
    shown = page([Finding("tool", "1.2", "all", 1000, 3, 0.25, "theirs is rounded")])
    assert "| tool 1.2 | all | 1,000 | 3 | 0.25 | theirs is rounded |" in shown
