"""Alpha-beta to a fixed depth, compiled: the textbook's algorithm at native speed.

No table, no move ordering, no iterative deepening: the same nodes in the same order as
`mossa.search.textbook.alphabeta`. So one can be tested against the other, and the speed of a user-defined game can be
compared with other programs.
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
    """The nodes visited."""

    nodes: int


def utility(state: Any) -> int:
    """The score of a finished game from the mover's side, on the scale of `evaluate`."""
    return game.utility(state, game.mover(state)) * game.WIN


def alphabeta(state: Any, depth: int, alpha: int, beta: int, count: NodeCount, scratch: Any, buffer: Ints) -> int:
    """Fail-soft: exact if alpha < score < beta; an upper bound if score <= alpha; a lower bound if score >= beta."""
    count.nodes += 1
    if game.is_over(state):
        return utility(state)
    n = 0
    if game.ENDS_WITHOUT_MOVES:
        n = game.moves(state, buffer, 0)
        if n == 0:
            return utility(state)
    if depth == 0:
        return game.evaluate(state) + (game.refine(state, scratch) if game.HAS_REFINEMENT else 0)
    if not game.ENDS_WITHOUT_MOVES:
        n = game.moves(state, buffer, 0)
    best = -INFINITE
    for i in range(n):
        child = game.play(state, buffer[i])
        sign = turn_sign(state, child)
        value = sign * alphabeta(
            child, depth - 1, child_alpha(sign, alpha, beta), child_beta(sign, alpha, beta), count, scratch, buffer[n:]
        )
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                if alpha >= beta:
                    break
    return best


def fixed_depth_alphabeta(game: Game, state: Any, depth: int, *, compiled: bool = True) -> tuple[int, int]:
    """The score from the mover's side, and the nodes visited.

    >>> import mossa
    >>> tictactoe = mossa.game("tictactoe")
    >>> fixed_depth_alphabeta(tictactoe, tictactoe.rules.start(), 9)
    (0, 18297)
    """
    require_scores(game)
    game = game.two_sided
    require_depth(depth)
    count = NodeCount(nodes=0)
    buffer = Ints(game.facts.widest * (depth + 1) + 1)
    kernel, scratch = kernel_for(alphabeta, game, compiled), game.rules.scratch()
    score = kernel(state, depth, -INFINITE, INFINITE, count, scratch, buffer)
    return int(score), int(count.nodes)
