"""Tokens of machine-translation scoring, as numbers: UTF-8 texts are cut by a table of character classes.

A table says of each code point whether it is WHITE, a DIGIT, ALONE (always a token), a POINT (a token unless digits hold
it), a HYPHEN (a token after a digit) or OTHER; `beyond` is the class of code points that the table does not reach.
`padded` says that a text is read as if a space stood before and after it: then a point at either end is a token.

50x the Python twin on 4,000 texts of 26 words.
"""
from libc.stdint cimport int64_t, uint8_t

import numpy as np

from karat.kernels.interning cimport Table, closed, numbered, opened

OTHER, WHITE, DIGIT, ALONE, POINT, HYPHEN = range(6)

cdef enum:
    other = 0
    white = 1
    digit = 2
    alone = 3
    point = 4
    hyphen = 5


cdef struct Rule:
    const uint8_t* classes
    Py_ssize_t known  # code points that the table reaches
    int beyond
    bint padded


cdef inline int decoded(const uint8_t* p, Py_ssize_t left, Py_ssize_t* code) noexcept nogil:
    """How many bytes the character at p takes, and its code point; texts come from Python, so they are well formed."""
    cdef uint8_t a = p[0]
    if a < 0x80 or left < 2:
        code[0] = a
        return 1
    if a < 0xE0 or left < 3:
        code[0] = (a & 0x1F) << 6 | (p[1] & 0x3F)
        return 2
    if a < 0xF0 or left < 4:
        code[0] = (a & 0x0F) << 12 | (p[1] & 0x3F) << 6 | (p[2] & 0x3F)
        return 3
    code[0] = (a & 0x07) << 18 | (p[1] & 0x3F) << 12 | (p[2] & 0x3F) << 6 | (p[3] & 0x3F)
    return 4


cdef inline int kind(const uint8_t* p, Py_ssize_t left, int* size, const Rule* rule) noexcept nogil:
    """The class of the character at p."""
    cdef Py_ssize_t code
    if p[0] < 0x80:
        size[0] = 1
        return rule.classes[p[0]]
    size[0] = decoded(p, left, &code)
    return rule.classes[code] if code < rule.known else rule.beyond


cdef Py_ssize_t cut(const uint8_t* p, Py_ssize_t lo, Py_ssize_t hi, const Rule* rule,
                    int64_t* begins, int64_t* ends) noexcept nogil:
    """Where the tokens of p[lo:hi] stand; how many there are.

    A point takes the character before it, if that is no digit and no point that took one itself; else it waits for the
    character behind it, and is held by a digit.
    """
    cdef Py_ssize_t at = lo, begin = -1, found = 0
    cdef bint free = rule.padded, after_digit = False, own
    cdef int size, following, k
    while at < hi:
        k = kind(p + at, hi - at, &size, rule)
        if k == other:
            if begin < 0:
                begin = at
            at += size
            while at < hi and p[at] < 0x80 and rule.classes[p[at]] == other:
                at += 1
            free, after_digit = True, False
            continue
        own = k == alone or (k == hyphen and after_digit)
        if k == point:
            own = free
            if not own and at + size < hi:
                own = kind(p + at + size, hi - at - size, &following, rule) != digit
            elif not own:
                own = rule.padded
            free = not free
        else:
            free = k != digit
        after_digit = k == digit
        if (own or k == white) and begin >= 0:
            begins[found], ends[found] = begin, at
            found += 1
            begin = -1
        if own:
            begins[found], ends[found] = at, at + size
            found += 1
        elif k != white and begin < 0:
            begin = at
        at += size
    if begin >= 0:
        begins[found], ends[found] = begin, hi
        found += 1
    return found


cdef Py_ssize_t trim(const uint8_t* p, Py_ssize_t lo, Py_ssize_t hi, const Rule* rule,
                     int64_t* begins, int64_t* ends) noexcept nogil:
    """White-space words of p[lo:hi], each less one ALONE character at its end, or else at its start."""
    cdef Py_ssize_t at = lo, begin, first, found = 0
    cdef int size, k, start, last
    while at < hi:
        start = kind(p + at, hi - at, &size, rule)
        begin, first, k, last = at, at + size, start, start
        while at < hi and k != white:
            last = k
            at += size
            if at < hi:
                k = kind(p + at, hi - at, &size, rule)
        if at == begin:
            at += size
            continue
        if at > first and (start == alone or last == alone):
            if last == alone:  # where the last character begins
                first = at - 1
                while p[first] & 0xC0 == 0x80:
                    first -= 1
            begins[found], ends[found] = begin, first
            found += 1
            begin = first
        begins[found], ends[found] = begin, at
        found += 1
    return found


