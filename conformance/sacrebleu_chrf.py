"""chrF beside sacreBLEU: counts of every segment, and scores under both ways to average, on texts that break tokenisers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import sacrebleu
from sacrebleu.metrics.chrf import CHRF

from conformance.finding import Finding, compared
from conformance.sacrebleu_bleu import PEER, Sides, corpora, counted, random_sides, real_sides
from karat.measures.chrf import Chrf
from karat.stats.scoring import rows_of
from karat.types.references import References

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [  # ours, theirs
    ({}, {}),
    ({"words": 2}, {"word_order": 2}),
    ({"lowercase": True}, {"lowercase": True}),
    ({"whitespace": True}, {"whitespace": True}),
    ({"eps": True}, {"eps_smoothing": True}),
    ({"eps": True, "words": 2}, {"eps_smoothing": True, "word_order": 2}),
    ({"chars": 3, "words": 1, "beta": 1.0}, {"char_order": 3, "word_order": 1, "beta": 1}),
    ({"beta": 3.0, "whitespace": True, "words": 3}, {"beta": 3, "whitespace": True, "word_order": 3}),
]


def findings(cases: int, seed: int) -> Iterator[Finding]:
    """Every option."""
    for i, (ours, theirs) in enumerate(SETTINGS):
        yield from _same(Chrf(**ours), CHRF(**theirs), random_sides(cases, seed + i), "random")
        yield from _same(Chrf(**ours), CHRF(**theirs), real_sides(min(cases, 10_000), seed + i), "real text")
    yield _same_signatures()


def _same(ours: Chrf, theirs: CHRF, sides: Sides, what: str) -> Iterator[Finding]:
    if not sides[1]:
        return
    rows = rows_of(ours, sides)
    stats = np.array(counted(theirs, sides), np.float64)
    apart = np.abs(rows - stats).sum(1).tolist()
    yield compared(*PEER, f"{ours}: {what}: counts", zip(apart, [0.0] * len(apart), strict=True))
    totals = np.stack(list(corpora(rows, Random(0))))
    scores = (theirs._compute_f_score(one) for one in totals.tolist())
    yield compared(*PEER, f"{ours}: {what}: scores", zip(ours.finish(totals).tolist(), scores, strict=True))


def _same_signatures() -> Finding:
    pairs = []
    for ours, theirs in SETTINGS:
        for gold in ([References(("a", "b"))] * 2, [References(("a", "b")), References(("c",))]):
            peer, measure = CHRF(**theirs), Chrf(**ours)
            counted(peer, (gold, ["a", "b"]))
            name = peer._compute_score_from_stats([0] * 3 * peer.order).name
            wanted = f"{name}|{peer.get_signature()}".replace(f"version:{sacrebleu.__version__}", "version:")
            pairs.append((float(measure.signed(gold, ["a", "b"]).partition("karat")[0] != wanted), 0.0))
    return compared(*PEER, "chrF signatures", pairs)
