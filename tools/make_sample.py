"""Write karat's sample data: `python tools/make_sample.py [folder]` (by default src/karat/sample).

The reviews are written by hand in tools/sample/reviews-*.txt, a line each, under their reviewers:
    unit|reviewer|book|label|stars|traits|text
where {+…} in the text marks praise, {-…} marks blame and \\n is a line break. Label, stars, traits and marks are the
writer's own truth. Everything else (answers, systems, transcripts) is computed here from that truth or from the text.

Chance is a hash of a seed and of what the draw is for: one more review leaves the draws of all the others alone.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from sample.annotators import label_answers, scale_answers, span_answers
from sample.dictation import spoken_sentences, transcript
from sample.rivals import label_output, north_label, north_spans, south_label, south_spans, span_output
from sample.source import Review, Rows, read_books, read_lexicon, read_reviews, span_row

SHIPPED = Path(__file__).parents[1] / "src" / "karat" / "sample"
SUBSET = 150  # reviews that were also rated from 1 to 5 and marked with spans


def jsonl(rows: Rows) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def table(rows: Rows) -> str:
    listed = list(rows)
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(listed[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(listed)
    return out.getvalue()


def text_lines(lines: Iterable[str]) -> str:
    return "".join(line + "\n" for line in lines)


def documents(reviews: list[Review]) -> Rows:
    books = read_books()
    for review in reviews:
        title, genre = books[review.book]
        meta = {"reviewer": review.reviewer, "book": title, "genre": genre}
        yield {"id": review.unit, "text": review.text, "meta": meta | {"licence": "MIT", "source": "written for karat"}}


def truths(reviews: list[Review]) -> Rows:
    for review in reviews:
        row = {"unit": review.unit, "author": "writer", "label": review.label}
        yield row | {"stars": review.stars, "traits": " ".join(review.traits)}


def sample_files() -> dict[str, str]:
    """Every generated file of the sample, by name."""
    reviews, lexicon = read_reviews(), read_lexicon()
    some, sentences = reviews[:SUBSET], spoken_sentences(reviews)
    return {
        "reviews.jsonl": jsonl(documents(reviews)),
        "corpus.txt": text_lines(" ".join(review.text.split()) for review in reviews),
        "truth.csv": table(truths(reviews)),
        "truth-spans.jsonl": jsonl(span_row(review.unit, "writer", review.spans) for review in some),
        "answers-label.csv": table(label_answers(reviews)),
        "answers-scale.csv": table(scale_answers(some)),
        "answers-span.jsonl": jsonl(span_answers(some)),
        "system-north.jsonl": jsonl(label_output(reviews, partial(north_label, lexicon=lexicon))),
        "system-south.jsonl": jsonl(label_output(reviews, partial(south_label, lexicon=lexicon))),
        "system-north-spans.jsonl": jsonl(span_output(some, partial(north_spans, lexicon=lexicon))),
        "system-south-spans.jsonl": jsonl(span_output(some, partial(south_spans, lexicon=lexicon))),
        "dictation-reference.txt": text_lines(sentences),
        "dictation-north.txt": text_lines(transcript("north", sentences, rate=0.09)),
        "dictation-south.txt": text_lines(transcript("south", sentences, rate=0.14, silent=57)),
    }


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in sample_files().items():
        (folder / name).write_bytes(content.encode("utf-8"))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED)
