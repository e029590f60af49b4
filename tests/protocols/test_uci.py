"""UCI: a conversation word for word, real games through python-chess's client, and rubbish."""

import io
import os
import re
import sys
import threading
import time
from pathlib import Path

import chess
import chess.engine
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mossa.games.chess.book import Entry, book_key, pack, write_book
from mossa.games.chess.move_generation import moves as legal_moves
from mossa.games.chess.notation import write_uci
from mossa.games.chess.rules import start as CHESS_START
from mossa.play.alphabeta_player import past_of
from mossa.protocols import uci

START = chess.STARTING_FEN


COMMAND = [sys.executable, "-m", "mossa.protocols.uci"]


PATIENCE = 500
"""Seconds: the engine may have to be compiled first."""


pytestmark = pytest.mark.timeout(PATIENCE + 100)


class Talk:
    """An engine in this process, and what it said."""

    def __init__(self):
        self.said = []
        self.heard = threading.Condition()
        self.engine = uci.UciEngine(self.listen)

    def listen(self, line):
        with self.heard:
            self.said.append(line)
            self.heard.notify_all()

    def send(self, *lines):
        for line in lines:
            assert self.engine.handle(line)

    def wait(self, beginning, count=1):
        """The line that begins so for the count-th time."""
        deadline = time.monotonic() + PATIENCE
        with self.heard:
            while len(found := [line for line in self.said if line.startswith(beginning)]) < count:
                assert self.heard.wait(deadline - time.monotonic()), f"no {beginning!r} in {self.said}"
        return found[count - 1]

    def best(self, *lines):
        """The best move that these commands end with."""
        self.said.clear()
        self.send(*lines)
        return self.wait("bestmove").split()[1]


@pytest.fixture
def talk():
    talk = Talk()
    yield talk
    talk.engine.stop()


