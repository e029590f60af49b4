"""What a player of Hex knows: bridges, and how many stones each side still needs.

Two stones with two empty cells between them are a *bridge*: if the opponent takes one cell, the other joins them.

        . a          X and Y are as good as joined: a or b.
       X b Y
"""

from collections.abc import Iterator

from mossa import below, bit_count, next_seed, replace, u64

from .rules import CELLS, PLANES, ROW, SIZE, SWAP, State, around, empty_row, may_swap, moves

PLAYER = "mcts"
"""Where a chain will run is seen by playing on, not by counting stones."""
MONTE_CARLO = {"rave": 300}

RING = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six cells around one (right, down), clockwise."""
BRIDGES = ((1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1))
"""Where a bridge leads from a cell: over the ring's cells of the same number and the next."""
NOBODY = -1
DISTANCE = 100
"""What a stone less to go is worth."""
WIDTH = 4
"""What a cell more on the way is worth."""
TRIES = 6
"""Cells that a simulation draws before it takes the next empty one."""


# Wins in one


def winning_cells(state: State, player: int, row: int) -> int:
    """The empty cells of a row that touch both of a player's sides, or stones joined to them: each wins at once."""
    return joining(state, player, 0, row) & joining(state, player, 1, row) & empty_row(state.rows, row)


def joining(state: State, player: int, end: int, row: int) -> int:
    """The cells of a row that touch a side of a player, or stones joined to it."""
    rows, base = state.rows, (2 + 2 * player + end) * SIZE + row
    near = rows[base] << 1 | rows[base] >> 1
    if row > 0:
        near |= rows[base - 1] | rows[base - 1] >> 1
    if row < SIZE - 1:
        near |= rows[base + 1] | rows[base + 1] << 1
    if player == 1:
        return near | (1 if end == 0 else 1 << SIZE - 1)
    return ROW if row == (0 if end == 0 else SIZE - 1) else near


def wins_in_one(state: State, player: int) -> int:
    """How many cells win at once for a player."""
    count = 0
    for row in range(SIZE):
        count += bit_count(winning_cells(state, player, row))
    return count


def plies_to_end(state: State) -> int:
    """1 where the mover can connect, 2 where the opponent threatens to at two cells; else not known."""
    if wins_in_one(state, state.turn) > 0:
        return 1
    return 2 if wins_in_one(state, 1 - state.turn) > 1 and not may_swap(state) else -1


def bounds(state: State) -> tuple[int, int]:
    plies = plies_to_end(state)
    return (1, 1) if plies == 1 else (-1, -1) if plies == 2 else (-1, 1)


def sufficient(state: State) -> Iterator[int]:
    """Where the opponent can connect at one cell, that cell."""
    if not may_swap(state) and wins_in_one(state, 1 - state.turn) == 1:
        for row in range(SIZE):
            cells = winning_cells(state, 1 - state.turn, row)
            for column in range(SIZE):
                if cells >> column & 1:
                    yield row * SIZE + column
    else:
        yield from moves(state)


# The number of stones to go


def evaluate(state: State) -> int:
    """How many stones more the opponent needs than the mover, who begins."""
    mine, theirs = to_go(state, state.turn), to_go(state, 1 - state.turn)
    return theirs - mine + DISTANCE // 2


def to_go(state: State, player: int) -> int:
    """The stones that a player still has to put down if bridges count as joined, times DISTANCE; less, if there are
    many ways.

    Layer by layer, those cells are reached that the next stone can join to the first side. Own stones cost nothing.
    """
    reached = (0,) * (PLANES * SIZE)  # plane 0: the cells; plane 1: those of the next layer
    for stones in range(CELLS):
        # Own stones: as far as they lead.
        growing = True
        while growing:
            growing = False
            for row in range(SIZE):
                here = reached[row] | reach(state, reached, player, row) & state.rows[player * SIZE + row]
                if here != reached[row]:
                    reached = replace(reached, row, here)
                    growing = True
        ends = 0
        for row in range(SIZE):
            ends += bit_count(reached[row] & arrival(state, player, row))
        if ends > 0:
            return DISTANCE * stones - WIDTH * min(ends, SIZE)
        new = 0
        for row in range(SIZE):
            here = reach(state, reached, player, row) & empty_row(state.rows, row)
            reached = replace(reached, SIZE + row, here)
            new |= here & ~reached[row]
        if new == 0:
            break
        for row in range(SIZE):
            reached = replace(reached, row, reached[row] | reached[SIZE + row])
    return DISTANCE * (SIZE + 1)


