"""A naive twin of the mate search: it looks at everything."""

from __future__ import annotations

from mossa.core.game import Game
from mossa.core.protocol import State


def plies_to_end(game: Game, state: State, most: int) -> int | None:
    """Plies to the mover's forced win (positive) or loss (0 or negative) within `most`, looking at everything."""
    rules = game.rules
    moves = rules.legal(state)
    if not moves:
        return 0 if rules.utility(state, rules.mover(state)) < 0 else None
    if most == 0:
        return None
    answers = [plies_to_end(game, rules.play(state, move), most - 1) for move in moves]
    wins = [-answer for answer in answers if answer is not None and answer <= 0]
    if wins:
        return 1 + min(wins)
    losses = [answer for answer in answers if answer is not None]
    return -1 - max(losses) if len(losses) == len(answers) else None
