"""Tokens and types of UTF-8 bytes, counted exactly: a hash only says where to look, bytes decide.

A slice is `text[lo:hi]`; it begins where a token may begin. `how` is SPACE (space and newline end a token, empty tokens
are tokens), WHITESPACE (what `str.split` splits on), WORDS (runs of letters and digits, by the table `classes`) or
CHARS (code points). `blanks` keeps tokens that are empty or white. `closed` says that the end of the slice ends a
token, even an empty one, as a newline would.

A slot of the table is two words: bytes 1–8 of a token, and (number + 1) << 32 | 24 bits of its hash | its length. Bytes
9–16 lie beside the count in `records`, by number, so that a slot stays small. A token of more than 16 bytes has its
length and a hash in these places and LONG as its length; its bytes are compared in the text.
"""
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp

from cython cimport final

import numpy as np

cdef extern from *:
    """
    #define karat_nothing 0xFFFFFFFFu
    #if defined(__GNUC__) || defined(__clang__)
    #define karat_prefetch(p) __builtin_prefetch(p)
    #define karat_lowest(x) __builtin_ctzll(x)
    #else
    #define karat_prefetch(p) ((void)0)
    static int karat_lowest(unsigned long long x) { int n = 0; while (!(x & 1)) { x >>= 1; n++; } return n; }
    #endif
    """
    const uint32_t nothing "karat_nothing"
    void karat_prefetch(const void*) noexcept nogil
    int karat_lowest(uint64_t) noexcept nogil

SPACE, WHITESPACE, WORDS, CHARS = range(4)
BREAK, LETTER, DIGIT, MARK, JOINER, POINT, SINGLE = range(7)

cdef enum:
    space = 0
    whitespace = 1
    words = 2
    letter = 1
    digit = 2
    mark = 3
    joiner = 4
    point = 5
    single = 6
    BATCH = 256  # tokens found before they are looked up, so that the table's slots can be fetched ahead
    BLOCK = 64   # bytes looked at together when separators are sought
    LONG = 17

cdef struct Cursor:
    Py_ssize_t at     # the next byte to look at
    Py_ssize_t start  # where the open token began
    bint ended

cdef struct Key:
    uint64_t low
    uint64_t high
    uint64_t tag
    uint64_t hash


# ── finding tokens ──────────────────────────────────────────────────────────────────────────────────────────────────

cdef inline uint64_t load(const uint8_t* p) noexcept nogil:
    return (<uint64_t>p[0] | <uint64_t>p[1] << 8 | <uint64_t>p[2] << 16 | <uint64_t>p[3] << 24
            | <uint64_t>p[4] << 32 | <uint64_t>p[5] << 40 | <uint64_t>p[6] << 48 | <uint64_t>p[7] << 56)


cdef inline Py_ssize_t decode(const uint8_t* p, Py_ssize_t left, uint32_t* code) noexcept nogil:
    """The width of the code point at p; a byte that is no UTF-8 is one wide and has the code `nothing`."""
    cdef uint32_t a = p[0], c
    code[0] = a
    if a < 0x80:
        return 1
    code[0] = nothing
    if a < 0xC2 or a > 0xF4 or left < 2 or (p[1] & 0xC0) != 0x80:
        return 1
    if a < 0xE0:
        code[0] = (a & 0x1F) << 6 | (p[1] & 0x3F)
        return 2
    if left < 3 or (p[2] & 0xC0) != 0x80:
        return 1
    if a < 0xF0:
        c = (a & 0x0F) << 12 | <uint32_t>(p[1] & 0x3F) << 6 | (p[2] & 0x3F)
        if c < 0x800 or 0xD800 <= c <= 0xDFFF:
            return 1
        code[0] = c
        return 3
    if left < 4 or (p[3] & 0xC0) != 0x80:
        return 1
    c = (a & 0x07) << 18 | <uint32_t>(p[1] & 0x3F) << 12 | <uint32_t>(p[2] & 0x3F) << 6 | (p[3] & 0x3F)
    if c < 0x10000 or c > 0x10FFFF:
        return 1
    code[0] = c
    return 4


cdef inline bint is_white(uint32_t c) noexcept nogil:
    if c <= 0x20:
        return c == 0x20 or 9 <= c <= 13 or 28 <= c <= 31
    return (c == 0x85 or c == 0xA0 or c == 0x1680 or 0x2000 <= c <= 0x200A or c == 0x2028 or c == 0x2029
            or c == 0x202F or c == 0x205F or c == 0x3000)


