"""Wins without a bound on the plies, in games that go round in circles, against a look at every state from the end."""

from __future__ import annotations

from pathlib import Path

import pytest

import mossa
from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.kernel.memory import Ints
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.common.limits import Limits
from mossa.search.common.stop_signal import StopSignal
from mossa.search.common.threads import UNLIMITED
from mossa.search.mate.mate_search import PATIENCES, MateSearch, MateSearcher, plies_to_mate
from mossa.search.mate.proof_number import Proof
from mossa.search.mate.unbounded_proof_number import SHORTEN, UNBOUNDED, VERIFY

MAZE = '''"""A maze: who must move in room 0 has lost. The doors follow from a number, and lead back and forth."""

from typing import NamedTuple

from mossa import Facts, u64
from mossa.kernel.bits import mix

FACTS = Facts(players=2, utility=(-1, 1), repetition=True, widest=4, longest=250)
ROOMS = 14


class State(NamedTuple):
    room: int
    turn: int
    seed: int


def start():
    return State(1, 0, 0)


def mover(state):
    return state.turn


def hash_of(state, door):
    return mix(u64(((state.seed * 64 + state.room) * 2 + state.turn) * 8 + door + 1))


def moves(state):
    for door in range(0 if state.room == 0 else 1 + int(hash_of(state, 7) % u64(4))):
        yield door


def play(state, move):
    return State(int(hash_of(state, move) % u64(ROOMS)), 1 - state.turn, state.seed)


def utility(state, player):
    return -1 if player == state.turn else 1
'''
MAZES = 400

# Problems from the collection matetrack, with the best lengths that are known; a search by depth finds none of them.
LONG = [
    ("2N5/p4P2/p4RqP/P2krb2/5RNK/2PPBnP1/3P1pP1/5Q2 w - - 0 1", 46),
    ("Q1B5/P2Pn1p1/1rNpb3/2k3p1/8/1P2nP2/1N2KPPp/b6q w - - 0 1", 19),
    ("7k/r6b/8/7K/8/8/pr6/5Q2 w - - 0 1", 24),
]


