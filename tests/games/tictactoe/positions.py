"""Every position of tic-tac-toe."""

import mossa

GAME = mossa.game("tictactoe")

RULES = GAME.rules


def by_ply():
    """The sets of states after 0, 1, … 9 marks."""
    plies = [{RULES.start()}]
    while plies[-1]:
        plies.append({RULES.play(state, move) for state in plies[-1] for move in RULES.legal(state)})
    return plies[:-1]
