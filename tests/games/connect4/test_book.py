"""The solved opening that comes with Connect Four, and play without it."""

import csv
from pathlib import Path

import pytest

import mossa
from mossa.games.connect4 import book
from mossa.play.exact_player import exact
from mossa.search.alphabeta.solution_book import load_solution_book
from mossa.search.alphabeta.solver import Solver

DATA = Path(__file__).parents[2] / "data" / "connect4"

GAME = mossa.game("connect4")


def states(plies):
    found = [GAME.rules.start()]
    for _ in range(plies):
        found = [GAME.rules.play(state, move) for state in found for move in GAME.rules.legal(state)]
    return found


def test_the_perfect_player_opens_at_once():
    """As every solver of Connect Four has found: the middle wins with the last stone but one."""
    found = Solver(GAME, memory_mib=1, solutions=load_solution_book(GAME)).solve(GAME.start().state, all_moves=False)
    assert (found.score, found.move, found.nodes) == (1, 3, 0)


@pytest.mark.parametrize("side", [0, 1])
def test_perfect_play_needs_no_search_for_seven_plies(side):
    """Whatever the opponent does, and whichever of its best moves the player makes."""
    solutions, rules, reached = load_solution_book(GAME), GAME.rules, {0: GAME.rules.start()}
    for ply in range(7):
        after = {}
        for state in reached.values():
            moves = rules.legal(state)
            if ply % 2 == side:
                known = solutions.after(state, moves)
                assert known is not None, GAME.rules.write_position(state)
                moves = [move for move, score in zip(moves, known, strict=True) if score == max(known)]
            for child in (rules.play(state, move) for move in moves):
                after[int(rules.key(child))] = child
        reached = after


def test_a_state_whose_moves_are_all_known():
    solutions, rules = load_solution_book(GAME), GAME.rules
    state = next(state for state in states(3) if solutions.after(state, rules.legal(state)) is not None)
    found = exact(mossa.Position(GAME, state))
    assert found.nodes == 0
    assert found.score == solutions.score(state)


def test_positions_of_pons_that_are_in_the_book():
    solutions, known = load_solution_book(GAME), 0
    with (DATA / "pons_L1_R3.csv").open() as file:
        for line in csv.DictReader(file):
            score = solutions.score(GAME.position(line["moves"]).state)
            if score is not None:
                known += 1
                assert score == int(line["score"])
    assert known >= 1


def test_the_book_agrees_with_itself():
    """Every state is worth the best of its moves, where these are known, and no less than any of them."""
    solutions, rules, checked = load_solution_book(GAME), GAME.rules, 0
    for state in (state for plies in range(4) for state in states(plies)):
        known = solutions.score(state)
        if known is None:
            continue
        after = solutions.after(state, rules.legal(state))
        if after is not None:
            checked += 1
            assert known == max(after)
        for move in rules.legal(state):
            worth = solutions.after(state, [move])
            assert worth is None or worth[0] <= known
    assert checked >= 190  # all states of three plies, and those before them


@pytest.mark.parametrize("harm", ["missing", "cut short", "something else"])
def test_without_a_sound_book_it_is_solved_all_the_same(harm, tmp_path, monkeypatch):
    path = tmp_path / "solutions.xz"
    if harm == "cut short":
        path.write_bytes(book.SOLUTIONS.read_bytes()[:-3])
    elif harm == "something else":
        path.write_text("a poem")
    monkeypatch.setitem(GAME._extras, ("SOLUTIONS", "book"), path)
    with pytest.warns(RuntimeWarning, match=r"solutions\.xz .*; connect4 is solved without them"):
        found = exact(GAME.position("2252576253462244111563365343671351441"))
    assert found.score == -1
    assert found.nodes > 0


def test_other_boards_do_without():
    assert load_solution_book(mossa.game("connect4:columns=5,rows=4")) is None
