"""UCI with a player of the user's choice: options, live information, limits, pondering, and a real client."""

import re
import sys
import threading
import time
from collections.abc import Iterator

import chess
import chess.engine
import pytest
from tests.cli.commands import refusal

from mossa.kernel.errors import MossaError
from mossa.protocols.uci_player import UciPlayerEngine

PATIENCE = 500
"""Seconds: the engine may have to be compiled first."""

pytestmark = pytest.mark.timeout(PATIENCE + 100)


class Talk:
    """An engine in this process, and what it said."""

    def __init__(self, spec: str) -> None:
        self.said: list[str] = []
        self.heard = threading.Condition()
        self.engine = UciPlayerEngine(spec, self.listen)

    def listen(self, line: str) -> None:
        with self.heard:
            self.said.append(line)
            self.heard.notify_all()

    def send(self, *lines: str) -> None:
        for line in lines:
            assert self.engine.handle(line)

    def wait(self, beginning: str) -> str:
        """The first line that begins so."""
        deadline = time.monotonic() + PATIENCE
        with self.heard:
            while not (found := [line for line in self.said if line.startswith(beginning)]):
                assert self.heard.wait(deadline - time.monotonic()), f"no {beginning!r} in {self.said}"
        return found[0]

    def best(self, *lines: str) -> str:
        """The best move that these commands end with."""
        self.said.clear()
        self.send(*lines)
        return self.wait("bestmove").split()[1]


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk("mcts:horizon=2,memory=8")
    yield talk
    talk.engine.stop()
    talk.engine.close()


def test_the_options_are_the_settings_of_the_player(talk: Talk) -> None:
    talk.send("uci", "isready")
    assert talk.said[0].startswith("id name mossa mcts ")
    names = [line.split()[2] for line in talk.said if line.startswith("option")]
    assert {"MultiPV", "Ponder", "UCI_Chess960", "Move", "Hash", "Threads", "exploration", "network"} <= set(names)
    assert not {"OwnBook", "UCI_Elo", "memory", "threads", "ponder"} & set(names)
    assert "option name Hash type spin default 8 min 1 max 32768" in talk.said
    assert talk.said[-2:] == ["uciok", "readyok"]
    talk.said.clear()
    talk.send("setoption name Hash value 4", "setoption name exploration value 1.5", "setoption name rave value 0")
    assert talk.said == []
    assert talk.engine.player is not None
    assert talk.engine.player.settings == {"horizon": 2, "memory": 4, "exploration": 1.5, "rave": 0}
    talk.send("setoption name exploration value <empty>")
    assert "exploration" not in talk.engine.player.settings


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("setoption name contempt value 3", "there is no option 'contempt'; options: MultiPV"),
        ("setoption name OwnBook value true", "there is no option 'OwnBook'"),
        ("setoption name exploration value lots", "player mcts: exploration is a number from 0 to 1000000, not 'lots'"),
        ("setoption name Hash value 0", "player mcts: memory is a whole number from 1 to 1048576, not '0'"),
        ("setoption name network value true", "chess has no network: its network.py needs predict(batch)"),
        ("position startpos moves e2e5", "move 1, e2e5, is not legal in rnbqkbnr"),
        ("go perft x", "perft is a whole number from 1 to 20, not 'x'"),
    ],
)
def test_what_is_wrong_is_told_and_changes_nothing(talk: Talk, line: str, reason: str) -> None:
    talk.send(line)
    assert len(talk.said) == 1
    assert talk.said[0].startswith(f"info string {reason}")
    assert talk.engine.settings == {"horizon": "2", "memory": "8"}
    assert len(talk.best("position startpos", "go nodes 100")) == 4


def test_an_impossible_player_is_refused() -> None:
    assert "there is no player 'mtcs' (did you mean mcts?)" in refusal("uci", "--player", "mtcs")
    assert "chess has no network" in refusal("uci", "--player", "mcts:network=true")
    with pytest.raises(MossaError, match="a person cannot be the engine"):
        UciPlayerEngine("human", print)


def test_live_information(talk: Talk) -> None:
    talk.send("position startpos moves e2e4 e7e5", "go infinite")
    first = talk.wait("info depth")
    assert re.fullmatch(
        r"info depth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ tbhits 0 time \d+ pv( \w{4})+", first
    )
    assert not any(line.startswith("bestmove") for line in talk.said)
    talk.send("stop")
    last, best = talk.said[-2:]
    assert best.split()[1] == last.partition(" pv ")[2].split()[0]
    assert int(last.split(" nodes ")[1].split()[0]) >= int(first.split(" nodes ")[1].split()[0])


def test_nodes_are_simulations(talk: Talk) -> None:
    talk.best("position startpos", "go nodes 777")
    assert " nodes 777 " in talk.said[-2]
    talk.send("setoption name nodes value 55")
    talk.best("position startpos", "go nodes 777")
    assert " nodes 55 " in talk.said[-2], "a limit in the settings holds beside that of go"


