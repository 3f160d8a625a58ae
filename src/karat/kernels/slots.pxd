"""A table of 64-bit keys that belong to pairs of texts; for kernels to `cimport`.

A slot belongs to the pair whose number it bears, so that nothing is cleared between pairs.
"""
from libc.stdint cimport uint64_t

cdef struct Slot:
    uint64_t key
    int pair  # + 1, so that an empty slot belongs to nobody
    int left  # how often the guess may still hold it: as often as the reference that holds it most often


cdef inline uint64_t place(Slot* slots, uint64_t mask, uint64_t key, int pair) noexcept nogil:
    """The slot of a key, or the free one where it would stand."""
    cdef uint64_t j = (key * <uint64_t>0x9E3779B97F4A7C15) >> 32 & mask
    while slots[j].pair == pair and slots[j].key != key:
        j = (j + 1) & mask
    return j


cdef inline Py_ssize_t roomy(Py_ssize_t keys) noexcept nogil:
    """Slots for so many keys: a power of two, at most half of them full."""
    cdef Py_ssize_t room = 64
    while room < 2 * keys:
        room *= 2
    return room
