"""karat serve."""

from __future__ import annotations

import os
import sys

import click

from karat.cli.options import common
from karat.service.projects import open_workspace


@click.command()
@click.argument("workspace")
@click.option("--port", default=8765, show_default=True, help="The port on this machine.")
@common
def command(workspace: str, port: int, as_json: bool, seed: int, threads: int, quiet: bool) -> None:
    """Serve WORKSPACE on this machine as a web page to annotate in, until Ctrl-C.

    Example: karat serve reviews.karat
    """
    open_workspace(workspace).close()  # a wrong name is said here, before a server starts
    # the web is a door of its own, and doors do not import each other: this process becomes that one
    os.execv(sys.executable, [sys.executable, "-m", "karat.web", workspace, "--port", str(port)])
