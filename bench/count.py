"""How fast karat counts, beside DuckDB, polars, a Python Counter and the shell pipeline, in one run on one text.

    python bench/count.py [--megabytes 184] [--rounds 3] [--ngrams]

The text is made here: words drawn by a Zipf–Mandelbrot law from 420,000 made-up types, twelve words a line. Every tool
runs in a process of its own, reads the same file from a warm cache, uses two threads and prints the ten most frequent
words; the lists must agree. Time is taken inside the process, without start-up (for the shell: all of it); the best of
the rounds counts, and the rounds go round the tools, so that a busy machine is fair to all.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

TYPES = 420_000
LETTERS = np.frombuffer(b"etaoinshrdlucmfwypvbgkqjxz", np.uint8)

KARAT = """
from karat.corpus.count import count
def run(): return [list(pair) for pair in count([FILE], ngram=N).top]
"""
KARAT_ONE = KARAT.replace("ngram=N", "ngram=N, threads=1")
DUCKDB = """
import duckdb
con = duckdb.connect()
con.execute("set threads = 2; set enable_progress_bar = false")
COLUMNS = "header=false, auto_detect=false, quote='', escape='', delim=chr(1), max_line_size=10000000"
LINES = f"read_csv('{FILE}', {COLUMNS}, columns={{'line': 'varchar'}})"
def run(): return [list(row) for row in con.execute(QUERY.format(lines=LINES)).fetchall()]
"""
# the fastest three of those tried; a select over read_text takes minutes, because the file becomes a single value
DUCKDB_UNNEST = (
    DUCKDB
    + """
QUERY = '''select w, count(*) c from (select unnest(string_split(line, ' ')) w from {lines})
           group by w order by c desc, w limit 10'''
"""
)
DUCKDB_TOP = (
    DUCKDB
    + """
QUERY = '''with words as (select unnest(string_split(line, ' ')) w from {lines}),
           counted as (select w, count(*) c from words group by w)
           select w, c from counted order by c desc, w limit 10'''
con.execute("set preserve_insertion_order = false")
"""
)
DUCKDB_WORDS = (
    DUCKDB
    + """
QUERY = "select w, count(*) c from (select unnest(w) w from {lines}) group by w order by c desc, w limit 10"
LINES = f"(select string_split(line, ' ') w from {LINES})"
con.execute("set preserve_insertion_order = false")
"""
)
POLARS = """
import polars as pl
READ = dict(has_header=False, new_columns=["w"], separator=chr(1), quote_char=None)
def run():
    words = pl.scan_csv(FILE, **READ).select(pl.col("w").str.split(" ").explode())
    if N > 1:
        words = words.select(*[pl.col("w").shift(-k).fill_null("").alias(f"w{k}") for k in range(N)])
    names = words.collect_schema().names()
    # ties are put in order among the first thousand, which is enough for words; n-grams are compared by counts only
    top = words.group_by(names).len().top_k(1000, by="len").collect(engine=ENGINE)
    rows = sorted(([chr(9).join(row[:-1]), row[-1]] for row in top.rows()), key=lambda p: (-p[1], p[0]))
    return rows[:10]
"""
COUNTER = """
from collections import Counter
def run():
    times = Counter()
    with open(FILE) as lines:
        for line in lines:
            times.update(line[:-1].split(" "))
    return sorted(([w, c] for w, c in times.items()), key=lambda pair: (-pair[1], pair[0]))[:10]
"""
SHELL = r"""
import subprocess
PIPE = "sed 's/ /\\n/g' {f} | sort | uniq -c | sort -k1nr | head".format(f=FILE)
def run():
    out = subprocess.run(PIPE, shell=True, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}, capture_output=True).stdout
    return [[line[8:].decode(), int(line[:8])] for line in out.splitlines()]
