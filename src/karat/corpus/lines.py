"""Bytes, text and lines of files, with their places, and files written whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from karat.errors import BadInput

Record = tuple[str, dict[str, Any]]  # (place, fields)


def name_of(path: str | Path) -> str:
    """How a file is called in messages."""
    return "stdin" if str(path) == "-" else str(path)


@contextmanager
def opened(path: str | Path) -> Iterator[BinaryIO]:
    """A file to read bytes from, or standard input for `-`."""
    if str(path) == "-":
        yield sys.stdin.buffer
        return
    try:
        file = Path(path).open("rb")  # noqa: SIM115  # closed below, where its own errors are not taken for a missing file
    except FileNotFoundError:
        raise BadInput(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise BadInput(f"{path}: this is a folder, but a file was expected") from None
    except ValueError:
        raise BadInput(f"{str(path)!r}: no file can have such a name") from None
    except OSError as error:
        raise BadInput(f"{path}: it cannot be read ({error.strerror})") from None
    with file:
        yield file


def read_bytes(path: str | Path) -> bytes:
    """All bytes of a file, or of standard input for `-`."""
    with opened(path) as file:
        return file.read()


def read_text(path: str | Path) -> str:
    """All text of a UTF-8 file; a byte-order mark is dropped, and a wrong byte is named with its line."""
    content = read_bytes(path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_utf8(path, content.count(b"\n", 0, error.start) + 1, content[error.start]) from None


def each_line(path: str | Path) -> Iterator[tuple[str, str]]:
    """Lines with their places, read as they are wanted: a log may be larger than memory."""
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                raise _not_utf8(path, number, line[error.start]) from None
            yield f"{name_of(path)}:{number}", text.removesuffix("\n").removesuffix("\r")


def _not_utf8(path: str | Path, line: int, byte: int) -> BadInput:
    return BadInput(f"{name_of(path)}:{line}: byte 0x{byte:02x} is not UTF-8: convert the file to UTF-8 first")


def read_lines(path: str | Path) -> list[str]:
    """Lines without their ends (LF or CRLF); blank lines count, other line separators of Unicode are text."""
    lines = read_text(path).split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def plain(path: str | Path) -> Iterator[Record]:
    """One record a line, with the field `line`."""
    for number, line in enumerate(read_lines(path), 1):
        yield f"{name_of(path)}:{number}", {"line": line}


def write_aside(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: aside first, then renamed."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BadInput(f"{path}: it cannot be written ({error.strerror})") from None
