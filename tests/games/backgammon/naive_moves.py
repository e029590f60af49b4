"""Backgammon's moves by brute force: the rule as it is printed, step by step on a list, results in a set."""

from __future__ import annotations

BAR = 25
Sides = tuple[tuple[int, ...], tuple[int, ...]]
"""Checkers on 0 (off), 1 … 24 and 25 (the bar), of the mover and of the other, each from his own side."""


def step(sides: Sides, point: int, die: int) -> Sides | None:
    """After one checker has played one die, or None where that is not allowed."""
    mine, theirs = list(sides[0]), list(sides[1])
    if mine[point] == 0 or (mine[BAR] and point != BAR):
        return None
    landing = point - die
    if landing <= 0:
        if any(mine[7:]) or (landing < 0 and any(mine[point + 1 :])):
            return None
        landing = 0
    elif theirs[25 - landing] >= 2:
        return None
    elif theirs[25 - landing] == 1:
        theirs[25 - landing] = 0
        theirs[BAR] += 1
    mine[point] -= 1
    mine[landing] += 1
    return tuple(mine), tuple(theirs)


def sequences(sides: Sides, dice: tuple[int, ...]) -> list[tuple[tuple[int, ...], Sides]]:
    """Every way to play some of the dice in this order until the next one cannot be played: dice used, result."""
    if not dice:
        return [((), sides)]
    found = []
    for point in range(1, BAR + 1):
        after = step(sides, point, dice[0])
        if after is not None:
            found += [((dice[0], *used), end) for used, end in sequences(after, dice[1:])]
    return found or [((), sides)]


def results(sides: Sides, first: int, second: int) -> set[Sides]:
    """The positions that a throw can lead to."""
    orders = [(first,) * 4] if first == second else [(first, second), (second, first)]
    ways = [way for order in orders for way in sequences(sides, order)]
    most = max(len(used) for used, _ in ways)
    ways = [way for way in ways if len(way[0]) == most]
    if most == 1 and first != second:
        largest = max(used[0] for used, _ in ways)
        ways = [way for way in ways if way[0][0] == largest]
    return {end for _, end in ways}
