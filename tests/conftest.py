"""What all tests share: where the checker lies, where the course data lie, and one warning that is no error."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # so that tests can import the checker, `house`


def pytest_configure(config: pytest.Config) -> None:
    """Without a compiler karat warns once and works: that is a promise, so it fails no test."""
    config.addinivalue_line("filterwarnings", "ignore:karat's kernels are not compiled:RuntimeWarning")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of course data, where there is one."""
    folder = Path(__file__).parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the shared data are not here")
    return folder