cdef inline Py_ssize_t wide_white(const uint8_t* p, Py_ssize_t left) noexcept nogil:
    """How many bytes the white space beyond ASCII at p takes; 0 if there is none."""
    cdef uint32_t code
    cdef Py_ssize_t width
    if p[0] != 0xC2 and not 0xE1 <= p[0] <= 0xE3:
        return 0
    width = decode(p, left, &code)
    return width if is_white(code) else 0


cdef inline uint64_t separators(const uint8_t* p, Py_ssize_t width, int how, uint64_t* high) noexcept nogil:
    """One bit a byte: those that separate, and in `high` those where white space beyond ASCII may be."""
    cdef uint8_t flags[BLOCK]
    cdef uint8_t lead[BLOCK]
    cdef uint8_t any_lead = 0
    cdef uint64_t found = 0
    cdef Py_ssize_t k
    high[0] = 0
    if width < BLOCK:
        for k in range(width):
            if p[k] == 32 or p[k] == 10 or (how == whitespace and is_white(p[k]) and p[k] < 0x80):
                found |= <uint64_t>1 << k
            if how == whitespace and p[k] >= 0x80:
                high[0] |= <uint64_t>1 << k
        return found
    if how == space:
        for k in range(BLOCK):
            flags[k] = (p[k] == 32) | (p[k] == 10)
    else:
        for k in range(BLOCK):
            flags[k] = (p[k] == 32) | (<uint8_t>(p[k] - 9) < 5) | (<uint8_t>(p[k] - 28) < 4)
        for k in range(BLOCK):
            lead[k] = p[k] >> 7
            any_lead |= lead[k]
    for k in range(0, BLOCK, 8):  # eight bytes of 0 or 1 become eight bits: no two products meet, so nothing carries
        found |= ((load(flags + k) * <uint64_t>0x0102040810204080) >> 56) << k
    if any_lead:
        for k in range(0, BLOCK, 8):
            high[0] |= ((load(lead + k) * <uint64_t>0x0102040810204080) >> 56) << k
    return found


cdef Py_ssize_t separated(const uint8_t* text, Py_ssize_t hi, int how, bint blanks, bint closed, Cursor* cursor,
                          int64_t* starts, int64_t* ends) noexcept nogil:
    cdef Py_ssize_t n = 0, width, wide, i, at = cursor.at, start = cursor.start
    cdef uint64_t found, high
    while at < hi and n <= BATCH - BLOCK - 1:
        width = min(<Py_ssize_t>BLOCK, hi - at)
        found = separators(text + at, width, how, &high)
        while high:
            i = karat_lowest(high)
            high &= high - 1
            wide = wide_white(text + at + i, hi - at - i)
            if wide:
                found |= <uint64_t>1 << i
                if i + wide > width:
                    width = i + wide
        while found:
            i = at + karat_lowest(found)
            found &= found - 1
            starts[n] = start
            ends[n] = i
            n += blanks or i > start
            start = i + (1 if text[i] < 0x80 else wide_white(text + i, hi - i))
        at += width
    if at >= hi and not cursor.ended:
        cursor.ended = True
        if hi > start or (closed and blanks):
            starts[n] = start
            ends[n] = hi
            n += 1
    cursor.at = at
    cursor.start = start
    return n


cdef inline int class_of(const uint8_t* text, Py_ssize_t at, Py_ssize_t hi, const uint8_t* classes, Py_ssize_t known,
                         Py_ssize_t* width) noexcept nogil:
    cdef uint32_t code = text[at]
    width[0] = 1
    if code >= 0x80:
        width[0] = decode(text + at, hi - at, &code)
    return classes[code] if code < known else 0


