"""The features of Othello, counted square by square."""

from tests.games.othello.positions import some_states

import mossa
from mossa.core.features import require_features
from mossa.games.othello.rules import State


def near(square: int) -> list[int]:
    """The squares beside a square."""
    x, y = square % 8, square // 8
    found = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
    return [a + 8 * b for a, b in found if 0 <= a < 8 and 0 <= b < 8]


def test_the_features_are_counted() -> None:
    features = require_features(mossa.game("othello"))
    for state in some_states(5, 9):
        mine, theirs = ({s for s in range(64) if discs >> s & 1} for discs in (state.mine, state.theirs))
        empty = set(range(64)) - mine - theirs

        corners = {0, 7, 56, 63}
        beside = {s for corner in corners & empty for s in near(corner)}
        edges = {s for s in range(64) if s % 8 in (0, 7) or s // 8 in (0, 7)}
        edges -= corners | {s for corner in corners for s in near(corner)}
        values = features.named(features.values(state))
        looked_at = {"corners": corners, "near_corners": beside, "edges": edges}
        for name, squares in looked_at.items():
            assert values[name] == len(mine & squares) - len(theirs & squares)
        touched = [len({s for disc in own for s in near(disc)} & empty) for own in (mine, theirs)]
        assert values["frontier"] == touched[0] - touched[1]
        assert values["discs"] == len(mine) - len(theirs)
        rules, other = mossa.game("othello").rules, State(state.theirs, state.mine, 1 - state.turn)
        moves = [len([move for move in rules.moves(one) if move < 64]) for one in (state, other)]
        assert values["moves"] == moves[0] - moves[1]
