"""Run one verb and turn every error into one sentence on stderr."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from karat.errors import KaratError


def run(verb: str, arguments: list[str]) -> int:
    """The exit code of `karat VERB ARGUMENTS`."""
    command: click.Command = import_module(f"karat.cli.{verb}_").command
    try:
        found = command.main(arguments, prog_name=f"karat {verb}", standalone_mode=False)
        sys.stdout.flush()
        return found if isinstance(found, int) else 0
    except click.ClickException as error:
        return _sentence(verb, _usage(error, verb))
    except KaratError as error:
        return _sentence(verb, str(error))
    except (KeyboardInterrupt, click.Abort):
        return _sentence(verb, "stopped; nothing was left half-written", 130)
    except BrokenPipeError:
        # the reader (`head`, say) has had enough: that is no error, and Python must not complain at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _sentence(verb, f"{error.filename or 'the system'}: {error.strerror or error}")


def _usage(error: click.ClickException, verb: str) -> str:
    message = error.format_message().replace("\n", " ")
    return f"{message}{'' if message.endswith(('.', '?')) else '.'} `karat {verb} --help` shows an example"


def _sentence(verb: str, text: str, code: int = 2) -> int:
    sys.stderr.write(f"karat {verb}: {text}\n")
    return code
