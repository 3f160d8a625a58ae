"""Alignment of word networks with weights: alternatives on either side, words that may be missing, costs for each word.

A unit is a row of arcs, an end arc last. Each arc says its word, its marks (1: nothing is said, 2: may be missing, 4: a
fragment), and what it costs alone and where another word stands (the dearer of the two counts); `before` names the arcs
that it can follow, numbered from 1 within the unit, 0 for the beginning. 1,000x the Python twin on 500 pairs of
26 words.
"""

from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc

cdef enum:
    NOTHING = 1
    OPTIONAL = 2
    FRAGMENT = 4
    COLUMNS = 4  # of an arc: word, marks, alone, in place of another

cdef enum:
    HIT, SUBSTITUTION, DELETION, INSERTION, SPARED, SILENT

cdef int64_t FAR = 1 << 60

cdef struct Side:
    const int64_t* arcs
    const int64_t* before
    const int64_t* before_starts
    Py_ssize_t n  # arcs of this unit and its beginning, without the end

cdef struct Pair:
    Side a, b
    const int64_t* same
    Py_ssize_t many
    int64_t base
    bint deletion_first
    int64_t* cells
    Py_ssize_t from_a, from_b  # where the last look went


def network_steps(const int64_t[:, ::1] gold, const int64_t[::1] gold_starts,
                  const int64_t[::1] gold_before, const int64_t[::1] gold_before_starts,
                  const int64_t[:, ::1] guess, const int64_t[::1] guess_starts,
                  const int64_t[::1] guess_before, const int64_t[::1] guess_before_starts,
                  const int64_t[::1] same, int64_t base, bint deletion_first,
                  int64_t[:, ::1] out, int64_t[:, ::1] steps):
    """Fill out[i] with (hits, substitutions, deletions, insertions, cost) of pair i, and `steps` with what was done.

    A step is (what, arc of gold, arc of the guess), 0 where a side has none; what: 0 hit, 1 substitution, 2 deletion,
    3 insertion, 4 a word that may be missing is (a hit), 5 nothing said (not counted). Those of pair i end where its
    arcs end, counted over both sides. `same` lists words that are equal though their numbers differ, as a · base + b,
    in order. Of ways that cost the same: a hit or substitution, then an insertion, then a deletion, or the other way
    round; of arcs before, the first.
    """
    cdef Py_ssize_t pairs = gold_starts.shape[0] - 1, p, room = 1
    cdef Pair pair
    cdef int64_t row[6]
    if guess_starts.shape[0] - 1 != pairs or out.shape[0] != pairs or out.shape[1] != 5 or steps.shape[1] != 3:
        raise ValueError("gold, guess and out need one row a pair")
    if gold.shape[1] != COLUMNS or guess.shape[1] != COLUMNS or steps.shape[0] < gold.shape[0] + guess.shape[0]:
        raise ValueError("an arc has four columns, and steps need room for the arcs of both sides")
    if not pairs:
        return
    for p in range(pairs):
        room = max(room, (gold_starts[p + 1] - gold_starts[p]) * (guess_starts[p + 1] - guess_starts[p]))
    pair.same, pair.many, pair.base = &same[0] if same.shape[0] else NULL, same.shape[0], base
    pair.deletion_first = deletion_first
    pair.cells = <int64_t*>malloc(room * sizeof(int64_t))
    if pair.cells == NULL:
        raise MemoryError
    with nogil:
        for p in range(pairs):
            pair.a = Side(&gold[gold_starts[p], 0], &gold_before[0], &gold_before_starts[gold_starts[p]],
                          gold_starts[p + 1] - gold_starts[p])
            pair.b = Side(&guess[guess_starts[p], 0], &guess_before[0], &guess_before_starts[guess_starts[p]],
                          guess_starts[p + 1] - guess_starts[p])
            filled(&pair)
            traced(&pair, &out[p, 0], steps, gold_starts[p + 1] + guess_starts[p + 1])
    free(pair.cells)


cdef void filled(Pair* pair) noexcept nogil:
    cdef Py_ssize_t i, j
    for i in range(pair.a.n):
        for j in range(pair.b.n):
            pair.cells[i * pair.b.n + j] = cheapest(pair, i, j)


