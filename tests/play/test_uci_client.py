"""Programs of others as players: a small one that behaves, and ones that do not."""

import sys
import threading
from pathlib import Path

import pytest

import mossa
from mossa import MossaError
from mossa.games.chess.records import read_games
from mossa.play import player
from mossa.play.match import Match, run
from mossa.play.player import GameForfeited
from mossa.play.referee import GameTerms, play_game
from mossa.search import Limits

CHESS = mossa.game("chess")
PROGRAM = """
import sys
import time
answers = iter("ANSWERS".split())
for line in sys.stdin:
    print("<", line.strip(), file=open(r"LOG", "a"), flush=True)
    word = line.split()[0]
    if word == "uci":
        print("id name fake\\noption name Hash type spin default 1 min 1 max 9\\noption name Clear Me type button")
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        answer = next(answers, "gone")
        if answer == "gone":
            sys.exit(1)
        if answer == "sleep":
            time.sleep(60)
        print("info depth 3 score cp 25 nodes 77 time 4 pv", answer)
        print("info depth 3 multipv 2 score cp -99 pv a2a3")
        print("bestmove", answer, flush=True)
    elif word == "quit":
        break
"""


@pytest.fixture
def spec(tmp_path: Path):
    """The spec of a program that gives these answers, and the file of what it heard."""

    def make(answers: str, options: str = "") -> tuple[str, Path]:
        log, script = tmp_path / "heard.txt", tmp_path / "fake.py"
        script.write_text(PROGRAM.replace("ANSWERS", answers).replace("LOG", str(log)))
        return f"uci:{sys.executable} {script}{options}", log

    return make


def heard(log: Path, word: str) -> list[str]:
    return [line[2:] for line in log.read_text().splitlines() if line[2:].startswith(word)]


def test_a_program_is_asked_for_a_move(spec) -> None:
    text, log = spec("e7e5", ",hash=5,nodes=100")
    engine = player(text, CHESS)
    try:
        found = engine.choose(CHESS.after("e4"), Limits(time=0.5))
    finally:
        engine.close()
    assert CHESS.after("e4").write_move(found.move) == "e7e5"
    assert (found.score, found.depth, found.nodes) == (25, 3, 77)
    assert heard(log, "setoption") == ["setoption name Hash value 5"]
    assert heard(log, "position") == ["position startpos moves e2e4"]
    assert heard(log, "go") == ["go movetime 500 nodes 100"]
    assert heard(log, "quit") == ["quit"]


def test_clocks_are_told(spec) -> None:
    text, log = spec("e2e4 e2e4")
    engine = player(text, CHESS)
    other = player("random", CHESS)
    from mossa.play import Control

    try:
        record = play_game(CHESS.start(), [engine, other], GameTerms(Control.parse("5+0.05")))
    finally:
        engine.close()
    assert heard(log, "go")[0] == "go wtime 5000 winc 50 btime 5000 binc 50"
    assert (record.ended, record.by) == ("illegal", 0)  # e2e4 once more
    assert record.moves[-1] == "e2e4"
    assert record.result == (-1, 1)


@pytest.mark.parametrize(("answers", "why"), [("e2e5", "illegal"), ("(none)", "illegal"), ("gone", "crash")])
def test_a_program_that_fails_forfeits(spec, answers: str, why: str) -> None:
    text, _ = spec(answers)
    engine = player(text, CHESS)
    with pytest.raises(GameForfeited) as failure:
        engine.choose(CHESS.start(), Limits(time=0.2))
    assert failure.value.reason == why
    engine.close()


def test_a_program_that_sleeps_is_given_up(spec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.play.uci_client.GRACE", 0.2)
    text, _ = spec("sleep")
    engine = player(text, CHESS)
    with pytest.raises(GameForfeited, match="time"):
        engine.choose(CHESS.start(), Limits(time=0.1))
    engine.begin(1)  # started again
    engine.close()


def test_a_wish_to_stop_is_passed_on(spec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.play.uci_client.GRACE", 0.2)
    text, _ = spec("sleep")
    engine = player(text, CHESS)
    stop = threading.Event()
    stop.set()
    with pytest.raises(GameForfeited, match="time"):
        engine.choose(CHESS.start(), Limits(depth=3, stop=stop))
    engine.close()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("uci", "name the program first"),
        ("uci:stockfish 'x", "has a quotation mark or a backslash without its partner"),
        ("uci:no-such-program-anywhere", "there is no program"),
        ("uci:true", "ended before it said uciok"),
        ("uci:stockfish,time=soon", "time is a number of seconds"),
        ("alphabeta:stockfish", "settings are written key=value"),
    ],
)
def test_wrong_specs(given: str, sentence: str) -> None:
    with pytest.raises(MossaError, match=sentence):
        player(given, CHESS).prepare(Limits())


def test_an_option_that_the_program_lacks(spec) -> None:
    text, _ = spec("e2e4", ",Skill=3")
    with pytest.raises(MossaError, match=r"no option 'Skill'; it has: Hash, Clear Me"):
        player(text, CHESS).prepare(Limits())


def test_uci_is_for_chess() -> None:
    with pytest.raises(MossaError, match="UCI is a protocol of chess programs"):
        player("uci:stockfish", mossa.game("tictactoe"))


def test_mossa_is_the_default_player() -> None:
    assert type(player("mossa:depth=3", CHESS)) is type(player("alphabeta:depth=3", CHESS))


def test_a_match_against_a_program_that_crashes_goes_on(spec, tmp_path: Path) -> None:
    text, _ = spec("gone")
    pgn, record = tmp_path / "games.pgn", tmp_path / "games.jsonl"
    match = Match("chess", (text, "random"), games=3, openings=(("e2e4", "e7e5"),))
    match_score = run(match, pgn=pgn, record=record)
    assert (match_score.losses, match_score.crashes, match_score.illegal) == (3, 3, 0)
    games, skipped = read_games(pgn.read_text())
    assert not skipped
    assert [game.result for game in games] == [(-1, 1), (1, -1), (-1, 1)]
    assert games[0].tags["Termination"] == "abandoned"
    pgn.write_text("lost")  # a match that goes on writes the games that it knows once more
    run(Match("chess", (text, "random"), games=4, openings=(("e2e4", "e7e5"),)), pgn=pgn, record=record)
    assert [game.tags["Round"] for game in read_games(pgn.read_text())[0]] == ["1", "2", "3", "4"]
    with pytest.raises(MossaError, match="exists; name another file"):
        run(match, pgn=pgn)
    with pytest.raises(MossaError, match="has no file format of its own"):
        run(Match("tictactoe", ("random", "random")), pgn=tmp_path / "other.pgn")
