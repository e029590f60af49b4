"""The textbook's searches for puzzles: what they find, what they skip, and what the trace says."""

from pathlib import Path

import pytest

import mossa
from mossa.kernel.errors import MossaError
from mossa.search.textbook import compare, run

PEG = str(Path(__file__).resolve().parents[3] / "docs" / "examples" / "peg.py")
NAMES = ["depth-first", "breadth-first", "astar", "idastar"]

LINE = '''"""Walk along a ring of cells to the cell 5."""

from typing import NamedTuple

from mossa import Facts

FACTS = Facts(players=1, zero_sum=False, utility=(0, 1), widest=2)
GOAL = 5


class State(NamedTuple):
    cell: int


def start():
    return State(0)


def mover(state):
    return 0


def is_over(state):
    return state.cell == GOAL


def moves(state):
    yield 0
    yield 1


def play(state, move):
    return State((state.cell + (1 if move else 8)) % 9)


def utility(state, player):
    return 1


def least_plies(state):
    return min((GOAL - state.cell) % 9, (state.cell - GOAL) % 9)


def write_move(state, move):
    return "right" if move else "left"
'''


@pytest.fixture
def ring(tmp_path):
    path = tmp_path / "ring.py"
    path.write_text(LINE)
    return mossa.game(str(path)).rules


@pytest.mark.parametrize("name", NAMES)
def test_each_finds_the_solution_of_a_small_peg_puzzle(name):
    rules = mossa.game(f"{PEG}:side=3").rules
    trace = run(name, rules)
    assert trace.value == 0  # one peg cannot be left on six holes
    assert trace.best == "4-1"


@pytest.mark.parametrize(("name", "best"), [("depth-first", "left"), *((n, "left") for n in NAMES[1:])])
def test_a_puzzle_with_cycles_is_solved_by_the_shortest_way(ring, name, best):
    trace = run(name, ring)
    assert (trace.value, trace.best) == (1, best)
    assert len(trace.line) == 4


def test_the_heuristic_leads_straight_to_the_goal(ring):
    nodes = {name: run(name, ring).nodes for name in NAMES}
    assert nodes["astar"] < nodes["breadth-first"]
    assert nodes["astar"] == 9  # the root, and both children of the four states on the way


def test_the_trace_says_why_a_node_is_skipped(ring):
    trace = run("breadth-first", ring)
    sentences = [trace.sentence(event) for event in trace.events]
    assert "at right, left is cut: the state was met before, at the root" in sentences
    rules = mossa.game(f"{PEG}:side=3").rules
    trace = run("idastar", rules)
    assert any("f = g + h = 2 is beyond the bound 1" in trace.sentence(event) for event in trace.events)


def test_they_are_for_one_player_and_agree(ring):
    with pytest.raises(MossaError, match="astar is for one player, and here are 2"):
        run("a*", mossa.game("tictactoe").rules)
    rows = {row.algorithm: row for row in compare(mossa.game(f"{PEG}:side=3").rules)}
    assert set(NAMES) < rows.keys()
    assert len({row.value for row in rows.values() if row.algorithm in (*NAMES, "minimax")}) == 1
