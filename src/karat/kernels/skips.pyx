"""Skip-bigrams that a guess shares with a reference, each counted at most as often as the reference holds it.

120x the dictionaries of its twin on 2,000 pairs of 26 words, up to four words apart.
"""
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from karat.kernels.slots cimport Slot, place, roomy

cdef uint64_t ALONE = <uint64_t>0xFFFFFFFF << 32  # in place of the first of two tokens


cdef inline void hold(Slot* slots, uint64_t mask, uint64_t key, int pair) noexcept nogil:
    cdef uint64_t j = place(slots, mask, key, pair)
    if slots[j].pair != pair:
        slots[j] = Slot(key, pair, 0)
    slots[j].left += 1


cdef inline int take(Slot* slots, uint64_t mask, uint64_t key, int pair) noexcept nogil:
    cdef uint64_t j = place(slots, mask, key, pair)
    if slots[j].pair != pair or slots[j].left == 0:
        return 0
    slots[j].left -= 1
    return 1


cdef inline Py_ssize_t reach(Py_ssize_t i, Py_ssize_t n, Py_ssize_t gap) noexcept nogil:
    """Behind the last token that token i makes a pair with."""
    return n if gap < 0 else min(n, i + gap + 2)


cdef inline Py_ssize_t keys_of(Py_ssize_t n, Py_ssize_t gap) noexcept nogil:
    """At most so many pairs and single tokens in a row of n."""
    return n * (n + 1) // 2 if gap < 0 or gap >= n else n * (gap + 2)


def shared(const int64_t[::1] gold, const int64_t[::1] gold_starts, const int64_t[::1] guess, const int64_t[::1] guess_starts,
           const int64_t[::1] whose, Py_ssize_t gap, Py_ssize_t alone, int64_t[::1] out):
    """Fill out[i] with how many ordered pairs of tokens, at most `gap` tokens apart, guess whose[i] shares with gold row i.

    A gap below 0 is any. Single tokens count too, all but the last `alone` of a row; below 0 they do not. Tokens are numbers
    from 0 to below 2³².
    """
    cdef Py_ssize_t rows = gold_starts.shape[0] - 1, r, i, j, n, lo, most = 0
    cdef uint64_t mask
    if whose.shape[0] != rows or out.shape[0] != rows:
        raise ValueError("whose and out need one number a row of gold")
    for r in range(rows):
        most = max(most, keys_of(gold_starts[r + 1] - gold_starts[r], gap))
    cdef Slot* slots = <Slot*>calloc(roomy(most), sizeof(Slot))
    if slots == NULL:
        raise MemoryError
    with nogil:
        for r in range(rows):
            lo, n = gold_starts[r], gold_starts[r + 1] - gold_starts[r]
            mask = roomy(keys_of(n, gap)) - 1
            for i in range(n):
                if 0 <= alone < n - i:
                    hold(slots, mask, ALONE | <uint64_t>gold[lo + i], <int>r + 1)
                for j in range(i + 1, reach(i, n, gap)):
                    hold(slots, mask, <uint64_t>gold[lo + i] << 32 | <uint64_t>gold[lo + j], <int>r + 1)
            out[r] = 0
            lo, n = guess_starts[whose[r]], guess_starts[whose[r] + 1] - guess_starts[whose[r]]
            for i in range(n):
                if 0 <= alone < n - i:
                    out[r] += take(slots, mask, ALONE | <uint64_t>guess[lo + i], <int>r + 1)
                for j in range(i + 1, reach(i, n, gap)):
                    out[r] += take(slots, mask, <uint64_t>guess[lo + i] << 32 | <uint64_t>guess[lo + j], <int>r + 1)
    free(slots)
