"""Columns are written 1 … 9, then a, b …; a position as the columns played from the empty board, `44453`.

The empty board is `start`. A state does not remember the order of its stones, so `write_position` gives one order
in which they can have been played.
"""

from mossa import MossaError, bit_count

from .rules import COLUMNS, HEIGHT, ROWS, State, has_four, is_over, mover, play, start

NAMES = "123456789abcdefghijklmnopqrstuv"[:COLUMNS]


def write_move(state: State, move: int) -> str:
    return NAMES[move]


def read_move(state: State, text: str) -> int:
    return NAMES.find(text.lower()) if len(text) == 1 else -1


def read_position(text: str) -> State:
    state = start()
    if text.lower() in ("", "start"):
        return state
    for place, letter in enumerate(text, 1):
        where = f"move {place} of {text!r}"
        column = read_move(state, letter)
        if column < 0:
            last = f" to {NAMES[-1]}" if COLUMNS > 1 else ""
            raise MossaError(f"{where}: there is no column {letter!r}; columns are written 1{last}")
        if is_over(state):
            raise MossaError(f"{where} comes after the end of the game")
        if state.mask >> column * HEIGHT + ROWS - 1 & 1:
            raise MossaError(f"{where}: column {letter} is full")
        state = play(state, column)
    return state


def write_position(state: State) -> str:
    columns = _an_order(state)
    if columns is None:
        raise MossaError("these stones cannot have been played by turns without the game ending before the last one")
    return "".join(NAMES[column] for column in columns) or "start"


def owners(state: State) -> tuple[str, ...]:
    """The owners of the stones of each column, from the bottom: `010` is first, second, first player."""
    mine = mover(state)
    columns = []
    for low in range(0, COLUMNS * HEIGHT, HEIGHT):
        stones = [cell for cell in range(low, low + ROWS) if state.mask >> cell & 1]
        columns.append("".join(str(mine if state.mine >> cell & 1 else 1 - mine) for cell in stones))
    return tuple(columns)


def _an_order(state: State) -> list[int] | None:
    """The columns of one legal way to this state, or None if there is none.

    The stones are taken off again, those of the two players in turn. A line of four must be broken by the first stone
    taken; after that any order is legal. Equal stones on each other need a stone of the other player taken between
    them, so the column that needs the most turns comes first. That is almost always right; a set of dead ends keeps the
    search small where it is not.
    """
    columns, all_stones = owners(state), bit_count(state.mask)
    needs = [[0] for _ in columns]  # column → height → how many turns it takes to clear it
    for stones, need in zip(columns, needs, strict=True):
        for height in range(len(stones)):
            below = stones[height - 1 : height]
            need.append(need[-1] + (2 if stones[height] == below else 1))
    dead: set[tuple[int, ...]] = set()

    def clear(heights: tuple[int, ...], left: int) -> list[int] | None:
        if left == 0:
            return []
        if heights in dead:
            return None
        last = "01"[(left - 1) % 2]
        tops = [c for c, height in enumerate(heights) if height and columns[c][height - 1] == last]
        for column in sorted(tops, key=lambda c: -needs[c][heights[c]]):
            top = 1 << column * HEIGHT + heights[column] - 1
            if left == all_stones and has_four((state.mine ^ state.mask) & ~top):
                continue  # the game was over before this stone
            order = clear((*heights[:column], heights[column] - 1, *heights[column + 1 :]), left - 1)
            if order is not None:
                return [*order, column]
        dead.add(heights)
        return None

    return None if has_four(state.mine) else clear(tuple(map(len, columns)), all_stones)