def reach(state: State, reached: tuple[int, ...], player: int, row: int) -> int:
    """The cells of a row next to reached ones or to the first side, or a bridge away."""
    here = reached[row]
    high = reached[row - 1] if row > 0 else 0
    low = reached[row + 1] if row < SIZE - 1 else 0
    near = here << 1 | here >> 1 | high | high >> 1 | low | low << 1
    free = empty_row(state.rows, row)
    over = empty_row(state.rows, row - 1) if row > 0 else 0
    under = empty_row(state.rows, row + 1) if row < SIZE - 1 else 0
    near |= low << 2 & free << 1 & under << 1 | high << 1 & over & free << 1
    near |= high >> 2 & over >> 1 & free >> 1 | low >> 1 & free >> 1 & under
    if row > 1:
        near |= reached[row - 2] >> 1 & over >> 1 & over
    if row < SIZE - 2:
        near |= reached[row + 2] << 1 & under << 1 & under
    if player == 0:
        near |= ROW if row == 0 else over & over >> 1 if row == 1 else 0
    else:
        near |= 1 | free << 1 & under << 1 & 2
    return near & ROW


def arrival(state: State, player: int, row: int) -> int:
    """The cells of a row at the second side, or a bridge away from it."""
    if player == 0:
        if row == SIZE - 2:
            under = empty_row(state.rows, row + 1)
            return under & under << 1
        return ROW if row == SIZE - 1 else 0
    edge = 1 << SIZE - 1
    if row == 0:
        return edge
    return edge | empty_row(state.rows, row) >> 1 & empty_row(state.rows, row - 1) >> 1 & edge >> 1


# The order of moves


def is_own(state: State, player: int, column: int, row: int) -> bool:
    """Is there a stone of a player, or one of his sides?"""
    across, along = (column, row) if player else (row, column)
    if across < 0 or across >= SIZE:
        return True
    if along < 0 or along >= SIZE:
        return False
    return state.rows[player * SIZE + row] >> column & 1 == 1


def order(state: State, move: int) -> int:
    """Cells that join or bridge own stones, that are in the opponent's way, and near the middle."""
    if move == SWAP:
        return 0
    column, row = move % SIZE, move // SIZE
    worth = -abs(2 * column - SIZE + 1) - abs(2 * row - SIZE + 1)
    worth += 6 * bit_count(around(state.rows, state.turn, column, row))
    worth += 6 * bit_count(around(state.rows, 1 - state.turn, column, row))
    for right, down in BRIDGES:
        x, y = column + right, row + down
        if 0 <= x < SIZE and 0 <= y < SIZE:
            worth += 10 * (state.rows[state.turn * SIZE + y] >> x & 1)
            worth += 8 * (state.rows[(1 - state.turn) * SIZE + y] >> x & 1)
    return worth


# Simulations


def rollout_move(state: State, seed: u64) -> int:
    """If the last stone broke into a bridge, the cell that mends it; else any cell."""
    if state.last >= 0:
        cell = mending(state, seed)
        if cell != NOBODY:
            return cell
    cell = 0
    for _ in range(TRIES):
        seed = next_seed(seed)
        cell = below(seed, CELLS)
        if empty_row(state.rows, cell // SIZE) >> cell % SIZE & 1:
            return cell
    while not empty_row(state.rows, cell // SIZE) >> cell % SIZE & 1:
        cell = cell + 1 if cell + 1 < CELLS else 0
    return cell


def mending(state: State, seed: u64) -> int:
    """An empty cell next to the last stone, between own cells on both sides of it; NOBODY if there is none."""
    column, row, player = state.last % SIZE, state.last // SIZE, state.turn
    first = below(seed, len(RING))
    for i in range(len(RING)):
        place = (first + i) % len(RING)
        right, down = RING[place]
        x, y = column + right, row + down
        if 0 <= x < SIZE and 0 <= y < SIZE and empty_row(state.rows, y) >> x & 1:
            before, after = RING[(place + 5) % 6], RING[(place + 1) % 6]
            if is_own(state, player, column + before[0], row + before[1]):
                if is_own(state, player, column + after[0], row + after[1]):
                    return y * SIZE + x
    return NOBODY


# Networks


def features(state: State) -> Iterator[int]:
    """What a network sees, as if the mover joined top and bottom (for Blue the board is mirrored): own stones, the
    opponent's, own stones that are joined to the top, to the bottom, the opponent's that are joined to the left, to the
    right; and whether the pieces may be swapped."""
    me = state.turn
    for plane in (me, 1 - me, 2 + 2 * me, 3 + 2 * me, 4 - 2 * me, 5 - 2 * me):
        for row in range(SIZE):
            for column in range(SIZE):
                if me == 0:
                    yield state.rows[plane * SIZE + row] >> column & 1
                else:
                    yield state.rows[plane * SIZE + column] >> row & 1
    for _ in range(CELLS):
        yield 1 if may_swap(state) else 0


def action(state: State, move: int) -> int:
    """The cell as the mover sees it, or SWAP."""
    if state.turn == 0 or move == SWAP:
        return move
    return move % SIZE * SIZE + move // SIZE
