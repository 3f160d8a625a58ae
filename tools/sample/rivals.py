"""Two rival systems, north and south: two lexicons and two rules, really run on the text."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from functools import partial

from sample.source import SENTENCE, Review, Rows, Span, chance, span_bodies, words_of

NEGATIONS = {"not", "no", "never", "nor", "nobody", "nothing", "neither", "without", "cannot", "don't", "isn't"}
CLAUSE = re.compile(r"[^\s,;:.!?][^,;:.!?]*[.!?]*")
Lexicon = dict[str, frozenset[str]]


def negated(words: list[str], at: int) -> bool:
    return any(word in NEGATIONS for word in words[max(0, at - 3) : at])


def tone(words: list[str], praise: frozenset[str], blame: frozenset[str], negation: bool) -> float:
    """Praise counts 1 and blame -1; with negation, a word shortly after "not" or "never" counts the other way."""
    total = 0.0
    for at, word in enumerate(words):
        value = (word in praise) - (word in blame)
        total += -value if negation and negated(words, at) else value
    return total


def north_tone(text: str, lexicon: Lexicon) -> float:
    """Sum over the whole text, with negation; a text without any known word leans on its negations."""
    words = words_of(text)
    found = tone(words, lexicon["north praise"], lexicon["north blame"], negation=True)
    return found or 0.3 - 0.6 * min(1, sum(word in NEGATIONS for word in words))


def south_tone(text: str, lexicon: Lexicon) -> float:
    """Sum with the last sentence counted three times and without negation; exclamation marks count as praise."""
    praise, blame = lexicon["south praise"], lexicon["south blame"]
    last = list(SENTENCE.finditer(text))[-1].group()
    found = tone(words_of(text + 2 * f" {last}"), praise, blame, negation=False)
    return found + 0.4 * ("!" in text) + 0.2


def stray(text: str, cues: frozenset[str]) -> int:
    return sum(word in cues for word in words_of(text))


def system_label(found: float, strays: int) -> tuple[str, float]:
    """`neither` where there are more stray words (parcels, couriers) than tone; the score is a confidence."""
    if strays > abs(found):
        return "neither", round(1 / (1 + math.exp(abs(found) - strays)), 3)
    return "positive" if found > 0 else "negative", round(1 / (1 + math.exp(-abs(found))), 3)


def north_label(review: Review, lexicon: Lexicon) -> tuple[str, float]:
    return system_label(north_tone(review.text, lexicon), stray(review.text, lexicon["north stray"]))


def south_label(review: Review, lexicon: Lexicon) -> tuple[str, float]:
    """South's rule, then one answer in twelve drawn blindly."""
    if chance("south", review.unit) < 1 / 12:
        blind = chance("south blind", review.unit)
        return ("positive", "negative", "neither")[int(3 * blind)], round(0.34 + 0.3 * blind, 3)
    return system_label(south_tone(review.text, lexicon), stray(review.text, lexicon["south stray"]))


def label_output(reviews: list[Review], judge: Callable[[Review], tuple[str, float]]) -> Rows:
    for review in reviews:
        label, score = judge(review)
        yield {"unit": review.unit, "label": label, "score": score}


def toned_spans(pieces: Iterable[re.Match[str]], mood: Callable[[list[str]], float]) -> list[Span]:
    found: list[Span] = []
    for piece in pieces:
        value = mood(words_of(piece.group()))
        if value:
            found.append((*piece.span(), "PRAISE" if value > 0 else "BLAME"))
    return found


def north_spans(review: Review, lexicon: Lexicon) -> list[Span]:
    """North marks each sentence whose own tone is not zero."""
    mood = partial(tone, praise=lexicon["north praise"], blame=lexicon["north blame"], negation=True)
    return toned_spans(SENTENCE.finditer(review.text), mood)


def south_spans(review: Review, lexicon: Lexicon) -> list[Span]:
    """South marks each clause, from comma to comma, whose own tone is not zero."""
    mood = partial(tone, praise=lexicon["south praise"], blame=lexicon["south blame"], negation=False)
    return toned_spans(CLAUSE.finditer(review.text), mood)


def span_output(reviews: list[Review], mark: Callable[[Review], list[Span]]) -> Rows:
    for review in reviews:
        yield {"unit": review.unit, "spans": span_bodies(mark(review))}
