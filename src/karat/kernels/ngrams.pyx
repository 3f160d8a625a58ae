"""N-grams of numbered tokens, counted exactly: a hash only says where to look, the numbers decide.

A slot of the table is two words: the hash of an n-gram, and its count << 32 | the place in the stream where it first
stands. The hash rolls: one multiplication takes a token in, one lets it go, however long the n-gram.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcmp

import numpy as np

cdef extern from *:
    """
    #define karat_nothing 0xFFFFFFFFu
    #if defined(__GNUC__) || defined(__clang__)
    #define karat_prefetch(p) __builtin_prefetch(p)
    #else
    #define karat_prefetch(p) ((void)0)
    #endif
    """
    const uint32_t nothing "karat_nothing"
    void karat_prefetch(const void*) noexcept nogil

NOTHING = 0xFFFFFFFF

cdef enum:
    AHEAD = 64  # n-grams hashed before they are looked up, so that the table's slots can be fetched ahead

cdef uint64_t FACTOR = 0x9E3779B97F4A7C15


cdef inline uint64_t spread(uint64_t rolling) noexcept nogil:
    """The high bits of a rolling hash choose the slot, so every bit of it must reach them."""
    cdef uint64_t a = rolling * <uint64_t>0x9E3779B97F4A7C15
    a = (a ^ (a >> 32)) * <uint64_t>0xD6E8FEB86659FD93
    return a ^ (a >> 32)


cdef uint64_t[::1] wider(uint64_t[::1] old, int bits):
    cdef uint64_t[::1] new = np.zeros(2 << bits, np.uint64)
    with nogil:
        refill(old, new, bits)
    return new


cdef void refill(uint64_t[::1] old, uint64_t[::1] new, int bits) noexcept nogil:
    cdef Py_ssize_t i, j, top = (<Py_ssize_t>1 << bits) - 1
    for i in range(0, old.shape[0], 2):
        if old[i + 1]:
            j = old[i] >> (64 - bits)
            while new[2 * j + 1]:
                j = (j + 1) & top
            new[2 * j] = old[i]
            new[2 * j + 1] = old[i + 1]


cdef inline bint same_gram(const uint32_t* stream, Py_ssize_t a, Py_ssize_t b, int n) noexcept nogil:
    return memcmp(stream + a, stream + b, n * sizeof(uint32_t)) == 0


cdef Py_ssize_t count_waiting(const uint32_t* stream, int n, uint64_t* slots, int bits, const uint64_t* hashes,
                              const Py_ssize_t* places, Py_ssize_t waiting) noexcept nogil:
    """Put hashed n-grams into slots of (hash, count << 32 | place); how many were new."""
    cdef Py_ssize_t k, j, top = (<Py_ssize_t>1 << bits) - 1, fresh = 0
    for k in range(waiting):
        j = hashes[k] >> (64 - bits)
        while True:
            if slots[2 * j + 1] == 0:
                slots[2 * j] = hashes[k]
                slots[2 * j + 1] = <uint64_t>1 << 32 | <uint64_t>places[k]
                fresh += 1
                break
            if slots[2 * j] == hashes[k] and same_gram(stream, slots[2 * j + 1] & nothing, places[k], n):
                slots[2 * j + 1] += <uint64_t>1 << 32
                break
            j = (j + 1) & top
    return fresh


cdef Py_ssize_t pack(uint64_t[::1] slots) noexcept nogil:
    cdef Py_ssize_t i, n = 0
    for i in range(1, slots.shape[0], 2):
        if slots[i]:
            slots[n] = slots[i]
            n += 1
    return n


def count_ngrams(const uint32_t[::1] stream, int n, int part, int parts):
    """N-grams of numbered tokens, in no promised order, each as count << 32 | first place; NOTHING separates texts.

    Only those that their hash sends to `part` of `parts`: parts have no n-gram in common and need no merging.
    """
    cdef uint64_t hashes[AHEAD]
    cdef Py_ssize_t places[AHEAD]
    cdef uint64_t rolling = 0, oldest = 1, h
    cdef int bits = 12, k
    cdef uint64_t[::1] slots
    cdef Py_ssize_t i, size = stream.shape[0], types = 0, waiting = 0, clear = 0
    if size > <Py_ssize_t>nothing:
        raise OverflowError("more than 4,294,967,295 numbers in one stream")
    for k in range(n):
        oldest *= FACTOR
    while (size // parts) * 10 > (<Py_ssize_t>7 << bits):  # room for all different: long n-grams nearly are
        bits += 1
    slots = np.zeros(2 << bits, np.uint64)
    with nogil:
        for i in range(size):
            rolling = (rolling + stream[i] + 1) * FACTOR
            if i >= n:
                rolling -= (<uint64_t>stream[i - n] + 1) * oldest * FACTOR
            clear = 0 if stream[i] == nothing else clear + 1
            if clear >= n:
                h = spread(rolling)
                if <int>(((h & nothing) * <uint64_t>parts) >> 32) == part:
                    hashes[waiting] = h
                    places[waiting] = i - n + 1
                    waiting += 1
                    karat_prefetch(&slots[2 * <Py_ssize_t>(h >> (64 - bits))])
            if waiting == AHEAD or i == size - 1:
                types += count_waiting(&stream[0], n, &slots[0], bits, hashes, places, waiting)
                waiting = 0
                if (types + AHEAD) * 10 > (<Py_ssize_t>7 << bits):
                    bits += 1
                    with gil:
                        slots = wider(slots, bits)
        types = pack(slots)
    return np.asarray(slots)[:types].copy()
