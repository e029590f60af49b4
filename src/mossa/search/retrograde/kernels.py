"""The kernels of retrograde analysis: passes over a range of indices.

Each pass is called for many ranges of a slice at once, from several threads. `values` holds the codes (see `codes.py`)
of all states up to this slice; `notes` one byte for each state of the slice. In a pass a thread writes the codes of its
own range, or, in `spread`, the same code as every other thread would. So no locks are needed, and the result does not
depend on the number of threads.

While a slice is computed, code 0 means: not decided so far. In the pass of code n, all codes up to n are final; a
greater one may still decrease, since moves within the slice can win sooner than those that leave it.
"""

from __future__ import annotations

from typing import Any

from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Bytes, Ints

from .codes import DRAW, LOST, UNKNOWN, WON
from .indexing import KernelIndexing

__all__ = ["initial_codes", "settle", "spread", "sweep"]

game: KernelRules = slot("game")
indexing: KernelIndexing = slot("indexing")

NOTHING, CHECK, SAFE, HOLE = 0, 1, 2, 3
"""Notes: none; may have become lost and must be checked; cannot be lost, since a move leads to a draw outside; no state
has this index."""


def code_of_end(state: Any) -> int:
    """The code of an ended state."""
    utility = game.utility(state, game.mover(state))
    if utility < 0:
        return LOST
    return WON if utility > 0 else DRAW


def initial_codes(first: int, last: int, base: int, values: Bytes, notes: Bytes, buffer: Ints) -> int:
    """The codes of ends, and those that follow from moves out of the slice (which begins at `base`). The greatest code
    written."""
    greatest = 0
    for i in range(first, last):
        state = indexing.state_at(i)
        if indexing.index(state) != i:
            values[i], notes[i - base] = UNKNOWN, HOLE
            continue
        code, note = DRAW, NOTHING
        n = 0 if game.is_over(state) else game.moves(state, buffer, 0)
        if n == 0:
            code, note = code_of_end(state), SAFE
        else:
            win, loss, draw, inside = 0, 0, False, False
            for k in range(n):
                child = game.play(state, buffer[k])
                j = indexing.index(child)
                if j >= base:
                    inside = True
                    continue
                code = values[j] if j >= 0 else code_of_end(child)
                if code == DRAW:
                    draw = True
                elif code % 2 == 0:
                    loss = max(loss, code + 1)
                elif win == 0 or code + 1 < win:
                    win = code + 1
            code = win
            if win == 0 and draw:
                note = SAFE
            elif win == 0 and not inside:
                code = loss
        values[i] = code
        notes[i - base] = note
        greatest = max(greatest, code)
    return greatest


def spread(first: int, last: int, base: int, n: int, values: Bytes, notes: Bytes, buffer: Ints) -> int:
    """From each state with code n to its predecessors: won if it is lost, to be checked if it is won.

    The greatest code written: n + 1, or 0.
    """
    greatest = 0
    for i in range(first, last):
        if values[i] != n:
            continue
        count = indexing.retract(indexing.state_at(i), buffer, 0)
        for k in range(count):
            j = buffer[k]
            if n % 2 == 1:
                if values[j] == DRAW or values[j] > n + 1:
                    values[j] = n + 1
                    greatest = n + 1
            elif values[j] == DRAW and notes[j - base] == NOTHING:
                notes[j - base] = CHECK
    return greatest


def settle(first: int, last: int, base: int, n: int, values: Bytes, notes: Bytes, buffer: Ints) -> int:
    """Check for each state noted by `spread` whether all its moves lose now. The greatest code written."""
    greatest = 0
    for i in range(first, last):
        if notes[i - base] == CHECK:
            notes[i - base] = NOTHING
            if values[i] == DRAW:
                code = loss(indexing.state_at(i), base, n, values, buffer)
                if code != 0:
                    values[i] = code
                    greatest = max(greatest, code)
    return greatest


def loss(state: Any, base: int, n: int, values: Bytes, buffer: Ints) -> int:
    """The code of a state all of whose moves lose by codes up to n; else 0."""
    worst = 0
    count = game.moves(state, buffer, 0)
    for k in range(count):
        child = game.play(state, buffer[k])
        j = indexing.index(child)
        code = values[j] if j >= 0 else code_of_end(child)
        if code == DRAW or code % 2 == 1 or (j >= base and code > n):
            return 0
        worst = max(worst, code)
    return worst + 1


def sweep(first: int, last: int, base: int, n: int, values: Bytes, notes: Bytes, buffer: Ints) -> int:
    """`spread` and `settle` in one for a game without `retract`: look forwards from every undecided state."""
    greatest = 0
    for i in range(first, last):
        if values[i] != DRAW and values[i] <= n + 1:
            continue
        state = indexing.state_at(i)
        count = 0 if notes[i - base] == HOLE or game.is_over(state) else game.moves(state, buffer, 0)
        if count == 0:
            continue
        win, draw, worst = False, False, 0
        for k in range(count):
            child = game.play(state, buffer[k])
            j = indexing.index(child)
            code = values[j] if j >= 0 else code_of_end(child)
            if code == n and n % 2 == 1:
                win = True
            elif code == DRAW or code % 2 == 1 or (j >= base and code > n):
                draw = True
            worst = max(worst, code)
        code = 0
        if win:
            code = n + 1
        elif not draw and values[i] == DRAW:
            code = worst + 1
        if code != 0:
            values[i] = code
            greatest = max(greatest, code)
    return greatest