@pytest.fixture(scope="module")
def maze(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file: Path = tmp_path_factory.mktemp("maze") / "maze.py"
    file.write_text(MAZE)
    return mossa.game(str(file))


def distances(game: Game, start: State) -> dict[State, int]:
    """Plies to the end of all states from here where the first player wins, worked out from the ends."""
    rules = game.rules
    behind: dict[State, list[State]] = {}
    fresh = [start]
    while fresh:
        state = fresh.pop()
        if state not in behind:
            behind[state] = [rules.play(state, move) for move in rules.legal(state)]
            fresh += behind[state]
    won = {state: 0 for state, after in behind.items() if not after and rules.utility(state, 0) > 0}
    plies = 0
    while plies in won.values():
        plies += 1
        enough = {0: any, 1: all}
        won |= {
            state: plies
            for state, after in behind.items()
            if state not in won and after and enough[rules.mover(state)](one in won for one in after)
        }
    return won


def asked(mate_searcher: MateSearcher, state: State, left: int, proof: Proof) -> int:
    moves = mate_searcher.game.rules.legal(state)
    given, findings = Ints(len(moves)), Ints(len(moves))
    for i, move in enumerate(moves):
        given[i] = move
    return int(mate_searcher.kernel(state, left, proof, given, findings, len(moves)))


@pytest.mark.slow
@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("way", range(len(PATIENCES)))
def test_a_win_is_found_exactly_where_there_is_one(maze: Game, way: int, compiled: bool) -> None:
    mate_searcher = MateSearcher(maze, StopSignal(stop=0), 1, compiled=compiled)
    seen = {True: 0, False: 0}
    farther = nearer = 0
    for seed in range(MAZES if compiled else 40):
        state = maze.rules.start()._replace(seed=seed)
        plies = distances(maze, state).get(state)
        proof = mate_searcher.make_proof(1)
        proof.limit, proof.question, proof.patience = 1_000_000, UNBOUNDED + way, PATIENCES[way]
        found = asked(mate_searcher, state, UNBOUNDED, proof)
        assert (found >= 0) == (plies is not None), seed
        seen[found >= 0] += 1
        if plies is None:
            continue
        assert found >= plies
        farther += found > plies
        for effort in (0, 100) * 4:
            proof.effort = effort
            shorter = asked(mate_searcher, state, SHORTEN, proof)
            assert plies <= shorter <= found
            found = shorter
        nearer += found > plies
    assert min(seen.values()) > 5
    assert nearer < max(farther, 1)  # what was too long has become shorter


@pytest.mark.slow
def test_a_mate_search_in_a_maze_ends_with_the_shortest_win(maze: Game) -> None:
    searcher = Searcher(maze, memory_mib=1)
    memory = searcher.memories[0]
    memory.limit = UNLIMITED
    wins = 0
    for seed in range(MAZES):
        state = maze.rules.start()._replace(seed=seed)
        plies = distances(maze, state).get(state)
        mates = MateSearch(searcher.mate_searcher, state, maze.rules.legal(state), memory, won=True, most=21)
        while not mates.certain:
            mates.resume(1000)
        assert (mates.mate is None) == (plies is None or plies > 21)
        if mates.mate is not None:
            assert plies_to_mate(maze, mates.mate.score) == plies
            assert len(mates.mate.pv) == plies
            wins += 1
    assert wins > 20


@pytest.mark.slow
@pytest.mark.parametrize(("fen", "moves"), LONG)
def test_long_mates_are_found(fen: str, moves: int) -> None:
    game = mossa.game("chess")
    state = game.position(fen).state
    found = Searcher(game, memory_mib=64).search(state, Limits(win=249, nodes=4_000_000))
    assert plies_to_mate(game, found.score or 0) == 2 * moves - 1
    for move in found.pv:  # the line is one of legal moves
        assert move in game.rules.legal(state)
        state = game.rules.play(state, move)


CORRIDOR = '''"""A corridor: who must move in room 0 has lost. Behind the first door somebody may be tired.

Who has gone too far without a rest goes no further, and the game is drawn.
"""

from typing import NamedTuple

from mossa import Facts, parameter, u64

ENOUGH = parameter("enough", 20, "steps after which nobody goes on", least=1, most=100)
FACTS = Facts(players=2, utility=(-1, 1), repetition=True, widest=2, longest=60)
LAST = 11


class State(NamedTuple):
    room: int
    turn: int
    steps: int


def start():
    return State(LAST, 0, 0)


def mover(state):
    return state.turn


def moves(state):
    for move in range(0 if state.room == 0 else 2 if state.room == LAST - 1 else 1):
        yield move


def play(state, move):
    return State(state.room - 1, 1 - state.turn, state.steps + 1 + 14 * move)


def is_drawn(state):
    return state.steps >= ENOUGH and state.room > 0


def reversible(state):
    return state.steps


def key(state):
    return u64(2 * state.room + state.turn + 1)


def utility(state, player):
    if state.room > 0:
        return 0
    return -1 if player == state.turn else 1
'''


@pytest.mark.slow
@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("enough", "held"), [(20, 0), (26, 1)])
def test_a_win_holds_only_if_no_way_to_it_is_too_long(tmp_path: Path, enough: int, held: int, compiled: bool) -> None:
    """Tired or not is one state to the table, so that the tired one seems won too."""
    file = tmp_path / "corridor.py"
    file.write_text(CORRIDOR)
    game = mossa.game(f"{file}:enough={enough}")
    mate_searcher = MateSearcher(game, StopSignal(stop=0), 1, compiled=compiled)
    state, proof = game.rules.start(), mate_searcher.make_proof(1)
    proof.limit = 1_000_000
    assert asked(mate_searcher, state, UNBOUNDED, proof) == 11
    assert asked(mate_searcher, state, VERIFY, proof) == held
    assert asked(mate_searcher, state, VERIFY, proof) == held  # what was found out is kept
