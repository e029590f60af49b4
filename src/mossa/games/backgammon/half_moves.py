"""A move of checkers made die by die, as people make it: which half moves may come next, and where they lead.

A legal move of the rules is a position that it leads to. A half move may be made if the dice that are left can still
lead to one of them; so nobody comes into a dead end, and as many dice are played as the rules want.
"""

from functools import lru_cache
from typing import NamedTuple

from mossa import u64

from .notation import steps, write_point
from .rules import BAR, ON_BOARD, State, digit, far_unit, made, moves, near_unit, occupied, opposite, sources

__all__ = ["HalfMoves", "Turn", "turn_of"]


class Board(NamedTuple):
    """The checkers of both sides, as in the state."""

    near: u64
    far: u64
    their_near: u64
    their_far: u64


class HalfMoves(NamedTuple):
    """Where some half moves have led."""

    board: Board
    left: tuple[int, ...]  # the dice that are not played yet
    move: int  # the whole move, −1 if it is not complete
    following: tuple[str, ...]  # the half moves that may come next


class Turn:
    """A throw of the dice and all that can be made of it."""

    def __init__(self, state: State) -> None:
        large, small = state.dice >> 3, state.dice & 7
        self.dice: tuple[int, ...] = (large,) * 4 if large == small else (large, small)
        self.start = Board(state.near, state.far, state.their_near, state.their_far)
        self.ends: dict[Board, int] = {}
        """The position that each legal move leads to."""
        for move in moves(state):
            board = self.start
            for point, landing, _ in steps(state, move):
                board = after(board, point, landing)
            self.ends[board] = move
        self._reaches: dict[tuple[Board, tuple[int, ...]], bool] = {}

    def follow(self, made: tuple[str, ...]) -> HalfMoves:
        """The position after half moves, each one of those that could come next."""
        board, left = self.start, self.dice
        for text in made:
            board, left = self._next(board, left)[text]
        following = tuple(self._next(board, left))
        return HalfMoves(board, left, -1 if following else self.ends.get(board, -1), following)

    def _next(self, board: Board, left: tuple[int, ...]) -> dict[str, tuple[Board, tuple[int, ...]]]:
        """The half moves that lead on, from the highest point down, each with what is then left."""
        found: dict[str, tuple[Board, tuple[int, ...]]] = {}
        for die in dict.fromkeys(left):
            rest = list(left)
            rest.remove(die)
            for point in playable(board, die):
                landing = max(0, point - die)
                then = after(board, point, landing), tuple(rest)
                hit = "*" if then[0].their_far >> 36 > board.their_far >> 36 else ""
                if self._leads_on(*then):
                    found.setdefault(f"{write_point(point)}/{write_point(landing)}{hit}", then)
        return dict(sorted(found.items(), key=lambda one: -start_of(one[0])))

    def _leads_on(self, board: Board, left: tuple[int, ...]) -> bool:
        """Can a legal move end with these dice, from this position?"""
        known = self._reaches.get((board, left))
        if known is None:
            known = board in self.ends or any(
                self._leads_on(after(board, point, max(0, point - die)), (*left[:at], *left[at + 1 :]))
                for at, die in enumerate(left)
                if die not in left[:at]
                for point in playable(board, die)
            )
            self._reaches[board, left] = known
        return known


def start_of(text: str) -> int:
    """The point from which a half move starts."""
    name = text.partition("/")[0]
    return BAR if name == "bar" else int(name)


def playable(board: Board, die: int) -> list[int]:
    """The points from which a die can be played, the highest first."""
    free = ON_BOARD & ~opposite(made(board.their_near, board.their_far))
    found = sources(occupied(board.near, board.far), u64(free), die)
    return [point for point in range(BAR, 0, -1) if found >> point & 1]


def after(board: Board, point: int, landing: int) -> Board:
    """The position after one checker has played one die, and hit what stood alone there."""
    near, far, their_near, their_far = board
    near, far = near - near_unit(point) + near_unit(landing), far - far_unit(point) + far_unit(landing)
    beyond = BAR - landing
    if landing and digit(their_near, their_far, beyond) == 1:
        their_near = their_near - near_unit(beyond)
        their_far = their_far - far_unit(beyond) + far_unit(BAR)
    return Board(u64(near), u64(far), u64(their_near), u64(their_far))


@lru_cache(maxsize=32)
def turn_of(state: State) -> Turn:
    """The turn of a state in which checkers are to be moved."""
    return Turn(state)
