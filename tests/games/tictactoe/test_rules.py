"""The rules of tic-tac-toe against known counts."""

from collections import Counter
from functools import cache

from tests.games.tictactoe.positions import by_ply

import mossa

GAME = mossa.game("tictactoe")

RULES = GAME.rules


@cache
def games(state):
    """(length from here, result) → number of games."""
    if RULES.is_over(state):
        return Counter({(0, RULES.utility(state, 0)): 1})
    counts = Counter()
    for move in RULES.moves(state):
        for (length, result), count in games(RULES.play(state, move)).items():
            counts[length + 1, result] += count
    return counts


@cache
def nodes(state):
    return 1 + sum(nodes(RULES.play(state, move)) for move in RULES.legal(state))


@cache
def value(state):
    if RULES.is_over(state):
        return RULES.utility(state, RULES.mover(state))
    return max(-value(RULES.play(state, move)) for move in RULES.moves(state))


def test_worked_figures():
    counts = games(RULES.start())
    assert counts.total() == 255_168
    assert nodes(RULES.start()) == 549_946
    assert sum(map(len, by_ply())) == 5_478
    assert value(RULES.start()) == 0


def test_games_by_result_and_length():
    """OpenSpiel's counts."""
    counts = games(RULES.start())
    by_result, by_length = Counter(), Counter()
    for (length, result), count in counts.items():
        by_result[result] += count
        by_length[length] += count
    assert by_result == {1: 131_184, -1: 77_904, 0: 46_080}
    assert by_length == {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 127_872}


def test_positions_up_to_symmetry():
    """OEIS A008907."""
    turn = [6, 3, 0, 7, 4, 1, 8, 5, 2]
    mirror = [2, 1, 0, 5, 4, 3, 8, 7, 6]

    def images(text):
        for _ in range(4):
            text = "".join(text[square] for square in turn)
            yield text
            yield "".join(text[square] for square in mirror)

    counts = [len({min(images(RULES.write_position(state))) for state in states}) for states in by_ply()]
    assert counts == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
