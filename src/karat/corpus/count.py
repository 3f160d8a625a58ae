"""Tokens, types and n-grams of files, counted exactly."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from mmap import ACCESS_READ, mmap
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from karat.engine import Engine, Local, Threads
from karat.errors import BadInput, BadRequest
from karat.kernels import counts, ngrams
from karat.text import Space, Tokeniser, tokeniser
from karat.types import Ragged

Source = str | Path | bytes
Listed = tuple[bytes, int]
Bytes = NDArray[np.uint8]
Places = NDArray[np.int64]
Numbers = NDArray[np.uint32]

SMALL = 1 << 20  # bytes: a smaller file is read rather than mapped, and not cut
SHARES = 2  # parts of an n-gram count a thread: each looks at all tokens, but keeps a smaller table
WIDEST = 1_000  # tokens of an n-gram: each row of paste is written out
LONGEST = (1 << 32) - 1  # numbers in the stream of an n-gram count: 32 bits say where an n-gram stands
BOUNDARY = re.compile(rb"[ \n]")  # every tokeniser ends a token here


@dataclass(frozen=True, slots=True)
class Counted:
    """How many tokens (with n-grams: n-grams), types and types seen once there are, and the most frequent types.

    `top` is ordered by count, most frequent first, then by bytes; bytes that are no UTF-8 are surrogate escapes.
    """

    tokens: int
    types: int
    hapaxes: int
    top: tuple[tuple[str, int], ...]


def count(
    files: Iterable[Source],
    *,
    ngram: int = 1,
    top: int | None = 10,
    min_count: int = 1,
    tokens: str | Tokeniser = "space",
    drop_blank: bool = False,
    threads: int = 2,
) -> Counted:
    """Count the tokens or n-grams of files; `-` is standard input, bytes are a text, `top=None` lists every type.

    `min_count` shortens the list, not the totals. N-grams cross lines but not files, except with `tokens="space"`,
    where they are the rows of `paste words <(tail -n+2 words)`: over all files, the last ones with empty fields.
    `drop_blank` leaves out tokens that are empty or white.

    >>> count([b"to be or not to be"], top=2)
    Counted(tokens=6, types=4, hapaxes=2, top=(('be', 2), ('to', 2)))
    """
    _check(ngram=(ngram, 1), min_count=(min_count, 1), threads=(threads, 1), top=(top or 0, 0))
    if ngram > WIDEST:
        raise BadRequest(f"ngram is {ngram:,}, but at most {WIDEST:,} was expected")
    cut = tokeniser(tokens)
    engine = Threads(workers=threads) if threads > 1 else Local()
    slices = _slices([_source(file) for file in files], threads)
    if ngram == 1:
        shares = [_share_of_types(slices, partial(_types, cut, not drop_blank), engine, top, min_count)]
    else:
        grams = _grams(slices, cut, not drop_blank, engine, ngram)
        parts = SHARES * threads
        shares = list(engine.map(partial(_share_of_grams, grams, parts, top, min_count), range(parts)))
    return _counted(shares, top, min_count)


def as_sed(counted: Counted) -> bytes:
    """The list as `uniq -c` prints it.

    >>> as_sed(count([b"to be or not to be"], top=1))
    b'      2 be\\n'
    """
    return b"".join(b"%7d %s\n" % (times, token.encode("utf-8", "surrogateescape")) for token, times in counted.top)


def _check(**given: tuple[int, int]) -> None:
    for name, (value, least) in given.items():
        if value < least:
            raise BadRequest(f"{name} is {value}, but a number from {least} up was expected")


# ── files, cut where tokens end ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Slice:
    """A stretch of a text; `closed` if a newline is missing at its end and something follows, as sed would see it."""

    source: Path | bytes
    low: int
    high: int
    closed: bool
    text: int


def _source(file: Source) -> Path | bytes:
    """A path to a regular file, or bytes: what cannot be read twice is read now."""
    if isinstance(file, bytes):
        return file
    if str(file) == "-":
        return sys.stdin.buffer.read()
    path = Path(file)
    if path.is_dir():
        raise BadInput(f"{path}: this is a folder, but a file was expected; name the files in it")
    return path if path.is_file() else _read(path)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror}); name a text file that exists") from None


def _mapped(source: Path | bytes) -> bytes | mmap:
    if isinstance(source, bytes):
        return source
    if source.stat().st_size < SMALL:
        return _read(source)
    try:
        with source.open("rb") as file:
            return mmap(file.fileno(), 0, access=ACCESS_READ)
    except OSError as error:
        raise BadInput(f"{source}: cannot be read ({error.strerror}); name a text file that exists") from None


def _size(source: Path | bytes) -> int:
    return len(source) if isinstance(source, bytes) else source.stat().st_size


def _slices(sources: Sequence[Path | bytes], parts: int) -> list[Slice]:
    full = [(i, source) for i, source in enumerate(sources) if _size(source)]
    return [piece for i, source in full for piece in _cut(i, source, parts, i < full[-1][0])]


def _cut(number: int, source: Path | bytes, parts: int, followed: bool) -> Iterator[Slice]:
    text = _mapped(source)
    size = len(text)
    wanted = [size * part // parts for part in range(1, parts)] if size >= SMALL else []
    found = (BOUNDARY.search(text, place) for place in wanted)
    bounds = sorted({0, size, *(place.end() for place in found if place)})
    for low, high in pairwise(bounds):
        yield Slice(source, low, high, followed and high == size and text[size - 1 :] != b"\n", number)


# ── types ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the result; `doubtful` are lines that another part may have too."""

    tokens: int
    types: int
    hapaxes: int
    best: list[Listed]
    doubtful: Counter[bytes]


