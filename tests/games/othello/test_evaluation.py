"""The evaluation of Othello: a sum of features, symmetric, right about who is ahead."""

from tests.games.othello.positions import some_states

import mossa
from mossa import bit_count, u64
from mossa.games.othello import evaluation, patterns
from mossa.games.othello.rules import State
from mossa.search.alphabeta.solver import Solver

OTHELLO = mossa.game("othello")

RULES = OTHELLO.rules


def turned(at: State, symmetry: int) -> State:
    """The state as a symmetry of the board moves it."""
    mine, theirs = (
        u64(sum(1 << patterns.symmetries(square)[symmetry] for square in range(64) if discs >> square & 1))
        for discs in (at.mine, at.theirs)
    )
    return State(mine, theirs, at.turn)


def test_the_evaluation_is_the_sum_of_its_features():
    for at in some_states(5, 9):
        places = list(patterns.features(at))
        assert len(places) == patterns.COUNT
        assert evaluation.evaluate(at) == sum(evaluation.WEIGHTS[place] for place in places)


def test_the_evaluation_does_not_see_how_the_board_is_turned():
    for at in some_states(3, 10):
        assert {evaluation.evaluate(turned(at, symmetry)) for symmetry in range(8)} == {evaluation.evaluate(at)}


def test_the_evaluation_knows_who_is_ahead():
    """Estimates of states with ten empty squares go with the exact outcomes."""
    solver = Solver(OTHELLO, memory_mib=16)
    states = [at for at in some_states(400, 11) if bit_count(at.mine | at.theirs) == 54][:25]
    pairs = [(evaluation.evaluate(at), solver.solve(at, all_moves=False).score) for at in states]
    right = sum((estimate > 0) == (outcome > 0) for estimate, outcome in pairs)
    assert right >= 0.85 * len(pairs)
