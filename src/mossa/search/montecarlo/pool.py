"""The node pool: all nodes of a tree in one vector of fixed size, and how it is cleared when it is full.

A node is a row of STRIDE numbers, and is named by the index of the first:

    +0  VISITS   simulations that went through it
    +1  TOTAL    the sum of their results, for the player who chose the move that leads here
    +2  LINK     first child · 2²⁴ + number of children; 0 while it has none
    +3  MOVE     the move that leads here
    +4  PROOF    what is proven of its value (`proofs.py`)

The root is node 0. The children of a node are made together and lie side by side, so choosing one reads one run of
memory. What hangs on a node is found in a pass from front to back, since children nearly always lie behind their
parents, and then moved to the front (mark and compact); nothing else is ever freed. It keeps the subtree of the new
root when a move has been played, and of a full pool the nodes with the most visits.

Threads share a pool without locks. They take rows by an atomic addition, a chunk at a time, and link them by an atomic
exchange; two that count a visit at the same time may lose one of both [EnzenbergerMueller10].
"""

from __future__ import annotations

from mossa.kernel.bits import highest_bit
from mossa.kernel.errors import MossaError
from mossa.kernel.memory import Float32s, Int32s, Ints, Struct, compare_exchange, fetch_add

__all__ = [
    "COUNT_BITS",
    "FULL",
    "LINK",
    "MOVE",
    "PROOF",
    "STRIDE",
    "TOTAL",
    "VISITS",
    "NodePool",
    "child_by",
    "children",
    "clear",
    "first_child",
    "keep",
    "keep_most_visited",
    "link_children",
    "link_rows",
    "make_pool",
    "new_node",
    "take_rows",
]

VISITS, TOTAL, LINK, MOVE, PROOF = range(5)
STRIDE = 5
FULL = -1
"""In place of a link: there is no space for the children."""
COUNT_BITS = 24
COUNT = (1 << COUNT_BITS) - 1
STEPS = 4
"""Classes of visits between a power of two and the next."""
CLASSES = 64 * STEPS


class NodePool(Struct):
    """The nodes of a tree."""

    words: Ints
    used: Ints
    """One number: the rows taken, the root's among them."""
    capacity: int
    """Rows."""
    unknown: int
    """The proof of a node of which nothing is known."""
    places: Int32s
    """While the pool is compacted: 1 + the new row of each row, 0 of one that is dropped."""
    amaf: Ints
    """With RAVE, two numbers for each row: in how many simulations the player made the move that leads here, at once or
    later, and the sum of their results (all moves as first)."""
    raving: int
    """Is there RAVE?"""
    priors: Float32s
    """With a network, the prior probability of the move that leads to each row."""
    advised: int
    """Is there a network?"""
    classes: Ints
    """While the pool is compacted: rows that hang on the nodes of each class of visits."""


