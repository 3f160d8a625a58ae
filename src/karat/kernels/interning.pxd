"""Numbers for tokens: equal bytes, equal number, from 0 in the order of first sight; for kernels to `cimport`.

A hash only says where to look, the bytes decide. The bytes are not copied: they must outlive the table.
"""
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy

cdef struct Token:
    const uint8_t* at
    Py_ssize_t length
    uint64_t hash

cdef struct Table:
    int64_t* slots  # number + 1, or 0
    Token* tokens
    int64_t known
    int64_t room    # slots, a power of two; at most half of them are full


cdef inline bint opened(Table* table) noexcept nogil:
    """An empty table; False where there is no memory."""
    table.known, table.room = 0, 1024
    table.slots = <int64_t*>calloc(table.room, sizeof(int64_t))
    table.tokens = <Token*>malloc((table.room // 2) * sizeof(Token))
    return table.slots != NULL and table.tokens != NULL


cdef inline void closed(Table* table) noexcept nogil:
    """The table's memory given back."""
    free(table.slots)
    free(table.tokens)


cdef inline uint64_t hashed(const uint8_t* p, Py_ssize_t n) noexcept nogil:
    """Eight bytes at a time; the last multiplication brings every bit to the top, where a slot is chosen."""
    cdef uint64_t h = <uint64_t>n * <uint64_t>0x9E3779B97F4A7C15, part
    cdef uint32_t head, tail
    while n >= 8:
        memcpy(&part, p, 8)
        h = (h ^ part) * <uint64_t>0xD6E8FEB86659FD93
        h ^= h >> 32
        p += 8
        n -= 8
    if n >= 4:  # copies of a known size, which overlap
        memcpy(&head, p, 4)
        memcpy(&tail, p + n - 4, 4)
        part = <uint64_t>tail << 32 | head
    elif n:
        part = p[0] | <uint64_t>p[n >> 1] << 8 | <uint64_t>p[n - 1] << 16
    if n:
        h = (h ^ part) * <uint64_t>0xD6E8FEB86659FD93
        h ^= h >> 32
    return h * <uint64_t>0x9E3779B97F4A7C15


cdef inline bint widened(Table* table) noexcept nogil:
    cdef int64_t room = table.room * 2, i, j
    cdef int64_t* slots = <int64_t*>calloc(room, sizeof(int64_t))
    cdef Token* tokens = <Token*>realloc(table.tokens, (room // 2) * sizeof(Token))
    if tokens != NULL:
        table.tokens = tokens
    if slots == NULL or tokens == NULL:
        free(slots)
        return False
    for i in range(table.known):
        j = <int64_t>(table.tokens[i].hash >> 20) & (room - 1)
        while slots[j]:
            j = (j + 1) & (room - 1)
        slots[j] = i + 1
    free(table.slots)
    table.slots, table.room = slots, room
    return True


cdef inline int64_t numbered(Table* table, const uint8_t* p, Py_ssize_t n) noexcept nogil:
    """The number of these bytes; -1 where there is no memory."""
    cdef uint64_t h = hashed(p, n)
    cdef int64_t j = <int64_t>(h >> 20) & (table.room - 1), i
    while table.slots[j]:
        i = table.slots[j] - 1
        # up to eight bytes are one part, which the hash turns into another number and loses nothing of: it decides alone
        if table.tokens[i].hash == h and table.tokens[i].length == n and (n <= 8 or memcmp(table.tokens[i].at, p, n) == 0):
            return i
        j = (j + 1) & (table.room - 1)
    if 2 * (table.known + 1) > table.room:
        if not widened(table):
            return -1
        j = <int64_t>(h >> 20) & (table.room - 1)
        while table.slots[j]:
            j = (j + 1) & (table.room - 1)
    i = table.known
    table.tokens[i] = Token(p, n, h)
    table.known += 1
    table.slots[j] = i + 1
    return i
