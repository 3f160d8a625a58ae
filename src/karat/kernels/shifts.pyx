"""Fewest edits between rows of token ids where a run of tokens may also be shifted: the search of translation edit rate.

A greedy search: while it pays, take the shift that saves most. What a shift saves is found from three parts: the rows
of the table before the words that moved, the few rows in between, and what the words after them cost from there on.

Legend: n guess words, m reference words; row i of a table stands for the first i guess words, column j for the first j
reference words. Only a band of columns around the diagonal is looked at, low[i] to high[i]; column j of row i stands at
from_[i] + j in a flat table, and what lies beside the band is FAR. above: an insertion, left: a deletion.

240x the Python twin on 300 pairs of 26 words.
"""
from libc.math cimport ceil, floor
from libc.stdint cimport int64_t

import numpy as np

cdef enum:
    COST, SHIFTS, SHIFTED, INSERTIONS, DELETIONS, SUBSTITUTIONS, COLUMNS

cdef int64_t FAR = <int64_t>1 << 60

cdef struct Rules:
    int64_t beam
    int64_t size
    int64_t distance
    int64_t candidates
    int64_t insertion
    int64_t deletion
    int64_t substitution
    int64_t shift

cdef struct Move:
    int64_t start   # where the words stand
    int64_t length
    int64_t target  # before which word they go, as the search numbers it: only to choose among equals
    int64_t to      # where they stand afterwards


cdef int64_t widened(int64_t n, int64_t m, int64_t beam) noexcept nogil:
    """The beam, wide enough for rows to meet where one side is many times as long."""
    cdef double half = <double>m / <double>n / 2 if n else 0.5
    return <int64_t>ceil(half + beam) if beam < half else beam


cdef int64_t stored(int64_t n, int64_t m, int64_t beam) noexcept nogil:
    """Columns that a row takes in a flat table, with room for what its neighbours look at."""
    cdef int64_t step = m // n + 2 if n else 2
    return min(m + 4, 2 * (widened(n, m, beam) + step) + 4)