cdef Py_ssize_t worded(const uint8_t* text, Py_ssize_t hi, const uint8_t* classes, Py_ssize_t known, Cursor* cursor,
                       int64_t* starts, int64_t* ends) noexcept nogil:
    cdef Py_ssize_t n = 0, at = cursor.at, start, width, next_width
    cdef int here, last, after
    while at < hi and n < BATCH:
        here = class_of(text, at, hi, classes, known, &width)
        if here != letter and here != digit and here != single:
            at += width
            continue
        start = at
        last = here
        at += width
        while at < hi:
            here = class_of(text, at, hi, classes, known, &width)
            if here == letter or here == digit:
                if last == single:
                    break
                last = here
            elif (here == joiner or (here == point and last == digit)) and last != single and at + width < hi:
                after = class_of(text, at + width, hi, classes, known, &next_width)
                if after != digit and (after != letter or here == point):
                    break
                last = after
                width += next_width
            elif here != mark:
                break
            at += width
        starts[n] = start
        ends[n] = at
        n += 1
    cursor.at = at
    return n


cdef Py_ssize_t lettered(const uint8_t* text, Py_ssize_t hi, bint blanks, Cursor* cursor,
                         int64_t* starts, int64_t* ends) noexcept nogil:
    cdef Py_ssize_t n = 0, at = cursor.at, width
    cdef uint32_t code
    while at < hi and n < BATCH:
        width = decode(text + at, hi - at, &code)
        starts[n] = at
        at += width
        ends[n] = at
        n += blanks or not is_white(code)
    cursor.at = at
    return n


cdef Py_ssize_t find(const uint8_t[::1] text, Py_ssize_t hi, int how, bint blanks, bint closed,
                     const uint8_t[::1] classes, Cursor* cursor, int64_t* starts, int64_t* ends) noexcept nogil:
    """The next tokens, at most BATCH; 0 at the end of the slice, or where a stretch held none: then cursor.at moved."""
    cdef const uint8_t* bytes = &text[0] if text.shape[0] else NULL
    if how == words:
        return worded(bytes, hi, &classes[0], classes.shape[0], cursor, starts, ends)
    if how == space or how == whitespace:
        return separated(bytes, hi, how, blanks and how == space, closed, cursor, starts, ends)
    return lettered(bytes, hi, blanks, cursor, starts, ends)


cdef inline bint unfinished(Cursor* cursor, Py_ssize_t hi, int how) noexcept nogil:
    return cursor.at < hi or (not cursor.ended and how <= whitespace)


# ── numbering tokens ────────────────────────────────────────────────────────────────────────────────────────────────

cdef inline uint64_t mixed(uint64_t a, uint64_t b) noexcept nogil:
    a = (a ^ (b << 32 | b >> 32)) * <uint64_t>0x9E3779B97F4A7C15
    a = (a ^ (a >> 32) ^ b) * <uint64_t>0xD6E8FEB86659FD93
    return a ^ (a >> 32)


cdef inline uint64_t some(const uint8_t* p, Py_ssize_t n) noexcept nogil:
    """At most eight bytes, zeros after them."""
    cdef uint64_t word = 0
    cdef Py_ssize_t k
    for k in range(min(n, <Py_ssize_t>8)):
        word |= <uint64_t>p[k] << (8 * k)
    return word


cdef resized(old, Py_ssize_t size):
    """The same numbers with room for more; zeros after them."""
    new = np.zeros(size, np.asarray(old).dtype)
    new[: len(old)] = old
    return new


cdef uint64_t LOW[17]
cdef uint64_t HIGH[17]
for _k in range(17):
    LOW[_k] = (1 << 8 * min(_k, 8)) - 1
    HIGH[_k] = (1 << 8 * max(_k - 8, 0)) - 1


cdef inline void key_of(const uint8_t* text, Py_ssize_t size, Py_ssize_t start, Py_ssize_t length,
                        Key* key) noexcept nogil:
    cdef const uint8_t* p = text + start
    cdef Py_ssize_t k
    key.tag = length
    if length > 16:
        key.low = length
        key.high = 0
        for k in range(0, length - 7, 8):
            key.high = mixed(key.high, load(p + k))
        key.high = mixed(key.high, load(p + length - 8))
        key.tag = LONG
    elif start + 16 <= size:
        key.low = load(p) & LOW[length]
        key.high = load(p + 8) & HIGH[length]
    else:
        key.low = some(p, length)
        key.high = some(p + 8, length - 8)
    key.hash = mixed(key.low, key.high + key.tag)
    key.tag |= key.hash << 8 & nothing


