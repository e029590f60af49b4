"""Plain alpha-beta to a fixed depth, compiled: the textbook's algorithm at the speed of the machine.

No table, no ordering, no iteration: the same nodes in the same order as `mossa.search.textbook.alphabeta`, so that
one can be tested against the other, and the speed of a user's rules can be compared with other programs.
"""

from __future__ import annotations

from typing import Any

from mossa.core.game import Game
from mossa.core.kernel_rules import KernelRules, kernel_for
from mossa.kernel.binding import slot
from mossa.kernel.memory import Ints, Struct
from mossa.search.common.perft import require_depth
from mossa.search.common.scores import INFINITE, child_alpha, child_beta, require_scores, turn_sign

__all__ = ["NodeCount", "fixed_depth_alphabeta"]

game: KernelRules = slot("game")


class NodeCount(Struct):
    """What is counted."""

    nodes: int


def utility(state: Any) -> int:
    """What a finished game is worth to the mover, on the scale of `evaluate`."""
    return game.utility(state, game.mover(state)) * game.WIN


def alphabeta(state: Any, depth: int, alpha: int, beta: int, visits: NodeCount, buffer: Ints) -> int:
    """Fail-soft: exact between alpha and beta; at most an upper bound below, at least a lower bound above."""
    visits.nodes += 1
    if game.is_over(state):
        return utility(state)
    n = 0
    if game.ENDS_WITHOUT_MOVES:
        n = game.moves(state, buffer, 0)
        if n == 0:
            return utility(state)
    if depth == 0:
        return game.evaluate(state)
    if not game.ENDS_WITHOUT_MOVES:
        n = game.moves(state, buffer, 0)
    best = -INFINITE
    for i in range(n):
        child = game.play(state, buffer[i])
        sign = turn_sign(state, child)
        value = sign * alphabeta(
            child, depth - 1, child_alpha(sign, alpha, beta), child_beta(sign, alpha, beta), visits, buffer[n:]
        )
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                if alpha >= beta:
                    break
    return best


def fixed_depth_alphabeta(game: Game, state: Any, depth: int, *, compiled: bool = True) -> tuple[int, int]:
    """Score from the mover's side, and nodes visited.

    >>> import mossa
    >>> tictactoe = mossa.game("tictactoe")
    >>> fixed_depth_alphabeta(tictactoe, tictactoe.rules.start(), 9)
    (0, 18297)
    """
    require_scores(game)
    require_depth(depth)
    visits = NodeCount(nodes=0)
    buffer = Ints(game.facts.widest * (depth + 1) + 1)
    score = kernel_for(alphabeta, game, compiled)(state, depth, -INFINITE, INFINITE, visits, buffer)
    return int(score), int(visits.nodes)
