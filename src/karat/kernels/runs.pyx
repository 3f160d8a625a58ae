"""Runs of words moved while that brings two sides nearer, and the letters that must be changed then: CharacTER's search.

Distances are bit-parallel (Myers 1999; Hyyro 2003 for several blocks): 64 places of the other side at a time.

330x the Python twin on 300 pairs of 26 words.
"""
from libc.stdint cimport int64_t, uint64_t

import numpy as np

cdef enum:
    EDITS, COST, LETTERS, COLUMNS


cdef int64_t distance(const uint64_t[:, ::1] where, const int64_t[::1] text, int64_t n, int64_t m,
                      uint64_t[:, ::1] state) noexcept nogil:
    """Edits between a text of n symbols and m places; bit j of where[symbol] says that the symbol stands at place j."""
    cdef int64_t i, b, blocks = (m + 63) // 64, carry, left, score = m
    cdef uint64_t up, down, equal, x, zero, rise, fall, last = <uint64_t>1 << ((m - 1) & 63), high = <uint64_t>1 << 63, top
    if m == 0:
        return n
    for b in range(blocks):
        state[b, 0], state[b, 1] = ~<uint64_t>0, 0
    for i in range(n):
        carry = 1  # the first row of the table goes up by one a column
        for b in range(blocks):
            up, down, equal = state[b, 0], state[b, 1], where[text[i], b]
            x = equal | down
            if carry < 0:
                equal |= 1
            zero = (((equal & up) + up) ^ up) | equal
            rise = down | ~(zero | up)
            fall = up & zero
            top = last if b == blocks - 1 else high
            left = 1 if rise & top else -1 if fall & top else 0
            rise = (rise << 1) | (carry > 0)
            fall = (fall << 1) | (carry < 0)
            state[b, 0] = fall | ~(x | rise)
            state[b, 1] = rise & x
            carry = left
        score += carry
    return score


