"""All measures, by name. A new measure is one file here and one line below."""

from __future__ import annotations

from karat.measures.base import Measure, Whole, over
from karat.types.listed import Listed
from karat.types.spoken import listen

MEASURES = Listed(
    "karat.measures",
    {
        "accuracy": "accuracy:Accuracy",
        "alpha": "alpha:Alpha",
        "auc": "auc:Auc",
        "bits": "perplexity:Bits",
        "bleu": "bleu:Bleu",
        "chrf": "chrf:Chrf",
        "cer": "cer:CharacterErrorRate",
        "character": "character:CharacTer",
        "corr": "wer:WordsCorrect",
        "confusion": "confusion:Confusion",
        "f": "f:F",
        "kappa": "kappa:Kappa",
        "mean": "mean:Mean",
        "mer": "wer:MatchErrorRate",
        "pearson": "pearson:Pearson",
        "perplexity": "perplexity:Perplexity",
        "ser": "wer:SentenceErrorRate",
        "span_f": "span_f:SpanF",
        "rouge": "rouge:Rouge",
        "spearman": "spearman:Spearman",
        "ter": "ter:TranslationEditRate",
        "wacc": "wer:WordAccuracy",
        "wer": "wer:WordErrorRate",
        "wil": "wer:InformationLost",
        "wip": "wer:InformationPreserved",
        "wwer": "wwer:WeightedWordErrorRate",
    },
    also={"f1": "f"},
)


def measure(text: str | Measure) -> Measure:
    """Read a measure as it prints.

    >>> measure("f(average='macro')")
    f(average='macro')
    """
    return text if isinstance(text, Measure) else listen(text, MEASURES, "measure")


__all__ = ["MEASURES", "Measure", "Whole", "measure", "over"]
