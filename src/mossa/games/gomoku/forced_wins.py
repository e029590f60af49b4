"""The shortest forced win of up to five plies, with every move that reaches it: exact, and quick without a compiler.

Who has a four must be answered, and a stone that makes two fours at once wins two plies later. So a win of five plies
begins with a four, or with a stone after which two fours are possible: on one of its lines a four must be in sight. No
other stone needs to be tried. None of this holds where a row of six is worth nothing.
"""

from collections.abc import Iterator

from .evaluation import NOBODY, count, double_point, point_that, powers, sufficient, tally, two_fours, winning_point
from .lines import FIVE, THREE
from .rules import EXACT, FIVES, FOURS, OPEN_FOURS, POINTS, WAYS, State, is_over, kind_of, makes_five, moves, play

LONGEST = 5


def shortest_win(state: State, most: int = LONGEST) -> tuple[int, list[int]]:
    """The plies of the mover's shortest win, and all moves that begin one so short; 0 and none if there is no win of at
    most this many plies."""
    if EXACT == 0 and not is_over(state):
        for plies in range(1, min(most, LONGEST) + 1, 2):
            found = [move for move in candidates(state, plies) if is_lost(play(state, move), plies - 1)]
            if found:
                return plies, found
    return 0, []


def longest_defence(state: State, plies: int) -> int:
    """A reply of the mover, who loses in this many plies at most, after which it takes as long as possible."""
    replies = list(moves(state))
    return max(replies, key=lambda reply: shortest_win(play(state, reply), plies - 1)[0])


def candidates(state: State, plies: int) -> Iterator[int]:
    """The stones that can begin a win of just so many plies, where there is no shorter one."""
    own = tally(state, state.turn)
    if plies == 1 and count(own, FIVES) == 0:
        return
    if plies == 3 and count(own, OPEN_FOURS) == 0 and count(own, FOURS) < 2:
        return
    threat = winning_point(state, 1 - state.turn)
    for point in moves(state):
        if plies == 1:
            begins = makes_five(state, point, state.turn)
        elif plies == 3:
            begins = threat in (NOBODY, point) and two_fours(powers(state.points[point], state.turn))
        else:
            begins = threat in (NOBODY, point) and sees_four(state, point)
        if begins:
            yield point


def sees_four(state: State, point: int) -> bool:
    """Is there a line on which a stone of the mover here and one more make a four?"""
    return any(kind_of(state.points[point], line, state.turn) >= THREE for line in range(len(WAYS)))


def is_lost(state: State, plies: int) -> bool:
    """Has the mover lost within so many plies, whatever he replies?"""
    if state.won == 1:
        return True
    if plies == 0 or state.stones == POINTS or winning_point(state, state.turn) != NOBODY:
        return False
    other = 1 - state.turn
    threat = winning_point(state, other)
    if threat == NOBODY and (plies < 4 or double_point(state, other) == NOBODY):
        return False
    if threat == NOBODY:
        return answers_lose(state, list(sufficient(state)), plies)
    if point_that(state, other, FIVE, threat) != NOBODY and state.stones + 2 <= POINTS:
        return True
    return plies >= 4 and answers_lose(state, [threat], plies)


def answers_lose(state: State, replies: list[int], plies: int) -> bool:
    """Does the opponent win after each of these replies, within the plies that are left?"""
    return all(can_win(play(state, reply), plies - 1) for reply in replies)


def can_win(state: State, plies: int) -> bool:
    """Does the mover win within so many plies?"""
    return not is_over(state) and shortest_win(state, plies)[0] > 0
