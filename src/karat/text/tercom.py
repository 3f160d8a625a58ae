"""Text as tercom prepares it before it counts edits: lower case, and on demand marks apart, marks gone, signs apart."""

from __future__ import annotations

import re
from collections.abc import Iterable

ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))  # one after the other: &amp;lt; is <
APART = {ord(mark): f" {mark} " for mark in ' !"#$%&()*+/:;<=>?@[\\]^_`{|}~'}
STOP = re.compile(r"([^0-9])([.,])")
BEFORE_STOP = re.compile(r"([.,])([^0-9])")
DASH = re.compile(r"([0-9])-")
GONE = str.maketrans("", "", '.,?:;!"()')
SIGNS = "\u2e80-\u2eff\u31c0-\u31ef\u3200-\u3f22\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"  # no kana
MARKS = (
    "\u3001\u3002\u3008-\u3011\u3014-\u301f\u30fb\uff61-\uff65\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09"
)
SIGN = re.compile(f"([{SIGNS}{MARKS}])")
MARK = re.compile(f"[{MARKS}]")


def prepared(
    texts: Iterable[str], *, normalized: bool = False, punctuation: bool = True, asian: bool = False, case: bool = False
) -> list[str]:
    """Texts whose white-space words are tercom's.

    >>> prepared(["It's 3.5, no?"], normalized=True)[0].split()
    ['it', "'s", '3.5', ',', 'no', '?']
    """
    found = list(texts) if case else [text.lower() for text in texts]
    if normalized:
        found = [_normalized(text.rstrip()) for text in found]
        if asian:
            found = [SIGN.sub(r" \1 ", text) for text in found]
    if not punctuation:
        found = [text.translate(GONE) for text in found]
        if asian:
            found = [MARK.sub("", text) for text in found]
    return found


def _normalized(text: str) -> str:
    text = text.replace("\n-", "").replace("\n", " ")
    if "&" in text:
        for name, mark in ENTITIES:
            text = text.replace(name, mark)
    text = f" {text} ".translate(APART).replace("'s ", " 's ")
    text = BEFORE_STOP.sub(r" \1 \2", STOP.sub(r"\1 \2 ", text))
    return DASH.sub(r"\1 - ", text)
