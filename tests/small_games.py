"""Fixtures: small user-defined games in rules files, and an empty data folder for each test."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mossa import Game, game

PUZZLE = '''"""Pick a number: one player, chance says what it is worth."""
from typing import NamedTuple
from mossa import CHANCE, Facts
FACTS = Facts(players=1, chance=True, zero_sum=False, utility=(0, 9), widest=10, longest=2)
class State(NamedTuple):
    pick: int
    drawn: int
def start(): return State(-1, -1)
def mover(state): return 0 if state.pick < 0 else CHANCE
def moves(state):
    for i in range(10):
        yield i
def play(state, move): return State(move, -1) if state.pick < 0 else State(state.pick, move)
def is_over(state): return state.drawn >= 0
def probability(state, move): return 0.1
def utility(state, player): return 9 - abs(state.pick - state.drawn)
'''

TAKE = '''"""Take one or two matches; the last one wins."""
from typing import NamedTuple
from mossa import Facts, parameter
MATCHES = parameter("matches", 7, "matches", least=1, most=60)
FACTS = Facts(players=2, utility=(-1, 1), widest=2, longest=MATCHES)
class State(NamedTuple):
    left: int
    turn: int
def start(): return State(MATCHES, 0)
def mover(state): return state.turn
def moves(state):
    for taken in range(1, min(2, state.left) + 1):
        yield taken
def play(state, move): return State(state.left - move, 1 - state.turn)
def is_over(state): return state.left == 0
def utility(state, player): return -1 if player == state.turn else 1
'''

RACE = '''"""A race with a die: throw on, or keep what was thrown. A 1 loses it all. The first with 10 points wins."""
from typing import NamedTuple
from mossa import CHANCE, Facts, below, u64
PLAYERS = 2
FACTS = Facts(players=PLAYERS, chance=True, alternate=False, zero_sum=PLAYERS == 2, widest=6, longest=60)
class State(NamedTuple):
    points: tuple[int, int, int]
    pot: int
    turn: int
    thrown: int
    ply: int
def start(): return State((0, 0, 0), 0, 0, 0, 0)
def mover(state): return CHANCE if state.thrown else state.turn
def is_over(state): return max(state.points) >= 10 or state.ply >= 60
def moves(state):
    if state.thrown:
        for face in range(1, 7):
            yield face
    else:
        yield 0
        yield 1
def probability(state, face): return 1 / 6
def sample(state, seed): return 1 + below(seed, 6)
def play(state, move):
    ply, after = state.ply + 1, (state.turn + 1) % PLAYERS
    if state.thrown:
        if move == 1:
            return State(state.points, 0, after, 0, ply)
        return State(state.points, state.pot + move, state.turn, 0, ply)
    if move == 0:
        return State(state.points, state.pot, state.turn, 1, ply)
    a, b, c = state.points
    kept = state.pot
    points = (a + kept, b, c) if state.turn == 0 else (a, b + kept, c) if state.turn == 1 else (a, b, c + kept)
    return State(points, 0, after, 0, ply)
def utility(state, player): return 1 if state.points[player] >= 10 else -1 if max(state.points) >= 10 else 0
'''
LISTED = """    if state.thrown:
        for face in range(1, 7):
            yield face
    else:
        yield 0
        yield 1
"""
DRAWN_RACE = (
    RACE.replace("def probability(state, face): return 1 / 6\n", "")
    .replace(LISTED, "    yield 0\n    yield 1\n")
    .replace("widest=6", "widest=2")
)
"""The same race, where outcomes are drawn and not listed."""

TEAMS = '''"""Take one or two matches; the last one wins, and so do his partners, who sit opposite."""
from typing import NamedTuple
from mossa import Facts, parameter
MATCHES = parameter("matches", 7, "matches", least=1, most=60)
PLAYERS = parameter("players", 4, "players", least=2, most=22)
FACTS = Facts(players=PLAYERS, teams=True, utility=(-1, 1), widest=2, longest=MATCHES)
class State(NamedTuple):
    left: int
    turn: int
def start(): return State(MATCHES, 0)
def mover(state): return state.turn
def moves(state):
    for taken in range(1, min(2, state.left) + 1):
        yield taken
def play(state, move): return State(state.left - move, (state.turn + 1) % PLAYERS)
def is_over(state): return state.left == 0
def utility(state, player): return -1 if side(player) == side(state.turn) else 1
def side(player): return player % 2
'''


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Game]:
    """The game in a rules file with this text."""

    def write(text: str) -> Game:
        path = tmp_path / f"rules{len(list(tmp_path.iterdir()))}.py"
        path.write_text(text)
        return game(str(path))

    return write


@pytest.fixture
def take(written: Callable[[str], Game]) -> Game:
    return written(TAKE)


@pytest.fixture
def puzzle(written: Callable[[str], Game]) -> Game:
    return written(PUZZLE)


@pytest.fixture
def race(written: Callable[[str], Game]) -> Game:
    return written(RACE)


@pytest.fixture
def drawn_race(written: Callable[[str], Game]) -> Game:
    return written(DRAWN_RACE)


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSSA_DATA", str(tmp_path / "data"))