cdef inline int64_t cheapest(Pair* pair, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    """What it costs to come to arcs i and j (0: the beginning), and whence."""
    cdef int64_t diagonal = FAR, deleted = FAR, inserted = FAR
    cdef Py_ssize_t a = 0, b = 0, a_alone = 0, b_alone = 0
    if not i and not j:
        return 0
    if i:
        deleted = alone(&pair.a, i, pair.cells + j, pair.b.n, &a_alone)
    if j:
        inserted = alone(&pair.b, j, pair.cells + i * pair.b.n, 1, &b_alone)
    if i and j:
        diagonal = nearest(pair, i, j, &a, &b) + together(pair, i, j)
    if diagonal <= deleted and diagonal <= inserted:
        pair.from_a, pair.from_b = a, b
        return diagonal
    if deleted < inserted or (pair.deletion_first and deleted == inserted):
        pair.from_a, pair.from_b = a_alone, j
        return deleted
    pair.from_a, pair.from_b = i, b_alone
    return inserted


cdef inline int64_t nearest(Pair* pair, Py_ssize_t i, Py_ssize_t j, Py_ssize_t* a, Py_ssize_t* b) noexcept nogil:
    """The cheapest pair of arcs before i and j, the first of equals."""
    cdef int64_t least = FAR, found
    cdef Py_ssize_t k, l
    for k in range(pair.a.before_starts[i - 1], pair.a.before_starts[i]):
        for l in range(pair.b.before_starts[j - 1], pair.b.before_starts[j]):
            found = pair.cells[pair.a.before[k] * pair.b.n + pair.b.before[l]]
            if found < least:
                least = found
                a[0], b[0] = pair.a.before[k], pair.b.before[l]
    return least


cdef inline int64_t alone(Side* side, Py_ssize_t i, const int64_t* cells, Py_ssize_t step, Py_ssize_t* at) noexcept nogil:
    """What it costs if arc i stands alone, and the cheapest arc before it, the first of equals."""
    cdef int64_t least = FAR
    cdef Py_ssize_t k
    for k in range(side.before_starts[i - 1], side.before_starts[i]):
        if cells[side.before[k] * step] < least:
            least, at[0] = cells[side.before[k] * step], side.before[k]
    return least + side.arcs[(i - 1) * COLUMNS + 2]


cdef inline int64_t together(Pair* pair, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    cdef const int64_t* x = pair.a.arcs + (i - 1) * COLUMNS
    cdef const int64_t* y = pair.b.arcs + (j - 1) * COLUMNS
    if (x[1] | y[1]) & NOTHING:
        return FAR
    return 0 if equal(pair, x, y) else max(x[3], y[3])


cdef inline bint equal(Pair* pair, const int64_t* x, const int64_t* y) noexcept nogil:
    cdef Py_ssize_t low = 0, high = pair.many, middle
    cdef int64_t key
    if x[0] == y[0]:
        return True
    if not (x[1] | y[1]) & FRAGMENT:
        return False
    key = x[0] * pair.base + y[0]
    while low < high:
        middle = (low + high) // 2
        if pair.same[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low < pair.many and pair.same[low] == key


cdef void traced(Pair* pair, int64_t* counts, int64_t[:, ::1] steps, Py_ssize_t end) noexcept nogil:
    """From the end back to the beginning."""
    cdef Py_ssize_t i, j, k, a = 0, b = 0
    cdef int what
    for k in range(4):
        counts[k] = 0
    counts[4] = nearest(pair, pair.a.n, pair.b.n, &a, &b)
    while a or b:
        i, j = a, b
        cheapest(pair, i, j)
        a, b = pair.from_a, pair.from_b
        end -= 1
        steps[end, 1], steps[end, 2] = 0 if a == i else i, 0 if b == j else j
        if a != i and b != j:
            what = HIT if equal(pair, pair.a.arcs + (i - 1) * COLUMNS, pair.b.arcs + (j - 1) * COLUMNS) else SUBSTITUTION
        elif a != i:
            what = left_out(pair.a.arcs[(i - 1) * COLUMNS + 1], DELETION)
        else:
            what = left_out(pair.b.arcs[(j - 1) * COLUMNS + 1], INSERTION)
        steps[end, 0] = what
        if what <= INSERTION:
            counts[what] += 1
        elif what == SPARED:
            counts[HIT] += 1


cdef inline int left_out(int64_t marks, int what) noexcept nogil:
    return SILENT if marks & NOTHING else SPARED if marks & OPTIONAL else what