cdef Py_ssize_t longest(const int64_t[::1] starts) noexcept nogil:
    cdef Py_ssize_t r, most = 0
    for r in range(starts.shape[0] - 1):
        most = max(most, starts[r + 1] - starts[r])
    return most


def token_spans(const uint8_t[::1] values, const int64_t[::1] starts, const uint8_t[::1] classes, int beyond,
                bint padded):
    """Where every token begins and ends in the bytes, and where rows start among the tokens."""
    cdef Py_ssize_t rows = starts.shape[0] - 1, r, found = 0
    cdef int64_t[::1] row_starts = np.zeros(rows + 1, np.int64)
    cdef int64_t[::1] begins = np.empty(values.shape[0] + 1, np.int64), ends = np.empty(values.shape[0] + 1, np.int64)
    cdef const uint8_t* p = &values[0] if values.shape[0] else NULL
    cdef Rule rule = Rule(&classes[0], classes.shape[0], beyond, padded)
    with nogil:
        for r in range(rows):
            found += cut(p, starts[r], starts[r + 1], &rule, &begins[found], &ends[found])
            row_starts[r + 1] = found
    return np.asarray(begins)[:found], np.asarray(ends)[:found], np.asarray(row_starts)


def token_ids(const uint8_t[::1] values, const int64_t[::1] starts, const uint8_t[::1] classes, int beyond,
              bint padded, bint trimmed):
    """The number of every token, equal tokens having equal numbers from 0 in order of first sight, and where rows start.

    `trimmed` cuts as chrF++ does: white-space words, each less one ALONE character at its end, or else at its start.
    """
    cdef Py_ssize_t rows = starts.shape[0] - 1, room = longest(starts) + 1, r, i, n, found = 0
    cdef int64_t token
    cdef int64_t[::1] row_starts = np.zeros(rows + 1, np.int64), ids = np.empty(values.shape[0] + 1, np.int64)
    cdef int64_t[::1] begins = np.empty(room, np.int64), ends = np.empty(room, np.int64)
    cdef const uint8_t* p = &values[0] if values.shape[0] else NULL
    cdef Rule rule = Rule(&classes[0], classes.shape[0], beyond, padded)
    cdef Table table
    cdef bint fine = opened(&table)
    if fine:
        with nogil:
            for r in range(rows):
                if trimmed:
                    n = trim(p, starts[r], starts[r + 1], &rule, &begins[0], &ends[0])
                else:
                    n = cut(p, starts[r], starts[r + 1], &rule, &begins[0], &ends[0])
                for i in range(n):
                    token = numbered(&table, p + begins[i], ends[i] - begins[i])
                    fine = fine and token >= 0
                    ids[found + i] = token
                found += n
                row_starts[r + 1] = found
    closed(&table)
    if not fine:
        raise MemoryError
    return np.asarray(ids)[:found], np.asarray(row_starts)


def code_points(const uint8_t[::1] values, const int64_t[::1] starts, const uint8_t[::1] classes, int beyond,
                bint blanks):
    """The code point of every character, white ones only with `blanks`, and where rows start."""
    cdef Py_ssize_t rows = starts.shape[0] - 1, r, at, hi, code, found = 0
    cdef int64_t[::1] row_starts = np.zeros(rows + 1, np.int64), codes = np.empty(values.shape[0] + 1, np.int64)
    cdef const uint8_t* p = &values[0] if values.shape[0] else NULL
    cdef Rule rule = Rule(&classes[0], classes.shape[0], beyond, False)
    cdef int size
    with nogil:
        for r in range(rows):
            at, hi = starts[r], starts[r + 1]
            while at < hi:
                size = decoded(p + at, hi - at, &code)
                codes[found] = code
                found += blanks or (rule.classes[code] if code < rule.known else rule.beyond) != white
                at += size
            row_starts[r + 1] = found
    return np.asarray(codes)[:found], np.asarray(row_starts)
