"""The rules of Hex against a naive twin, and what is known of small boards."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.hex.naive_board import Board, connects, wins

import mossa
from mossa import u64
from mossa.search.alphabeta.solver import solve


def as_move(size, move):
    return size * size if move == "swap" else move[0] + size * move[1]


@pytest.mark.parametrize(
    ("spec", "games"), [("hex:size=3", 30), ("hex:size=5,swap=0", 20), ("hex", 3), ("hex:size=19", 1)]
)
def test_random_games_agree_with_the_twin(spec, games):
    game, chooser = mossa.game(spec), random.Random(spec)
    rules, size = game.rules, game.parameters["size"].value
    for _ in range(games):
        state, twin = rules.start(), Board(size, bool(game.parameters["swap"].value))
        while not rules.is_over(state):
            moves = twin.moves()
            assert rules.legal(state) == [as_move(size, move) for move in moves]
            assert rules.mover(state) == twin.turn
            move = chooser.choice(moves)
            if move != "swap" and chooser.random() < 0.5:
                cell = rules.rollout_move(state, u64(chooser.randrange(1 << 60)))
                move = cell % size, cell // size
            state = rules.play(state, as_move(size, move))
            twin.play(move)
        assert twin.moves() == []
        assert rules.utility(state, twin.winner) == 1 == -rules.utility(state, 1 - twin.winner)


@given(st.integers(2, 8), st.randoms(use_true_random=False))
def test_on_every_full_board_exactly_one_player_is_connected(size, source):
    cells = [(x, y) for x in range(size) for y in range(size)]
    red = set(source.sample(cells, (len(cells) + 1) // 2))
    assert connects(red, size, 0) != connects(set(cells) - red, size, 1)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_first_player_wins_without_the_swap_and_loses_with_it(size):
    for swap, value in ((0, 1), (1, -1)):
        game = mossa.game(f"hex:size={size},swap={swap}")
        assert solve(game, game.rules.start()).value == value


@pytest.mark.parametrize("size", [2, 3])
def test_the_winning_first_moves_are_those_of_the_naive_solver(size):
    game = mossa.game(f"hex:size={size},swap=0")
    won = []
    for move in game.rules.legal(game.rules.start()):
        won.append(solve(game, game.rules.play(game.rules.start(), move)).value == -1)
        cell = move % size, move // size
        assert won[-1] != wins(frozenset(), frozenset([cell]), size, 1)
    assert sum(won) == {2: 2, 3: 5}[size]


def test_the_winning_first_moves_of_four_by_four():
    """All but the acute corners' rows: a1 b1 c1 a2 … and their images; the centre and the short diagonal win."""
    game = mossa.game("hex:size=4,swap=0")
    won = [
        game.rules.write_move(game.rules.start(), move)
        for move in game.rules.legal(game.rules.start())
        if solve(game, game.rules.play(game.rules.start(), move)).value == -1
    ]
    assert {"d1", "c2", "b3", "a4"} <= set(won)


def test_the_swap_mirrors_the_stone():
    game = mossa.game("hex")
    swapped = game.after("b4 swap-pieces")
    assert swapped.mover == 0
    assert game.after("b4 swap").state == swapped.state
    assert "swap-pieces" in game.after("b4").moves
    assert "swap-pieces" not in swapped.moves
    assert "swap-pieces" not in game.after("b4 c5").moves
    cell = 1 * 11 + 3  # d2
    assert swapped.state.rows[11 + cell // 11] == 1 << cell % 11


def test_a_board_turned_by_half_has_the_same_key():
    game, chooser = mossa.game("hex:size=6"), random.Random(2)
    moves = chooser.sample(range(36), 12)
    one, other = game.rules.start(), game.rules.start()
    for move in moves:
        one, other = game.rules.play(one, move), game.rules.play(other, 35 - move)
        assert game.rules.key(one) == game.rules.key(other)
    assert one.rows != other.rows
