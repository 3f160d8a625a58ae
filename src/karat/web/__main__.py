"""`python -m karat.web WORKSPACE --port 8765`: what `karat serve` becomes."""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from karat.errors import KaratError
from karat.service.projects import open_workspace
from karat.web.serve import serve


def main() -> int:
    """Serve until Ctrl-C; 2 if something is wrong with what was asked."""
    parser = ArgumentParser(prog="karat serve")
    parser.add_argument("workspace")
    parser.add_argument("--port", type=int, default=8765)
    given = parser.parse_args()
    try:
        with open_workspace(given.workspace) as ws:
            serve(ws, port=given.port)
    except KaratError as error:
        sys.stderr.write(f"karat serve: {error}\n")
        return 2
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
