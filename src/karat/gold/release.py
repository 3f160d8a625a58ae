"""A frozen gold set with its manifest: what was decided, from what, and how far people agreed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from karat.errors import BadRequest
from karat.kinds import Kind
from karat.types.gold import Gold
from karat.types.score import Score
from karat.version import VERSION


def manifest(
    name: str, found: Gold, kind: Kind, guideline: str, version: int, agreement: tuple[Score, ...]
) -> dict[str, Any]:
    """The release as JSON values; its fingerprint covers every decision. Open units are refused: decide or drop them."""
    if found.open:
        raise BadRequest(
            f"{len(found.open)} units are still open ({', '.join(found.open[:3])} …): adjudicate them, or use ties='drop'"
        )
    decisions = [_decision(d, kind) for d in sorted(found.decisions, key=lambda d: d.unit)]
    return {
        "name": name,
        "guideline": guideline,
        "version": version,
        "kind": str(kind),
        "rule": found.rule,
        "authors": list(found.sources),
        "agreement": [
            {"measure": s.measure, "value": s.value, "low": s.low, "high": s.high, "n": s.n} for s in agreement
        ],
        "karat": VERSION,
        "decisions": decisions,
        "fingerprint": fingerprint(decisions),
    }


def _decision(decision: Any, kind: Kind) -> dict[str, Any]:
    return {
        "unit": decision.unit,
        "body": kind.to_json(decision.body),
        "method": decision.method,
        "by": decision.by,
        "note": decision.note,
        "authors": list(decision.authors),
        "votes": dict(decision.votes),
    }


def fingerprint(decisions: Sequence[Mapping[str, Any]]) -> str:
    """A hash of every decision, whatever the order of the keys."""
    content = json.dumps(decisions, sort_keys=True, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return blake2b(content, digest_size=16).hexdigest()
