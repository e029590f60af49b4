"""One against all: with two players it is alpha-beta; a best reply hurts no more than an alliance."""

from __future__ import annotations

from tests.search.montecarlo.forest import forest, tree_number

import mossa
from mossa.core.kernel_rules import kernel_for
from mossa.kernel.memory import Ints
from mossa.search.common.limits import Limits
from mossa.search.nplayers.allied import ordinary_move
from mossa.search.nplayers.engine import NPlayers
from mossa.search.textbook import run


def test_with_two_players_it_is_alpha_beta() -> None:
    game = forest(deep=6)
    for method in ("paranoid", "best-reply"):
        engine = NPlayers(game, method, table=False)
        for number in range(1, 150):
            state = tree_number(game, number)
            if game.rules.mover(state) == 0:
                found = engine.search(state, Limits(), deepening=False)
                told = run("alphabeta", game.rules, state, trace=False)
                if method == "paranoid":
                    assert (found.value, found.nodes) == (told.value, told.nodes)
                assert found.value >= told.value or method == "paranoid"


def test_a_single_reply_hurts_no_more_than_all_of_them() -> None:
    game, less = forest(players=4, deep=6, wide=4), 0
    alliance, one = NPlayers(game, "paranoid"), NPlayers(game, "best-reply")
    for number in range(1, 300):
        state = tree_number(game, number)
        worst, value = (engine.search(state, Limits(), deepening=False).value for engine in (alliance, one))
        assert value >= worst
        less += value > worst
    assert less > 50


def test_the_ordinary_move_is_the_first_by_order() -> None:
    game, moves = mossa.game("connect4"), Ints(7)
    for compiled in (False, True):
        kernel = kernel_for(ordinary_move, game, compiled)
        for line in ("", "4", "4 4 1"):
            state = game.after(line).state
            legal = game.rules.legal(state)
            moves.array[: len(legal)] = legal
            order = game.rules.order
            assert order is not None
            assert kernel(state, moves, len(legal)) == max(range(len(legal)), key=lambda i: order(state, legal[i]))
