"""Logistic regression over words."""

from __future__ import annotations

from collections.abc import Sequence

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression as Model
from sklearn.pipeline import make_pipeline

from karat.systems.base import System, Trained
from karat.types.spoken import spoken


@spoken
class LogisticRegression(System):
    """Logistic regression over tf-idf of words and word pairs; a larger `c` trusts the training data more.

    >>> LogisticRegression().train(["good good", "bad bad"], ["pos", "neg"])(["so good"])
    ['pos']
    """

    name = "logistic_regression"
    c: float = 1.0
    ngram: int = 2

    def train(self, texts: Sequence[str], labels: Sequence[str]) -> Trained:
        """Fit weights; the same data give the same weights."""
        words = TfidfVectorizer(ngram_range=(1, self.ngram), token_pattern=r"(?u)\w+|[^\w\s]", sublinear_tf=True)
        model = make_pipeline(words, Model(C=self.c, max_iter=1000)).fit(list(texts), list(labels))
        return lambda asked: [str(label) for label in model.predict(list(asked))]
