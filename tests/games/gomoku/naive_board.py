"""Gomoku written a second time, as slowly as can be: a dictionary of stones, every line looked at after every stone."""

from functools import cache

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Board:
    """Stones by (column, row), and who won."""

    def __init__(self, size, exact=False):
        self.size, self.exact, self.stones, self.winner = size, exact, {}, ""

    def side(self):
        return "XO"[len(self.stones) % 2]

    def free(self):
        return [(x, y) for y in range(self.size) for x in range(self.size) if (x, y) not in self.stones]

    def moves(self):
        return [] if self.winner else self.free()

    def play(self, x, y):
        side = self.side()
        self.stones[x, y] = side
        if self.wins(side):
            self.winner = side

    def wins(self, side):
        """Is there a longest row of this side that counts?"""
        for (x, y), owner in self.stones.items():
            for dx, dy in WAYS:
                if owner == side and self.stones.get((x - dx, y - dy)) != side:  # a row begins here
                    length = next(n for n in range(1, 99) if self.stones.get((x + n * dx, y + n * dy)) != side)
                    if length == 5 or (length > 5 and not self.exact):
                        return True
        return False

    def copy(self):
        other = Board(self.size, self.exact)
        other.stones, other.winner = dict(self.stones), self.winner
        return other

    def perft(self, depth):
        if depth == 0:
            return 1
        total = 0
        for move in self.moves():
            after = self.copy()
            after.play(*move)
            total += after.perft(depth - 1)
        return total


@cache
def kind(line):
    """What a stone X in the middle of nine points makes, from the definitions; `.` is empty, `#` closed."""
    assert len(line) == 9
    line = line[:4] + "X" + line[5:]
    if "XXXXX" in line:
        return "FIVE"
    after = [kind(line[:i] + "X" + line[i + 1 :]) for i in range(9) if line[i] == "."]
    fives = after.count("FIVE")
    if fives:
        return "OPEN_FOUR" if fives > 1 else "FOUR"
    for above, here in (
        ("OPEN_FOUR", "OPEN_THREE"),
        ("FOUR", "THREE"),
        ("OPEN_THREE", "OPEN_TWO"),
        ("THREE", "TWO"),
        ("OPEN_TWO", "ONE"),
        ("TWO", "ONE"),
    ):
        if above in after:
            return here
    return "DEAD"
