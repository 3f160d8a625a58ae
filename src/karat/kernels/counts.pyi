import numpy as np
from numpy.typing import NDArray

SPACE: int
WHITESPACE: int
WORDS: int
CHARS: int
BREAK: int
LETTER: int
DIGIT: int
MARK: int
JOINER: int
POINT: int
SINGLE: int

Bytes = NDArray[np.uint8]
Places = NDArray[np.int64]
Numbers = NDArray[np.uint32]

def spans(
    text: Bytes, lo: int, hi: int, how: int, blanks: bool, closed: bool, classes: Bytes
) -> tuple[Places, Places]: ...
def count_tokens(
    text: Bytes, lo: int, hi: int, how: int, blanks: bool, closed: bool, classes: Bytes
) -> tuple[Places, Places, Places]: ...
def number_tokens(
    text: Bytes, lo: int, hi: int, how: int, blanks: bool, closed: bool, classes: Bytes
) -> tuple[Numbers, Places, Places]: ...
def intern(text: Bytes, starts: Places, ends: Places) -> tuple[Numbers, Places]: ...
def gather(text: Bytes, starts: Places, lengths: Places) -> Bytes: ...
