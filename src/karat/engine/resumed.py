"""An engine that remembers: finished chunks are files, and files are not computed again."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from tempfile import NamedTemporaryFile

from karat.engine.base import Engine, In, Out
from karat.engine.local import Local
from karat.errors import BadRequest
from karat.types.spoken import spoken
from karat.version import VERSION

DIGEST = 16  # bytes
WINDOW = 64  # chunks looked at together: enough to keep any engine busy, few enough to hold


@spoken
class Resumed(Engine):
    """Keep each chunk's result in `folder`; run the same job again and only what is missing is done.

    A result is found by what it was made from (the work and the chunk), so a changed input is never served stale.
    """

    name = "resumed"
    folder: str = ""
    engine: Engine = Local()

    def __post_init__(self) -> None:
        Engine.__post_init__(self)
        if not self.folder:
            raise BadRequest("resumed: no folder is named to keep results in: resumed(folder='…') was expected")

    def map(self, work: Callable[[In], Out], chunks: Iterable[In]) -> Iterator[Out]:
        """Results in order, from their files where those exist."""
        Path(self.folder).mkdir(parents=True, exist_ok=True)
        source = iter(chunks)
        while window := list(islice(source, WINDOW)):
            yield from self._window(work, window)

    def _window(self, work: Callable[[In], Out], chunks: list[In]) -> Iterator[Out]:
        files = [Path(self.folder) / f"{_key(work, chunk)}.pickle" for chunk in chunks]
        missing = [i for i, file in enumerate(files) if _whole(file) is None]
        results = self.engine.map(work, [chunks[i] for i in missing])
        for i, result in zip(missing, results, strict=True):
            content = pickle.dumps(result)
            _write_aside(files[i], _digest(content) + content)
        return (pickle.loads(_whole(file) or b"") for file in files)


def _key(work: object, chunk: object) -> str:
    return _digest(pickle.dumps((VERSION, work, chunk))).hex()


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=DIGEST).digest()


def _whole(file: Path) -> bytes | None:
    """What was kept, if it is there and not cut short."""
    kept = file.read_bytes() if file.exists() else b""
    return kept[DIGEST:] if kept[:DIGEST] == _digest(kept[DIGEST:]) else None


def _write_aside(file: Path, content: bytes) -> None:
    """Written aside under a name of its own, as two runs may keep the same chunk, then renamed."""
    with NamedTemporaryFile(dir=file.parent, suffix=".part", delete=False) as part:
        part.write(content)
    Path(part.name).replace(file)
