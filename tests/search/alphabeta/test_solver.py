"""Exact values: theory, published tables, Pons's positions; and refusals in one sentence."""

from __future__ import annotations

import csv
import random
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.search.alphabeta.two_player_games import later_states, random_tree
from tests.user_files import NIM

import mossa
from mossa import MossaError
from mossa.core.kernel_rules import kernel_rules
from mossa.core.protocol import State
from mossa.kernel.binding import Graph
from mossa.kernel.transposition_table import make_table
from mossa.search.alphabeta.replay import bound_functions
from mossa.search.alphabeta.root import search_root
from mossa.search.alphabeta.solver import AT_ONCE, Solver, solve
from mossa.search.common.limits import Limits
from mossa.search.textbook.registry import run

DATA = Path(__file__).parents[2] / "data" / "connect4"

LOST_PILES = {1, 2, 4, 7, 10, 20, 23, 26, 50}
"""Piles up to 50 that lose for the player to move: Grundy number 0 [Grundy39], OEIS A036685."""

OUTCOMES = {(5, 4): 0, (6, 4): -1, (6, 5): 0}
"""Columns, rows: Pons's score for the first player. Tromp's table of outcomes and last moves: the second player wins
6 × 4 with the last stone of the board; 5 × 4 and 6 × 5 are drawn."""


def test_tic_tac_toe_is_drawn_by_all_nine_moves() -> None:
    game = mossa.game("tictactoe")
    found = solve(game, game.rules.start())
    assert (found.score, found.value, found.exact) == (0, 0.0, True)
    assert found.moves == tuple(range(9))


@pytest.mark.slow
def test_nim_by_splitting_up_to_fifty_matches() -> None:
    game = mossa.game("grundy:matches=50")
    rules = game.modules[0]
    solver = Solver(game, memory_mib=16)
    lost = {1, 2}  # nothing to split
    for matches in range(3, 51):
        state = rules.State(rules.changed(rules.NO_PILES, matches, 1), 0)
        found = solver.solve(state, all_moves=False)
        assert found.score in (-1, 1)
        if found.score == -1:
            lost.add(matches)
    assert lost == LOST_PILES


def test_nim_by_splitting_seven() -> None:
    """The course's example: whoever begins loses."""
    game = mossa.game("grundy")
    assert solve(game, game.rules.start()).value == -1.0
    assert solve(game, game.after("7=5+2").state).moves == (game.after("7=5+2").read_move("5=4+1"),)


def test_nim_follows_bouton() -> None:
    game = mossa.game("nim")
    solver = Solver(game, memory_mib=1)
    for state in later_states(game, 12, "bouton"):
        total = 0
        for heap in state.heaps:
            total ^= heap
        found = solver.solve(state)
        assert found.value == (1.0 if total else -1.0)
        assert found.move in found.moves


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows"), OUTCOMES)
def test_connect_four_of_other_sizes(columns: int, rows: int) -> None:
    game = mossa.game(f"connect4:columns={columns},rows={rows}")
    solver = Solver(game)
    found = solver.solve(game.rules.start())
    assert found.score == OUTCOMES[columns, rows]
    for move in game.rules.legal(game.rules.start()):  # every optimal move keeps the score, no other does
        reply = solver.solve(game.rules.play(game.rules.start(), move), all_moves=False)
        assert reply.score is not None
        assert (-reply.score == found.score) == (move in found.moves)


@pytest.mark.parametrize("file", ["pons_L3_R1.csv", "pons_L2_R1.csv", "pons_L2_R2.csv", "pons_L1_R1.csv"])
def test_positions_of_pons(file: str) -> None:
    game = mossa.game("connect4")
    solver = Solver(game)
    with (DATA / file).open() as lines:
        rows = list(csv.DictReader(lines))[:20]
    assert len(rows) == 20
    for row in rows:
        found = solver.solve(game.position(row["moves"]).state, all_moves=False)
        assert (row["moves"], found.score) == (row["moves"], int(row["score"]))
        assert (found.value > 0, found.value < 0) == (int(row["score"]) > 0, int(row["score"]) < 0)


def test_a_quick_win_takes_a_short_proof() -> None:
    """Twenty openings that are decided within fourteen plies. Asked first whether they are won at all, and then by how
    much from 0 outwards, they took 9,701 nodes in the mean."""
    game = mossa.game("connect4")
    solver = Solver(game)
    with (DATA / "pons_L1_R1.csv").open() as lines:
        rows = list(csv.DictReader(lines))[:20]
    nodes = 0
    for row in rows:
        solver.forget()
        found = solver.score(game.position(row["moves"]).state)
        assert found.score == int(row["score"])
        nodes += found.nodes
    assert nodes < 1500 * len(rows)


def test_a_short_proof_touches_only_the_small_table_and_a_long_one_takes_over_what_that_holds() -> None:
    game = mossa.game("connect4:columns=6,rows=5")
    solver, known = Solver(game, memory_mib=2), Solver(game, table=make_table(2))
    big = solver.scout.table.words.array
    quick, slow = (game.after(" ".join(text)).state for text in ("123456123456", "112345"))
    assert solver.score(quick).score == known.score(quick).score
    assert solver.memory.table.words.array.any()
    assert not big.any()
    found = solver.score(slow)
    assert found.nodes > AT_ONCE
    assert found.score == known.score(slow).score
    assert solver.score(slow).nodes < found.nodes / 100, "what was proven is known"
    solver.forget()
    assert not big.any()
    assert not solver.memory.table.words.array.any()
    assert solver.score(slow).nodes > found.nodes / 2


