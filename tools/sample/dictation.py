"""Two systems' noisy hearing of sentences cut from the reviews."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sample.source import HERE, SENTENCE, Review, chance, lines_of, words_of

SENTENCES = 200
SOUND_ALIKE = dict(line.split() for line in lines_of(HERE / "sound-alike.txt"))
FILLERS = ("uh", "the", "and", "um", "a")


def can_be_read_out(sentence: str) -> bool:
    return 4 <= len(words_of(sentence)) <= 24 and re.fullmatch(r"[ !-$'-/:-~–—…‘’“”]+", sentence) is not None


def spoken_of(review: Review) -> Iterator[str]:
    """One sentence of the review as it is read out: lower case, no punctuation, no numbers, no other script."""
    fit = [found.group() for found in SENTENCE.finditer(review.text) if can_be_read_out(found.group())]
    if fit:
        yield " ".join(words_of(fit[int(len(fit) * chance("sentence", review.unit))]))


def spoken_sentences(reviews: list[Review]) -> list[str]:
    return [spoken for review in reviews for spoken in spoken_of(review)][:SENTENCES]


def misheard(word: str, draw: float) -> str:
    """A word of the same sound where the table has one, else the word without its last letter or with another vowel."""
    if word in SOUND_ALIKE:
        return SOUND_ALIKE[word]
    if len(word) > 3 and draw < 0.5:
        return word[:-1]
    return re.sub("[aeiou]", "aeiou"[int(draw * 10) % 5], word, count=1)


def heard(system: str, at: tuple[int, int], word: str, rate: float) -> list[str]:
    """Nothing, another word, an extra word or the word itself; hard words (a shared draw) go wrong for both systems."""
    risk = rate * (0.3 + 1.4 * chance("hard word", word))
    draw, detail = chance("dictation", system, at, word), chance("detail", system, at, word)
    if draw < 0.25 * risk:
        return []
    if draw < 0.85 * risk:
        return [misheard(word, detail)]
    if draw < risk:
        return [word, FILLERS[int(detail * len(FILLERS))]]
    return [word]


def hear(system: str, line: int, sentence: str, rate: float) -> str:
    places = enumerate(sentence.split())
    return " ".join(out for at, word in places for out in heard(system, (line, at), word, rate))


def transcript(system: str, sentences: list[str], rate: float, silent: int = -1) -> list[str]:
    """What a system hears of every sentence; of the line `silent` it hears nothing at all."""
    return ["" if at == silent else hear(system, at, sentence, rate) for at, sentence in enumerate(sentences)]
