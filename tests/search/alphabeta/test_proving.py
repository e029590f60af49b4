"""Windows between bounds, and a proof in one call."""

import pytest

import mossa
from mossa.core.kernel_rules import kernel_for
from mossa.kernel.memory import Ints
from mossa.kernel.transposition_table import NONE
from mossa.search.alphabeta.proving import BEST, BOUNDS, LEAST, MOST, NO_SPAN, STOPPED, next_window, prove
from mossa.search.alphabeta.solver import AT_ONCE, Solver
from mossa.search.common.limits import Limits
from mossa.search.common.scores import POINT


@pytest.mark.parametrize("span", [1, 2, 21, 64, NO_SPAN])
def test_windows_lie_between_the_bounds(span: int) -> None:
    for most in range(-30, 31):
        for least in range(-30, most):
            assert least <= next_window(least, most, span) < most
    assert (next_window(-64, 64, NO_SPAN), next_window(1, 64, NO_SPAN)) == (0, 1)
    assert [next_window(-15, most, 21) for most in (15, 11, 8, 1)] == [11, -12, -12, -12]
    assert [next_window(-8, most, 21) for most in (15, 8, 1)] == [11, 0, 0]
    assert [next_window(1, most, 21) for most in (12, 9, 8, 7)] == [9, 6, 1, 1]
    for least, most in ((1, 12), (1, 8), (0, 12), (3, 4)):  # both sides are treated alike
        assert next_window(-most, -least, 21) == -1 - next_window(least, most, 21)


@pytest.mark.parametrize("compiled", [True, False])
def test_one_call_proves_what_many_prove(compiled: bool) -> None:
    """The same windows in the same order: the same score, best move and nodes as one window a call."""
    game = mossa.game("connect4:columns=5,rows=4")
    state = game.rules.play(game.rules.start(), 1)
    solver = Solver(game, memory_mib=1, compiled=compiled)
    solver.at_once = 1 << 40
    whole = solver.solve(state, all_moves=False)
    other = Solver(game, memory_mib=1, compiled=compiled)
    other.at_once = 0
    found = other.solve(state, all_moves=False)
    assert (whole.score, whole.move, whole.nodes) == (found.score, found.move, found.nodes)


def test_what_takes_longer_goes_on_in_a_thread() -> None:
    """Bounds that were proven at once are kept; the nodes of both parts are counted."""
    game = mossa.game("connect4:columns=6,rows=5")
    solver = Solver(game, memory_mib=16)
    state = game.rules.start()
    bounds = Ints(BOUNDS)
    bounds[LEAST], bounds[MOST], bounds[BEST] = -15 * POINT, 15 * POINT, NONE
    kernel_for(prove, game)(state, 30, 15, AT_ONCE, solver.memory, Ints(7), Ints(7), bounds)
    assert (bounds[STOPPED], solver.signal.stop) == (1, 0)
    assert -15 * POINT <= bounds[LEAST] < bounds[MOST] < 15 * POINT
    solver.forget()
    found = solver.score(state, Limits(time=60))
    assert bounds[LEAST] <= (found.score or 0) * POINT <= bounds[MOST]
    assert found.nodes > AT_ONCE
