"""Counting: what the shell pipeline prints, byte for byte; what the plain twin says; the same on many threads."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from karat.corpus import count as room
from karat.corpus.count import Counted, as_sed, count
from karat.errors import BadInput, BadRequest
from karat.kernels import counts as kernel
from karat.kernels import ngrams, reference_ngrams
from karat.kernels import reference_counts as twin
from karat.text import TOKENISERS
from karat.text.tokens import word_classes

SAWYER = Path(__file__).parents[2] / "shared" / "data" / "sawyr11.txt"
TOOLS = ("bash", "sed", "grep", "sort", "uniq", "paste", "tail", "head")
needs_shell = pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in TOOLS), reason=f"the pipeline needs {', '.join(TOOLS)}"
)
needs_sawyer = pytest.mark.skipif(not SAWYER.exists(), reason="the novel is not part of the project")


def shell(folder: Path, files: list[Path], n: int, drop_blank: bool, top: int | None) -> bytes:
    """What the classic pipeline prints; grep -a, because NUL bytes would make it speak of binary files."""
    names = " ".join(f"'{file}'" for file in files)
    drop = " | grep -av '^$'" if drop_blank else ""
    head = f" | head -n {top}" if top is not None else ""
    tails = " ".join(f"<(tail -n+{k} words)" for k in range(2, n + 1))
    grams = f"paste words {tails}" if n > 1 else "cat words"
    script = f"sed 's/ /\\n/g' {names}{drop} > words; {grams} | sort | uniq -c | sort -k1nr{head}"
    environment = {**os.environ, "LC_ALL": "C"}
    return subprocess.run(["bash", "-c", script], cwd=folder, env=environment, capture_output=True, check=True).stdout


def written(folder: Path, texts: list[bytes]) -> list[Path]:
    files = [folder / f"{i}.txt" for i in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_bytes(text)
    return files


def assert_like_shell(folder: Path, texts: list[bytes], top: int | None = None) -> None:
    files = written(folder, texts)
    for n in range(1, 6):
        for drop in (False, True):
            ours = as_sed(count(files, ngram=n, top=top, drop_blank=drop))
            assert ours == shell(folder, files, n, drop, top), (texts, n, drop)


EDGES = {
    "empty": [b""],
    "one newline": [b"\n"],
    "one space": [b" "],
    "a space at the end": [b"a b "],
    "a space and a newline at the end": [b"a b \n"],
    "no newline at the end": [b"to be or not to be"],
    "invalid UTF-8": [b"caf\xe9 caf\xc3\xa9 \xff\xfe \xed\xa0\x80\n"],
    "NUL bytes": [b"a\0b \0 a\0b\n\0\n\0"],
    "carriage returns": [b"one two\r\none two\r\n\r\n"],
    "tabs that look like joints": [b"a\tb c\na b\tc\na\tb c\n\t\t \t\n"],
    "bytes below the joint": [b"a\x01 b a b a\x08c a\x01\n"],
    "long tokens": [b"x" * 40 + b" " + b"x" * 39 + b"y " + b"x" * 40 + b" " + b"abcdefgh12345678 abcdefgh12345679\n"],
    "two files, a newline missing": [b"a b", b"b c"],
    "two files, a space instead": [b"a ", b"b"],
    "two files, the second empty": [b"a ", b""],
    "three files, the middle one empty": [b"a ", b"", b"a \n"],
    "white space beyond ASCII": ["a\u3000b c\u00a0d a\u3000b\u2028".encode()],
    "blank lines": [b"\n\n\na\n\n"],
}


@needs_shell
@pytest.mark.parametrize("texts", EDGES.values(), ids=EDGES)
def test_the_list_is_what_the_shell_prints(texts: list[bytes], tmp_path: Path) -> None:
    assert_like_shell(tmp_path, texts)


@needs_shell
@pytest.mark.parametrize("seed", range(12))
def test_random_bytes_give_what_the_shell_prints(seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    alphabets = (b"ab \n", b"ab\t \n\0\r", b"abcdefgh   \n", bytes(range(256)) + b" " * 60)
    alphabet = np.frombuffer(alphabets[seed % 4], np.uint8)
    texts = [rng.choice(alphabet, rng.integers(0, 700)).tobytes() for _ in range(1 + seed % 3)]
    assert_like_shell(tmp_path, texts, top=(None, 7)[seed % 2])


@needs_shell
@needs_sawyer
def test_a_novel_gives_what_the_shell_prints(tmp_path: Path) -> None:
    for n in range(1, 6):
        for drop in (False, True):
            ours = as_sed(count([SAWYER], ngram=n, top=50, drop_blank=drop))
            assert ours == shell(tmp_path, [SAWYER], n, drop, 50), (n, drop)


@needs_shell
def test_a_huge_line_gives_what_the_shell_prints(tmp_path: Path) -> None:
    texts = [b"z" * 3_000_000 + b" a a " + b"z" * 3_000_000]
    files = written(tmp_path, texts)
    assert as_sed(count(files, top=None)) == shell(tmp_path, files, 1, False, None)


def zipfian(size: int, seed: int) -> bytes:
    """About so many bytes of made-up words, with more ties than one wants."""
    rng = np.random.default_rng(seed)
    numbers = rng.zipf(1.3, size // 6) % 50_000
    separators = rng.choice(np.array([" ", " ", " ", "\n", "\u3000", "  "]), len(numbers))
    return "".join(f"w{n}é{s}" for n, s in zip(numbers.tolist(), separators.tolist(), strict=True)).encode()


@pytest.mark.parametrize("tokens", ["space", "whitespace", "words", "chars"])
@pytest.mark.parametrize("ngram", [1, 2, 3])
def test_any_number_of_threads_counts_the_same(tokens: str, ngram: int, tmp_path: Path) -> None:
    files = written(tmp_path, [zipfian(1_500_000, 0), b"short", zipfian(1_200_000, 1)])
    one, two, four = (count(files, tokens=tokens, ngram=ngram, top=100, threads=t) for t in (1, 2, 4))
    assert one == two == four
    assert one.tokens > 100_000


def test_a_python_counter_counts_the_same(tmp_path: Path) -> None:
    text = zipfian(1_500_000, 2)
    files = written(tmp_path, [text])
    words = text.decode().split()
    plain = Counter(words)
    pairs = Counter(f"{a} {b}" for a, b in pairwise(words))
    assert dict(count(files, tokens="whitespace", top=None).top) == plain
    assert dict(count(files, tokens="whitespace", top=None, ngram=2).top) == pairs


def test_ties_at_the_end_of_the_list_are_ordered_by_bytes() -> None:
    words = [b"%08d%04d" % (i % 3, i) for i in range(5000)]
    found = count([b" ".join(reversed(words))], top=40)
    assert [token.encode() for token, _ in found.top] == sorted(words)[:40]


EXPECTED = [
    # by hand: arguments, tokens, types, hapaxes, top
    ({"files": [b""]}, Counted(0, 0, 0, ())),
    ({"files": []}, Counted(0, 0, 0, ())),
    ({"files": [b""], "ngram": 3}, Counted(0, 0, 0, ())),
    ({"files": [b"a a b"]}, Counted(3, 2, 1, (("a", 2), ("b", 1)))),
    ({"files": [b"a a b"], "top": 0}, Counted(3, 2, 1, ())),
    ({"files": [b"a a b"], "min_count": 2}, Counted(3, 2, 1, (("a", 2),))),
    ({"files": [b"a b"], "ngram": 2}, Counted(2, 2, 2, (("a\tb", 1), ("b\t", 1)))),
    ({"files": [b"a b", b"a b"], "ngram": 2, "tokens": "words"}, Counted(2, 1, 0, (("a b", 2),))),
    ({"files": [b"a\nb", b"a"], "ngram": 2, "tokens": "whitespace"}, Counted(1, 1, 1, (("a b", 1),))),
    ({"files": ["né né!".encode()], "tokens": "words"}, Counted(2, 1, 0, (("né", 2),))),
    ({"files": ["né".encode()], "tokens": "chars", "ngram": 2}, Counted(1, 1, 1, (("né", 1),))),
    ({"files": [b"a a"], "tokens": "chars"}, Counted(3, 2, 1, (("a", 2), (" ", 1)))),
    ({"files": [b"a a"], "tokens": "chars", "drop_blank": True}, Counted(2, 1, 0, (("a", 2),))),
    ({"files": [b"caf\xe9 caf\xe9"]}, Counted(2, 1, 0, (("caf\udce9", 2),))),
]


@pytest.mark.parametrize(("arguments", "expected"), EXPECTED)
def test_small_texts_by_hand(arguments: dict[str, object], expected: Counted) -> None:
    assert count(**arguments) == expected  # type: ignore[arg-type]  # the rows differ in what they give


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a b a")))
    assert count(["-"]).top == (("a", 2), ("b", 1))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"ngram": 0}, "ngram is 0"),
        ({"top": -1}, "top is -1"),
        ({"threads": 0}, "threads is 0"),
        ({"tokens": "wrods"}, "Did you mean words?"),
    ],
)
def test_a_wrong_call_is_told_what_was_expected(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(BadRequest, match=said.replace("?", r"\?")):
        count([b"a"], **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("tokens", ["space", "words"])
def test_ngrams_over_too_many_tokens_are_refused(tokens: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [b"to be", b"or not"]
    monkeypatch.setattr(room, "LONGEST", 5)  # four tokens, and one empty field or border
    assert count(texts, ngram=2, tokens=tokens).tokens == (4 if tokens == "space" else 2)
    monkeypatch.setattr(room, "LONGEST", 4)
    with pytest.raises(BadRequest, match=r"^n-grams over 5 tokens .* at most 4 fit; count the text in parts$"):
        count(texts, ngram=2, tokens=tokens)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"missing\.txt: cannot be read"):
        count([tmp_path / "missing.txt"])
    with pytest.raises(BadInput, match="this is a folder"):
        count([tmp_path])


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", f"printf 'a b a' > '{pipe}'"]):
        assert count([pipe]).tokens == 3


# ── kernel = twin ───────────────────────────────────────────────────────────────────────────────────────────────────

WORDS = ["a", "b", "don't", "é", "e\u0301", "3.14", "x-", "日本", "🙂", "\u200d", "abcdefghi"]
SPACES = [" ", "\n", "\t", "\u2003", "\u0085", "\u3000"]
pieces = st.one_of(st.sampled_from(WORDS + SPACES).map(str.encode), st.binary(max_size=3))
text_bytes = st.lists(pieces, max_size=60).map(b"".join)
slow = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@slow
@given(text_bytes, st.sampled_from(range(4)), st.booleans(), st.booleans(), st.integers(0, 5))
def test_the_kernel_finds_what_its_twin_finds(text: bytes, how: int, blanks: bool, closed: bool, cut: int) -> None:
    array = np.frombuffer(text, np.uint8)
    low = min(cut, len(text))
    arguments = (array, low, len(text), how, blanks, closed, word_classes(sys.maxunicode + 1))
    for name in ("spans", "count_tokens", "number_tokens"):
        for ours, theirs in zip(getattr(kernel, name)(*arguments), getattr(twin, name)(*arguments), strict=True):
            np.testing.assert_array_equal(ours, theirs, strict=True)


@pytest.mark.parametrize("how", range(4))
@pytest.mark.parametrize("pad", [0, 1, 61, 62, 63])
def test_separators_across_blocks_are_found(how: int, pad: int) -> None:
    text = np.frombuffer((b"x" * pad) + "a\u3000b\u2028c d\u00a0\u00a0e\n".encode() * 40, np.uint8)
    arguments = (text, 0, len(text), how, True, False, word_classes(sys.maxunicode + 1))
    for ours, theirs in zip(kernel.spans(*arguments), twin.spans(*arguments), strict=True):
        np.testing.assert_array_equal(ours, theirs)


@slow
@given(st.lists(st.binary(max_size=40), max_size=30), st.integers(0, 3))
def test_interning_numbers_by_bytes(tokens: list[bytes], again: int) -> None:
    tokens = tokens * (1 + again)
    ends = np.cumsum([0, *map(len, tokens)])[1:].astype(np.int64)
    starts = ends - np.array([len(t) for t in tokens], np.int64)
    text = np.frombuffer(b"".join(tokens), np.uint8)
    for ours, theirs in zip(kernel.intern(text, starts, ends), twin.intern(text, starts, ends), strict=True):
        np.testing.assert_array_equal(ours, theirs, strict=True)
    np.testing.assert_array_equal(kernel.gather(text, starts, ends - starts), twin.gather(text, starts, ends - starts))


@slow
@given(st.lists(st.sampled_from([0, 1, 2, ngrams.NOTHING]), max_size=80), st.integers(1, 5), st.integers(1, 4))
def test_parts_together_hold_every_ngram_once(numbers: list[int], n: int, parts: int) -> None:
    stream = np.array(numbers, np.uint32)
    ours = np.concatenate([ngrams.count_ngrams(stream, n, part, parts) for part in range(parts)])
    theirs = np.concatenate([reference_ngrams.count_ngrams(stream, n, part, parts) for part in range(parts)])
    np.testing.assert_array_equal(np.sort(ours), np.sort(theirs))


def test_tables_that_grow_many_times_lose_nothing() -> None:
    numbers = np.random.default_rng(0).permutation(np.repeat(np.arange(60_000), 3))
    text = b" ".join(b"%d" % number * (1 + number % 6) for number in numbers.tolist())
    found = count([text, text], top=None)
    expected = Counter(text.split(b" ") * 2)
    assert {token.encode(): times for token, times in found.top} == expected


@pytest.mark.parametrize("tokens", sorted(TOKENISERS))
@pytest.mark.parametrize("ngram", [1, 3])
def test_counting_without_compiled_kernels_gives_the_same(
    tokens: str, ngram: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [zipfian(30_000, 3), b"a\tb \xff\n a", b"", b"a b"]
    compiled = count(texts, tokens=tokens, ngram=ngram, top=200)
    monkeypatch.setattr(room, "counts", twin)
    monkeypatch.setattr(room, "ngrams", reference_ngrams)
    assert count(texts, tokens=tokens, ngram=ngram, top=200) == compiled