@final
cdef class Table:
    """Types by number, in the order in which they first appeared."""
    cdef uint64_t[::1] slots
    cdef uint64_t[::1] records  # bytes 9–16 and count
    cdef int64_t[::1] starts
    cdef int64_t[::1] lengths
    cdef Py_ssize_t types
    cdef int bits

    def __init__(self, Py_ssize_t types=0):
        self.bits = 10
        self.types = types
        while self.full():
            self.bits += 1
        self.types = 0
        self.slots = np.zeros(2 << self.bits, np.uint64)
        self.records = np.zeros(2 << self.bits, np.uint64)
        self.starts = np.empty(1 << self.bits, np.int64)
        self.lengths = np.empty(1 << self.bits, np.int64)

    cdef bint full(self) noexcept nogil:
        return (self.types + BATCH) * 10 > (<Py_ssize_t>7 << self.bits)

    cdef grow(self):
        cdef uint64_t[::1] old = self.slots
        if self.types >= <Py_ssize_t>nothing - BATCH:
            raise OverflowError("more than 4,294,967,000 types in one slice")
        self.bits += 1 if self.bits > 16 else 2
        self.slots = np.zeros(2 << self.bits, np.uint64)
        self.records = resized(self.records, 2 << self.bits)
        self.starts = resized(self.starts, 1 << self.bits)
        self.lengths = resized(self.lengths, 1 << self.bits)
        with nogil:
            self.refill(old)

    cdef void refill(self, uint64_t[::1] old) noexcept nogil:
        cdef Py_ssize_t i, j, top = (<Py_ssize_t>1 << self.bits) - 1
        cdef uint64_t high
        for i in range(0, old.shape[0], 2):
            if old[i + 1]:
                high = self.records[2 * (<Py_ssize_t>(old[i + 1] >> 32) - 1)]
                j = mixed(old[i], high + (old[i + 1] & 0xFF)) >> (64 - self.bits)
                while self.slots[2 * j + 1]:
                    j = (j + 1) & top
                self.slots[2 * j] = old[i]
                self.slots[2 * j + 1] = old[i + 1]

    cdef inline bint same(self, const uint8_t* text, Py_ssize_t number, Key* key, Py_ssize_t start,
                          Py_ssize_t length) noexcept nogil:
        """Whether what lies beyond the first eight bytes is equal too."""
        if key.tag & 0xFF <= 8:
            return True
        if self.records[2 * number] != key.high:
            return False
        return key.tag & 0xFF != LONG or memcmp(text + self.starts[number], text + start, length) == 0

    cdef void number(self, const uint8_t[::1] text, const int64_t* starts, const int64_t* ends, Py_ssize_t n,
                     uint32_t* numbers) noexcept nogil:
        """The numbers of n tokens, new ones for new types; needs room for n more types."""
        cdef Key keys[BATCH]
        cdef Key* key
        cdef const uint8_t* bytes = &text[0] if text.shape[0] else NULL
        cdef uint64_t* slots = &self.slots[0]
        cdef uint64_t* slot
        cdef uint64_t* records = &self.records[0]
        cdef Py_ssize_t k, j, top = (<Py_ssize_t>1 << self.bits) - 1
        cdef int down = 64 - self.bits
        for k in range(n):
            key_of(bytes, text.shape[0], starts[k], ends[k] - starts[k], &keys[k])
            keys[k].hash >>= down
            karat_prefetch(slots + 2 * keys[k].hash)
        for k in range(n):
            slot = slots + 2 * keys[k].hash
            if slot[1]:
                karat_prefetch(records + 2 * (<Py_ssize_t>(slot[1] >> 32) - 1))
        for k in range(n):
            key = &keys[k]
            j = key.hash
            while True:
                slot = slots + 2 * j
                if slot[1] == 0:
                    slot[0] = key.low
                    records[2 * self.types] = key.high
                    self.starts[self.types] = starts[k]
                    self.lengths[self.types] = ends[k] - starts[k]
                    self.types += 1
                    slot[1] = <uint64_t>self.types << 32 | key.tag
                    break
                if (slot[0] == key.low and (slot[1] & nothing) == key.tag
                        and self.same(bytes, <Py_ssize_t>(slot[1] >> 32) - 1, key, starts[k], ends[k] - starts[k])):
                    break
                j = (j + 1) & top
            numbers[k] = <uint32_t>((slot[1] >> 32) - 1)
            records[2 * <Py_ssize_t>numbers[k] + 1] += 1

    cdef found(self):
        return np.asarray(self.starts)[: self.types].copy(), np.asarray(self.lengths)[: self.types].copy()

    cdef counts(self):
        return np.asarray(self.records)[1 : 2 * self.types : 2].astype(np.int64)