def _types(cut: Tokeniser, blanks: bool, piece: Slice) -> tuple[Ragged, Places]:
    text = np.frombuffer(_mapped(piece.source), np.uint8)
    classes = cut.classes(text[piece.low : piece.high])
    starts, lengths, times = counts.count_tokens(text, piece.low, piece.high, cut.how, blanks, piece.closed, classes)
    return _ragged(text, starts, lengths), times


def _ragged(text: Bytes, starts: Places, lengths: Places) -> Ragged:
    return Ragged(counts.gather(text, starts, lengths), np.concatenate([[0], np.cumsum(lengths)]))


def _merged(vocabularies: Sequence[Ragged]) -> tuple[Ragged, Numbers]:
    """One vocabulary, and the number in it of each type of each."""
    if len(vocabularies) == 1:
        return vocabularies[0], np.arange(len(vocabularies[0]), dtype=np.uint32)
    text = np.concatenate([np.empty(0, np.uint8), *(v.values for v in vocabularies)])
    lengths = np.concatenate([np.empty(0, np.int64), *(v.lengths for v in vocabularies)])
    ends = np.cumsum(lengths)
    numbers, firsts = counts.intern(text, ends - lengths, ends)
    return _ragged(text, (ends - lengths)[firsts], lengths[firsts]), numbers


def _share_of_types(
    slices: Sequence[Slice],
    types: Callable[[Slice], tuple[Ragged, Places]],
    engine: Engine,
    top: int | None,
    least: int,
) -> Share:
    found = list(engine.map(types, slices))
    vocabulary, numbers = _merged([vocabulary for vocabulary, _ in found])
    times = np.zeros(len(vocabulary), np.int64)
    np.add.at(times, numbers, np.concatenate([np.empty(0, np.int64), *(part for _, part in found)]))
    chosen = _shortlist(times, partial(_heads, vocabulary, b""), top, least)
    best = _sorted(zip(_lines(vocabulary, chosen[:, None], b""), times[chosen].tolist(), strict=True), top)
    return Share(int(times.sum()), len(times), int((times == 1).sum()), best, Counter())


