"""Rows of unequal length as two flat arrays, the layout Arrow uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from karat.errors import BadInput

TEXTS = ("string", "large_string", "binary", "large_binary")
LISTS = ("list<", "large_list<")


@dataclass(frozen=True, slots=True, eq=False)
class Ragged:
    """Row i is `values[starts[i]:starts[i + 1]]`; slicing shares memory.

    >>> pair = Ragged.of([[1, 2], [3]])
    >>> [row.tolist() for row in pair]
    [[1, 2], [3]]
    """

    values: NDArray[Any]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, rows: Iterable[Sequence[Any] | NDArray[Any]], dtype: DTypeLike = np.int64) -> Ragged:
        """Rows of numbers, copied once."""
        arrays = [np.asarray(row, dtype) for row in rows]
        values = np.concatenate(arrays) if arrays else np.empty(0, dtype)
        return cls(values, _starts([len(row) for row in arrays]))

    @classmethod
    def of_strings(cls, texts: Iterable[str]) -> Ragged:
        """Rows of UTF-8 bytes; lone surrogates survive the round trip."""
        kept = texts if isinstance(texts, list | tuple) else list(texts)
        joined = "".join(kept)
        if joined.isascii():  # a byte a character: nothing needs to be encoded row by row
            return cls(np.frombuffer(joined.encode(), np.uint8), _starts(list(map(len, kept))))
        rows = [text.encode("utf-8", "surrogatepass") for text in kept]
        return cls(np.frombuffer(b"".join(rows), np.uint8), _starts(list(map(len, rows))))

    @classmethod
    def of_arrow(cls, column: Any) -> Ragged:
        """An Arrow string, binary or list array without nulls: values are shared, 32-bit starts are widened."""
        return cls(*_arrow_buffers(column))

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, part: slice) -> Ragged:
        low, high, step = part.indices(len(self))
        if step != 1:
            raise ValueError(f"a slice of rows takes every row, not every {step}th: use [low:high]")
        return Ragged(self.values, self.starts[low : max(low, high) + 1])

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled without the rows that a slice left out."""
        low, high = int(self.starts[0]), int(self.starts[-1])
        return Ragged, (self.values[low:high], self.starts - low)

    def __iter__(self) -> Any:
        return (self.values[low:high] for low, high in zip(self.starts[:-1], self.starts[1:], strict=True))

    def strings(self) -> list[str]:
        """The rows as text again."""
        return [row.tobytes().decode("utf-8", "surrogatepass") for row in self]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How long each row is."""
        return np.diff(self.starts)


def _starts(lengths: Sequence[int]) -> NDArray[np.int64]:
    starts = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


def _arrow_buffers(column: Any) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Values and starts of an Arrow array through its buffers, honouring its offset."""
    column = column.combine_chunks() if hasattr(column, "chunks") else column
    name = str(column.type)
    if name not in TEXTS and not name.startswith(LISTS):
        raise BadInput(
            f"an Arrow column of type {name} was found where strings, bytes or lists of numbers were expected"
        )
    if column.null_count:
        raise BadInput(f"an Arrow column with {column.null_count} nulls has rows that say nothing: fill or drop them")
    width = np.int64 if name.startswith("large_") else np.int32
    starts = np.frombuffer(column.buffers()[1] or bytes(8), width)[column.offset : column.offset + len(column) + 1]
    return _arrow_values(column, name), starts.astype(np.int64)


def _arrow_values(column: Any, name: str) -> NDArray[Any]:
    if name in TEXTS:
        return np.frombuffer(column.buffers()[2] or b"", np.uint8)
    if column.values.null_count:
        raise BadInput(f"an Arrow list column holds {column.values.null_count} nulls: fill or drop them")
    found: NDArray[Any] = column.values.to_numpy()
    return found
