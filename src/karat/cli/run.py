"""Run one verb and turn every error into one sentence on stderr."""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from typing import TextIO

import click

from karat.errors import KaratError


def run(verb: str, arguments: list[str]) -> int:
    """The exit code of `karat VERB ARGUMENTS`."""
    with warnings.catch_warnings():
        warnings.showwarning = _note
        return _run(verb, arguments)


def _run(verb: str, arguments: list[str]) -> int:
    command: click.Command = import_module(f"karat.cli.{verb}_").command
    try:
        found = command.main(arguments, prog_name=f"karat {verb}", standalone_mode=False)
        return found if isinstance(found, int) else 0
    except click.ClickException as error:
        return _sentence(verb, _usage(error, verb))
    except KaratError as error:
        return _sentence(verb, str(error))
    except (KeyboardInterrupt, click.Abort):
        return _sentence(verb, "stopped; nothing was left half-written", 130)
    except OSError as error:
        if error.filename is None:
            raise  # a stream, not a file: who opened it says so
        return _sentence(verb, f"{error.filename}: it cannot be used ({error.strerror or error})")


def _note(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """A warning, as all talk is said: where in the code it arose helps nobody here."""
    sys.stderr.write(f"note: {message}\n")


def _usage(error: click.ClickException, verb: str) -> str:
    message = error.format_message().replace("\n", " ")
    return f"{message}{'' if message.endswith(('.', '?')) else '.'} `karat {verb} --help` shows an example"


def _sentence(verb: str, text: str, code: int = 2) -> int:
    one_line = text.replace("\n", "\\n")  # a name may hold anything
    sys.stderr.write(f"karat {verb}: {one_line}\n")
    return code
