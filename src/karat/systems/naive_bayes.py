"""Naive Bayes over words."""

from __future__ import annotations

from collections.abc import Sequence

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from karat.systems.base import System, Trained
from karat.types.spoken import spoken


@spoken
class NaiveBayes(System):
    """Multinomial naive Bayes over word and word-pair counts, with add-`smoothing` counts.

    >>> NaiveBayes().train(["good good", "bad bad"], ["pos", "neg"])(["so good"])
    ['pos']
    """

    name = "naive_bayes"
    smoothing: float = 1.0
    ngram: int = 1

    def train(self, texts: Sequence[str], labels: Sequence[str]) -> Trained:
        """Count words by label."""
        words = CountVectorizer(ngram_range=(1, self.ngram), token_pattern=r"(?u)\w+|[^\w\s]")
        model = make_pipeline(words, MultinomialNB(alpha=self.smoothing)).fit(list(texts), list(labels))
        return lambda asked: [str(label) for label in model.predict(list(asked))]
