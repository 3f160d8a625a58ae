"""Levenshtein alignment with its operations counted, over rows of token ids.

Equal ends are set aside; between them one bit stands for one cell (Myers 1999, Hyyrö 2003), and the vertical differences
are kept so that the way back can be read off them. Where they would take much room, only the differences of some rows
are kept, and those between are made again. 500x the Python twin on 2,000 pairs of 26 words.
"""

from libc.math cimport sqrt
from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset

cdef enum:
    BIT = 64
    HIT = 0
    SUBSTITUTION = 1
    DELETION = 2
    INSERTION = 3

cdef Py_ssize_t ROOM = 1 << 20  # words of memory that the differences of all rows may take

cdef struct Table:
    int32_t* slot      # of each token: its row in `masks`, or -1
    uint64_t* masks    # where each token stands in gold, a bit a place
    uint64_t* states   # up and down of the rows that are kept, from the one before the first
    uint64_t* between  # the same of all rows of one stretch
    Py_ssize_t masks_room, states_room, between_room


def edit_counts(const int64_t[::1] gold, const int64_t[::1] gold_starts,
                const int64_t[::1] guess, const int64_t[::1] guess_starts, int64_t[:, ::1] out):
    """Fill out[i] with (hits, substitutions, deletions, insertions) of pair i; tokens are numbers from 0.

    Of the alignments with fewest edits: equal ends are hits; between them, from the last token back, a deletion where one
    is possible, an insertion only where it leads to a lower count than the diagonal does, else a hit or substitution.
    """
    counted(gold, gold_starts, guess, guess_starts, out, None)


def edit_steps(const int64_t[::1] gold, const int64_t[::1] gold_starts,
               const int64_t[::1] guess, const int64_t[::1] guess_starts, int64_t[:, ::1] out, int8_t[::1] steps):
    """The same, and what each step is: 0 hit, 1 substitution, 2 deletion, 3 insertion.

    `steps` has room for all tokens of both sides; those of pair i end where its tokens end, counted over both sides.
    """
    if steps.shape[0] < gold_starts[gold_starts.shape[0] - 1] + guess_starts[guess_starts.shape[0] - 1]:
        raise ValueError("steps need room for the tokens of both sides")
    counted(gold, gold_starts, guess, guess_starts, out, steps)


cdef counted(const int64_t[::1] gold, const int64_t[::1] gold_starts,
             const int64_t[::1] guess, const int64_t[::1] guess_starts, int64_t[:, ::1] out, int8_t[::1] steps):
    cdef Py_ssize_t pairs = gold_starts.shape[0] - 1, p
    cdef int64_t most = 0
    cdef Table table
    cdef bint fine = True
    cdef const int64_t *a = &gold[0] if gold.shape[0] else NULL
    cdef const int64_t *b = &guess[0] if guess.shape[0] else NULL
    cdef int8_t *told = NULL
    if guess_starts.shape[0] - 1 != pairs or out.shape[0] != pairs or out.shape[1] != 4:
        raise ValueError("gold, guess and out need one row a pair")
    if not pairs:
        return
    if steps is not None and steps.shape[0]:
        told = &steps[0]
    for p in range(gold_starts[0], gold_starts[pairs]):
        if gold[p] < 0:
            raise ValueError("tokens are numbers from 0")
        most = max(most, gold[p])
    for p in range(guess_starts[0], guess_starts[pairs]):
        if guess[p] < 0:
            raise ValueError("tokens are numbers from 0")
        most = max(most, guess[p])
    memset(&table, 0, sizeof(Table))
    table.slot = <int32_t*>malloc((most + 1) * sizeof(int32_t))
    if table.slot == NULL:
        raise MemoryError
    memset(table.slot, 0xFF, (most + 1) * sizeof(int32_t))
    with nogil:
        for p in range(pairs):
            fine = fine and aligned(
                &table, a + gold_starts[p], gold_starts[p + 1] - gold_starts[p],
                b + guess_starts[p], guess_starts[p + 1] - guess_starts[p],
                &out[p, 0], NULL if told == NULL else told + gold_starts[p + 1] + guess_starts[p + 1])
    free(table.slot)
    free(table.masks)
    free(table.states)
    free(table.between)
    if not fine:
        raise MemoryError


cdef inline int8_t* told_of(int8_t* end, int64_t* counts, int what) noexcept nogil:
    """One step more, from the last."""
    counts[what] += 1
    if end == NULL:
        return end
    (end - 1)[0] = <int8_t>what
    return end - 1


cdef bint aligned(Table* table, const int64_t* a, Py_ssize_t n, const int64_t* b, Py_ssize_t m,
                  int64_t* counts, int8_t* end) noexcept nogil:
    """Count and tell the steps of one pair; False where there is no memory."""
    cdef Py_ssize_t first = 0, k
    cdef bint fine = True
    for k in range(4):
        counts[k] = 0
    while first < n and first < m and a[first] == b[first]:
        first += 1
    while n > first and m > first and a[n - 1] == b[m - 1]:
        end = told_of(end, counts, HIT)
        n -= 1
        m -= 1
    if n == first or m == first:
        for k in range(n - first):
            end = told_of(end, counts, DELETION)
        for k in range(m - first):
            end = told_of(end, counts, INSERTION)
    else:
        fine = between(table, a + first, n - first, b + first, m - first, counts, &end)
    for k in range(first):
        end = told_of(end, counts, HIT)
    return fine


