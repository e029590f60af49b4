"""The rules of Gomoku against a naive twin."""

import random

import pytest
from tests.games.gomoku.naive_board import Board

import mossa
from mossa import u64
from mossa.search.common.perft import perft

SPECS = ["gomoku:size=6", "gomoku:size=7,exact=1", "gomoku", "gomoku:size=19"]


def twin_of(spec):
    game = mossa.game(spec)
    return game, Board(game.parameters["size"].value, bool(game.parameters["exact"].value))


@pytest.mark.parametrize("spec", SPECS)
def test_random_games_agree_with_the_twin(spec):
    chooser = random.Random(spec)
    for _ in range(4 if "size" in spec and "19" not in spec else 1):
        game, twin = twin_of(spec)
        rules, state = game.rules, game.rules.start()
        while not rules.is_over(state):
            legal = rules.legal(state)
            assert [(m % twin.size, m // twin.size) for m in legal] == twin.moves()
            sensible = rules.rollout_move(state, u64(chooser.randrange(1 << 60)))
            assert sensible in legal
            move = chooser.choice((sensible, chooser.choice(legal)))
            state = rules.play(state, move)
            twin.play(move % twin.size, move // twin.size)
        assert twin.moves() == []
        result = {"X": (1, -1), "O": (-1, 1), "": (0, 0)}[twin.winner]
        assert tuple(rules.utility(state, player) for player in (0, 1)) == result


@pytest.mark.parametrize("spec", SPECS[:2])
def test_counts_of_positions_agree_with_the_twin(spec):
    chooser, decided = random.Random(3), 0
    for _ in range(4):
        game, twin = twin_of(spec)
        state = game.rules.start()
        for _ in range(twin.size**2 - 6):
            move = chooser.choice(game.rules.legal(state))
            after = game.rules.play(state, move)
            if game.rules.is_over(after):
                break
            state = after
            twin.play(move % twin.size, move // twin.size)
        depth = 3
        count = perft(game, state, depth)
        assert count == twin.perft(depth)
        free = len(twin.free())
        decided += count < free * (free - 1) * (free - 2)
    assert decided > 1  # fives came up


def test_tallies_are_sums_over_the_empty_points():
    game = mossa.game("gomoku:size=9")
    rules, chooser = game.rules, random.Random(5)
    module = game.modules[0]
    state = rules.start()
    while not rules.is_over(state):
        sums = [0, 0]
        for word in state.points:
            if word < module.BLACK_STONE:
                for player in (0, 1):
                    sums[player] += sum(int(module.WORTHS[module.kind_of(word, line, player)]) for line in range(4))
        assert sums == [state.black, state.white]
        state = rules.play(state, chooser.choice(rules.legal(state)))


@pytest.mark.parametrize(
    ("moves", "freestyle", "exact"),
    [
        ("a1 a3 b1 b3 c1 c3 d1 d3 e1", (1, -1), (1, -1)),
        ("a1 o1 a2 o2 a3 o3 a4 o5 b1 o4", (-1, 1), (-1, 1)),
        ("a5 a1 b4 b1 c3 c1 d2 d1 e1", (1, -1), (1, -1)),
        ("k11 a1 l12 b1 m13 c1 n14 d1 o15", (1, -1), (1, -1)),
        ("a1 a3 b1 b3 c1 c3 e1 d3 f1 f3 d1", (1, -1), None),  # six
        ("l1 a3 m1 b3 n1 c3 o1 d3 a2", None, None),  # a row does not go on at the other side
    ],
    ids=["row", "column", "diagonal down", "diagonal up", "six", "around the edge"],
)
def test_ends(moves, freestyle, exact):
    for spec, result in (("gomoku", freestyle), ("gomoku:exact=1", exact)):
        position = mossa.game(spec).after(moves)
        assert position.is_over == (result is not None)
        if result is not None:
            assert position.result == result


def test_a_full_board_is_a_draw():
    rows = ("XXOOX", "OOXXO", "XXOOX", "OOXXO", "XXOOX")
    stones = {side: [i for i, c in enumerate("".join(rows)) if c == side] for side in "XO"}
    rules = mossa.game("gomoku:size=5").rules
    state = rules.start()
    for i in range(25):
        state = rules.play(state, stones["XO"[i % 2]][i // 2])
    assert rules.is_over(state)
    assert rules.utility(state, 0) == rules.utility(state, 1) == 0


def test_the_order_of_stones_does_not_matter_to_the_key():
    game = mossa.game("gomoku")
    one, other = game.after("h8 h9 i8 i9 j10"), game.after("j10 i9 h8 h9 i8")
    assert one.state == other.state
    assert game.rules.key(one.state) != game.rules.key(game.after("h8 h9 i8 i9 j11").state)
