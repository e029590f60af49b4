"""One ply ahead: moves that the table or the game's bounds decide are dropped, or cut; the values stay the same."""

from __future__ import annotations

from typing import Any

import pytest

import mossa
from mossa.core.kernel_rules import kernel_for
from mossa.kernel.memory import Ints
from mossa.kernel.transposition_table import EXACT, LOWER, NONE, UPPER, make_table, store
from mossa.search.alphabeta.lookahead import ask_bounds, ask_table
from mossa.search.alphabeta.memory import Memory, make_memory
from mossa.search.alphabeta.options import exact, make_options
from mossa.search.alphabeta.solver import Solver
from mossa.search.common.scores import INFINITE, POINT, known_bounds
from mossa.search.common.stop_signal import StopSignal

GAME = mossa.game("connect4:columns=5,rows=4")


def plain(function: Any) -> Any:
    return kernel_for(function, GAME, compiled=False)


def fresh(**changed: int) -> Memory:
    options = make_options(base={**exact(GAME), **changed})
    return make_memory(GAME, make_table(1), StopSignal(stop=0), options)


def listed(moves: list[int]) -> Ints:
    buffer = Ints(GAME.facts.widest)
    for i, move in enumerate(moves):
        buffer[i] = move
    return buffer


@pytest.mark.parametrize(
    ("bound", "score", "left", "best"),
    [
        (EXACT, -30, 5, 30),  # the reply's score −30 is 30 for the mover: a cut
        (UPPER, -30, 5, 30),
        (LOWER, -30, 5, -INFINITE),  # at most 30 for the mover: decides nothing
        (EXACT, 20, 4, -20),  # no better than alpha: dropped
        (LOWER, 20, 4, -20),
        (UPPER, 20, 5, -INFINITE),
        (EXACT, 0, 5, -INFINITE),  # within the window
    ],
)
def test_what_the_table_says_of_a_child(bound: int, score: int, left: int, best: int) -> None:
    memory, at = fresh(), GAME.start()
    child = at.play(at.legal[2])
    store(memory.table, GAME.rules.key(child.state), NONE, score, 5, bound, True)
    buffer = listed(at.legal)
    found = plain(ask_table)(at.state, 5, 6, -10, 10, -INFINITE, 0, memory, buffer)
    assert found == (left, best)
    kept = [buffer[i] for i in range(left)]
    assert kept == [move for move in at.legal if left == 5 or move != at.legal[2]]


def test_only_certain_entries_count_in_a_proof() -> None:
    at = GAME.start()
    for proof, expected in ((1, -INFINITE), (0, 30)):
        memory = fresh(proof=proof)
        store(memory.table, GAME.rules.key(at.play(at.legal[2]).state), NONE, -30, 5, EXACT, False)
        assert plain(ask_table)(at.state, 5, 6, -10, 10, -INFINITE, 0, memory, listed(at.legal))[1] == expected
        assert memory.horizon == 1 - proof


def test_what_the_bounds_of_the_game_say_of_children() -> None:
    """Against the definition, for every window of whole points on the way through a game."""
    at, bounds, dropped, cuts = GAME.start(), plain(known_bounds), 0, 0
    while len(at.legal) > 1:
        for point in range(-10, 10):
            alpha, beta = point * POINT, (point + 1) * POINT
            memory, buffer = fresh(), listed(at.legal)
            n, best, checked = plain(ask_bounds)(at.state, len(at.legal), alpha, beta, 0, memory, buffer)
            children = {move: at.play(move) for move in at.legal}
            known = {m: bounds(c.state, 1) for m, c in children.items() if not c.is_over}
            if best >= beta:
                assert best in [-most for _, most in known.values()]
                cuts += 1
                continue
            assert checked == (len(known) == len(children))
            if checked:
                good = [move for move in at.legal if -known[move][0] > alpha]
                assert [buffer[i] for i in range(n)] == good
                dropped += len(at.legal) - n
        at = at.play(at.legal[-1])
    assert cuts > 0
    assert dropped > 0


def test_a_proof_with_lookahead_finds_the_same_with_fewer_nodes() -> None:
    nodes = []
    for switch in (0, 1):
        solver = Solver(GAME, memory_mib=1)
        for memory in solver.memories:
            memory.options.lookahead, memory.options.lookahead_depth = switch, 2
        found = solver.solve(GAME.after("1 2").state, all_moves=False)
        nodes.append(found.nodes)
        assert found.score == Solver(GAME, memory_mib=1).score(GAME.after("1 2").state).score
    assert nodes[1] < nodes[0]