def make_pool(mebibytes: int, widest: int, unknown: int, raving: bool = False, advised: bool = False) -> NodePool:
    """A pool of at most this size, for a game with `widest` moves in a state."""
    if not 1 <= mebibytes <= 1 << 20:
        raise MossaError(f"a node pool has 1 to {1 << 20} MiB, not {mebibytes}")
    size = 8 * STRIDE + 4 + 16 * raving + 4 * advised
    capacity = mebibytes * 2**20 // size
    if capacity < 4 * (widest + 1):
        least = -(-4 * (widest + 1) * size // 2**20)
        raise MossaError(f"a state of this game may have {widest} moves: its node pool needs {least} MiB at least")
    try:
        words, places, amaf = Ints(capacity * STRIDE), Int32s(capacity), Ints(2 * capacity if raving else 2)
        priors = Float32s(capacity if advised else 1)
    except MemoryError:
        raise MossaError(f"there is no memory for a node pool of {mebibytes} MiB") from None
    pool = NodePool(
        words=words,
        used=Ints(1),
        capacity=capacity,
        unknown=unknown,
        places=places,
        amaf=amaf,
        raving=int(raving),
        priors=priors,
        advised=int(advised),
        classes=Ints(CLASSES),
    )
    clear(pool)
    return pool


def clear(pool: NodePool) -> None:
    """Leave a root of which nothing is known."""
    pool.used[0] = 1
    new_node(pool.words, 0, 0, pool.unknown)


def new_node(words: Ints, node: int, move: int, proof: int) -> None:
    """Make a node of which nothing is known."""
    words[node + VISITS] = 0
    words[node + TOTAL] = 0
    words[node + LINK] = 0
    words[node + MOVE] = move
    words[node + PROOF] = proof


def first_child(link: int) -> int:
    """The first child of a link; the others follow, STRIDE apart."""
    return (link >> COUNT_BITS) * STRIDE


def children(link: int) -> int:
    """How many children a link has."""
    return link & COUNT


def take_rows(pool: NodePool, chunk: Ints, n: int) -> int:
    """The first of n free rows, or FULL. `chunk`: rows that this thread has taken, the next one and the end."""
    if chunk[1] - chunk[0] < n:
        taken = max(n, chunk[2])
        chunk[0] = fetch_add(pool.used, 0, taken)
        chunk[1] = min(chunk[0] + taken, pool.capacity)
        if chunk[0] + n > pool.capacity:
            return FULL
    row: int = chunk[0]
    chunk[0] = row + n
    return row


def link_children(pool: NodePool, chunk: Ints, node: int, moves: Ints, n: int) -> int:
    """Give a node a child for each of the n moves; its link, or FULL.

    If another thread has done so meanwhile, its children stay.
    """
    row = take_rows(pool, chunk, n)
    return FULL if row == FULL else link_rows(pool, row, node, moves, n, 0)


def link_rows(pool: NodePool, row: int, node: int, moves: Ints, n: int, expected: int) -> int:
    """The same with n rows that were taken, for a node whose link is as expected."""
    words = pool.words
    for i in range(n):
        new_node(words, (row + i) * STRIDE, moves[i], pool.unknown)
        if pool.raving != 0:
            pool.amaf[2 * (row + i)] = 0
            pool.amaf[2 * (row + i) + 1] = 0
    link = row << COUNT_BITS | n
    return link if compare_exchange(words, node + LINK, expected, link) else words[node + LINK]


def child_by(pool: NodePool, node: int, move: int) -> int:
    """The child that a move leads to; 0 if there is none."""
    link = pool.words[node + LINK]
    child = first_child(link)
    for _ in range(children(link)):
        if pool.words[child + MOVE] == move:
            return child
        child += STRIDE
    return 0


def class_of(visits: int) -> int:
    """The class of a number of visits: STEPS classes from a power of two to the next."""
    if visits < STEPS:
        return visits
    high = highest_bit(visits)
    return STEPS * (high - 1) + (visits >> high - 2 & STEPS - 1)


def least_of(number: int) -> int:
    """The least number of visits in a class."""
    if number < STEPS:
        return number
    return (STEPS + number % STEPS) << number // STEPS - 1


def mark(pool: NodePool, root: int, least: int) -> int:
    """Mark the rows that stay under this root if nodes with fewer visits than `least` lose their children.

    Returns how many. On the way it counts, in `classes`, the children that hang on nodes of each class.
    """
    words, places, rows = pool.words, pool.places, min(pool.used[0], pool.capacity)
    for number in range(CLASSES):
        pool.classes[number] = 0
    for row in range(rows):
        places[row] = 0
    places[root // STRIDE] = 1
    stay, first = 1, root // STRIDE
    while first < rows:
        again = rows
        for row in range(first, rows):
            node = row * STRIDE
            link = words[node + LINK] if places[row] == 1 else 0
            if link == 0:
                continue
            if node != root and words[node + VISITS] < least:
                words[node + LINK] = 0
                continue
            n = children(link)
            child = first_child(link) // STRIDE
            for i in range(n):
                places[child + i] = 1
            places[row] = 2  # its children are marked
            stay += n
            pool.classes[class_of(words[node + VISITS])] += n
            if child < row:  # of another thread's chunk, which was passed
                again = min(again, child)
        first = again
    return stay


def keep(pool: NodePool, root: int, least: int) -> int:
    """Make a node the root, and drop what is not under it, and the children of nodes with fewer visits than `least`.

    Returns the rows that are left.
    """
    stay = mark(pool, root, least)
    places, rows, row = pool.places, min(pool.used[0], pool.capacity), 1
    for old in range(rows):
        if places[old] != 0 and old != root // STRIDE:
            row += 1
            places[old] = row
    places[root // STRIDE] = 1
    move_row(pool, root // STRIDE)
    for old in range(rows):  # nothing is moved backwards: row 0 held the old root
        if places[old] > 1:
            move_row(pool, old)
    pool.used[0] = stay
    return stay


def move_row(pool: NodePool, old: int) -> None:
    """Move a row to its new place, with the link to the new place of its children."""
    words, places = pool.words, pool.places
    here, new = old * STRIDE, (places[old] - 1) * STRIDE
    link = words[here + LINK]
    for i in range(STRIDE):
        words[new + i] = words[here + i]
    if pool.raving != 0:
        place = places[old] - 1
        pool.amaf[2 * place] = pool.amaf[2 * old]
        pool.amaf[2 * place + 1] = pool.amaf[2 * old + 1]
    if pool.advised != 0:
        pool.priors[places[old] - 1] = pool.priors[old]
    if link != 0:
        words[new + LINK] = (places[first_child(link) // STRIDE] - 1) << COUNT_BITS | children(link)


def keep_most_visited(pool: NodePool, root: int, most: int) -> int:
    """Make a node the root, and keep no more than this many rows under it: the children of the nodes with most visits.

    The root keeps its children. Returns the rows that are left.
    """
    stay = mark(pool, root, 0)
    number = 0
    while stay > most and number < CLASSES - 1:
        stay -= pool.classes[number]
        number += 1
    return keep(pool, root, least_of(number))