def spans(const uint8_t[::1] text, Py_ssize_t lo, Py_ssize_t hi, int how, bint blanks, bint closed,
          const uint8_t[::1] classes):
    """Where the tokens of a slice start and end."""
    cdef int64_t starts[BATCH]
    cdef int64_t ends[BATCH]
    cdef Cursor cursor = Cursor(lo, lo, False)
    cdef Py_ssize_t n
    begun, done = [], []
    while unfinished(&cursor, hi, how):
        n = find(text, hi, how, blanks, closed, classes, &cursor, starts, ends)
        if n:
            begun.append(np.array(<int64_t[:n]>&starts[0]))
            done.append(np.array(<int64_t[:n]>&ends[0]))
    empty = np.empty(0, np.int64)
    return np.concatenate([empty, *begun]), np.concatenate([empty, *done])


def count_tokens(const uint8_t[::1] text, Py_ssize_t lo, Py_ssize_t hi, int how, bint blanks, bint closed,
                 const uint8_t[::1] classes):
    """The types of a slice in the order of appearance: starts, lengths, counts."""
    cdef int64_t starts[BATCH]
    cdef int64_t ends[BATCH]
    cdef uint32_t numbers[BATCH]
    cdef Table table = Table()
    cdef Cursor cursor = Cursor(lo, lo, False)
    cdef Py_ssize_t n
    with nogil:
        while unfinished(&cursor, hi, how):
            n = find(text, hi, how, blanks, closed, classes, &cursor, starts, ends)
            if table.full():
                with gil:
                    table.grow()
            table.number(text, starts, ends, n, numbers)
    return *table.found(), table.counts()


def number_tokens(const uint8_t[::1] text, Py_ssize_t lo, Py_ssize_t hi, int how, bint blanks, bint closed,
                  const uint8_t[::1] classes):
    """The tokens of a slice by number, and where the type of each number first stands: numbers, starts, lengths."""
    cdef int64_t starts[BATCH]
    cdef int64_t ends[BATCH]
    cdef Table table = Table()
    cdef Cursor cursor = Cursor(lo, lo, False)
    cdef uint32_t[::1] numbers = np.empty(BATCH + (hi - lo) // 6, np.uint32)
    cdef Py_ssize_t n, tokens = 0
    with nogil:
        while unfinished(&cursor, hi, how):
            n = find(text, hi, how, blanks, closed, classes, &cursor, starts, ends)
            if table.full() or tokens + BATCH > numbers.shape[0]:
                with gil:
                    if table.full():
                        table.grow()
                    if tokens + BATCH > numbers.shape[0]:
                        numbers = resized(numbers, 2 * tokens + BATCH)
            table.number(text, starts, ends, n, &numbers[tokens])
            tokens += n
    return np.asarray(numbers)[:tokens], *table.found()


def intern(const uint8_t[::1] text, const int64_t[::1] starts, const int64_t[::1] ends):
    """Spans that may repeat, numbered by their bytes: the number of each, and the first span with each number."""
    cdef Py_ssize_t i = 0, k, n, known = 0, spans = starts.shape[0]
    cdef Table table = Table(spans)
    cdef uint32_t[::1] numbers = np.empty(spans, np.uint32)
    cdef int64_t[::1] firsts = np.empty(spans, np.int64)
    with nogil:
        while i < spans:
            n = min(<Py_ssize_t>BATCH, spans - i)
            table.number(text, &starts[i], &ends[i], n, &numbers[i])
            for k in range(i, i + n):
                if numbers[k] == known:
                    firsts[known] = k
                    known += 1
            i += n
    return np.asarray(numbers), np.asarray(firsts)[:known].copy()


def gather(const uint8_t[::1] text, const int64_t[::1] starts, const int64_t[::1] lengths):
    """The bytes of spans, one after the other."""
    cdef Py_ssize_t i, k, at = 0
    cdef uint8_t[::1] joined = np.empty(int(np.sum(lengths)), np.uint8)
    with nogil:
        for i in range(starts.shape[0]):
            for k in range(lengths[i]):
                joined[at + k] = text[starts[i] + k]
            at += lengths[i]
    return np.asarray(joined)
