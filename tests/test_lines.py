"""Text files: what is no UTF-8 text is named for what it is, and every verb says so in one sentence."""

from __future__ import annotations

import bz2
import gzip
import lzma
from pathlib import Path

import pytest

from karat.corpus.lines import read_lines, read_text, write_aside
from karat.errors import BadInput

OTHER: list[tuple[str, bytes, str]] = [
    ("gzip", gzip.compress(b"a b\n"), ": gzip was found where UTF-8 text was expected: unpack it first"),
    ("xz", lzma.compress(b"a b\n"), ": xz was found where UTF-8 text was expected: unpack it first"),
    ("bzip2", bz2.compress(b"a b\n"), "is not UTF-8"),
    ("an office document", b"PK\x03\x04\x14\x00", "a zip archive or an office document was found"),
    ("PDF", b"%PDF-1.7\n", ": PDF was found"),
    ("a workspace", b"SQLite format 3\0" + bytes(84), ": a database was found"),
    ("UTF-16", "a b\n".encode("utf-16"), ": UTF-16 was found where UTF-8 text was expected: convert it to UTF-8 first"),
    ("UTF-16 without a mark", "a\nb\n".encode("utf-16-be"), ":1: a NUL byte was found where UTF-8 text was expected"),
    ("a NUL byte", b"a\nb\0c\n", ":2: a NUL byte was found where UTF-8 text was expected"),
    ("Latin-1", "a\nb\ncafé\n".encode("latin-1"), ":3: byte 0xe9 is not UTF-8"),
]


@pytest.mark.parametrize(("content", "says"), [row[1:] for row in OTHER], ids=[row[0] for row in OTHER])
def test_what_is_no_text_is_named(content: bytes, says: str, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(content)
    with pytest.raises(BadInput) as caught:
        read_text(file)
    assert str(caught.value).startswith(str(file))
    assert says in str(caught.value)


def test_a_byte_order_mark_of_utf_8_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfa\r\nb")
    assert read_lines(tmp_path / "a.txt") == ["a", "b"]


def test_what_cannot_be_written_is_named_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    for verb in ("open", "unlink"):
        monkeypatch.setattr(Path, verb, refused)
    with pytest.raises(BadInput, match=r"out\.jsonl: it cannot be written \(Permission denied\)"):
        write_aside(tmp_path / "out.jsonl", b"{}")
    assert list(tmp_path.iterdir()) == []
