"""Punctuation, numbers and symbols that Unicode 15 and later assigned: a score must not depend on the age of Python's tables."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category

SPACES = 0x3000  # the highest code point that is white space
LAST = 0x20000  # beyond, there are ideographs and no punctuation, number or symbol
# blocks of letters and of nothing else, which need not be looked through
LETTERS = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0xAC00, 0xD7A4), (0xD800, 0xF900), (0x17000, 0x18D09))
LATER = {
    "P": "1b4e-1b4f 1b7f 2e60-2e63 10d6e 10ed0 113d4-113d5 113d7-113d8 11b00-11b09 11be1 11f43-11f4f 16d6d-16d6f 1e5ff",
    "N": "10d40-10d49 116d0-116e3 11bf0-11bf9 11de0-11de9 11f50-11f59 1246f 12475-1247f 12550-12686 16130-16139 "
    "16d70-16d79 16ff4-16ff6 1ccf0-1ccf9 1d2c0-1d2d3 1e4f0-1e4f9 1e5f1-1e5fa",
    "S": "20c1-20c4 2427-2429 2b96 2ffc-2fff 31e4-31e5 31ef fbc3-fbd2 fd90-fd91 fdc8-fdce 10d8e-10d8f 10ec9-10eca "
    "10ed1-10ed8 1cc00-1ccef 1ccfa-1ccfc 1cd00-1ceb3 1ceba-1ced0 1ced2-1ced4 1cedd-1cefd 1d1eb-1d1ff 1d253-1d25a "
    "1d25d-1d25e 1d260-1d27f 1db00-1db1c 1f1ae 1f6d8-1f6d9 1f6dc 1f774-1f77f 1f7d9-1f7db 1f7f1-1f7ff 1f8b2-1f8bb "
    "1f8c0-1f8c1 1f8d0-1f8d8 1fa54-1fa57 1fa75-1fa77 1fa87-1fa8f 1faad-1faaf 1fabb-1fabf 1fac6 1fac8 1facc-1facf "
    "1fada-1fadd 1fadf 1fae8-1faeb 1faef 1faf7-1fafa 1fbcb-1fbef 1fbfa",
}


def majors(end: int) -> Iterator[tuple[int, str]]:
    """The code points below `end` that are punctuation, numbers or symbols, each with its P, N or S.

    >>> [(chr(code), major) for code, major in majors(0x40)][:5]
    [('!', 'P'), ('"', 'P'), ('#', 'P'), ('$', 'S'), ('%', 'P')]
    """
    low = 0
    for first, beyond in (*LETTERS, (LAST, LAST)):
        for code in range(low, min(first, end)):
            major = category(chr(code))[0]
            if major in LATER:
                yield code, major
        low = beyond
    for major, ranges in LATER.items():
        for one in ranges.split():
            first_code, _, last_code = one.partition("-")
            yield from ((c, major) for c in range(int(first_code, 16), int(last_code or first_code, 16) + 1) if c < end)