"""
TIMED = """
import json, resource, time
before = time.process_time()
start = time.perf_counter()
rows = run()
seconds = time.perf_counter() - start
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
cpu = sum(one.ru_utime + one.ru_stime for one in used) - before
print(json.dumps({"seconds": seconds, "cpu": cpu, "rows": rows, "peak": max(one.ru_maxrss for one in used) / 1024}))
"""
WORDS = {
    "karat": KARAT,
    "karat, 1 thread": KARAT_ONE,
    "duckdb, unnest": DUCKDB_UNNEST,
    "duckdb, any order": DUCKDB_TOP,
    "duckdb, two steps": DUCKDB_WORDS,
    "polars, streaming": POLARS.replace("ENGINE", "'streaming'"),
    "polars": POLARS.replace("ENGINE", "'in-memory'"),
    "Counter": COUNTER,
    "shell": SHELL,
}
NGRAMS = {name: program for name, program in WORDS.items() if name in ("karat", "polars, streaming")}


def vocabulary(rng: np.random.Generator) -> list[bytes]:
    """Made-up words, the frequent ones shorter."""
    lengths = np.minimum(1 + rng.poisson(2 + np.log1p(np.arange(TYPES)) / 2.2), 24)
    return list(dict.fromkeys(rng.choice(LETTERS, length).tobytes() for length in lengths.tolist()))


def lines(rng: np.random.Generator) -> Iterator[bytes]:
    words = vocabulary(rng)
    law = np.cumsum(1 / (np.arange(len(words)) + 2.7))
    while True:
        drawn = np.minimum(np.searchsorted(law, rng.random((50_000, 12)) * law[-1]), len(words) - 1)
        yield b"".join(b" ".join([words[i] for i in row]) + b"\n" for row in drawn.tolist())


def text(megabytes: int) -> Path:
    """The text, made once and kept in the folder for temporary files."""
    path = Path(tempfile.gettempdir()) / f"karat-bench-{megabytes}.txt"
    if not path.exists():
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            for block in lines(np.random.default_rng(0)):
                file.write(block)
                if file.tell() >= megabytes * 1_000_000:
                    break
        part.replace(path)
    path.read_bytes()
    return path


def timed(program: str, file: Path, n: int) -> dict[str, object]:
    given = f"FILE, N = {str(file)!r}, {n}\n"
    ran = subprocess.run(
        [sys.executable, "-c", given + program + TIMED],
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
        env={**os.environ, "POLARS_MAX_THREADS": "2"},
    )
    result: dict[str, object] = json.loads(ran.stdout)
    return result


def compare(programs: dict[str, str], file: Path, n: int, rounds: int) -> None:
    """Run all, check that they agree, print seconds, megabytes and how much slower than karat each is."""
    best: dict[str, dict[str, object]] = {}
    for turn in range(rounds):
        for name, program in programs.items():
            if name == "shell" and turn:
                continue  # it takes longer than all others together, and varies least
            result = timed(program, file, n)
            if name not in best or float(str(result["seconds"])) < float(str(best[name]["seconds"])):
                best[name] = result
    print(f"\n{n}-grams of {file.stat().st_size / 1e6:.0f} MB, best of {rounds}\n")
    print(f"{'':20}{'seconds':>9}{'CPU s':>9}{'peak MB':>9}{'karat is':>12}")
    ours = best["karat"]
    for name, result in best.items():
        agrees = [row[1] for row in result["rows"]] == [row[1] for row in ours["rows"]]  # type: ignore[attr-defined]
        agrees = agrees and (n > 1 or result["rows"] == ours["rows"])
        ratio = float(str(result["seconds"])) / float(str(ours["seconds"]))
        said = f"{ratio:.1f}×" if agrees else "DISAGREES"
        print(f"{name:20}{result['seconds']:9.2f}{result['cpu']:9.2f}{result['peak']:9.0f}{said:>12}")


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast karat counts, beside its peers.")
    parser.add_argument("--megabytes", type=int, default=184)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--ngrams", action="store_true", help="5-grams beside polars too; takes some gigabytes")
    given = parser.parse_args()
    file = text(given.megabytes)
    compare(WORDS, file, 1, given.rounds)
    if given.ngrams:
        compare(NGRAMS, file, 5, 1)


if __name__ == "__main__":
    main()
