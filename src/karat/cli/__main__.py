"""`karat VERB …`: find the verb, run it, and turn every error into one sentence."""

from __future__ import annotations

import os
import sys
from importlib import import_module

from karat.cli.verbs import VERBS, overview
from karat.errors import did_you_mean
from karat.version import VERSION


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 is well, 1 a failed check, 2 bad input, 130 stopped by the user."""
    given = sys.argv[1:] if arguments is None else arguments
    if not given or given[0] in ("--help", "-h", "help"):
        return _say(overview())
    if given[0] == "--version":
        return _say(f"karat {VERSION}")
    if given[0] not in VERBS:
        return _unknown(given[0])
    # threads come from the engine; those that NumPy's BLAS starts when it is imported would only cost time
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    return import_module("karat.cli.run").run(given[0], given[1:])  # type: ignore[no-any-return]


def _say(text: str) -> int:
    sys.stdout.write(text + "\n")
    return 0


def _unknown(verb: str) -> int:
    sys.stderr.write(f"karat: there is no verb {verb!r}. {did_you_mean(verb, VERBS)}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