cdef class Search:
    """Room for one pair after another."""

    cdef Rules rules
    cdef int64_t n, m, width, least
    cdef int64_t[::1] gold, words, moved, low, high, from_, ahead, back, scratch, aligned, in_gold, in_guess, counts
    cdef int64_t[:, ::1] moves

    def __cinit__(self, const int64_t[::1] rules, int64_t n, int64_t m, int64_t cells, int64_t width):
        self.rules = Rules(rules[0], rules[1], rules[2], rules[3], rules[4], rules[5], rules[6], rules[7])
        self.gold, self.words, self.moved = np.zeros(m, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
        self.low, self.high, self.from_ = np.zeros(n + 2, np.int64), np.zeros(n + 2, np.int64), np.zeros(n + 1, np.int64)
        self.ahead, self.back, self.scratch = np.zeros(cells, np.int64), np.zeros(cells, np.int64), np.zeros(2 * width, np.int64)
        self.aligned, self.in_gold, self.in_guess = np.zeros(m, np.int64), np.zeros(m, np.int64), np.zeros(n, np.int64)
        self.counts = np.zeros(COLUMNS, np.int64)
        self.moves = np.zeros((rules[3] + rules[1] + 2, 4), np.int64)

    cdef void search(self) noexcept nogil:
        """Shift while it pays; `counts` says what was done."""
        cdef int64_t checked = 0, found, best, k
        for k in range(COLUMNS):
            self.counts[k] = 0
        self.banded()
        self.least = self.bounded()
        self.forward(1)
        while True:
            self.traced()
            if not self.n or not self.m or self.counts[COST] <= self.least:
                break
            found = self.collected(self.rules.candidates - checked)
            checked += found
            if checked >= self.rules.candidates:
                break
            best = self.chosen(found)
            if best < 0:
                break
            self.taken(best)
        self.counts[COST] += self.counts[SHIFTS] * self.rules.shift

    cdef void banded(self) noexcept nogil:
        """Which columns each row looks at, and where they are stored."""
        cdef int64_t i, middle, beam = widened(self.n, self.m, self.rules.beam)
        cdef double ratio = <double>self.m / <double>self.n if self.n else 1.0
        self.width = stored(self.n, self.m, self.rules.beam)
        self.low[0], self.high[0] = 0, self.m + 1
        for i in range(1, self.n + 1):
            middle = <int64_t>floor(i * ratio)
            self.low[i] = max(0, middle - beam)
            self.high[i] = self.m + 1 if i == self.n else min(self.m + 1, middle + beam)
        if self.n:  # the first row is known everywhere, but the second looks no further than this
            self.high[0] = self.high[1]
        for i in range(self.n + 1):
            self.from_[i] = i * self.width + 1 - self.low[max(i - 1, 0)]

    cdef inline void emptied(self, int64_t[::1] table, int64_t at) noexcept nogil:
        cdef int64_t k
        for k in range(at, at + self.width):
            table[k] = FAR

    cdef void forward(self, int64_t first) noexcept nogil:
        """What the first i guess words cost against the first j reference words, from row `first` on."""
        cdef int64_t i, j
        if first == 1:
            self.emptied(self.ahead, 0)
            for j in range(self.high[0] if self.n else 0):
                self.ahead[self.from_[0] + j] = j * self.rules.deletion
        for i in range(first, self.n + 1):
            self.emptied(self.ahead, i * self.width)
            self.row(self.ahead, self.from_[i - 1], self.ahead, self.from_[i], i, self.words[i - 1])

    cdef inline void row(self, int64_t[::1] before, int64_t p, int64_t[::1] after, int64_t q,
                         int64_t i, int64_t word) noexcept nogil:
        """Row i for this word from the row before it; p and q are where their columns 0 stand."""
        cdef int64_t j, cost, left = FAR, other = self.rules.substitution
        cdef int64_t insertion = self.rules.insertion, deletion = self.rules.deletion
        if self.low[i] == 0:
            left = before[p] + insertion
            after[q] = left
        for j in range(max(self.low[i], 1), self.high[i]):
            cost = before[p + j - 1] + (0 if self.gold[j - 1] == word else other)
            cost = min(cost, before[p + j] + insertion)
            left = min(cost, left + deletion)
            after[q + j] = left

    cdef void backward(self) noexcept nogil:
        """What is left to pay at each place of the band; row 0 is never asked for."""
        cdef int64_t i, j, p, q, right, cost, word
        self.emptied(self.back, self.n * self.width)
        for j in range(self.low[self.n], self.m + 1):
            self.back[self.from_[self.n] + j] = (self.m - j) * self.rules.deletion
        for i in range(self.n - 1, 0, -1):
            self.emptied(self.back, i * self.width)
            p, q, right, word = self.from_[i + 1], self.from_[i], FAR, self.words[i]
            for j in range(self.high[i] - 1, self.low[i] - 1, -1):
                cost = self.back[p + j] + self.rules.insertion
                if j < self.m:
                    cost = min(cost, self.back[p + j + 1] + (0 if self.gold[j] == word else self.rules.substitution))
                right = min(cost, right + self.rules.deletion)
                self.back[q + j] = right

    cdef void traced(self) noexcept nogil:
        """The edits from the last cell back: a match or substitution before an insertion before a deletion."""
        cdef int64_t i = self.n, j = self.m, here, p, q, other
        self.counts[INSERTIONS] = self.counts[DELETIONS] = self.counts[SUBSTITUTIONS] = 0
        while i > 0 or j > 0:
            if i == 0:
                self.missing(i, j)
                j -= 1
                continue
            p, q = self.from_[i - 1], self.from_[i]
            here = self.ahead[q + j]
            other = 0
            if j > 0 and self.gold[j - 1] != self.words[i - 1]:
                other = self.rules.substitution
            if j > 0 and self.ahead[p + j - 1] + other == here:
                self.in_gold[j - 1] = self.in_guess[i - 1] = self.gold[j - 1] != self.words[i - 1]
                self.counts[SUBSTITUTIONS] += self.in_gold[j - 1]
                self.aligned[j - 1] = i - 1
                i -= 1
                j -= 1
            elif self.ahead[p + j] + self.rules.insertion == here:
                self.in_guess[i - 1] = 1
                self.counts[INSERTIONS] += 1
                i -= 1
            else:
                self.missing(i, j)
                j -= 1
        self.counts[COST] = (
            self.counts[INSERTIONS] * self.rules.insertion
            + self.counts[DELETIONS] * self.rules.deletion
            + self.counts[SUBSTITUTIONS] * self.rules.substitution
        )

    cdef inline void missing(self, int64_t i, int64_t j) noexcept nogil:
        """Reference word j − 1 has no guess word; it stands behind guess word i − 1."""
        self.in_gold[j - 1] = 1
        self.aligned[j - 1] = i - 1
        self.counts[DELETIONS] += 1

    cdef int64_t bounded(self) noexcept nogil:
        """In no order do the guess words cost less: what one side has and the other lacks."""
        cdef int64_t i, j, more_guess = self.n, more_gold = self.m, both
        cdef int64_t pair = min(self.rules.substitution, self.rules.insertion + self.rules.deletion)
        for j in range(self.m):
            self.in_gold[j] = 0
        for i in range(self.n):
            for j in range(self.m):
                if self.words[i] == self.gold[j] and not self.in_gold[j]:
                    self.in_gold[j] = 1
                    more_guess -= 1
                    more_gold -= 1
                    break
        both = min(more_guess, more_gold)
        return both * pair + (more_guess - both) * self.rules.insertion + (more_gold - both) * self.rules.deletion

    cdef int64_t collected(self, int64_t room) noexcept nogil:
        """Shifts worth a look: equal runs, wrong on both sides, that are not aligned already. At most `room` and a few."""
        cdef int64_t i, j, length, wrong_guess, wrong_gold, found = 0
        for i in range(self.n):
            for j in range(max(0, i - self.rules.distance), min(self.m, i + self.rules.distance + 1)):
                length, wrong_guess, wrong_gold = 0, 0, 0
                while (length < self.rules.size and i + length < self.n and j + length < self.m
                        and self.words[i + length] == self.gold[j + length]):
                    wrong_guess += self.in_guess[i + length]
                    wrong_gold += self.in_gold[j + length]
                    length += 1
                    if wrong_guess and wrong_gold and not i <= self.aligned[j] < i + length:
                        found = self.targets(i, j, length, found)
                        if found >= room:
                            return found
        return found

    cdef int64_t targets(self, int64_t i, int64_t j, int64_t length, int64_t found) noexcept nogil:
        """The places where guess words i … could go: beside what the run's reference words are aligned with."""
        cdef int64_t k, target, last = -1
        for k in range(j - 1, j + length):
            target = 0 if k < 0 else self.aligned[k] + 1
            if target == last:
                continue
            last = target
            self.moves[found, 0], self.moves[found, 1], self.moves[found, 2] = i, length, target
            if target < i:
                self.moves[found, 3] = target
            elif target > i + length:
                self.moves[found, 3] = target - length
            else:  # into the run itself: it goes so much further on
                self.moves[found, 3] = min(target, self.n - length)
            found += 1
        return found

    cdef int64_t chosen(self, int64_t found) noexcept nogil:
        """The shift that saves most: among equals the longest, then the earliest, then the earliest target. −1: none pays."""
        cdef int64_t k, saved, best = -1, most = max(self.rules.shift, 1)
        if found:
            self.backward()
        for k in range(found):
            saved = self.counts[COST] - self.priced(k)
            if saved > most or (saved == most and (best < 0 or self.sooner(k, best))):
                best, most = k, saved
        return best

    cdef inline bint sooner(self, int64_t k, int64_t best) noexcept nogil:
        if self.moves[k, 1] != self.moves[best, 1]:
            return self.moves[k, 1] > self.moves[best, 1]
        if self.moves[k, 0] != self.moves[best, 0]:
            return self.moves[k, 0] < self.moves[best, 0]
        return self.moves[k, 2] < self.moves[best, 2]

    cdef int64_t priced(self, int64_t k) noexcept nogil:
        """The edits after this shift: rows before it as they are, rows inside it anew, and the rest as priced before."""
        cdef int64_t start = self.moves[k, 0], length = self.moves[k, 1], to = self.moves[k, 3]
        cdef int64_t first = min(start, to), end = max(start, to) + length, i, j, p, q, best = FAR
        if start == to:
            return self.counts[COST]
        for i in range(first + 1, end + 1):
            q = (i & 1) * self.width + self.from_[i] - i * self.width
            self.emptied(self.scratch, (i & 1) * self.width)
            if i == first + 1:
                self.row(self.ahead, self.from_[i - 1], self.scratch, q, i, self.word_after(start, length, to, i - 1))
            else:
                self.row(self.scratch, p, self.scratch, q, i, self.word_after(start, length, to, i - 1))
            p = q
        for j in range(self.low[end], self.high[end]):
            best = min(best, self.scratch[p + j] + self.back[self.from_[end] + j])
        return best

    cdef inline int64_t word_after(self, int64_t start, int64_t length, int64_t to, int64_t i) noexcept nogil:
        """The word at i once the run has moved."""
        if to <= i < to + length:
            return self.words[i - to + start]
        if to < start and to + length <= i < start + length:
            return self.words[i - length]
        if start <= i < to:
            return self.words[i + length]
        return self.words[i]

    cdef void taken(self, int64_t k) noexcept nogil:
        """Make the shift."""
        cdef int64_t start = self.moves[k, 0], length = self.moves[k, 1], to = self.moves[k, 3], i
        for i in range(self.n):
            self.moved[i] = self.word_after(start, length, to, i)
        self.words, self.moved = self.moved, self.words
        self.counts[SHIFTS] += 1
        self.counts[SHIFTED] += length
        self.forward(min(start, to) + 1)


def shift_edits(const int64_t[::1] gold, const int64_t[::1] gold_starts,
                const int64_t[::1] guess, const int64_t[::1] guess_starts,
                const int64_t[::1] units, const int64_t[::1] rules, int64_t[:, ::1] out):
    """Fill out[p] with cost, shifts, words shifted, insertions, deletions, substitutions of gold row p.

    Its guess is row units[p]. rules: beam, longest shift, farthest shift, candidates, and what an insertion, a deletion,
    a substitution and a shift cost.
    """
    cdef Py_ssize_t pairs = gold_starts.shape[0] - 1, p, k
    cdef int64_t n, m, longest_n = 0, longest_m = 0, cells = 0, width = 0
    if units.shape[0] != pairs or out.shape[0] != pairs or out.shape[1] != COLUMNS or rules.shape[0] != 8:
        raise ValueError("units and out need one row a row of gold, and there are eight rules")
    for p in range(pairs):
        if not 0 <= units[p] < guess_starts.shape[0] - 1:
            raise ValueError("units number the rows of guess")
        n, m = guess_starts[units[p] + 1] - guess_starts[units[p]], gold_starts[p + 1] - gold_starts[p]
        longest_n, longest_m = max(longest_n, n), max(longest_m, m)
        width = max(width, stored(n, m, rules[0]))
        cells = max(cells, (n + 1) * stored(n, m, rules[0]))
    cdef Search search = Search(rules, longest_n, longest_m, cells, width)
    with nogil:
        for p in range(pairs):
            n, m = guess_starts[units[p] + 1] - guess_starts[units[p]], gold_starts[p + 1] - gold_starts[p]
            search.n, search.m = n, m
            for k in range(n):
                search.words[k] = guess[guess_starts[units[p]] + k]
            for k in range(m):
                search.gold[k] = gold[gold_starts[p] + k]
            search.search()
            for k in range(COLUMNS):
                out[p, k] = search.counts[k]