def test_introduction(talk):
    talk.send("uci", "isready")
    assert talk.said[0].startswith("id name mossa")
    assert talk.said[1].startswith("id author")
    options = [re.fullmatch(r"option name (.+) type (spin|check|button|string)(.*)", line) for line in talk.said[2:-2]]
    names = [option[1] for option in options]
    assert names == [
        *("Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "UCI_LimitStrength", "UCI_Elo"),
        *("Move Overhead", "OwnBook", "BookFile", "TablePath"),
    ]
    assert talk.said[-2:] == ["uciok", "readyok"]


def test_a_mate_is_found_and_told(talk):
    move = talk.best("position fen r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "go depth 8")
    assert move == "f6a6"
    last = [line for line in talk.said if line.startswith("info depth")][-1]
    assert " score mate 3 " in last
    assert re.search(r" nodes \d+ nps \d+ hashfull \d+ tbhits \d+ time \d+ pv f6a6", last)
    talk.best("position fen 8/8/8/8/8/6k1/7q/7K w - - 0 1", "go depth 3")
    assert "info depth 0 score mate 0" in talk.said
    assert talk.said[-1] == "bestmove (none)"


def test_being_mated_is_told_with_a_minus(talk):
    talk.best("position fen 7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", "go depth 4")
    assert " score mate -1 " in talk.said[-2]


def test_moves_of_the_game_are_known_for_repetitions(talk):
    dance = "position startpos moves g1f3 g8f6 f3g1 f6g8"
    talk.send(dance)
    assert talk.engine.position.text == START.replace("0 1", "4 3")
    assert len(past_of(talk.engine.position)) == 4


def test_a_game_that_grows_is_read_on(talk):
    board, line = chess.Board(), "position startpos moves"
    for move in ("e2e4", "e7e5", "g1f3", "b8c6"):
        board.push_uci(move)
        line += f" {move}"
        talk.send(line)
        assert talk.engine.position.text == board.fen()
    talk.send("position startpos moves e2e4 e7e5")  # taken back
    assert talk.engine.position.history == ("e2e4", "e7e5")
    talk.send("position startpos moves e2e4 e7e5 e1e3", "position startpos moves e2e4 e7e5 e1e3 g8f6")
    assert talk.engine.position.history == ("e2e4", "e7e5")
    talk.send(f"position fen {START} moves d2d4", f"position fen {START} moves d2d4 d7d5")
    assert talk.engine.position.history == ("d2d4", "d7d5")
    talk.send("ucinewgame", "position startpos")
    assert talk.engine.position.history == ()


def test_several_lines(talk):
    talk.best("setoption name MultiPV value 3", "position startpos", "go depth 5")
    *last, best = [line for line in talk.said if line.startswith("info depth 5")]
    assert " multipv 1 " in best
    assert best.split(" pv ")[1].split()[0] == last[0].split(" pv ")[1].split()[0]
    assert [re.search(r"multipv (\d)", line)[1] for line in last] == ["1", "2", "3"]
    assert len({line.split(" pv ")[1].split()[0] for line in last}) == 3
    scores = [int(re.search(r"score cp (-?\d+)", line)[1]) for line in last]
    assert scores == sorted(scores, reverse=True)


MIDDLE = "position fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"
STRENGTH = "setoption name UCI_LimitStrength value true"


@pytest.mark.parametrize(
    ("options", "position", "go"),
    [
        ((), MIDDLE, "go movetime 60"),
        ((), MIDDLE, "go nodes 3000"),
        ((), MIDDLE, "go nodes 1"),
        ((), MIDDLE, "go wtime 400 btime 400"),
        ((), MIDDLE, "go wtime 1 btime 1"),
        ((), "position fen r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "go mate 3"),
        ((), "position fen 8/8/8/8/4k3/8/4K2R/8 w - - 0 1", "go movetime 60"),
        ((), "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3"),  # stalemate
        ((), "position fen 7k/8/6K1/8/8/8/8/8 b - - 0 1", "go depth 3"),  # a draw by rule
        (("setoption name Threads value 2",), MIDDLE, "go movetime 60"),
        (("setoption name MultiPV value 4",), MIDDLE, "go movetime 60"),
        (("setoption name OwnBook value true",), "position startpos", "go movetime 60"),
        ((STRENGTH, "setoption name UCI_Elo value 600"), MIDDLE, "go movetime 60"),
        ((STRENGTH, "setoption name UCI_Elo value 1500", "setoption name MultiPV value 3"), MIDDLE, "go movetime 60"),
    ],
)
def test_the_last_line_tells_of_the_move_that_is_played(talk, options, position, go):
    talk.send(*options)
    for _ in range(4):
        move = talk.best("ucinewgame", position, go)
        last = [line for line in talk.said if line.startswith("info ")][-1]
        told = last.partition(" pv ")[2].split()
        assert told[:1] == ([] if move == "(none)" else [move]), talk.said


def test_the_last_line_after_pondering_and_an_early_stop(talk):
    for number in range(6):
        talk.said.clear()
        talk.send(MIDDLE, "go ponder wtime 300 btime 300")
        time.sleep(0.02 * number)
        talk.send("ponderhit" if number % 2 else "stop")
        move = talk.wait("bestmove").split()[1]
        last = [line for line in talk.said if line.startswith("info ")][-1]
        assert last.split(" pv ")[1].split()[0] == move


def test_only_some_moves(talk):
    assert talk.best("position startpos", "go depth 4 searchmoves a2a3 h2h4") in ("a2a3", "h2h4")
    assert talk.best("position startpos", "go searchmoves a2a3 depth 4") == "a2a3"


@pytest.mark.parametrize(
    "go",
    [
        "go movetime 30",
        "go nodes 2000",
        "go wtime 300 btime 300",
        "go wtime 300 btime 300 winc 10 binc 10",
        "go wtime 200 btime 200 movestogo 1",
        "go wtime 1 btime 1",
        "go wtime -50 btime -50",
        "go mate 1",
        "go depth 1 movetime 5000",
    ],
)
def test_every_form_of_clock(talk, go):
    assert talk.best("position startpos moves e2e4", go) in {
        move.uci() for move in chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").legal_moves
    }


def test_infinite_waits_for_stop(talk):
    talk.send("position fen 7k/8/5K2/8/8/8/6Q1/8 w - - 0 1", "go infinite")
    talk.wait("info depth")
    time.sleep(0.2)  # a mate in one: the search itself has long ended
    assert not any(line.startswith("bestmove") for line in talk.said)
    talk.send("stop")
    assert talk.said[-1].startswith("bestmove g2g7")
    talk.send("stop", "ponderhit")
    assert sum(line.startswith("bestmove") for line in talk.said) == 1


def test_pondering(talk):
    talk.send("position startpos moves e2e4 e7e5", "go ponder wtime 500 btime 500")
    talk.wait("info depth 4")
    assert not any(line.startswith("bestmove") for line in talk.said)
    talk.send("ponderhit")
    assert re.fullmatch(r"bestmove [a-h1-8]{4}( ponder [a-h1-8]{4})?", talk.wait("bestmove"))
    talk.said.clear()
    talk.send("go ponder wtime 100000 btime 100000", "stop")
    assert talk.said[-1].startswith("bestmove")


def test_what_comes_in_mid_search_stops_it(talk):
    talk.send("position startpos", "go infinite")
    talk.wait("info depth 2")
    for line in ("position startpos moves e2e4", "setoption name Hash value 8", "ucinewgame", "go infinite"):
        talk.said.clear()
        talk.send(line)
        assert talk.said[-1].startswith("bestmove") or line == "go infinite"
        talk.send("go infinite")
        talk.wait("info depth 2")
    talk.send("isready")
    assert talk.said[-1] == "readyok" or "readyok" in talk.said
    talk.said.clear()
    assert not talk.engine.handle("quit")
    assert talk.said[-1].startswith("bestmove")


def test_chess960_castling(talk):
    fen = "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1"
    talk.send("setoption name UCI_Chess960 value true")
    assert talk.best(f"position fen {fen}", "go depth 2 searchmoves e1h1") == "e1h1"
    talk.send("setoption name UCI_Chess960 value false")
    assert talk.best(f"position fen {fen}", "go depth 2 searchmoves e1g1") == "e1g1"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("hello", "there is no command 'hello'"),
        ("position", "a position is set by: position startpos|fen <fen> [moves <move> …]"),
        ("position fen 8/8", "a FEN has 4 to 6 fields"),
        ("position startpos moves e2e5", "move 1, e2e5, is not legal in rnbqkbnr"),
        ("position startpos moves e2e4 castle", "a move is written like"),
        ("setoption Hash 7", "an option is set by: setoption name <name> value <value>"),
        ("setoption name Contempt value 5", "there is no option 'Contempt'; options: Hash"),
        ("setoption name Hash value lots", "Hash is a whole number from 1 to 32768, not 'lots'"),
        ("setoption name Hash value 0", "Hash is a whole number from 1 to 32768, not '0'"),
        ("setoption name Threads", "Threads is a whole number from 1 to 256, not ''"),
        ("setoption name UCI_Chess960 value maybe", "the option UCI_Chess960 is true or false, not 'maybe'"),
        ("go perft x", "perft is a whole number from 1 to 20, not 'x'"),
    ],
)
def test_wrong_lines_are_one_clear_sentence(talk, line, reason):
    talk.send(line)
    assert len(talk.said) == 1
    assert talk.said[0].startswith(f"info string {reason}")


def test_what_comes_before_a_command_is_passed_over(talk):
    talk.send("joho isready")
    assert talk.said == ["readyok"]


def test_board_explanation_and_perft(talk):
    talk.send("position startpos moves e2e4", "d", "eval", "go perft 2")
    assert any(line.startswith("info string 4 . . . . P") for line in talk.said)
    assert any("pawns for White" in line for line in talk.said)
    assert talk.said[-1] == "\nNodes searched: 600"


def test_the_end_of_the_input_ends_the_program():
    out = io.StringIO()
    uci.main(["uci\n", "position startpos\n", "go infinite\n"], out)
    assert out.getvalue().rstrip().splitlines()[-1].startswith("bestmove")
    out = io.StringIO()
    uci.main(["quit\n", "uci\n"], out)
    assert out.getvalue() == ""


def test_nobody_listens():
    out = io.StringIO()
    out.close()
    uci.main(["uci\n", "isready\n"] * 3, out)


VOCABULARY = """
uci isready ucinewgame stop ponderhit position startpos fen moves e2e4 e7e5 e9e4 go depth 1 2 nodes 100 movetime
infinite ponder wtime btime -1 999999999999999999999 winc movestogo 0 mate searchmoves a2a3 setoption name Hash value
Threads MultiPV 3 UCI_Chess960 true x é perft eval d debug on register later
"""


WORDS = st.sampled_from(VOCABULARY.split())


LINES = st.one_of(
    st.lists(WORDS, max_size=8).map(" ".join),
    st.sampled_from(["go depth 2", "go nodes 50", "go infinite", "go ponder wtime 9 btime 9", f"position fen {START}"]),
    st.text(max_size=30).filter(lambda text: "quit" not in text),
)


@settings(max_examples=40)
@given(st.lists(LINES, max_size=12))
def test_rubbish(lines):
    talk = Talk()
    talk.send("setoption name Hash value 1")
    asked = 0
    for line in lines:
        words = line.split()
        if "quit" in words or ("Hash" in words and "value" in words) or "Threads" in words or "perft" in words:
            continue
        talk.send(line)
        asked += "go" in [word for word in words if word in talk.engine.commands][:1]
    talk.engine.stop()
    assert sum(line.startswith("bestmove") for line in talk.said) == asked


@pytest.fixture(scope="module")
def client():
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE) as engine:
        yield engine