cdef class Mover:
    """Room for one pair after another."""

    cdef int64_t n, m
    cdef int64_t[::1] gold, words, plain, order, moved, best, right, said
    cdef uint64_t[:, ::1] places, letters, state

    def __cinit__(self, int64_t n, int64_t m, int64_t spelled, int64_t alphabet):
        self.gold, self.words, self.plain = np.zeros(m, np.int64), np.zeros(n, np.int64), np.arange(m, dtype=np.int64)
        self.order, self.moved, self.best = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.right, self.said = np.zeros(spelled, np.int64), np.zeros(spelled, np.int64)
        self.places = np.zeros((n, (m + 63) // 64), np.uint64)
        self.letters = np.zeros((alphabet, (spelled + 63) // 64), np.uint64)
        self.state = np.zeros(((max(m, spelled) + 63) // 64, 2), np.uint64)

    cdef void measured(self, const int64_t[::1] values, const int64_t[::1] starts, double[:, ::1] out,
                       Py_ssize_t p) noexcept nogil:
        """Edits of letters, what the moves cost, and letters of the guess."""
        cdef int64_t k, wanted, found
        self.arranged()
        wanted = self.written(self.right, self.gold, self.plain, self.m, values, starts)
        found = self.written(self.said, self.words, self.order, self.n, values, starts)
        for k in range(wanted):
            self.letters[self.right[k], k >> 6] |= <uint64_t>1 << (k & 63)
        out[p, EDITS] = distance(self.letters, self.said, found, wanted, self.state)
        out[p, COST] = self.cost(starts)
        out[p, LETTERS] = found
        for k in range(wanted):
            self.letters[self.right[k], k >> 6] = 0

    cdef void arranged(self) noexcept nogil:
        """`order`: which guess word stands where once no move of a run brings the sides nearer."""
        cdef int64_t i, j, length, now, then, chosen, least
        self.placed()
        least = self.least()
        now = distance(self.places, self.order, self.n, self.m, self.state)
        while now > least:
            chosen = now
            for i in range(self.n):
                for j in range(self.m):
                    length = self.run(i, j)
                    if length == 0 or now - self.saves(i, j, length) > chosen:
                        continue
                    self.move(i, j, length)
                    then = distance(self.places, self.moved, self.n, self.m, self.state)
                    if then < chosen or (then == chosen < now and self.later()):
                        chosen = then
                        self.best, self.moved = self.moved, self.best
            if chosen == now:
                return
            now = chosen
            self.order, self.best = self.best, self.order

    cdef void placed(self) noexcept nogil:
        """Where each guess word stands in the reference."""
        cdef int64_t i, j
        for i in range(self.n):
            self.order[i] = i
            for j in range((self.m + 63) // 64):
                self.places[i, j] = 0
            for j in range(self.m):
                if self.words[i] == self.gold[j]:
                    self.places[i, j >> 6] |= <uint64_t>1 << (j & 63)

    cdef int64_t least(self) noexcept nogil:
        """No order of the guess words is nearer: words of the longer side that the other lacks."""
        cdef int64_t i, b, common = 0
        cdef uint64_t free
        for b in range((self.m + 63) // 64):
            self.state[b, 0] = 0  # places that are taken
        for i in range(self.n):
            for b in range((self.m + 63) // 64):
                free = self.places[i, b] & ~self.state[b, 0]
                if free:
                    self.state[b, 0] |= free & (0 - free)
                    common += 1
                    break
        return max(self.n, self.m) - common

    cdef inline int64_t run(self, int64_t i, int64_t j) noexcept nogil:
        """How many words from guess place i on are those from reference place j on."""
        cdef int64_t length = 0
        while (i + length < self.n and j + length < self.m
                and self.words[self.order[i + length]] == self.gold[j + length]):
            length += 1
        return length

    cdef inline int64_t saves(self, int64_t i, int64_t j, int64_t length) noexcept nogil:
        """At most this is saved: each word of the run, or each that it passes, goes from one place and comes to another."""
        cdef int64_t way = i - j if i > j else min(j, self.n - length) - i
        return 2 * min(length, way)

    cdef void move(self, int64_t start, int64_t to, int64_t length) noexcept nogil:
        """The run goes to place `to` among the other words, or to their end."""
        cdef int64_t k, at = 0
        to = min(to, self.n - length)
        for k in range(self.n):
            if to <= k < to + length:
                self.moved[k] = self.order[start + k - to]
                continue
            if at == start:
                at += length
            self.moved[k] = self.order[at]
            at += 1

    cdef bint later(self) noexcept nogil:
        """Of two arrangements that are equally near, the one that comes later in a dictionary."""
        cdef int64_t k
        for k in range(self.n):
            if self.words[self.moved[k]] != self.words[self.best[k]]:
                return self.words[self.moved[k]] > self.words[self.best[k]]
        return False

    cdef double cost(self, const int64_t[::1] starts) noexcept nogil:
        """For each run that now stands further right: the mean length of its words."""
        cdef int64_t i = 0, j, k, letters
        cdef double found = 0
        while i < self.n:
            j = self.further(i)
            k, letters = 0, 0
            while j + k < self.n and self.words[self.order[j + k]] == self.words[i + k]:
                letters += starts[self.words[i + k] + 1] - starts[self.words[i + k]]
                k += 1
            if k:
                found += <double>letters / <double>k
            i += max(k, 1)
        return found

    cdef inline int64_t further(self, int64_t i) noexcept nogil:
        """Where the word at i first stands to the right of it; n if it still stands there too, or nowhere."""
        cdef int64_t j
        if self.words[self.order[i]] != self.words[i]:
            for j in range(i + 1, self.n):
                if self.words[self.order[j]] == self.words[i]:
                    return j
        return self.n

    cdef int64_t written(self, int64_t[::1] text, const int64_t[::1] words, const int64_t[::1] order, int64_t n,
                         const int64_t[::1] values, const int64_t[::1] starts) noexcept nogil:
        """Spell words out, a 0 between two: how many letters that takes."""
        cdef int64_t i, k, word, at = 0
        for i in range(n):
            if i:
                text[at] = 0
                at += 1
            word = words[order[i]]
            for k in range(starts[word], starts[word + 1]):
                text[at] = values[k]
                at += 1
        return at


cdef int64_t lengthy(const int64_t[::1] words, int64_t low, int64_t high, const int64_t[::1] starts) noexcept nogil:
    """Letters of a text, and one more a word."""
    cdef int64_t k, found = 0
    for k in range(low, high):
        found += starts[words[k] + 1] - starts[words[k]] + 1
    return found


def run_edits(const int64_t[::1] gold, const int64_t[::1] gold_starts,
              const int64_t[::1] guess, const int64_t[::1] guess_starts, const int64_t[::1] units,
              const int64_t[::1] letters, const int64_t[::1] letter_starts, double[:, ::1] out):
    """Fill out[p] with edits of letters, cost of moves and letters of the guess, for gold row p and guess row units[p].

    Words are numbered in the order of their spelling; word w is spelled letters[letter_starts[w] : letter_starts[w + 1]],
    in numbers from 1.
    """
    cdef Py_ssize_t pairs = gold_starts.shape[0] - 1, p, k
    cdef int64_t n, m, longest_n = 0, longest_m = 0, spelled = 0, alphabet = 1
    if units.shape[0] != pairs or out.shape[0] != pairs or out.shape[1] != COLUMNS:
        raise ValueError("units and out need one row a row of gold")
    for k in range(letters.shape[0]):
        alphabet = max(alphabet, letters[k] + 1)
    for p in range(pairs):
        if not 0 <= units[p] < guess_starts.shape[0] - 1:
            raise ValueError("units number the rows of guess")
        longest_n = max(longest_n, guess_starts[units[p] + 1] - guess_starts[units[p]])
        longest_m = max(longest_m, gold_starts[p + 1] - gold_starts[p])
        spelled = max(spelled, lengthy(gold, gold_starts[p], gold_starts[p + 1], letter_starts))
        spelled = max(spelled, lengthy(guess, guess_starts[units[p]], guess_starts[units[p] + 1], letter_starts))
    cdef Mover mover = Mover(longest_n, longest_m, spelled, alphabet)
    with nogil:
        for p in range(pairs):
            n, m = guess_starts[units[p] + 1] - guess_starts[units[p]], gold_starts[p + 1] - gold_starts[p]
            mover.n, mover.m = n, m
            for k in range(n):
                mover.words[k] = guess[guess_starts[units[p]] + k]
            for k in range(m):
                mover.gold[k] = gold[gold_starts[p] + k]
            mover.measured(letters, letter_starts, out, p)