# ── n-grams ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Grams:
    """Texts as numbers of types; `doubtful` are types that hold what joins the fields of an n-gram."""

    n: int
    stream: Numbers
    vocabulary: Ragged
    joint: bytes
    heads: NDArray[np.uint64]
    doubtful: NDArray[np.bool_]

    def rows(self, places: NDArray[np.integer]) -> Numbers:
        """The n-grams that begin at these places."""
        rows: Numbers = self.stream[places[:, None] + np.arange(self.n)]
        return rows


def _numbered(cut: Tokeniser, blanks: bool, piece: Slice) -> tuple[Numbers, Ragged]:
    text = np.frombuffer(_mapped(piece.source), np.uint8)
    classes = cut.classes(text[piece.low : piece.high])
    low, high = piece.low, piece.high
    numbers, starts, lengths = counts.number_tokens(text, low, high, cut.how, blanks, piece.closed, classes)
    return numbers, _ragged(text, starts, lengths)


def _grams(slices: Sequence[Slice], cut: Tokeniser, blanks: bool, engine: Engine, n: int) -> Grams:
    found = list(engine.map(partial(_numbered, cut, blanks), slices))
    blank = Ragged.of_strings([""])
    vocabulary, numbers = _merged([*(vocabulary for _, vocabulary in found), blank])
    own = np.split(numbers, np.cumsum([len(vocabulary) for _, vocabulary in found]))
    texts = [own[i][part] for i, (part, _) in enumerate(found)]
    pasted = isinstance(cut, Space)
    pieces = _padded(texts, int(numbers[-1]), n) if pasted else _apart(texts, [piece.text for piece in slices])
    joint = cut.joint.encode()
    everything = np.arange(len(vocabulary))
    # without a joint, the first token alone says nothing about the order of n-grams
    heads = _heads(vocabulary, joint, everything) if joint else np.zeros(len(vocabulary), np.uint64)
    return Grams(n, _joined(pieces), vocabulary, joint, heads, _holding(vocabulary, joint))


def _padded(texts: Sequence[Numbers], blank: int, n: int) -> list[Numbers]:
    """All texts, with empty fields for the last rows, as paste gives them."""
    return [*texts, np.full(n - 1, blank, np.uint32)]


def _apart(pieces: Sequence[Numbers], texts: Sequence[int]) -> list[Numbers]:
    """Pieces, with a border between different texts."""
    border = np.array([ngrams.NOTHING], np.uint32)
    apart = [np.empty(0, np.uint32)]
    for i, piece in enumerate(pieces):
        apart += [border, piece] if i and texts[i] != texts[i - 1] else [piece]
    return apart


def _joined(pieces: Sequence[Numbers]) -> Numbers:
    size = sum(len(piece) for piece in pieces)
    if size > LONGEST:
        raise BadRequest(
            f"n-grams over {size:,} tokens and borders between files were asked for, "
            f"but at most {LONGEST:,} fit; count the text in parts"
        )
    return np.concatenate(pieces)


def _holding(vocabulary: Ragged, joint: bytes) -> NDArray[np.bool_]:
    """Which types hold the joint: ("a⇥b", "c") and ("a", "b⇥c") are two n-grams but one line."""
    held = np.zeros(len(vocabulary), bool)
    if joint:
        found = np.flatnonzero(vocabulary.values == joint[0])
        held[np.searchsorted(vocabulary.starts[:-1], found, "right") - 1] = True
    return held


def _share_of_grams(grams: Grams, parts: int, top: int | None, least: int, part: int) -> Share:
    packed = ngrams.count_ngrams(grams.stream, grams.n, part, parts)
    tokens = int((packed >> 32).sum())
    packed, doubtful = _without_doubtful(packed, grams)
    times = (packed >> 32).astype(np.int64)
    places = packed & ngrams.NOTHING
    chosen = _shortlist(times, lambda some: grams.heads[grams.stream[places[some]]], top, least)
    lines = _lines(grams.vocabulary, grams.rows(places[chosen].astype(np.int64)), grams.joint)
    best = _sorted(zip(lines, times[chosen].tolist(), strict=True), top)
    return Share(tokens, len(times), int((times == 1).sum()), best, doubtful)


