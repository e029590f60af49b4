"""Random play for tests: a list of numbers, each of which chooses a legal move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from mossa import Game, Position
from mossa.core.kernel_rules import KernelRules
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints, Words

game: KernelRules = slot("game")


def walk(game: Game, choices: Iterable[int]) -> Position:
    """The position after moves chosen by the numbers, or the end if it comes first."""
    at = game.start()
    for choice in choices:
        if at.is_over:
            break
        at = at.play(at.legal[choice % len(at.legal)])
    return at


def positions(game: Game, longest: int | None = None) -> st.SearchStrategy[Position]:
    """Positions met in random play, the start and ends among them; `longest`: of a game without a bound of its own."""
    length = st.integers(0, longest or game.facts.longest)
    choices = length.flatmap(lambda n: st.lists(st.integers(0, 2**16), min_size=n, max_size=n))
    return choices.map(lambda numbers: walk(game, numbers))


def play_out(state: Any, choices: Ints, buffer: Ints, boards: Words, played: Ints) -> int:
    """A kernel that plays a whole game; how many moves it had.

    At each ply the two words that the next state begins with go to `boards`, the number of moves and the chosen one to
    `played`, and behind them the outcome for the first player.
    """
    ply = 0
    while not game.is_over(state):
        n = game.moves(state, buffer, 0)
        played[2 * ply], played[2 * ply + 1] = n, buffer[choices[ply] % n]
        state = game.play(state, played[2 * ply + 1])
        boards[2 * ply], boards[2 * ply + 1] = state[0], state[1]
        ply += 1
    played[2 * ply] = game.outcome(state, 0)
    return ply
