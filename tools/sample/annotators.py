"""Five invented annotators, each with documented ways of differing from the truth."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from sample.source import SENTENCE, Review, Rows, Span, chance, span_row


@dataclass(frozen=True, slots=True)
class Annotator:
    """How one invented annotator differs from the truth; src/karat/sample/README.md says it in words."""

    name: str
    slips: dict[str, float]  # the chance of a wrong label on a trait; the worst trait of a review counts
    words_a_second: float
    missing: float = 0.0
    learning: float = 1.0  # slips start multiplied by this and end divided by it
    shift: float = 0.0  # the chance of one star too many
    wobble: float = 0.12  # the chance of one star up or down
    leaning: str = ""  # the label that doubt becomes
    forgets: float = 0.05
    forgets_short: float = 0.0
    stretches: float = 0.0
    trims: float = 0.0


OTHER = {"PRAISE": "BLAME", "BLAME": "PRAISE"}
ANNOTATORS = (
    Annotator("a1", {"plain": 0.01, "mixed": 0.06, "ironic": 0.04, "off-topic": 0.02, "hard": 0.10}, 3.0, wobble=0.08),
    Annotator(
        "a2",
        {"plain": 0.05, "mixed": 0.28, "ironic": 0.30, "off-topic": 0.14, "hard": 0.34, "long": 0.30, "negation": 0.2},
        7.5, missing=0.12, wobble=0.25, forgets=0.30, forgets_short=0.30, trims=0.3,
    ),
    Annotator(
        "a3", {"plain": 0.02, "mixed": 0.12, "ironic": 0.85, "off-topic": 0.04, "hard": 0.18, "quote": 0.12}, 3.6,
        forgets=0.08, trims=0.35,
    ),
    Annotator(
        "a4", {"plain": 0.03, "mixed": 0.25, "ironic": 0.12, "off-topic": 0.22, "hard": 0.30}, 4.2, missing=0.12,
        shift=0.55, leaning="positive", stretches=0.75, forgets_short=0.25,
    ),
    Annotator(
        "a5", {"plain": 0.06, "mixed": 0.20, "ironic": 0.25, "off-topic": 0.12, "hard": 0.25}, 3.3, missing=0.05,
        learning=2.2, wobble=0.2, forgets=0.15, stretches=0.15,
    ),
)  # fmt: skip


def answered(annotator: Annotator, review: Review) -> bool:
    return chance("missing", annotator.name, review.unit) >= annotator.missing


def fading(annotator: Annotator, progress: float) -> float:
    """What slips are multiplied by: from `learning` at the first review down to its inverse at the last."""
    return math.exp((1 - 2 * progress) * math.log(annotator.learning))


def slip_chance(annotator: Annotator, review: Review, progress: float) -> float:
    worst = max(annotator.slips.get(trait, annotator.slips["plain"]) for trait in review.traits)
    return min(0.95, worst * fading(annotator, progress))


def wrong_label(annotator: Annotator, review: Review) -> str:
    """Irony is taken at its word; other doubts go to the annotator's leaning, to neither, or to the opposite."""
    opposite = {"positive": "negative", "negative": "positive", "neither": annotator.leaning or "negative"}
    if "ironic" in review.traits or review.label == "neither":
        return opposite[review.label]
    if annotator.leaning and review.label != annotator.leaning:
        return annotator.leaning
    return "neither" if chance("doubt", annotator.name, review.unit) < 0.6 else opposite[review.label]


def choose_label(annotator: Annotator, review: Review, progress: float) -> str:
    slipped = chance("slip", annotator.name, review.unit) < slip_chance(annotator, review, progress)
    return wrong_label(annotator, review) if slipped else review.label


def choose_stars(annotator: Annotator, review: Review, label: str) -> int:
    misread = {"positive", "negative"} == {label, review.label}
    stars = 6 - review.stars if misread else review.stars
    draw = chance("stars", annotator.name, review.unit)
    stars += (draw < annotator.wobble / 2) - (draw > 1 - annotator.wobble / 2)
    stars += chance("shift", annotator.name, review.unit) < annotator.shift
    return max(1, min(5, stars))


def seconds(annotator: Annotator, review: Review, task: str, base: float) -> float:
    reading = base + len(review.text.split()) / annotator.words_a_second
    hesitation = math.exp(0.9 * chance(task, "hesitation", annotator.name, review.unit) - 0.3)
    coffee = chance(task, "coffee", annotator.name, review.unit)
    return round(reading * hesitation + (coffee < 0.015) * (90 + 20_000 * coffee), 1)


def progress_of(reviews: list[Review]) -> Iterator[tuple[Review, float]]:
    return ((review, at / max(1, len(reviews) - 1)) for at, review in enumerate(reviews))


def label_answers(reviews: list[Review]) -> Rows:
    for annotator in ANNOTATORS:
        for review, progress in progress_of(reviews):
            if answered(annotator, review):
                label = choose_label(annotator, review, progress)
                spent = seconds(annotator, review, "label", 2.0)
                yield {"unit": review.unit, "author": annotator.name, "label": label, "seconds": spent}


def scale_answers(reviews: list[Review]) -> Rows:
    for annotator in ANNOTATORS:
        for review, progress in progress_of(reviews):
            if answered(annotator, review):
                stars = choose_stars(annotator, review, choose_label(annotator, review, progress))
                spent = seconds(annotator, review, "scale", 1.5)
                yield {"unit": review.unit, "author": annotator.name, "label": stars, "seconds": spent}


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    touching = [found.span() for found in SENTENCE.finditer(text) if found.start() < end and found.end() > start]
    return touching[0][0], touching[-1][1]


def forgotten(annotator: Annotator, review: Review, span: Span, fade: float) -> bool:
    short = span[1] - span[0] < 25
    limit = annotator.forgets * fade + short * annotator.forgets_short
    return chance("forget", annotator.name, review.unit, span) < limit


def drawn_span(annotator: Annotator, review: Review, span: Span, misread: bool) -> Span:
    start, end, label = span
    if chance("stretch", annotator.name, review.unit, span) < annotator.stretches:
        start, end = sentence_around(review.text, start, end)
    if chance("trim", annotator.name, review.unit, span) < annotator.trims:
        end = start + len(review.text[start:end].rstrip(".!?"))
    return start, end, OTHER[label] if misread else label


def choose_spans(annotator: Annotator, review: Review, progress: float) -> list[Span]:
    misread = "ironic" in review.traits and choose_label(annotator, review, progress) != review.label
    fade = fading(annotator, progress)
    kept = (span for span in review.spans if not forgotten(annotator, review, span, fade))
    return sorted({drawn_span(annotator, review, span, misread) for span in kept})


def span_answers(reviews: list[Review]) -> Rows:
    for annotator in ANNOTATORS:
        for review, progress in progress_of(reviews):
            if answered(annotator, review):
                row = span_row(review.unit, annotator.name, choose_spans(annotator, review, progress))
                yield row | {"seconds": seconds(annotator, review, "span", 4.0 + 3.5 * len(review.spans))}
