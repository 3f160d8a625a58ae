"""Train, dev and test, or folds: by document or any key, so that what belongs together stays together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import accumulate

from karat.errors import BadInput, BadRequest
from karat.types.document import Document, Split
from karat.types.seed import checked
from karat.types.spoken import Spoken, spoken

PARTS = ("train", "dev", "test")


@spoken
class ByKey(Spoken):
    """Send each group of documents to a part by a hash of its key: adding a document moves no other.

    `by='document'` lets each document stand alone; any field of `meta` keeps its documents together. Shares are met on
    average, so small corpora miss them a little. With `folds` there are so many equal parts instead.
    """

    name = "by_key"
    limits = {"folds": (0, 1000)}

    by: str = "document"
    ratios: tuple[int, ...] = (80, 10, 10)
    folds: int = 0

    @property
    def shares(self) -> dict[str, int]:
        """The parts by name, and the share of each."""
        if self.folds:
            return {f"fold-{i}": 1 for i in range(1, self.folds + 1)}
        return dict(zip(PARTS, self.ratios, strict=False))

    def part(self, document: Document, seed: int) -> str:
        """The part of this document."""
        digest = blake2b(f"{seed}\0{self._key(document)}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
        shares = self.shares
        point, bounds = int.from_bytes(digest, "big") / 2**64 * sum(shares.values()), accumulate(shares.values())
        return next((part for part, bound in zip(shares, bounds, strict=True) if point < bound), list(shares)[-1])

    def _key(self, document: Document) -> str:
        if self.by == "document":
            return document.id
        if self.by not in document.meta:
            known = ", ".join(document.meta) or "nothing"
            raise BadInput(f"document {document.id}: it has no {self.by!r} to split by; known of it: {known}")
        return str(document.meta[self.by])


def split(
    documents: Iterable[Document],
    by: str = "document",
    ratios: Sequence[int] = (80, 10, 10),
    seed: int = 0,
    *,
    folds: int = 0,
) -> Split:
    """Divide documents into train, dev and test, or into folds, so that no group stands on both sides.

    >>> found = split([Document(str(i), "text") for i in range(1000)])
    >>> [len(found.parts[part]) for part in ("train", "dev", "test")]
    [793, 99, 108]
    """
    if not 2 <= len(ratios) <= len(PARTS) or min(ratios) < 0 or sum(ratios) <= 0:
        raise BadRequest(f"the ratios are {tuple(ratios)}, but two or three shares such as 80,10,10 were expected")
    if folds == 1:
        raise BadRequest(
            "1 fold was asked for: at least 2 were expected, as one is held out and the others are trained on"
        )
    checked(seed)
    rule = ByKey(by=by, ratios=tuple(ratios), folds=folds)
    parts: dict[str, list[str]] = {name: [] for name in rule.shares}
    for document in documents:
        parts[rule.part(document, seed)].append(document.id)
    return Split("split", {name: tuple(ids) for name, ids in parts.items()}, str(rule), seed, _fingerprint(parts))


def _fingerprint(parts: dict[str, list[str]]) -> str:
    lines = sorted(f"{part}\t{id}" for part, ids in parts.items() for id in ids)
    return blake2b("\n".join(lines).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
