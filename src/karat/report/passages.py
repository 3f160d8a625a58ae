"""Text on a page: questions with their answers, and units with what was said of them, side by side."""

from __future__ import annotations

from karat.report.markup import linked, sentence_of_ours, written
from karat.report.numbers import number
from karat.types.report import Example, Examples, Passage

LONG = 420  # characters of a text that are shown before it is folded
BRIEF = 32  # characters of answers that fit beside each other
NO_TEXT = '<span class="nothing">(nothing)</span>'


def answered(passage: Passage, place: str) -> str:
    """Sentences, each behind its question."""
    items = "".join(
        f"<div><dt>{written(about)}</dt><dd>{sentence_of_ours(text)}</dd></div>" for about, text in passage.items
    )
    note = f'<p class="note">{sentence_of_ours(passage.note)}</p>' if passage.note else ""
    return f'<section id="{place}">{linked(place, passage.title)}\n{note}<dl class="answers">{items}</dl></section>'


def beside(examples: Examples, place: str) -> str:
    """Units one under the other, the systems side by side."""
    note = f'<p class="note">{sentence_of_ours(examples.note)}</p>\n' if examples.note else ""
    items = "\n".join(_unit(one, examples.measure) for one in examples.examples)
    return f'<section id="{place}">{linked(place, examples.title)}\n{note}{items}</section>'


def folded(text: str) -> str:
    """A text as a paragraph in its own direction; a long one shows its beginning and opens.

    >>> folded("<b>")
    '<p dir="auto">&lt;b&gt;</p>'
    """
    if not text.strip():
        return f"<p>{NO_TEXT}</p>"
    if len(text) <= LONG:
        return f'<p dir="auto">{written(text)}</p>'
    start = text[:LONG].rsplit(None, 1)[0]
    return (
        f'<details class="long"><summary dir="auto"><span class="start">{written(start)} …</span>'
        f'<span class="less">Show less</span></summary><p dir="auto">{written(text)}</p></details>'
    )


def _unit(one: Example, measure: str) -> str:
    text = f'<div class="asked">{folded(one.text)}</div>' if one.text else ""
    gold = "".join(f"<dd>{folded(right)}</dd>" for right in one.gold)
    right = f'<div class="right"><dt>gold</dt>{gold}</div>' if gold else ""
    said = "".join(
        f"<div><dt><bdi>{written(name)}</bdi> {_score(one.scores[name], measure)}</dt><dd>{folded(answer)}</dd></div>"
        for name, answer in one.answers.items()
    )
    brief = all(len(said) <= BRIEF for said in (*one.gold, *one.answers.values()))
    return f'<article class="unit{" brief" if brief else ""}"><h3><bdi>{written(one.unit)}</bdi></h3>{text}<dl>{right}{said}</dl></article>'


def _score(value: float, measure: str) -> str:
    return f'<span class="alone" title="{written(measure)} of this unit alone">{number(value)}</span>'
