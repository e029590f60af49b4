"""The features of Connect Four, counted on the board as it is drawn."""

from tests.random_play import walk

import mossa
from mossa.core.features import require_features

GAME = mossa.game("connect4")


def counted(at: mossa.Position) -> list[int]:
    """Threats, stones in the middle column and stones off the edge, by looking at every four cells in a line."""
    mask = at.state.mask
    mine = {cell for cell in range(49) if at.state.mine >> cell & 1}
    theirs = {cell for cell in range(49) if (at.state.mine ^ mask) >> cell & 1}
    where = {(column, row): 7 * column + row for column in range(7) for row in range(6)}
    threats = []
    for side in (mine, theirs):
        found = set()
        for column, row in where:
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [where.get((column + i * right, row + i * up)) for i in range(4)]
                free = [cell for cell in line if cell is not None and not mask >> cell & 1]
                if None not in line and len(free) == 1 and all(cell in side for cell in line if cell != free[0]):
                    found.add(free[0])
        threats.append(len(found))
    middle = [sum(cell // 7 == 3 for cell in side) for side in (mine, theirs)]
    inner = [sum(0 < cell // 7 < 6 for cell in side) for side in (mine, theirs)]
    return [pair[0] - pair[1] for pair in (threats, middle, inner)]


def test_the_features_are_counted_and_add_up_to_the_evaluation() -> None:
    features, evaluate = require_features(GAME), GAME.rules.evaluate
    assert evaluate is not None
    for seed in range(30):
        for at in walk(GAME, (7919 * seed + 104729 * ply for ply in range(40))).line:
            if not at.is_over:
                values = features.values(at.state)
                assert values == counted(at)
                worth = zip(features.weights.values(), values, strict=True)
                assert sum(weight * value for weight, value in worth) == evaluate(at.state)