cdef bint between(Table* table, const int64_t* a, Py_ssize_t n, const int64_t* b, Py_ssize_t m,
                  int64_t* counts, int8_t** end) noexcept nogil:
    """What differs, neither side empty: rows are tokens of the guess, bits are tokens of gold."""
    cdef Py_ssize_t blocks = (n + BIT - 1) // BIT, stretch = m, low, high, col = n, row = m, k, i, kept
    cdef uint64_t *start
    cdef const uint64_t *up
    if 2 * blocks * m > ROOM:
        stretch = <Py_ssize_t>sqrt(<double>m) + 1
    kept = (m + stretch - 1) // stretch
    if not (roomy(&table.masks, &table.masks_room, (n + 1) * blocks)
            and roomy(&table.states, &table.states_room, 2 * blocks * kept)
            and roomy(&table.between, &table.between_room, 2 * blocks * (stretch + 1))):
        return False
    masked(table, a, n, blocks)
    for k in range(blocks):
        table.states[2 * k] = ~<uint64_t>0
        table.states[2 * k + 1] = 0
    for k in range(kept - 1):  # from each kept row to the next
        start = table.states + 2 * blocks * k
        stepped(table, start, start + 2 * blocks, blocks, b[k * stretch], n)
        for i in range(1, stretch):
            stepped(table, start + 2 * blocks, start + 2 * blocks, blocks, b[k * stretch + i], n)
    for k in range(kept - 1, -1, -1):
        low, high = k * stretch, min(m, (k + 1) * stretch)
        if row <= low or not col:
            continue
        for i in range(2 * blocks):
            table.between[i] = table.states[2 * blocks * k + i]
        for i in range(low, row):
            start = table.between + 2 * blocks * (i - low)
            stepped(table, start, start + 2 * blocks, blocks, b[i], n)
        while row > low and col:
            up = table.between + 2 * blocks * (row - low) + 2 * ((col - 1) // BIT)
            if up[0] >> ((col - 1) % BIT) & 1:
                col -= 1
                end[0] = told_of(end[0], counts, DELETION)
            elif row > 1 and (up - 2 * blocks)[1] >> ((col - 1) % BIT) & 1:
                row -= 1
                end[0] = told_of(end[0], counts, INSERTION)
            else:
                row -= 1
                col -= 1
                end[0] = told_of(end[0], counts, HIT if a[col] == b[row] else SUBSTITUTION)
    for k in range(col):
        end[0] = told_of(end[0], counts, DELETION)
    for k in range(row):
        end[0] = told_of(end[0], counts, INSERTION)
    for k in range(n):
        table.slot[a[k]] = -1
    return True


cdef inline bint roomy(uint64_t** room, Py_ssize_t* size, Py_ssize_t wanted) noexcept nogil:
    cdef uint64_t* found
    if size[0] >= wanted:
        return True
    found = <uint64_t*>realloc(room[0], wanted * sizeof(uint64_t))
    if found == NULL:
        return False
    room[0], size[0] = found, wanted
    return True


cdef inline void masked(Table* table, const int64_t* a, Py_ssize_t n, Py_ssize_t blocks) noexcept nogil:
    """Where each token of gold stands; row 0 is for tokens that gold does not hold."""
    cdef Py_ssize_t k, known = 1
    memset(table.masks, 0, blocks * sizeof(uint64_t))
    for k in range(n):
        if table.slot[a[k]] < 0:
            table.slot[a[k]] = <int32_t>known
            memset(table.masks + known * blocks, 0, blocks * sizeof(uint64_t))
            known += 1
        table.masks[table.slot[a[k]] * blocks + k // BIT] |= <uint64_t>1 << (k % BIT)


cdef inline void stepped(Table* table, const uint64_t* before, uint64_t* after, Py_ssize_t blocks, int64_t token,
                         Py_ssize_t n) noexcept nogil:
    """The differences of one row from those of the row before it: pairs (up by one, down by one) of 64 cells each."""
    cdef const uint64_t* mask = table.masks + max(table.slot[token], 0) * blocks
    cdef uint64_t up, down, x, same, right, left, plus = 1, minus = 0
    cdef Py_ssize_t k
    for k in range(blocks):
        up, down = before[2 * k], before[2 * k + 1]
        x = mask[k] | minus
        same = (((x & up) + up) ^ up) | x | down
        right = down | ~(same | up)
        left = same & up
        x = right >> (BIT - 1)
        right = (right << 1) | plus
        plus = x
        x = left >> (BIT - 1)
        left = (left << 1) | minus
        minus = x
        after[2 * k] = left | ~(same | right)
        after[2 * k + 1] = right & same
