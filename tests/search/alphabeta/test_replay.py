"""The tree of a search, opened again: every node of it is there, once, and adds up."""

from __future__ import annotations

from typing import Any

import pytest

import mossa
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.kernel.transposition_table import NONE
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.alphabeta.recording import Recording
from mossa.search.alphabeta.replay import HOW, Replay, Visit
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult


def record(at: Position, limits: Limits, *, compiled: bool = True, before: int = 0) -> tuple[Recording, SearchResult]:
    """A search after some others with the same memory, recorded."""
    searcher = Searcher(at.game, memory_mib=1, compiled=compiled)
    past = [one.state for one in at.line[:-1]]
    for _ in range(before):
        searcher.search(at.state, Limits(depth=3), past=past)
    found: list[SearchResult] = []
    end = Recording.begin(searcher, at.state, past)
    searcher.search(at.state, limits, past=past, on_depth=found.append)
    recording = end(found[-1])
    assert recording is not None
    return recording, found[-1]


def count(replay: Replay, visit: Visit, seen: list[Visit]) -> int:
    """Nodes of the whole tree below a visit, by opening everything; each part must add up."""
    seen.append(visit)
    opened = replay.open(visit.path)
    assert (opened.score, opened.nodes, opened.how) == (visit.score, visit.nodes, opened.how)
    assert opened.how in HOW
    if opened.how == "searched" and opened.kind != "singular":
        assert opened.visits
    own = opened.nodes - sum(one.nodes for one in opened.visits)
    if opened.how == "horizon":
        assert own == 0  # quiescence counts the node
    elif opened.how != "tail":
        assert own == 1
    return own + sum(count(replay, one, seen) for one in opened.visits)


@pytest.mark.parametrize(
    ("name", "moves", "depth", "compiled"),
    [
        ("tictactoe", "b2 a1", 9, False),
        ("connect4", "4 4 4", 4, True),
        ("checkers", "11-15 23-18 8-11", 2, False),
        ("othello", "d3", 3, False),
    ],
)
def test_the_whole_tree_is_there(name: str, moves: str, depth: int, compiled: bool) -> None:
    at = mossa.game(name).after(moves)
    recording, found = record(at, Limits(depth=depth), compiled=compiled, before=1)
    replay = Replay(recording, compiled=compiled)
    assert replay.exact
    seen: list[Visit] = []
    root = replay.attempts[-1]
    assert count(replay, root, seen) == root.nodes
    assert root.score == found.score
    assert len({visit.path for visit in seen}) == len(seen)


def test_a_compiled_search_is_replayed_the_same_by_the_interpreter() -> None:
    at = mossa.game("connect4").after("4 4 3")
    recording, _ = record(at, Limits(nodes=3000))
    machine, plain = Replay(recording), Replay(recording, compiled=False)
    assert machine.exact
    assert plain.exact
    for path in ((), (0,), (1,), (0, 0)):
        assert machine.open(path) == plain.open(path)


def test_what_a_node_tells() -> None:
    at = mossa.game("connect4").after("4 4")
    recording, found = record(at, Limits(depth=9), before=1)
    replay = Replay(recording)
    root = replay.open()
    assert {one.move for one in root.visits} == set(at.legal)
    assert max(-one.score for one in root.visits) == found.score
    cut = next(one for one in root.visits if one.how == "cut")
    opened = replay.open(cut.path)
    assert opened.cut_by == opened.visits[-1].move
    assert -opened.visits[-1].score >= opened.beta
    assert {one.why for one in opened.untried} <= {"cut", "late", "futility"}
    assert opened.killers != (NONE, NONE)
    tried = {one.move for one in opened.visits} | {one.move for one in opened.untried}
    assert tried - {NONE} == set(at.game.rules.legal(opened.state))


def test_why_moves_were_set_aside() -> None:
    at = mossa.game("chess").position("4k3/pppp1q2/8/8/8/8/PPPP1Q2/4K3 w - - 0 1")
    recording, _ = record(at, Limits(depth=3), compiled=False)
    replay, found, waiting = Replay(recording, compiled=False), set(), [()]
    while waiting and len(found) < 2:
        opened = replay.open(waiting.pop())
        aside = [one.why for one in opened.untried if one.why in ("late", "futility")]
        found |= set(aside) if len(aside) > 8 and len(set(aside)) == 1 else set()
        waiting += [one.path for one in opened.visits if one.nodes > 1]
    assert found == {"late", "futility"}


def test_an_answer_that_the_table_knows_is_told_as_such() -> None:
    recording, _ = record(mossa.game("connect4").after("4 4"), Limits(depth=12))
    replay, found, waiting = Replay(recording), set(), [()]
    while waiting and len(found) < 5:
        for one in replay.open(waiting.pop()).visits:
            found.add(one.how)
            if one.nodes > 200:
                waiting.append(one.path)
    assert {"cut", "table", "lookahead", "searched"} <= found


def test_quiescence_shows_its_moves() -> None:
    chess = mossa.game("chess")
    at = chess.position("4k3/8/3p1p2/4p3/3P4/8/8/4K3 w - - 0 1")
    recording, _ = record(at, Limits(depth=1), compiled=False)
    replay = Replay(recording, compiled=False)
    below = [one for one in replay.open().visits if one.how == "horizon"]
    quiescence = replay.open(below[0].path).visits
    assert [one.kind for one in quiescence] == ["quiescence"]
    moved = [one for visit in below for one in replay.open((*visit.path, 0)).visits]
    assert any(one.move != NONE for one in moved)


def test_a_path_that_is_not_there_and_a_replay_that_is_closed() -> None:
    recording, _ = record(mossa.game("tictactoe").start(), Limits(depth=3), compiled=False)
    replay = Replay(recording, compiled=False)
    with pytest.raises(MossaError, match="made no call 99"):
        replay.open((99,))
    replay.close()
    with pytest.raises(MossaError, match="stopped"):
        replay.open()


def test_two_threads_are_not_recorded() -> None:
    game: Any = mossa.game("tictactoe")
    searcher = Searcher(game, memory_mib=1, threads=2, compiled=False)
    end = Recording.begin(searcher, game.rules.start(), ())
    assert end(searcher.search(game.rules.start(), Limits(depth=4))) is None