def _without_doubtful(packed: NDArray[np.uint64], grams: Grams) -> tuple[NDArray[np.uint64], Counter[bytes]]:
    lines: Counter[bytes] = Counter()
    if not grams.doubtful.any():
        return packed, lines
    rows = grams.rows((packed & ngrams.NOTHING).astype(np.int64))
    doubtful = grams.doubtful[rows].any(axis=1)
    times = (packed[doubtful] >> 32).tolist()
    for line, many in zip(_lines(grams.vocabulary, rows[doubtful], grams.joint), times, strict=True):
        lines[line] += many
    return packed[~doubtful], lines


# ── the most frequent ───────────────────────────────────────────────────────────────────────────────────────────────


def _shortlist(times: Places, heads: Callable[[Places], NDArray[np.uint64]], top: int | None, least: int) -> Places:
    """Which types can be among the first `top`: ties at the end are thinned by how their lines begin."""
    chosen = np.flatnonzero(times >= least)
    if top is None or len(chosen) <= top:
        return chosen
    if top == 0:
        return chosen[:0]
    left = times[chosen]
    most = left.max()
    border = most - _smallest((most - left).astype(np.uint64), top)
    sure = chosen[left > border]
    tied = chosen[left == border]
    begin = heads(tied)
    return np.concatenate([sure, tied[begin <= _smallest(begin, top - len(sure))]])


def _smallest(values: NDArray[np.uint64], rank: int) -> int:
    """The value of this rank, found digit by digit: `numpy.partition` is slow where most values are equal."""
    border = 0
    for shift in (48, 32, 16, 0):
        digits = (values >> np.uint64(shift)).astype(np.uint16)
        ends = np.cumsum(np.bincount(digits, minlength=1 << 16))
        digit = int(np.searchsorted(ends, rank))
        rank -= int(ends[digit - 1]) if digit else 0
        border = border << 16 | digit
        values = values[digits == digit]
    return border


def _heads(vocabulary: Ragged, joint: bytes, types: Places) -> NDArray[np.uint64]:
    """The first eight bytes of types and what joins them to the next, as numbers in the order of bytes."""
    starts, lengths = vocabulary.starts[types], vocabulary.lengths[types]
    heads = np.zeros(len(types), np.uint64)
    text = np.append(vocabulary.values, np.zeros(8, np.uint8))
    after = joint[0] if joint else 0
    for k in range(8):
        byte = np.where(k < lengths, text[starts + k], np.where(k == lengths, np.uint8(after), np.uint8(0)))
        heads = heads << np.uint64(8) | byte
    return heads


def _lines(vocabulary: Ragged, rows: NDArray[np.integer], joint: bytes) -> list[bytes]:
    text = vocabulary.values.tobytes()
    used, places = np.unique(rows, return_inverse=True)
    starts, ends = vocabulary.starts[used].tolist(), vocabulary.starts[used + 1].tolist()
    tokens = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    return [joint.join([tokens[place] for place in row]) for row in places.reshape(rows.shape).tolist()]


def _sorted(listed: Iterable[Listed], top: int | None) -> list[Listed]:
    return sorted(listed, key=lambda pair: (-pair[1], pair[0]))[:top]


def _counted(shares: Sequence[Share], top: int | None, least: int) -> Counted:
    doubtful: Counter[bytes] = sum((share.doubtful for share in shares), Counter())
    best = [pair for share in shares for pair in share.best] + [p for p in doubtful.items() if p[1] >= least]
    return Counted(
        tokens=sum(share.tokens for share in shares),
        types=sum(share.types for share in shares) + len(doubtful),
        hapaxes=sum(share.hapaxes for share in shares) + sum(times == 1 for times in doubtful.values()),
        top=tuple((line.decode("utf-8", "surrogateescape"), times) for line, times in _sorted(best, top)),
    )
