"""The alpha-beta engine as a player."""

import pytest

import mossa
from mossa import MossaError
from mossa.play.players import default_opponent, player
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.common.limits import Limits

TICTACTOE = mossa.game("tictactoe")


def test_options_of_the_engine_are_settings() -> None:
    start, limits = TICTACTOE.start(), Limits(depth=6)
    nodes = {spec: player(spec, TICTACTOE).choose(start, limits).nodes for spec in ("alphabeta", "alphabeta:table=0")}
    expected = Searcher(TICTACTOE, options={"table": 0}).search(start.state, limits).nodes
    assert nodes["alphabeta"] < nodes["alphabeta:table=0"] == expected


def test_openings_from_the_book() -> None:
    chess = mossa.game("chess")
    assert default_opponent(chess) == "alphabeta:book=true"
    assert default_opponent(mossa.game("tictactoe")) == "alphabeta"
    booked = player("alphabeta:book=true,depth=1", chess)
    first = set()
    for seed in range(8):
        booked.begin(seed)
        found = booked.choose(chess.start(), Limits())
        assert (found.nodes, found.pv) == (0, (found.move,))
        first.add(found.move)
    assert len(first) > 1
    assert booked.choose(chess.position("8/8/8/8/8/5k2/8/R3K3 w - - 0 1"), Limits()).nodes > 0
    with pytest.raises(MossaError, match="Tic-tac-toe has no book"):
        player("alphabeta:book=true", mossa.game("tictactoe"))


@pytest.mark.parametrize(
    ("game", "moves", "spec"),
    [
        ("tictactoe", "b2", "alphabeta"),
        ("tictactoe", "a1 b2", "alphabeta:time=100"),
        ("nim:heaps=1-2-3", "", "alphabeta:ponder=true"),
        ("connect4", "4", "alphabeta:depth=3"),
        ("connect4", "4", "alphabeta:nodes=300"),
        ("chess", "e4", "alphabeta:elo=700"),
    ],
)
def test_short_work_is_done_without_machine_code_and_found_is_the_same(
    game: str, moves: str, spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seconds in ("INTERPRETED_TIME", "INTERPRETED_REST"):
        monkeypatch.setattr(f"mossa.play.alphabeta_player.{seconds}", 300.0)
    at = mossa.game(game).after(moves)
    compiled = player(spec, at.game)
    interpreted = compiled.interpreted(at)
    assert interpreted is not None
    found = []
    for one in (compiled, interpreted):
        one.begin(7)
        found.append(one.choose(at, Limits(300.0)))
    mine, other = found
    assert (other.move, other.value, other.exact) == (mine.move, mine.value, mine.exact)


def test_long_work_is_left_to_the_engine() -> None:
    chess, connect4 = mossa.game("chess").start(), mossa.game("connect4").start()
    assert player("alphabeta", chess.game).interpreted(chess) is None
    assert player("alphabeta:time=0.1", connect4.game).interpreted(connect4) is None
    assert player("alphabeta:elo=2000", chess.game).interpreted(chess) is None
    assert player("alphabeta:skill=2", mossa.game("gomoku")).interpreted(mossa.game("gomoku").start()) is None
    assert player("mcts:nodes=10", connect4.game).interpreted(connect4) is None


def test_the_book_answers_before_the_engine_is_there() -> None:
    chess = mossa.game("chess").start()
    booked = player("alphabeta:book=true", chess.game).interpreted(chess)
    assert booked is not None
    assert booked.choose(chess, Limits()).nodes == 0
    odd = chess.game.position("8/8/8/8/8/5k2/8/R3K3 w - - 0 1")
    assert player("alphabeta:book=true", odd.game).interpreted(odd) is None