def test_threads_prove_together_what_one_proves() -> None:
    game = mossa.game("connect4:columns=6,rows=5")
    for threads in (2, 5):
        solver = Solver(game, memory_mib=16, threads=threads)
        assert solver.solve(game.rules.start(), all_moves=False).score == OUTCOMES[6, 5]
        with pytest.raises(MossaError, match="is too big to solve from this position within the limits"):
            Solver(game, memory_mib=1, threads=threads).solve(game.rules.start(), Limits(nodes=1000))
    with pytest.raises(MossaError, match="a search has 1 to 256 threads, not 0"):
        Solver(game, threads=0)


def test_random_trees_have_the_value_and_the_moves_of_minimax() -> None:
    for seed in range(100, 150):
        game = mossa.game(f"tree:tree={random_tree(random.Random(seed))}")
        state = game.rules.start()
        found = solve(game, state, memory_mib=1, compiled=False)
        trace = run("minimax", game.rules, hurry=True, trace=False)
        assert (found.value, found.score) == (trace.value, trace.value)
        assert tuple(game.rules.write_move(state, move) for move in found.moves) == trace.moves
        assert found.move in found.moves


@pytest.mark.parametrize("name", ["tictactoe", "grundy", "connect4"])
def test_compiled_equals_interpreted_to_the_node(name: str) -> None:
    game = mossa.game(name)
    for state in later_states(game, 12, "solver")[11 if name == "connect4" else 0 :]:
        fast, slow = (solve(game, state, memory_mib=1, compiled=compiled) for compiled in (True, False))
        assert (fast.score, fast.moves, fast.move, fast.nodes) == (slow.score, slow.moves, slow.move, slow.nodes)


@pytest.mark.parametrize("name", ["connect4:columns=4,rows=4", "tictactoe"])
def test_a_forced_reply_is_part_of_its_node(name: str) -> None:
    """Every call of the search is hooked. A state that is left by its only move hands on its whole depth, is counted as
    forced, and is no node."""
    game = mossa.game(name)
    choices = game.rules.sufficient or game.rules.moves
    solver = Solver(game, memory_mib=1, compiled=False)
    solver.at_once = 0
    root: Any = solver.kernel
    search = root.__globals__["search"]
    calls: Counter[str] = Counter()
    path: list[tuple[State, int]] = []

    def hook(state: State, depth: int, *rest: Any) -> int:
        calls["visits"] += 1
        if path and len(list(choices(path[-1][0]))) == 1:
            calls["forced"] += 1
            assert depth == path[-1][1]
        path.append((state, depth))
        score: int = search(state, depth, *rest)
        path.pop()
        return score

    def hook_root(*asked: Any) -> int:
        calls["roots"] += 1
        return int(root(*asked))

    graph = Graph(search_root, {"game": kernel_rules(game.rules)})
    for function in (root, *bound_functions(graph, search)):
        if "search" in function.__globals__:
            function.__globals__["search"] = hook
    solver.kernel = hook_root
    found = solver.solve(game.rules.start(), all_moves=False)
    assert solver.memory.forced_moves == calls["forced"] > 0
    assert found.nodes == calls["roots"] + calls["visits"] - calls["forced"]


# What is refused


@pytest.mark.parametrize("limits", [Limits(nodes=1000), Limits(time=0.05)])
def test_what_is_too_big_is_refused_in_one_sentence(limits: Limits) -> None:
    game = mossa.game("connect4")
    solver = Solver(game, memory_mib=1)
    sentence = r"^connect4 is too big to solve from this position within the limits: [\d,]+ nodes in [\d.]+ s were not"
    with pytest.raises(MossaError, match=sentence):
        solver.solve(game.rules.start(), limits)


def test_the_nodes_of_a_search_that_was_stopped_before_the_proof_are_counted() -> None:
    othello = mossa.game("othello")  # a heuristic search predicts the score first
    with pytest.raises(MossaError, match=r"within the limits: [1-9][\d,]* nodes in"):
        Solver(othello, memory_mib=1).solve(othello.rules.start(), Limits(nodes=1000))


def test_a_stop_event_ends_a_proof_and_the_solver_lives_on() -> None:
    game = mossa.game("connect4")
    solver = Solver(game, memory_mib=1)
    stop = threading.Event()
    threading.Timer(0.05, stop.set).start()
    with pytest.raises(MossaError, match="too big to solve"):
        solver.solve(game.rules.start(), Limits(stop=stop))
    assert solver.solve(game.position("2252576253462244111563365343671351441").state).score == -1


def test_a_game_that_may_last_for_ever_is_refused() -> None:
    game = mossa.game("nim:heaps=99-99-99")
    with pytest.raises(MossaError, match="is too big to solve: a game may last 297 moves"):
        Solver(game)


def test_a_game_that_lasts_longer_than_it_says_proves_nothing(tmp_path: Path) -> None:
    (tmp_path / "liar.py").write_text(NIM.replace("longest=10", "longest=4"))
    game = mossa.game(str(tmp_path / "liar.py"))
    with pytest.raises(
        MossaError, match=r"liar\.py cannot be solved: a line .* beyond the 4 moves that FACTS\.longest"
    ):
        solve(game, game.rules.start(), memory_mib=1, compiled=False)


def test_a_game_that_is_over() -> None:
    game = mossa.game("tictactoe")
    with pytest.raises(MossaError, match="the game is over: there is nothing to solve"):
        solve(game, game.after("a1 b1 a2 b2 a3").state)


def test_games_of_other_kinds() -> None:
    with pytest.raises(MossaError, match="kuhn has chance; alpha-beta plays zero-sum games"):
        Solver(mossa.game("kuhn"))
