"""The engines for many players: the textbook's values, moves and nodes; compiled equals interpreted; table, limits."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from tests.search.montecarlo.forest import forest, tree_number

import mossa
from mossa.core.game import Game
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.nplayers.engine import NPlayers, require_players
from mossa.search.nplayers.table import clear
from mossa.search.textbook import run

METHODS: dict[str, tuple[str, dict[str, Any]]] = {
    "maxn": ("maxn", {"shallow": False}),
    "maxn-shallow": ("maxn", {"shallow": True}),
    "paranoid": ("paranoid", {}),
    "best-reply": ("best-reply", {}),
}
"""Algorithm of the textbook → the same one here."""
TREES = 10_000


def compared(game: Game, algorithm: str, numbers: range, depth: int | None) -> int:
    """Search the trees with these numbers both ways, without table and deepening; how many were not trivial."""
    method, options = METHODS[algorithm]
    engine, found = NPlayers(game, method, table=False, memory_mib=1, **options), 0
    for number in numbers:
        state = tree_number(game, number)
        if game.rules.is_chance(state):
            continue
        own = engine.search(state, Limits(depth=depth), deepening=False)
        told = run(algorithm, game.rules, state, depth=depth, trace=False)
        assert (own.nodes, str(own.move)) == (told.nodes, told.best), number
        values = own.vector if method == "maxn" else (own.value,)
        assert values == pytest.approx(told.value if isinstance(told.value, tuple) else (told.value,), abs=1e-9)
        found += own.nodes > 10
    return found


@pytest.mark.parametrize("algorithm", METHODS)
@pytest.mark.parametrize("players", [3, 4])
def test_it_is_the_search_of_the_textbook_to_the_node(algorithm: str, players: int) -> None:
    game = forest(players=players, deep=6)
    assert compared(game, algorithm, range(1, 201), None) > 100
    assert compared(game, algorithm, range(1, 101), 3) > 40


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", METHODS)
@pytest.mark.parametrize("players", [3, 4])
def test_on_ten_thousand_trees(algorithm: str, players: int) -> None:
    assert compared(forest(players=players, deep=6), algorithm, range(1, TREES // 2 + 1), None) > TREES // 4


@pytest.mark.parametrize("algorithm", METHODS)
def test_with_chance_it_is_the_textbook_too(algorithm: str) -> None:
    for players in (2, 3, 4):
        game = forest(players=players, deep=6, chance=2)
        assert compared(game, algorithm, range(1, 101), None) > 50
        assert compared(game, algorithm, range(1, 101), 3) > 20


@pytest.mark.parametrize("method", ["maxn", "paranoid", "best-reply"])
def test_compiled_equals_interpreted(method: str) -> None:
    """Table and deepening too: the same nodes."""
    for game, depth, states in (
        (
            forest(players=3, deep=7, chance=1),
            None,
            [tree_number(forest(players=3, deep=7, chance=1), n) for n in (3, 5)],
        ),
        (mossa.game("trio"), 5, [mossa.game("trio").rules.start()]),
    ):
        slow, fast = (NPlayers(game, method, memory_mib=1, compiled=compiled) for compiled in (False, True))
        for state in states:
            if not game.rules.is_chance(state):
                one, other = (engine.search(state, Limits(depth=depth)) for engine in (slow, fast))
                assert (one.nodes, one.move, one.depth) == (other.nodes, other.move, other.depth)
                assert one.value == pytest.approx(other.value)


@pytest.mark.parametrize("method", ["maxn", "paranoid", "best-reply"])
def test_the_table_changes_no_value_and_saves_nodes(method: str) -> None:
    game = mossa.game("trio:size=6")
    plain, tabled = NPlayers(game, method, table=False), NPlayers(game, method)
    saved = 0
    for line in ("", "e3"):
        state = game.after(line).state
        clear(tabled.memory.table)
        one, other = (engine.search(state, Limits(depth=8), deepening=False) for engine in (plain, tabled))
        assert one.value == other.value
        saved += one.nodes - other.nodes
    assert saved > 0


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("method", ["maxn", "paranoid", "best-reply"])
def test_threads_change_no_value(method: str, threads: int) -> None:
    """Where it has only one: where moves are equally good for the mover, max^n depends on which one is kept."""
    game = forest(players=3, deep=6)
    alone, together = NPlayers(game, method), NPlayers(game, method, threads=threads)
    for number in range(1, 40):
        state = tree_number(game, number)
        one, other = (engine.search(state, Limits(depth=4)) for engine in (alone, together))
        assert one.value == other.value, number
        assert one.value == max(value for _, value in together.search(state, Limits(depth=4), multipv=3).candidates)
    if method != "maxn":
        trio = mossa.game("trio:size=6")
        alone, together = NPlayers(trio, method), NPlayers(trio, method, threads=threads)
        for line in ("", "e3", "e3 e4"):
            state = trio.after(line).state
            one, other = (engine.search(state, Limits(depth=7)) for engine in (alone, together))
            assert (one.move, one.value) == (other.move, other.value)


def test_a_bound_makes_no_move_the_best() -> None:
    """Of two moves with one value, that is chosen whose value is exact."""
    engine = NPlayers(mossa.game("trio"), "paranoid")
    found = engine._result({4: (1.0,), 7: (1.0,), 9: (0.0,)}, {7}, (), 1, 1)
    assert (found.move, found.moves) == (7, (7,))


def test_threads_share_the_limits() -> None:
    game = mossa.game("trio:size=6")
    engine = NPlayers(game, "paranoid", threads=2)
    assert engine.search(game.rules.start(), Limits(nodes=20_000)).nodes <= 20_002
    stop = threading.Event()
    stop.set()
    assert engine.search(game.rules.start(), Limits(stop=stop)).move in game.rules.legal(game.rules.start())
    with pytest.raises(mossa.MossaError, match="a search has 1 to 256 threads, not 0"):
        NPlayers(game, "paranoid", threads=0)


def test_a_thread_without_a_move_takes_no_share_of_the_nodes() -> None:
    game = mossa.game("pig:players=3")  # at the start one can only roll
    for method, threads in (("maxn", 1), ("maxn", 2), ("paranoid", 1), ("best-reply", 1)):
        engine = NPlayers(game, method, threads=threads)
        assert engine.search(game.rules.start(), Limits(nodes=4000)).nodes == 4000


def test_what_a_helper_raises_is_raised() -> None:
    game = mossa.game("trio")
    engine = NPlayers(game, "maxn", threads=2, compiled=False)

    def fails(after: Any, depth: int, *rest: Any) -> None:
        raise ValueError("no")

    engine.kernel = fails
    with pytest.raises(ValueError, match="no"):
        engine.search(game.rules.start(), Limits(depth=2))


def test_deepening_ends_at_the_end_of_the_game() -> None:
    """With the value of the game, where it has only one: max^n depends on the order of moves that are equally good."""
    for method, players, algorithm in (
        ("maxn", 2, "minimax"),
        ("paranoid", 3, "paranoid"),
        ("best-reply", 3, "best-reply"),
    ):
        game = forest(players=players, deep=5)
        engine = NPlayers(game, method)
        for number in range(1, 60):
            state = tree_number(game, number)
            found = engine.search(state, Limits())
            value = run(algorithm, game.rules, state, trace=False).value
            assert isinstance(value, float | int)
            assert found.value == (-value if method == "maxn" and game.rules.mover(state) == 1 else value)
            assert found.exact == (method == "maxn")
            assert found.depth <= 5


def test_all_equally_good_moves_and_several_lines() -> None:
    game = forest(players=3, deep=5)
    for method in ("maxn", "paranoid"):
        engine = NPlayers(game, method, table=False)
        for number in range(1, 80):
            state = tree_number(game, number)
            told = run(method, game.rules, state, trace=False, all_moves=True)
            found = engine.search(state, Limits(depth=5), ties=True, multipv=3, deepening=False)
            assert found.moves == tuple(int(text) for text in told.moves)
            assert found.move == found.moves[0]
            assert found.candidates[0][1] == found.value
            assert [value for _, value in found.candidates] == sorted((v for _, v in found.candidates), reverse=True)


def test_limits_end_a_search() -> None:
    game = mossa.game("trio:size=6")
    engine = NPlayers(game, "maxn")
    state = game.rules.start()
    assert engine.search(state, Limits(nodes=5000)).nodes <= 5000
    stop = threading.Event()
    stop.set()
    assert engine.search(state, Limits(stop=stop)).move in game.rules.legal(state)
    told: list[SearchResult] = []
    assert engine.search(state, Limits(time=0.1), on_depth=told.append).depth == told[-1].depth >= 1


def test_wrong_words() -> None:
    with pytest.raises(mossa.MossaError, match="kuhn hides information; this search plays"):
        require_players(mossa.game("kuhn"))
    with pytest.raises(mossa.MossaError, match="no method 'minimax' for many players; methods: maxn, paranoid"):
        NPlayers(mossa.game("trio"), "minimax")
    backgammon = mossa.game("backgammon")
    with pytest.raises(mossa.MossaError, match="chance moves here"):
        NPlayers(backgammon, "maxn", memory_mib=1).search(backgammon.rules.start(), Limits(depth=1))


def test_chance_that_moves_for_ever_ends_a_line(tmp_path: Path) -> None:
    path = tmp_path / "wheel.py"
    path.write_text(
        "from typing import NamedTuple\nfrom mossa import CHANCE, Facts\n"
        "FACTS = Facts(players=2, chance=True, alternate=False, utility=(-1, 1), widest=2)\n"
        "class State(NamedTuple):\n    turn: int\n    wheel: int\n"
        "def start():\n    return State(0, 0)\n"
        "def mover(state):\n    return CHANCE if state.wheel == 1 else state.turn\n"
        "def is_over(state):\n    return state.wheel == 2\n"
        "def moves(state):\n    yield 0\n    yield 1\n"
        "def play(state, move):\n"
        "    return State(1 - state.turn, 1 if state.wheel == 0 or move == 0 else 2)\n"  # the wheel turns and turns
        "def probability(state, move):\n    return 0.5\n"
        "def utility(state, player):\n    return 1 if player == state.turn else -1\n"
    )
    game = mossa.game(str(path))
    for method in ("maxn", "paranoid", "best-reply"):
        engine = NPlayers(game, method, table=False)
        for depth in (1, 3):
            found = engine.search(game.rules.start(), Limits(depth=depth), deepening=False)
            told = run(method, game.rules, depth=depth, trace=False) if method == "maxn" else None
            assert found.move in (0, 1)
            assert told is None or (found.value, found.nodes) == (told.value[0], told.nodes)
