import copy
import json
import multiprocessing
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.user_files import NIM

import mossa
from mossa import Game, MossaError
from mossa.play.advice import best, solve
from mossa.play.match import Match, run

TICTACTOE = mossa.game("tictactoe")


def test_a_position_advises() -> None:
    advice = TICTACTOE.after("a1 b1 b2 c1").best()
    assert (advice.move, advice.value, advice.player) == ("c3", 1, "alphabeta")
    assert advice.pv == ("c3",)
    assert str(advice) == "c3 (1)"


@pytest.mark.parametrize("player", [None, "minimax:depth=9", "alphabeta-textbook:depth=9", "perfect"])
def test_all_equally_good_moves(player: str | None) -> None:
    """After a corner only the centre draws; after the centre, only the corners."""
    assert best(TICTACTOE.after("a1"), player=player).moves == ("b2",)
    assert set(best(TICTACTOE.after("b2"), player=player).moves) == {"a1", "c1", "a3", "c3"}


def test_the_fields_of_the_command_line() -> None:
    answer = best(TICTACTOE.after("a1"), multipv=3).as_dict()
    assert {"move", "moves", "value", "depth", "nodes", "seconds", "pv", "candidates"} <= set(answer)
    assert answer["candidates"][0] == {"move": "b2", "value": 0}
    assert [one["value"] for one in answer["candidates"]] == [0, -1, -1]
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    assert len(answer["pv"]) == answer["depth"] == 8


def test_limits_reach_the_search() -> None:
    assert best(TICTACTOE.start(), depth=2).found.depth == 2
    assert best(TICTACTOE.start(), nodes=200).found.nodes < 2000
    assert best(TICTACTOE.start(), player="minimax", depth=2).found.nodes == 9 + 72


def test_what_no_engine_could_answer_is_refused_before_one_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_player(spec: str, game: Game) -> None:
        raise AssertionError("a player was made")

    monkeypatch.setattr("mossa.play.advice._cached_player", no_player)
    with pytest.raises(MossaError, match="the limit depth is a number above 0, not -3"):
        best(TICTACTOE.start(), depth=-3)
    with pytest.raises(MossaError, match="the game is over"):
        best(TICTACTOE.after("a1 a2 b1 b2 c1"))
    with pytest.raises(MossaError, match="chance moves here"):
        best(mossa.game("backgammon").start())


def test_threads_are_the_players_business() -> None:
    assert best(TICTACTOE.start(), threads=2).player == "alphabeta:threads=2"
    assert best(TICTACTOE.start(), threads=2, player="alphabeta:depth=3").player == "alphabeta:depth=3,threads=2"
    assert best(TICTACTOE.start(), threads=2, player="alphabeta:threads=1").player == "alphabeta:threads=1"
    assert best(TICTACTOE.start(), threads=2, player="elo=1500").player == "elo=1500,threads=2"
    with pytest.raises(MossaError, match="random has no setting 'threads'"):
        best(TICTACTOE.start(), threads=2, player="random")


def test_a_win_is_looked_for_first() -> None:
    at = TICTACTOE.after("b2 b1")
    assert at.best(win=3, nodes=60).found.depth == 1  # no win so near, and then no nodes left
    found = at.best(win=5).found
    assert (found.exact, found.depth, found.value) == (True, 5, 1.0)
    assert best(at, win=5, player="alphabeta:win=3").player == "alphabeta:win=3"
    with pytest.raises(MossaError, match="Othello a score says how much is won"):
        best(mossa.game("othello").start(), win=3)


def test_who_gets_no_advice() -> None:
    with pytest.raises(MossaError, match="over"):
        best(TICTACTOE.after("a1 a2 b1 b2 c1"))
    with pytest.raises(MossaError, match="chance moves here"):
        best(mossa.game("kuhn").start())
    with pytest.raises(MossaError, match="a human plays with `mossa play`"):
        best(TICTACTOE.start(), player="human")
    with pytest.raises(MossaError, match="multipv"):
        best(TICTACTOE.start(), multipv=0)
    with pytest.raises(MossaError, match="over"):
        solve(TICTACTOE.after("a1 a2 b1 b2 c1"))


def test_advice_does_not_depend_on_what_the_mover_cannot_see() -> None:
    kuhn = mossa.game("kuhn")
    answers = [best(kuhn.position(text), seed=seed).as_dict() for text in ("QJ:b", "KJ:b") for seed in (1, 2)]
    for answer in answers:
        assert "position" not in answer  # it would tell what the mover cannot see
        del answer["seconds"]
    assert answers[0] == answers[2]
    assert answers[1] == answers[3]


def test_a_mixed_answer_tells_how_often() -> None:
    answer = solve(mossa.game("rps").start())
    assert answer.moves == ("rock", "paper", "scissors")
    assert answer.probabilities == {move: pytest.approx(1 / 3) for move in answer.moves}
    assert answer.value == 0


def test_utilities_that_are_no_numbers(written: Callable[[str], Game]) -> None:
    game = written(
        "from typing import NamedTuple\n"
        "from mossa import Facts\n"
        "FACTS = Facts(players=2, widest=2, longest=1, utility=(-1.0, 1.0))\n"
        "class State(NamedTuple):\n    n: int\n"
        "def start(): return State(0)\n"
        "def mover(state): return 0\n"
        "def moves(state):\n    yield 1\n    yield 2\n"
        "def play(state, move): return State(move)\n"
        "def is_over(state): return state.n > 0\n"
        "def utility(state, player): return float('nan')\n"
    )
    for ask in (best, solve):
        with pytest.raises(MossaError, match="nan"):
            ask(game.start())


def test_several_processes_advise_at_once(tmp_path: Path) -> None:
    (tmp_path / "ours.py").write_text(NIM)
    positions = [TICTACTOE.after("a1 b1 b2 c1"), mossa.game(str(tmp_path / "ours.py")).after("3 3")]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.map(solve, positions)
    assert [one.value for one in found] == [1, -1]
    assert [one.position for one in found] == positions
    assert pickle.loads(pickle.dumps(found[0])) == found[0]


def test_mixed_strategies_and_standings_pickle() -> None:
    for thing in (solve(mossa.game("kuhn").position("QK:p")), run(Match("tictactoe", ("random", "random"), 2))):
        assert pickle.loads(pickle.dumps(thing)) == copy.deepcopy(thing) == thing