def seconds_used(client) -> float:
    """Of the processor, by the engine so far: while it waits for a busy machine its clock stands."""
    fields = Path(f"/proc/{client.transport.get_pid()}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("chess960", [False, True])
def test_a_game_through_a_real_client(client, chess960):
    board = chess.Board.from_chess960_pos(100) if chess960 else chess.Board()
    client.play(board, chess.engine.Limit(nodes=100))  # compiled, if it was not
    clocks = [2.0, 2.0]
    while not board.is_game_over() and board.ply() < 24:
        side = not board.turn
        limit = chess.engine.Limit(white_clock=clocks[0], black_clock=clocks[1], white_inc=0.05, black_inc=0.05)
        begin = seconds_used(client)
        played = client.play(
            board, limit, game=f"game {chess960}", info=chess.engine.INFO_ALL, ponder=board.ply() % 3 == 0
        )
        clocks[side] += 0.05 - (seconds_used(client) - begin)
        assert played.move in board.legal_moves
        assert played.info["depth"] >= 1
        board.push(played.move)
    assert min(clocks) > 0


def test_analysis_through_a_real_client(client):
    board = chess.Board("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1")
    lines = client.analyse(board, chess.engine.Limit(depth=6), multipv=2)
    assert lines[0]["score"].white() == chess.engine.Mate(2)
    assert lines[0]["pv"][0] == chess.Move.from_uci("g3g6")
    assert lines[1]["pv"][0] != lines[0]["pv"][0]
    with client.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 4:
                break
    assert analysis.wait().move in chess.Board().legal_moves


def test_endings_are_played_by_the_tables(talk):
    move = talk.best("position fen 8/8/8/3k4/8/8/8/KBN5 w - - 0 1", "go movetime 2000")
    assert move == "a1b2"
    last = [line for line in talk.said if line.startswith("info depth")][-1]
    assert " score mate 30 " in last
    assert int(re.search(r" tbhits (\d+) ", last)[1]) > 0
    assert len(last.split(" pv ")[1].split()) == uci.SHOWN
    assert re.fullmatch(r"bestmove a1b2 ponder \S+", talk.said[-1])


@pytest.mark.parametrize("fen", [START, "8/8/8/8/8/5k2/8/R3K3 w - - 0 1", "8/8/3k4/8/8/3PK3/8/8 w - - 0 1"])
def test_there_is_a_move_to_ponder_on(talk, fen):
    talk.best(f"position fen {fen}", "go depth 4")
    best = talk.said[-1].split()
    board = chess.Board(fen)
    board.push_uci(best[1])
    assert best[2] == "ponder"
    assert chess.Move.from_uci(best[3]) in board.legal_moves


def test_no_ponder_move_after_mate(talk):
    talk.best("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "go depth 3")
    assert talk.said[-1] == "bestmove a1a8"


def test_the_own_book(talk):
    first = {talk.best("setoption name OwnBook value true", "position startpos", "go movetime 10") for _ in range(20)}
    assert len(first) > 1
    assert any("is in the book" in line for line in talk.said)
    talk.best("go depth 2 searchmoves a2a3")
    assert talk.said[-1].startswith("bestmove a2a3")
    talk.best("setoption name OwnBook value false", "go depth 1")
    assert not any("book" in line for line in talk.said)


def test_a_book_file(talk, tmp_path):
    start = CHESS_START()
    entry = Entry(book_key(start), pack(next(m for m in legal_moves(start) if write_uci(m) == "a2a3")), 1)
    write_book(tmp_path / "book.bin", [entry])
    talk.send("setoption name OwnBook value true", f"setoption name BookFile value {tmp_path / 'book.bin'}")
    assert talk.best("position startpos", "go movetime 10") == "a2a3"
    talk.send(f"setoption name BookFile value {tmp_path / 'none.bin'}")
    assert "cannot be read" in talk.said[-1]
    talk.send("setoption name BookFile value <empty>", f"setoption name TablePath value {tmp_path / 'none'}")
    assert re.search("there is no folder|in use already", talk.said[-1])
    talk.send("setoption name TablePath value <empty>")


def test_a_limited_strength(talk):
    talk.send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 800")
    line = "position startpos moves e2e4 e7e5"
    played = set()
    for _ in range(6):
        played.add(talk.best("ucinewgame", line, "go movetime 2000"))
    assert len(played) > 1
    talk.send("setoption name UCI_Elo value 100")
    assert "UCI_Elo is a whole number from" in talk.said[-1]
    talk.best("setoption name UCI_LimitStrength value false", line, "go depth 4")
