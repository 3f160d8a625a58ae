"""An engine that remembers: finished chunks are files, and files are not computed again."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from itertools import islice
from pathlib import Path

from karat.engine.base import Engine, In, Out
from karat.engine.local import Local
from karat.types.spoken import spoken

WINDOW = 64  # chunks looked at together: enough to keep any engine busy, few enough to hold


@spoken
class Resumed(Engine):
    """Keep each chunk's result in `folder`; run the same job again and only what is missing is done.

    A result is found by what it was made from (the work and the chunk), so a changed input is never served stale.
    """

    name = "resumed"
    folder: str = ""
    engine: Engine = Local()

    def map(self, work: Callable[[In], Out], chunks: Iterable[In]) -> Iterator[Out]:
        """Results in order, from their files where those exist."""
        Path(self.folder).mkdir(parents=True, exist_ok=True)
        source = iter(chunks)
        while window := list(islice(source, WINDOW)):
            yield from self._window(work, window)

    def _window(self, work: Callable[[In], Out], chunks: list[In]) -> Iterator[Out]:
        files = [Path(self.folder) / f"{_key(work, chunk)}.pickle" for chunk in chunks]
        missing = [i for i, file in enumerate(files) if not file.exists()]
        results = self.engine.map(work, [chunks[i] for i in missing])
        for i, result in zip(missing, results, strict=True):
            _write_aside(files[i], pickle.dumps(result))
        return (pickle.loads(file.read_bytes()) for file in files)


def _key(work: object, chunk: object) -> str:
    return blake2b(pickle.dumps((work, chunk)), digest_size=16).hexdigest()


def _write_aside(file: Path, content: bytes) -> None:
    part = file.with_suffix(".part")
    part.write_bytes(content)
    part.replace(file)
