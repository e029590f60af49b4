"""Programs that speak GTP as players: ours, and ones that misbehave."""

import sys
from pathlib import Path

import pytest

import mossa
from mossa.play import player
from mossa.play.clock import Control
from mossa.play.player import GameForfeited
from mossa.play.players import suitable_players
from mossa.play.referee import GameTerms, play_game
from mossa.search import Limits

OURS = f"gtp:{sys.executable} -m mossa gtp"
TICTACTOE = mossa.game("tictactoe")

PROGRAM = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "genmove":
        ANSWER
    elif word == "list_commands":
        print("= play\\ngenmove\\nclear_board\\n", flush=True)
    else:
        print("=\\n", flush=True)
"""


@pytest.fixture
def misbehaving(tmp_path: Path):
    """The spec of a program that answers `genmove` by these statements."""

    def make(answer: str) -> str:
        script = tmp_path / "fake.py"
        script.write_text(PROGRAM.replace("ANSWER", answer))
        return f"gtp:{sys.executable} {script}"

    return make


def test_two_programs_play_a_game() -> None:
    players = [player(f"{OURS} tictactoe --player {name}", TICTACTOE) for name in ("random", "alphabeta")]
    try:
        record = play_game(TICTACTOE.start(), players, GameTerms(Control.parse("20")), seed=1)
    finally:
        for one in players:
            one.close()
    assert record.ended == "over"
    assert record.result is not None
    assert record.result[1] >= 0, "the second player never loses"


def test_a_position_is_taken_up_from_any_moves() -> None:
    """Taken back, another line: the program hears of it."""
    one = player(f"{OURS} tictactoe --player alphabeta", TICTACTOE)
    try:
        at = TICTACTOE.after("b2 a1 c1")
        assert at.write_move(one.choose(at, Limits(time=5)).move) == "a3"
        other = TICTACTOE.after("a1 b2 c3 a3")
        assert other.write_move(one.choose(other, Limits()).move) == "c1"
    finally:
        one.close()


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ('print("= z9\\n", flush=True)', "illegal"),
        ('print("= resign\\n", flush=True)', "resigned"),
        ('print("? cannot think\\n", flush=True)', "illegal"),
        ("sys.exit(1)", "crash"),
    ],
)
def test_misbehaviour_costs_the_game(misbehaving, answer: str, why: str) -> None:
    one = player(misbehaving(answer), TICTACTOE)
    try:
        with pytest.raises(GameForfeited) as caught:
            one.choose(TICTACTOE.start(), Limits(time=5))
    finally:
        one.close()
    assert caught.value.reason == why


def test_wrong_programs_are_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(mossa.MossaError, match="there is no program"):
        player("gtp:no-such-program", TICTACTOE).prepare(Limits())
    with pytest.raises(mossa.MossaError, match="name the program first"):
        player("gtp", TICTACTOE).prepare(Limits())
    silent = tmp_path / "silent.py"
    silent.write_text("")
    with pytest.raises(mossa.MossaError, match="does not speak GTP"):
        player(f"gtp:{sys.executable} {silent}", TICTACTOE).prepare(Limits())
    with pytest.raises(mossa.MossaError, match="GTP is for two players"):
        player("gtp:gnugo", mossa.game("kuhn"))
    assert "gtp" not in suitable_players(mossa.game("kuhn"))
