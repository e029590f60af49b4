"""Hex written a second time, as slowly as can be: sets of cells, and a walk over stones that touch."""

from functools import cache

AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def connects(cells, size, player):
    """Do these cells (column, row) connect the sides of a player: 0 top to bottom, 1 left to right?"""
    axis = 1 - player
    todo = [cell for cell in cells if cell[axis] == 0]
    seen = set(todo)
    while todo:
        x, y = todo.pop()
        if (x, y)[axis] == size - 1:
            return True
        for dx, dy in AROUND:
            near = x + dx, y + dy
            if near in cells and near not in seen:
                seen.add(near)
                todo.append(near)
    return False


class Board:
    """The stones of both, who moves, and who won."""

    def __init__(self, size, swap=True):
        self.size, self.swap, self.stones, self.turn, self.winner, self.plies = size, swap, ({}, {}), 0, None, 0

    def free(self):
        taken = self.stones[0].keys() | self.stones[1].keys()
        return [(x, y) for y in range(self.size) for x in range(self.size) if (x, y) not in taken]

    def moves(self):
        if self.winner is not None:
            return []
        return self.free() + (["swap"] if self.swap and self.plies == 1 else [])

    def play(self, move):
        if move == "swap":
            (x, y) = next(iter(self.stones[0]))
            self.stones[0].clear()
            self.stones[1][y, x] = True
        else:
            self.stones[self.turn][move] = True
            if connects(self.stones[self.turn], self.size, self.turn):
                self.winner = self.turn
        self.turn, self.plies = 1 - self.turn, self.plies + 1


@cache
def wins(own, other, size, player):
    """Does the player to move win, whose cells are `own`? Without the swap, by trying everything."""
    for x in range(size):
        for y in range(size):
            if (x, y) not in own and (x, y) not in other:
                after = own | {(x, y)}
                if connects(after, size, player) or not wins(other, after, size, 1 - player):
                    return True
    return False
