"""Sums of resamples of small whole numbers, sixteen columns to a cache line: the draws of `draws`, the same sums.

1.7 ns a draw for 16 columns and .5 ns for each further 16: twice as fast as doubles at 2,000 units.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from karat.kernels.streams cimport mix, stepped, stream


def block_sums(const int32_t[:, :, ::1] blocks, uint64_t seed, int64_t first, int64_t[:, ::1] out):
    """Fill out[i] with the sums of n rows drawn for resample first + i; blocks are (columns / 16, n, 16)."""
    cdef Py_ssize_t many = blocks.shape[0], n = blocks.shape[1], b = out.shape[0], r, at
    cdef uint32_t *units
    if out.shape[1] != many * 16 or blocks.shape[2] != 16:
        raise ValueError("out needs sixteen columns a block")
    if n >= 1 << 31:
        raise ValueError("at most 2^31 - 1 rows can be drawn from")
    if n == 0 or many == 0:
        out[:, :] = 0
        return
    units = <uint32_t *>malloc((n + 1) * sizeof(uint32_t))
    if units == NULL:
        raise MemoryError
    with nogil:
        for r in range(b):
            draw(units, n, stream(seed, <uint64_t>(first + r)))
            for at in range(many):
                add(&blocks[at, 0, 0], units, n, &out[r, at * 16])
    free(units)


cdef inline void draw(uint32_t *units, Py_ssize_t n, uint64_t x) noexcept nogil:
    cdef Py_ssize_t i
    cdef uint64_t m = <uint64_t>n, bits
    for i in range((n + 1) // 2):
        x = stepped(x)
        bits = mix(x)
        units[2 * i] = <uint32_t>(((bits >> 32) * m) >> 32)
        units[2 * i + 1] = <uint32_t>(((bits & 0xFFFFFFFFULL) * m) >> 32)


cdef inline void add(const int32_t *rows, const uint32_t *units, Py_ssize_t n, int64_t *out) noexcept nogil:
    cdef int32_t[16] sums
    cdef const int32_t *row
    cdef Py_ssize_t i, c
    for c in range(16):
        sums[c] = 0
    for i in range(n):
        row = rows + 16 * <Py_ssize_t>units[i]
        for c in range(16):
            sums[c] = sums[c] + row[c]
    for c in range(16):
        out[c] = sums[c]


def swap_block_sums(const int32_t[:, :, ::1] blocks, uint64_t seed, int64_t first, int64_t[:, ::1] out):
    """Fill out[i] with the sums of the rows for which the coin of resample first + i shows heads, as `draws.swap_sums`.

    The sixteen sums of each four rows are made once, and a resample adds up those that its coins choose.
    """
    cdef Py_ssize_t many = blocks.shape[0], n = blocks.shape[1], b = out.shape[0], fours = (n + 3) // 4, r, at
    cdef int32_t *chosen
    cdef uint64_t *coins
    if out.shape[1] != many * 16 or blocks.shape[2] != 16:
        raise ValueError("out needs sixteen columns a block")
    if n == 0 or many == 0:
        out[:, :] = 0
        return
    chosen = <int32_t *>malloc(fours * 256 * sizeof(int32_t))
    coins = <uint64_t *>malloc((n // 64 + 1) * sizeof(uint64_t))
    if chosen == NULL or coins == NULL:
        free(chosen)
        free(coins)
        raise MemoryError
    with nogil:
        for at in range(many):
            choose(&blocks[at, 0, 0], n, chosen)
            for r in range(b):
                toss(coins, n, stream(seed, <uint64_t>(first + r)))
                add_chosen(chosen, coins, fours, &out[r, at * 16])
    free(chosen)
    free(coins)


cdef inline void choose(const int32_t *rows, Py_ssize_t n, int32_t *chosen) noexcept nogil:
    """For each four rows the sums of all their subsets: subset s is subset s without its highest row, and that row."""
    cdef Py_ssize_t four, c, s, high, row
    cdef int32_t *sums
    for four in range((n + 3) // 4):
        sums = chosen + 256 * four
        for c in range(16):
            sums[c] = 0
        for s in range(1, 16):
            high = 3 if s >= 8 else 2 if s >= 4 else 1 if s >= 2 else 0
            row = 4 * four + high
            for c in range(16):
                sums[16 * s + c] = sums[16 * (s - (1 << high)) + c] + (rows[16 * row + c] if row < n else 0)


cdef inline void toss(uint64_t *coins, Py_ssize_t n, uint64_t x) noexcept nogil:
    cdef Py_ssize_t i
    for i in range((n + 63) // 64):
        x = stepped(x)
        coins[i] = mix(x)


cdef inline void add_chosen(const int32_t *chosen, const uint64_t *coins, Py_ssize_t fours, int64_t *out) noexcept nogil:
    cdef int32_t[16] sums
    cdef const int32_t *row
    cdef Py_ssize_t i, c
    for c in range(16):
        sums[c] = 0
    for i in range(fours):
        row = chosen + 256 * i + 16 * <Py_ssize_t>(coins[i // 16] >> (4 * (i % 16)) & 15)
        for c in range(16):
            sums[c] = sums[c] + row[c]
    for c in range(16):
        out[c] = sums[c]
