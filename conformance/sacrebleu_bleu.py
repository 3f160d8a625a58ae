"""BLEU beside sacreBLEU: tokens, counts of every segment, and scores under every smoothing, on texts that break tokenisers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import sacrebleu
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.tokenizers import tokenizer_spm
from sentencepiece import SentencePieceTrainer

from conformance.finding import Finding, compared
from karat.measures.base import Floats
from karat.measures.bleu import Bleu
from karat.stats.scoring import rows_of
from karat.text import mteval
from karat.types.references import References

PEER = ("sacrebleu", sacrebleu.__version__)
REAL = Path(__file__).parents[2] / "shared" / "data" / "sawyr11.txt"
ODD = [
    *"aabbcdeéßñI1122345.,-…",
    *"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
    *("..", "...", ".,", "1.5", "1,000.5", "3-4", "5-", "-5", ".5", "a.b", "’", "«", "»", "„", "“", "–", "—", "¿", "№"),
    *("&quot;", "&amp;", "&lt;", "&gt;", "&amp;lt;", "&amp;quot;", "&apos;", "&", "<skipped>", "-\n", "-<skipped>\n"),
    *("\n", "\r\n", "\t", "\u00a0", "\u3000", "\u2028", "\u200b", "\u0085", "\x1c", "\x0b", "\u202f", "\ufeff", "\x00"),
    *(
        "日本",
        "語",
        "中",
        "国",
        "。",
        "、",
        "！",
        "ｆ",
        "１",
        "㍿",
        "가",
        "나다",
        "다.",
        "한국어",
        "です",
        "カタカナ",
        "ひ",
    ),
    *(
        "العربية",
        "٣٫٥",
        "،",
        "؟",
        "हिन्दी",
        "१",
        "।",
        "ไทย",
        "Ω",
        "Σ",
        "ς",
        "ſ",
        "İ",
        "ı",
        "ǅ",
        "€",
        "£",
        "→",
        "±",
        "²",
        "½",
        "Ⅳ",
    ),
    *("🙂", "👩‍👩‍👧", "🇩🇪", "e\u0301", "\u0301", "🫩", "𝟙", "𠀀", "\U0002f800", "\u2001", "\u2fa1", "\ufe10", "\u2581"),
]
PLAIN = [
    "the",
    "cat",
    "Cat",
    "sat",
    "on",
    "a",
    "mat",
    "dog",
    "1,000",
    "it's",
    "well-known",
    "3.5",
    "U.S.",
    "mat.",
    "(cat)",
    "“dog”",
]
SMOOTH = [
    ("exp", None),
    ("none", None),
    ("floor", None),
    ("floor", 0.3),
    ("add-k", None),
    ("add-k", 2.5),
    ("add-k", 0.0),
]

Sides = tuple[list[References], list[str]]


def findings(cases: int, seed: int) -> Iterator[Finding]:
    """Every tokeniser, smoothing, order and layout of references."""
    with TemporaryDirectory() as folder:
        model = _trained(folder)
        for tokens in mteval.TOKENS:
            theirs = partial(_peer, model=model)
            given = {"tokens": tokens, **({"model": model} if tokens == "spm" else {})}
            yield _same_tokens(given, theirs(tokenize=_named(tokens)).tokenizer, cases, seed)
            if tokens in ("13a", "intl", "zh", "char", "none"):
                yield _every_code_point(tokens, cases, seed)
            yield from _same_scores(given, theirs, random_sides(cases, seed + 1), "random")
            yield from _same_scores(given, theirs, real_sides(min(cases, 20_000), seed + 2), "real text")
    yield from _same_scores({"lowercase": True}, _peer, random_sides(cases, seed + 3), "random, lower case")
    for order in (1, 2, 6):
        yield from _same_scores({"order": order}, _peer, random_sides(cases // 4, seed + 4), f"random, order {order}")
    yield _same_signatures()


def random_sides(cases: int, seed: int) -> Sides:
    """One to three references a unit, and a guess that shares some of the first; now and then nothing at all."""
    random = Random(seed)
    gold, guess = [], []
    for _ in range(cases):
        line = _pieces(random)
        gold.append(References(_text(_edited(line, random), random) for _ in range(random.choice((1, 1, 2, 3)))))
        guess.append(_text(_edited(line, random), random))
    return gold, guess


def real_sides(cases: int, seed: int) -> Sides:
    """Lines of a novel with words lost, doubled and changed; nothing where the novel is not at hand."""
    random = Random(seed)
    lines = [line for line in REAL.read_text("utf-8", "replace").splitlines() if line] if REAL.exists() else []
    chosen = [random.choice(lines).split(" ") for _ in range(cases if lines else 0)]
    return (
        [References((" ".join(line),)) for line in chosen],
        [" ".join(random.choice((word, word, word, word + ",", "", word.upper())) for word in line) for line in chosen],
    )


def counted(peer: Any, sides: Sides) -> list[list[int]]:
    """The statistics that sacreBLEU collects for each segment."""
    gold, guess = sides
    streams = [[one[i] if i < len(one) else None for one in gold] for i in range(max(map(len, gold), default=1))]
    found: list[list[int]] = peer._extract_corpus_statistics(guess, streams)
    return found


def corpora(rows: Floats, random: Random) -> Iterator[Floats]:
    """Sums of a few neighbouring rows, of some hundreds, and of all."""
    low = 0
    while low < len(rows):
        high = low + random.choice((1, 1, 1, 2, 3, 10, 300))
        yield rows[low:high].sum(0)
        low = high
    yield rows.sum(0)


def _same_tokens(given: dict[str, Any], theirs: Callable[[str], str], cases: int, seed: int) -> Finding:
    random = Random(seed)
    texts = [_text(_pieces(random), random) for _ in range(cases)]
    pairs = ((float(mteval.mteval_tokens(text, **given) != theirs(text.rstrip()).split()), 0.0) for text in texts)
    return compared(*PEER, f"{given['tokens']}: tokens of random texts", pairs)


def _every_code_point(tokens: str, cases: int, seed: int) -> Finding:
    """64 code points to a text, each among letters, among digits and beside itself."""
    blocks = range(0, sys.maxunicode + 1, 64)
    chosen = sorted(Random(seed).sample(blocks, min(cases, len(blocks))))
    kept = ([chr(code) for code in range(low, low + 64) if not 0xD800 <= code < 0xE000] for low in chosen)
    texts = ("".join(f"{one}a{one}1{one}2 {one}{one}3-{one}-4.{one}" for one in block) for block in kept)
    theirs = BLEU(tokenize=tokens).tokenizer
    pairs = ((float(mteval.mteval_tokens(text, tokens) != theirs(text.rstrip()).split()), 0.0) for text in texts)
    return compared(*PEER, f"{tokens}: tokens around every code point", pairs)


def _same_scores(given: dict[str, Any], peer: Callable[..., BLEU], sides: Sides, what: str) -> Iterator[Finding]:
    tokens, order = given.get("tokens", "13a"), given.get("order", 4)
    named = f"{tokens}: {what}"
    options = {"tokenize": _named(tokens), "lowercase": given.get("lowercase", False), "max_ngram_order": order}
    if not sides[1]:
        return
    rows = rows_of(Bleu(**given), sides)
    stats = np.array(counted(peer(**options), sides), np.float64)
    yield compared(*PEER, f"{named}: counts", zip(np.abs(rows - stats).sum(1).tolist(), [0.0] * len(rows), strict=True))
    totals = np.stack(list(corpora(rows, Random(0))))
    pairs: dict[str, list[tuple[float, float]]] = {_smoothing(one): [] for one in SMOOTH}
    for (smooth, value), effective in product(SMOOTH, (False, True)):
        ours = Bleu(**given, smooth=smooth, smooth_value=value, effective=effective).finish(totals)
        theirs = peer(**options, smooth_method=smooth, smooth_value=value, effective_order=effective)
        scores = (theirs._compute_score_from_stats(list(one)).score for one in totals.tolist())
        pairs[_smoothing((smooth, value))] += zip(ours.tolist(), scores, strict=True)
    if given == {"tokens": "13a"}:
        yield from (compared(*PEER, f"{named}: scores, {smooth}", found) for smooth, found in pairs.items())
    else:
        yield compared(*PEER, f"{named}: scores under every smoothing", chain.from_iterable(pairs.values()))


def _smoothing(one: tuple[str, float | None]) -> str:
    return one[0] if one[1] is None else f"{one[0]} {one[1]:g}"


def _same_signatures() -> Finding:
    sides: Sides = ([References(("a b", "c"))], ["a b"])
    ragged: Sides = ([References(("a b", "c")), References(("d",))], ["a b", "c"])
    pairs = []
    for tokens, (smooth, value), effective, lowercase, used in product(
        [one for one in mteval.TOKENS if one != "spm"], SMOOTH, (False, True), (False, True), (sides, ragged)
    ):
        ours = Bleu(tokens=tokens, smooth=smooth, smooth_value=value, effective=effective, lowercase=lowercase)
        theirs = BLEU(lowercase, False, tokens, smooth, value, effective_order=effective)
        counted(theirs, used)
        wanted = f"BLEU|{theirs.get_signature()}".replace(f"version:{sacrebleu.__version__}", "version:")
        pairs.append((float(ours.signed(*used).partition("karat")[0] != wanted), 0.0))
    return compared(*PEER, "signatures", pairs)


def _peer(model: str = "", **options: Any) -> BLEU:
    if options.get("tokenize") == "flores101":  # sacreBLEU reads models from one folder alone
        vars(tokenizer_spm)["SACREBLEU_DIR"] = str(Path(model).parents[1])
    return BLEU(force=True, **options)


def _named(tokens: str) -> str:
    return "flores101" if tokens == "spm" else tokens


def _trained(folder: str) -> str:
    """A SentencePiece model of our own, where sacreBLEU looks for the one it would fetch."""
    random = Random(0)
    place = Path(folder) / "models" / Path(tokenizer_spm.SPM_MODELS["flores101"]["url"]).name
    place.parent.mkdir()
    texts = (" ".join(_text(_pieces(random), random).split()) for _ in range(2_000))
    SentencePieceTrainer.train(
        sentence_iterator=(text for text in texts if "\x00" not in text),
        model_prefix=str(place.with_suffix("")),
        vocab_size=400,
        minloglevel=2,
    )
    return str(place)


def _pieces(random: Random) -> list[str]:
    plain = random.random() < 0.3
    return [random.choice(PLAIN if plain else ODD) for _ in range(random.choice((0, 1, 2, 4, 6, 9, 14)))]


def _edited(line: Sequence[str], random: Random) -> list[str]:
    return [random.choice(ODD) if random.random() < 0.1 else one for one in line if random.random() > 0.05]


def _text(line: Sequence[str], random: Random) -> str:
    return "".join(one + random.choice(("", " ", " ", "\u00a0" if len(one) > 3 else "")) for one in line)
