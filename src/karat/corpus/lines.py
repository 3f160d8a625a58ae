"""Bytes, text and lines of files, with their places, and files written whole or not at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from karat.errors import BadInput

Record = tuple[str, dict[str, Any]]  # (place, fields)

SIGNS = {  # how files that are no UTF-8 text begin, what they are, and what to do
    b"\x1f\x8b": ("gzip", "unpack it first"),
    b"\xfd7zXZ": ("xz", "unpack it first"),
    b"\x28\xb5\x2f\xfd": ("zstd", "unpack it first"),
    b"PK\x03\x04": ("a zip archive or an office document", "unpack it, or save it as text, first"),
    b"%PDF-": ("PDF", "save it as text first"),
    b"SQLite format 3\0": ("a database", "export what is wanted as text first"),
    b"\xff\xfe": ("UTF-16", "convert it to UTF-8 first"),
    b"\xfe\xff": ("UTF-16", "convert it to UTF-8 first"),
}


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
    _refuse_other(content, name_of(path))
    try:
        return _without_nul(content.decode("utf-8-sig"), name_of(path))
    except UnicodeDecodeError as error:
        raise _not_utf8(path, content.count(b"\n", 0, error.start) + 1, content[error.start]) from None


def each_line(path: str | Path) -> Iterator[tuple[str, str]]:
    """Lines with their places, read as they are wanted: a log may be larger than memory."""
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            if number == 1:
                _refuse_other(line, name_of(path))
            try:
                text = _without_nul(line.decode("utf-8-sig" if number == 1 else "utf-8"), name_of(path), number)
            except UnicodeDecodeError as error:
                raise _not_utf8(path, number, line[error.start]) from None
            yield f"{name_of(path)}:{number}", text.removesuffix("\n").removesuffix("\r")


def _not_utf8(path: str | Path, line: int, byte: int) -> BadInput:
    return BadInput(f"{name_of(path)}:{line}: byte 0x{byte:02x} is not UTF-8: convert the file to UTF-8 first")


def _refuse_other(content: bytes, name: str) -> None:
    """What begins as no text does."""
    for sign, (found, remedy) in SIGNS.items():
        if content.startswith(sign):
            raise BadInput(f"{name}: {found} was found where UTF-8 text was expected: {remedy}")


def _without_nul(text: str, name: str, first: int = 1) -> str:
    """The text, if it is one: UTF-16 of English passes for UTF-8, with a NUL behind each letter."""
    nul = text.find("\0")
    if nul >= 0:
        line = text.count("\n", 0, nul) + first
        raise BadInput(
            f"{name}:{line}: a NUL byte was found where UTF-8 text was expected: "
            "convert the file (UTF-16, perhaps) to UTF-8, or remove the byte, first"
        )
    return text


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
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise BadInput(f"{path}: it cannot be written ({error.strerror})") from None
