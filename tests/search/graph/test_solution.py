"""Solutions: best moves, the shortest win, what is refused; against the solver and the policy."""

from pathlib import Path

import pytest

import mossa
from mossa.kernel.errors import MossaError
from mossa.play import solve
from mossa.search.alphabeta.solver import solve as alphabeta_solve
from mossa.search.graph.solution import solve_graph

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"

CATCH = '''
"""Catch: two kings on a ring of cells; the first, who may also stand still, catches the second."""

from collections.abc import Iterator
from typing import NamedTuple

from mossa import Facts

CELLS = 8
FACTS = Facts(players=2, utility=(-1, 1), widest=3)
DEN = 5


class State(NamedTuple):
    hunter: int
    prey: int
    turn: int


def start() -> State:
    return State(0, 2, 0)


def mover(state: State) -> int:
    return state.turn


def is_over(state: State) -> bool:
    return state.hunter == state.prey or state.prey == DEN


def moves(state: State) -> Iterator[int]:
    yield 0
    yield 1
    if state.turn == 0:
        yield 2


def play(state: State, move: int) -> State:
    step = 1 if move == 0 else CELLS - 1 if move == 1 else 0
    if state.turn == 0:
        return State((state.hunter + step) % CELLS, state.prey, 1)
    return State(state.hunter, (state.prey + step) % CELLS, 0)


def utility(state: State, player: int) -> int:
    return (1 if state.hunter == state.prey else -1) * (1 if player == 0 else -1)
'''


@pytest.fixture
def catch(tmp_path):
    path = tmp_path / "catch.py"
    path.write_text(CATCH)
    return mossa.game(str(path))


def naive_retrograde(game):
    """Value and distance by plain iteration over all states."""
    rules, states = game.rules, {game.rules.start()}
    waiting = list(states)
    for state in waiting:
        for move in rules.legal(state):
            child = rules.play(state, move)
            if child not in states:
                states.add(child)
                waiting.append(child)
    known = {s: (rules.utility(s, 0), 0) for s in states if rules.is_over(s)}
    for depth in range(1, 100):
        new = {}
        for state in states - known.keys():
            sign = 1 if rules.mover(state) == 0 else -1
            below = [known.get(rules.play(state, move)) for move in rules.legal(state)]
            if any(b is not None and b[0] == sign for b in below):
                new[state] = sign, depth
            elif all(b is not None for b in below):
                new[state] = -sign, depth
        known |= new
    return {state: known.get(state, (0, None)) for state in states}


@pytest.mark.parametrize("compiled", [False, True])
def test_a_game_that_can_go_on_for_ever_is_solved_with_the_shortest_wins(catch, compiled):
    solution = solve_graph(catch, catch.rules.start(), compiled=compiled)
    known = naive_retrograde(catch)
    assert {value for value, _ in known.values()} == {-1, 0, 1}
    for state, (value, plies) in known.items():
        if catch.rules.is_over(state):
            continue
        found = solution.result(state)
        assert found.value == value * (1 if catch.rules.mover(state) == 0 else -1)
        assert found.exact
        if value != 0:
            assert found.depth == plies == len(found.pv)


def test_the_value_of_tic_tac_toe_and_its_best_moves_are_the_solvers():
    game = mossa.game("tictactoe")
    solution = solve_graph(game, game.rules.start())
    for moves in ("", "b2", "a1 b1 b2", "a1 b2 c3", "b2 a2 c1"):
        state = game.after(moves).state
        mine, theirs = solution.result(state), alphabeta_solve(game, state)
        assert (mine.value, set(mine.moves)) == (theirs.value, set(theirs.moves))


def test_goofspiel_is_solved_round_by_round():
    game = mossa.game(f"{EXAMPLES / 'goofspiel.py'}:cards=4")
    solution = solve_graph(game, game.rules.start())
    assert solution.exact
    assert solution.result(game.rules.start()).value == pytest.approx(0, abs=1e-12)  # the game is symmetric
    first, second = (solution.result(game.after(moves).state) for moves in ("3", "3 2"))
    assert dict(first.probabilities) == pytest.approx(dict(second.probabilities))  # nobody knows the other's bid
    assert first.value == pytest.approx(-second.value, abs=1e-12)


def test_what_cannot_be_solved_state_by_state_is_refused():
    for name in ("kuhn", "mastermind"):
        game = mossa.game(name)
        with pytest.raises(MossaError, match="hides information: its positions cannot be solved one by one"):
            solve_graph(game, game.rules.start())


def test_a_state_elsewhere_is_refused(catch):
    solution = solve_graph(catch, catch.rules.start())
    elsewhere = catch.rules.start()._replace(hunter=100)
    assert elsewhere not in solution
    with pytest.raises(MossaError, match="cannot be reached from where the game was solved"):
        solution.result(elsewhere)


def test_solve_takes_endless_games(catch):
    advice = solve(catch.start())
    assert advice.found.exact
    assert advice.value in (-1, 0, 1)