def test_a_proven_mate_is_told_as_one(talk: Talk) -> None:
    assert talk.best("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "go nodes 20000") == "a1a8"
    assert " score mate 1 " in talk.said[-2]
    assert talk.said[-1] == "bestmove a1a8"


def test_several_lines_and_only_some_moves(talk: Talk) -> None:
    talk.best("setoption name MultiPV value 3", "position startpos", "go nodes 3000")
    *last, played, best = talk.said[-5:]
    assert [re.findall(r"multipv (\d)", line) for line in last] == [["1"], ["2"], ["3"]]
    assert len({line.split(" pv ")[1].split()[0] for line in last}) == 3
    assert any(len(line.split(" pv ")[1].split()) > 1 for line in last[1:]), "the other moves have lines too"
    assert played.split(" pv ")[1].split()[0] == best.split()[1]
    talk.send("setoption name MultiPV value 1")
    assert talk.best("position startpos", "go nodes 2000 searchmoves a2a3 h2h4") in ("a2a3", "h2h4")
    assert {line.split(" pv ")[1].split()[0] for line in talk.said[:-1]} <= {"a2a3", "h2h4"}
    assert talk.best("go searchmoves a2a3 nodes 1") == "a2a3"


@pytest.mark.parametrize(
    "go", ["go movetime 40", "go wtime 300 btime 300", "go wtime 1 btime 1 winc 5 binc 5", "go depth 3"]
)
def test_every_form_of_clock(talk: Talk, go: str) -> None:
    move = talk.best("position startpos moves e2e4", go)
    assert (
        chess.Move.from_uci(move)
        in chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").legal_moves
    )


def test_pondering(talk: Talk) -> None:
    talk.send("position startpos moves e2e4 e7e5", "go ponder wtime 400 btime 400")
    talk.wait("info depth")
    assert not any(line.startswith("bestmove") for line in talk.said)
    talk.send("ponderhit")
    assert re.fullmatch(r"bestmove [a-h1-8]{4}( ponder [a-h1-8]{4})?", talk.wait("bestmove"))
    talk.said.clear()
    talk.send("go ponder wtime 100000 btime 100000", "stop")
    assert talk.said[-1].startswith("bestmove")


def test_the_tree_stays_from_move_to_move(talk: Talk) -> None:
    talk.best("setoption name Hash value 64", "position startpos", "go nodes 30000")
    line = talk.said[-1].split()
    engine = talk.engine.player.engine  # type: ignore[union-attr]
    talk.best(f"position startpos moves {line[1]} {line[3]}", "go nodes 1")
    assert engine.pool.words[0] > 20, "visits of the root, found before it was the root"
    talk.best("ucinewgame", "position startpos", "go nodes 1")
    assert talk.engine.player.engine.pool.words[0] == 1  # type: ignore[union-attr]


def test_what_the_player_cannot_do_is_told_and_a_move_is_made() -> None:
    talk = Talk("mcts:gumbel=4,horizon=2,memory=4")
    move = talk.best("position startpos", "go movetime 50")
    assert chess.Move.from_uci(move) in chess.Board().legal_moves
    assert talk.said[0].startswith(f"info pv {move} string a Gumbel root shares out a number of simulations")


@pytest.mark.parametrize(
    "spec", ["random:seed=3", "alphabeta:nodes=500", "mossa:nodes=500", "elo=900", "minimax:depth=1"]
)
def test_any_player(spec: str) -> None:
    talk = Talk(spec)
    move = talk.best("position startpos", "go nodes 500")
    assert chess.Move.from_uci(move) in chess.Board().legal_moves
    assert talk.said[-2].split(" pv ")[1].split()[0] == move
    assert talk.best("position fen 8/8/8/8/8/6k1/7q/7K w - - 0 1", "go nodes 5") == "(none)"
    talk.engine.close()


def test_games_and_analysis_through_a_real_client() -> None:
    command = [sys.executable, "-m", "mossa", "uci", "--player", "mcts:horizon=2,memory=16"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=PATIENCE) as client:
        assert client.id["name"].startswith("mossa mcts")
        client.configure({"exploration": "0.9", "Hash": 8})
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 10:
            played = client.play(
                board, chess.engine.Limit(nodes=300), info=chess.engine.INFO_ALL, ponder=board.ply() % 2 == 0
            )
            assert played.move in board.legal_moves
            assert played.info["nodes"] >= 1
            board.push(played.move)
        lines = client.analyse(
            chess.Board("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), chess.engine.Limit(nodes=9000), multipv=2
        )
        assert lines[0]["score"].white() == chess.engine.Mate(1)
        assert lines[0]["pv"] == [chess.Move.from_uci("a1a8")]
        with client.analysis(chess.Board()) as analysis:
            for info in analysis:
                if "score" in info:
                    break
        assert analysis.wait().move in chess.Board().legal_moves
