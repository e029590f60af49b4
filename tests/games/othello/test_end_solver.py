"""The exact solver of the last plies of Othello, and the FFO endgames."""

import json
import random
from pathlib import Path

import pytest

import mossa
from mossa import bit_count
from mossa.games.othello.end_solver import near_end, solve_end
from mossa.games.othello.rules import State
from mossa.search.alphabeta.solver import Solver

OTHELLO = mossa.game("othello")

RULES = OTHELLO.rules


def near_the_end(count: int, seed: int, most: int) -> list[State]:
    """States of random games with at most `most` empty squares."""
    chooser, found = random.Random(seed), []
    while len(found) < count:
        at = RULES.start()
        while not RULES.is_over(at):
            at = RULES.play(at, chooser.choice(RULES.legal(at)))
            if chooser.random() < 0.3 and 64 - bit_count(at.mine | at.theirs) <= most:
                found.append(at)
    return found[:count]


def negamax(at: State) -> int:
    """The outcome by trying everything."""
    if RULES.is_over(at):
        return RULES.score(at, at.turn)
    return max(-negamax(RULES.play(at, move)) for move in RULES.moves(at))


def test_the_last_plies_are_exact():
    for at in near_the_end(60, 4, 4):
        assert near_end(at)
        outcome = negamax(at)
        assert solve_end(at, -64, 64)[0] == outcome
        for alpha in range(-63, 64, 9):
            score, nodes = solve_end(at, alpha, alpha + 1)
            assert nodes >= 0
            assert score <= outcome if score > alpha else score >= outcome


@pytest.fixture(scope="module")
def solver():
    return Solver(OTHELLO, memory_mib=16)


FFO = json.loads((Path(__file__).parents[2] / "data" / "othello" / "ffo.json").read_text())["positions"]


@pytest.mark.parametrize("problem", FFO, ids=lambda problem: f"#{problem['id']}")
def test_ffo_endgames_are_solved(problem, solver):
    at = OTHELLO.position(problem["board"] + problem["to_move"])
    found = solver.solve(at.state)
    assert found.score == problem["score"]
    assert sorted(at.write_move(move) for move in found.moves) == sorted(problem["best"])
