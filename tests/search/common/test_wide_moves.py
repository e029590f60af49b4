"""Moves of more than 24 bits: every search does what it does with small ones, to the node."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.small_games import RACE, written  # noqa: F401
from tests.wide_twins import STEPS, WIDE_CONNECT4, WIDE_RACE, WIDE_STEPS

import mossa
from mossa import Game, MossaError
from mossa.core.conformance import check
from mossa.core.facts import NARROW
from mossa.games.connect4 import evaluation
from mossa.kernel.transposition_table import NONE
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.alphabeta.recording import Recording
from mossa.search.alphabeta.replay import Replay
from mossa.search.alphabeta.solver import solve
from mossa.search.chance.expectimax import Expectimax
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.wide_moves import check_of, listed_move
from mossa.search.montecarlo.uct import MonteCarlo
from mossa.search.nplayers.engine import NPlayers
from mossa.search.single_agent.solver import SingleAgent

Write = Callable[[str], Game]
WIDE = (1 << 62) - 1


@pytest.fixture(name="twins")
def _twins() -> tuple[Game, Game]:
    """Connect Four with small moves and with wide ones, both without `sufficient`."""
    narrow = mossa.game("connect4")
    bare = narrow.rules.replace(sufficient=None)
    game = mossa.Game(narrow.name, narrow.title, narrow.about, bare, narrow.parameters, narrow.modules)
    return game, mossa.game(WIDE_CONNECT4)


def narrowed(moves: tuple[int, ...]) -> tuple[int, ...]:
    """The columns of wide moves."""
    return tuple((move >> 57) - 1 for move in moves)


@pytest.mark.parametrize(
    ("options", "history"),
    [({}, False), ({"singular": 1, "singular_depth": 4}, True), ({"lookahead": 1, "lookahead_depth": 2}, True)],
)
def test_alpha_beta(twins: tuple[Game, Game], options: dict[str, int], history: bool) -> None:
    found = []
    for game in twins:
        at = game.start()
        for column in (3, 3, 3, 2, 4) if history else ():
            at = at.play(at.legal[column])
        for compiled, depth in ((True, 11), (False, 4)):
            searcher = Searcher(game, options=options, compiled=compiled)
            found.append(searcher.search(at.state, Limits(depth=depth)))
    fast, slow, wide_fast, wide_slow = found
    for one, wide in ((fast, wide_fast), (slow, wide_slow)):
        assert (one.value, one.depth, one.nodes) == (wide.value, wide.depth, wide.nodes)
        assert one.pv == narrowed(wide.pv)


def test_threads_and_several_lines(twins: tuple[Game, Game]) -> None:
    narrow, wide = twins
    lines = [Searcher(game).search(game.rules.start(), Limits(depth=7), multipv=3) for game in (narrow, wide)]
    assert [value for _, value in lines[0].candidates] == [value for _, value in lines[1].candidates]
    found = Searcher(wide, threads=2).search(wide.rules.start(), Limits(depth=10))
    assert found.move in wide.start().legal


def test_a_proof(twins: tuple[Game, Game]) -> None:
    results = []
    for game in twins:
        at = game.start()
        for ply in range(24):
            at = at.play(at.legal[2 * ply % len(at.legal)])
            assert not at.is_over
        results.append(solve(game, at.state, Limits()))
    one, wide = results
    assert (one.score, one.nodes, one.moves) == (wide.score, wide.nodes, narrowed(wide.moves))


def test_a_search_is_replayed(twins: tuple[Game, Game]) -> None:
    _, game = twins
    searcher = Searcher(game, memory_mib=1)
    found: list[SearchResult] = []
    end = Recording.begin(searcher, game.rules.start(), ())
    searcher.search(game.rules.start(), Limits(depth=5), on_depth=found.append)
    recording = end(found[-1])
    assert recording is not None
    replay = Replay(recording)
    visit = replay.open(())
    assert {one.move for one in visit.visits} == set(game.start().legal)
    below = replay.open((0,))
    assert all(one.move in game.start().play(visit.visits[0].move).legal for one in below.visits)
    assert replay.exact
    replay.close()


def test_monte_carlo_and_many_players(twins: tuple[Game, Game]) -> None:
    trees = [MonteCarlo(game, seed=1).search(game.rules.start(), Limits(nodes=3000)) for game in twins]
    assert narrowed(trees[1].pv) == trees[0].pv
    assert trees[1].value == trees[0].value
    lines = [NPlayers(game, "paranoid").search(game.rules.start(), Limits(depth=5)) for game in twins]
    assert (lines[0].value, lines[0].nodes) == (lines[1].value, lines[1].nodes)


@pytest.mark.parametrize("compiled", [False, True])
def test_chance(written: Write, compiled: bool) -> None:  # noqa: F811
    one, wide = (
        Expectimax(game, compiled=compiled).search(game.rules.start(), Limits(depth=4))
        for game in (written(RACE), written(WIDE_RACE))
    )
    assert (one.value, one.nodes, one.move + (3 << 60)) == (wide.value, wide.nodes, wide.move)


@pytest.mark.parametrize("method", ["breadth-first", "astar", "idastar", "depth-first"])
def test_puzzles(written: Write, method: str) -> None:  # noqa: F811
    results = []
    for game in (written(STEPS), written(WIDE_STEPS)):
        results.append(SingleAgent(game).search(game.rules.start(), Limits(nodes=20_000), method=method))
    one, wide = results
    assert (one.value, one.nodes) == (wide.value, wide.nodes)
    assert [move + (5 << 55) for move in one.pv] == list(wide.pv)


def test_conformance(written: Write) -> None:  # noqa: F811
    report = check(mossa.game(WIDE_CONNECT4), games=2)
    assert report.ok, report.faults
    small = written(Path(WIDE_CONNECT4).read_text().replace("greatest_move=(1 << 62) - 1", "greatest_move=1 << 57"))
    assert any("from 0 to 144115188075855872 (greatest_move of FACTS)" in fault for fault in check(small).faults)
    none = written(STEPS.replace("GIANT + 3", f"{NONE}").replace("4 + GIANT", f"{WIDE}"))
    assert any("which stands for no move" in fault for fault in check(none, compiled=False).faults)
    for wrong in (-1, 1 << 62):
        with pytest.raises(MossaError, match="greatest_move is at least 0 and at most"):
            mossa.Facts(widest=1, greatest_move=wrong)


def test_what_tables_store() -> None:
    facts = mossa.game(WIDE_CONNECT4).facts
    assert facts.wide
    assert not mossa.Facts(widest=1).wide
    assert not mossa.Facts(widest=1, greatest_move=NARROW).wide
    moves = list(range(0, 1 << 40, (1 << 40) // 999))
    assert all(0 <= check_of(move) < NONE for move in moves)
    assert len({check_of(move) for move in moves}) > 990
    assert listed_move(facts, check_of(moves[7]), moves) == moves[7]
    assert listed_move(facts, check_of(5), moves) == NONE
    assert listed_move(mossa.Facts(widest=1), 5, [4, 5]) == 5


def test_the_default_history_index_fits(written: Write) -> None:  # noqa: F811
    game = written(WIDE_STEPS)
    indices = {game.rules.history_index(game.rules.start(), move << 40) for move in range(500)}
    assert max(indices) < 1 << 12
    assert len(indices) > 400
    assert evaluation.history_index(mossa.game("connect4").rules.start(), 3) == 21
