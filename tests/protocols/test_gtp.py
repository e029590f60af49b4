"""GTP: what every command answers, whole games, clocks, and lines that mean nothing."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mossa
from mossa.play.players import player
from mossa.protocols.gtp import GtpEngine, main
from mossa.search.common.limits import Limits


def engine(game: str = "othello", spec: str = "random:seed=1", **limits: float) -> GtpEngine:
    loaded = mossa.game(game)
    return GtpEngine(loaded, player(spec, loaded), Limits(**limits))


def say(talk: GtpEngine, line: str) -> str:
    """The text of a successful answer."""
    answer, _ = talk.handle(line)
    assert answer.startswith("="), answer
    assert answer.endswith("\n\n"), answer
    return answer[1:].strip()


def refused(talk: GtpEngine, line: str) -> str:
    answer, goes_on = talk.handle(line)
    assert answer.startswith("?"), answer
    assert answer.endswith("\n\n"), answer
    assert answer.count("\n") == 2, answer
    assert goes_on
    return answer[1:].strip()


def test_the_administration() -> None:
    talk = engine()
    assert say(talk, "protocol_version") == "2"
    assert say(talk, "name") == "mossa othello"
    assert say(talk, "version") == mossa.__version__
    assert say(talk, "known_command genmove") == "true"
    assert say(talk, "known_command fly") == "false"
    listed = say(talk, "list_commands").split("\n")
    assert all(say(talk, f"known_command {name}") == "true" for name in listed)
    assert talk.handle("7 name")[0] == "=7 mossa othello\n\n"
    assert talk.handle("7 fly")[0] == "?7 unknown command\n\n"
    assert talk.handle("  # only a remark\n") == ("", True)
    assert talk.handle("12") == ("?12 a command is missing\n\n", True)
    assert talk.handle("quit") == ("=\n\n", False)


def test_a_whole_game_is_generated() -> None:
    talk = engine()
    colours, played = ("black", "white"), 0
    while not talk.position.is_over:
        move = say(talk, f"genmove {colours[talk.position.mover]}")
        played += 1
        assert talk.position.history[-1] == move
    discs = talk.game.rules.score(talk.position.state, 0)
    score = say(talk, "final_score")
    assert score == ("0" if discs == 0 else f"{'B' if discs > 0 else 'W'}+{abs(discs)}")
    assert played == len(talk.position.history)
    assert refused(talk, "genmove black") == "the game is over"


def test_moves_are_made_and_taken_back() -> None:
    talk = engine("connect4", "alphabeta", depth=6)
    for line in ("play b 4", "play W 1", "play black 4", "play white 1", "play b 4"):
        say(talk, line)
    assert say(talk, "reg_genmove w") == "4", "the only move that does not lose at once"
    assert len(talk.position.history) == 5
    assert say(talk, "genmove w") == "4"
    assert len(talk.position.history) == 6
    say(talk, "undo")
    say(talk, "undo")
    assert talk.position.history == ("4", "1", "4", "1")
    assert "X" in say(talk, "showboard")
    say(talk, "clear_board")
    assert refused(talk, "undo") == "cannot undo: no move was made"
    assert refused(talk, "final_score") == "cannot score: the game is not over"


def test_colours_are_those_of_the_game() -> None:
    chess = engine("chess")
    say(chess, "play white e2e4")
    assert refused(chess, "genmove white") == "it is not the turn of white"
    assert say(chess, "genmove black") in ("a7a6", *chess.position.history)
    stones = engine("connect4")
    assert refused(stones, "play white 4") == "illegal move: it is not the turn of white"


def test_a_forced_pass_may_be_left_out() -> None:
    """White cannot move; the board asks for Black's next move at once."""
    othello = mossa.game("othello")
    talk = engine()
    at, made = othello.start(), 0
    while at.moves != ("pass",):
        at = othello.start() if at.is_over else at
        at = at.play(at.legal[(7 * made + 3) % len(at.legal)])
        made += 1
    talk.position = at
    colour = ("black", "white")[1 - at.mover]
    after = at.play("pass")
    say(talk, f"play {colour} {after.moves[0]}")
    assert talk.position.history[-2:] == ("pass", after.moves[0])


def test_sizes() -> None:
    talk = engine("connect4")
    say(talk, "boardsize 7 6")
    say(talk, "komi 6.5")
    assert refused(talk, "boardsize 19") == "unacceptable size: the board is 7 × 6"


def test_clocks_plan_the_move() -> None:
    talk = engine("tictactoe", "alphabeta")
    say(talk, "time_settings 300 30 5")
    assert talk.clocks[0].left == 300
    say(talk, "time_left black 20 5")
    assert (talk.clocks[0].left, talk.clocks[0].moves_to_go) == (20, 5)
    say(talk, "genmove black")
    say(talk, "time_settings 0 10 0")
    assert not talk.clocks, "a period without moves means no limit"
    say(talk, "time_settings 0 30 5")
    assert talk.clocks[1].budget() > 1
    assert refused(talk, "time_settings 1 2").startswith("syntax error")
    assert refused(talk, "time_left red 1 2").startswith("syntax error")


@pytest.mark.parametrize("spec", ["mcts:ponder=true,memory=4", "alphabeta:ponder=true"])
def test_it_thinks_on_the_opponents_time(spec: str) -> None:
    talk = engine("connect4", spec, nodes=400)
    first = say(talk, "genmove black")
    assert talk.player.is_pondering
    reply = "1" if first != "1" else "2"
    say(talk, f"play white {reply}")
    say(talk, "genmove black")
    assert len(talk.position.history) == 3
    assert talk.player.is_pondering
    say(talk, "clear_board")
    assert not talk.player.is_pondering
    main(talk, ["genmove black\n", "quit\n"], io.StringIO())
    assert not talk.player.is_pondering


def test_games_it_is_not_for() -> None:
    loaded = mossa.game("kuhn")
    with pytest.raises(mossa.MossaError, match="GTP is for two players with perfect information and without chance"):
        GtpEngine(loaded, player("random", loaded), Limits())


WORDS = st.sampled_from(["play", "genmove", "undo", "b", "white", "d3", "pass", "time_left", "1", "-1", "x" * 50, "é"])


@given(st.lists(st.lists(WORDS, max_size=4).map(" ".join), max_size=8))
def test_any_line_is_answered_once(lines: list[str]) -> None:
    talk = engine()
    for line in lines:
        answer, goes_on = talk.handle(line)
        assert goes_on
        assert answer == "" if not line.strip() else answer[0] in "=?" and answer.endswith("\n\n")


def test_the_end_of_input_is_quit() -> None:
    out = io.StringIO()
    main(engine(), ["name\n", "play b d3\n"], out)
    assert out.getvalue() == "= mossa othello\n\n=\n\n"
