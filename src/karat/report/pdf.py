"""A page as PDF, printed by the Chromium that is there: the same styles as on paper."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from karat.errors import NotInstalled

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
CALM = (
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--no-pdf-header-footer",
)
SECONDS = 120
MISSING = (
    "no Chromium was found ({}): install one, such as Debian's package chromium, or write HTML and print it to PDF "
    "from your own browser"
)


def as_pdf(page: str, browsers: Sequence[str] = BROWSERS) -> bytes:
    """Print a whole page of HTML; the network is not needed and no script runs."""
    browser = next(filter(None, map(which, browsers)), None)
    if browser is None:
        raise NotInstalled(MISSING.format(", ".join(browsers)))
    with TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "page.html").write_text(page, "utf-8", "replace")
        # --no-sandbox: it needs rights that root in a container lacks, and this page is ours, without scripts
        printed = [
            f"--user-data-dir={folder}/user",
            f"--print-to-pdf={folder}/page.pdf",
            (place / "page.html").as_uri(),
        ]
        return _printed([browser, *CALM, "--no-sandbox", *printed], place / "page.pdf")


def _printed(command: Sequence[str], file: Path) -> bytes:
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise NotInstalled(f"{command[0]} did not print within {SECONDS} seconds: write HTML instead") from None
    if not file.exists():
        last = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise NotInstalled(f"{command[0]} wrote no PDF ({', '.join(last) or 'it says nothing'}): write HTML instead")
    return file.read_bytes()
