"""`karat VERB …`: find the verb, run it, and turn every error into one sentence."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from importlib import import_module

from karat.cli.verbs import VERBS, overview
from karat.errors import did_you_mean
from karat.version import VERSION


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 is well, 1 a failed check, 2 bad input, 130 stopped by the user."""
    _open_streams()
    try:
        code = _answer(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # the reader (`head`, say) has had enough: that is no error, and Python must not complain at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _unwritten(error)


def _open_streams() -> None:
    """Standard streams in UTF-8, whatever the locale; a closed one is read as empty, and written to nowhere."""
    # in this order: the lowest file descriptors are the closed ones, and no workspace may be opened as standard output
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # bytes that are no text: as JSON says them


def _answer(given: list[str]) -> int:
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


def _unwritten(error: OSError) -> int:
    sys.stderr.write(f"karat: the output cannot be written ({error.strerror or error}): name another place for it\n")
    with contextlib.suppress(OSError):
        sys.stdout.close()  # or Python would try again at exit
    return 2


def _unknown(verb: str) -> int:
    sys.stderr.write(f"karat: there is no verb {verb!r}. {did_you_mean(verb, VERBS)}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
