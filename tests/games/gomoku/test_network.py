"""What a network sees of Gomoku: stones and threats as the naive board has them, and the eight ways to lay it down."""

import random

import numpy as np
import pytest
from tests.games.gomoku.naive_board import Board

import mossa
from mossa.core.network_rules import FeaturesCheck, features_of_states
from mossa.games.gomoku.network import symmetries

GAME = mossa.game("gomoku:size=7")


def random_line(seed):
    """The states of a random game, each with the naive board."""
    chooser, at, board = random.Random(seed), GAME.start(), Board(7)
    while not at.is_over:
        yield at, board
        move = chooser.choice(at.legal)
        board.play(move % 7, move // 7)
        at = at.play(move)


@pytest.mark.parametrize("seed", range(4))
def test_stones_and_fives_are_those_of_the_naive_board(seed):
    check = FeaturesCheck(GAME)
    for at, board in random_line(seed):
        seen = features_of_states(GAME, [at.state])[0]
        me = "XO"[at.mover]
        for y in range(7):
            for x in range(7):
                owner = board.stones.get((x, y))
                assert seen[0, y, x] == (owner == me)
                assert seen[1, y, x] == (owner not in (None, me))
                if owner is None:
                    board.stones[x, y] = me
                    assert seen[2, y, x] == board.wins(me)
                    board.stones[x, y] = "XO"[1 - at.mover]
                    assert seen[5, y, x] == board.wins("XO"[1 - at.mover])
                    del board.stones[x, y]
        assert check.difference(at.state) is None


def test_fours_and_threes_are_seen():
    seen = features_of_states(GAME, [GAME.after("c4 a1 d4 g1 e4 a7").state])[0]  # Black: an open three on c4 d4 e4
    assert [seen[3, 3, x] for x in range(7)] == [1, 1, 0, 0, 0, 1, 1]
    assert seen[2].sum() == seen[5].sum() == 0
    assert seen[6].sum() == 0


def test_the_symmetries_are_the_boards_laid_down_otherwise():
    moves = "a2 b4 f3"
    one, policy = features_of_states(GAME, [GAME.after(moves).state]), np.eye(49)[[GAME.start().read_move("a2")]]
    found = symmetries(one, policy)
    assert len({features.tobytes() for features, _ in found}) == 8
    for features, policies in found:
        assert (features[0, 1] * policies.reshape(7, 7)).sum() == 1, "the point moves as the stone of the opponent does"
    mirrored = features_of_states(GAME, [GAME.after("g2 f4 b3").state])
    assert any((features == mirrored).all() for features, _ in found)
