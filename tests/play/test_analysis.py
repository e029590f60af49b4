"""Games looked at afterwards."""

import threading

import pytest

import mossa
from mossa.kernel.errors import MossaError
from mossa.play.analysis import analyse, summary
from mossa.search.common.limits import Limits


def deep() -> Limits:
    return Limits(depth=9)


def test_a_blunder_is_marked_and_what_was_better_is_told() -> None:
    game = mossa.game("tictactoe")
    line = game.after("a1 b2 c3 a3").line  # a3 loses: a corner against two corners
    found = analyse(line, deep)
    assert [one.move for one in found] == ["a1", "b2", "c3", "a3", None]
    assert [one.mark for one in found] == ["", "", "", "??", ""]
    assert found[-1].expected == 1
    assert found[3].expected == 0
    assert found[3].lines[0].moves[0] in {"b1", "a2", "c2", "b3"}
    rows = summary(game, found)
    assert [row["??"] for row in rows] == [0, 1]
    assert rows[0]["loss"] == 0


def test_the_end_is_worth_what_it_is_worth() -> None:
    found = analyse(mossa.game("tictactoe").after("a1 b1 b2 c1 c3").line, deep)
    assert (found[-1].seat, found[-1].expected, found[-1].move) == (None, 1, None)


def test_it_is_heard_from_the_end_on_and_can_be_stopped() -> None:
    stop, heard = threading.Event(), []
    line = mossa.game("tictactoe").after("a1 b2 c3").line

    def hear(one: object) -> None:
        heard.append(one)
        stop.set()

    assert len(analyse(line, deep, on_review=hear, stop=stop)) == 1
    assert len(heard) == 1


def test_games_that_hide_something_are_refused() -> None:
    with pytest.raises(MossaError, match="cannot be analysed"):
        analyse(mossa.game("kuhn").start().line, deep)


def test_with_chance_a_move_is_compared_with_the_best_and_the_rest_is_luck() -> None:
    game = mossa.game("tree:tree=({1/2:4 1/2:0} {1/2:1 1/2:3})")
    best, other = game.start().moves
    lucky = game.after(f"{best} {game.start().play(best).moves[0]}")
    found = analyse(lucky.line, deep)
    assert [one.expected for one in found] == [2, 2, 4]
    assert found[0].loss == 0
    assert summary(game, found)[0]["luck"] == 0  # nobody moves after the throw
    wrong = mossa.game("tree:tree=({1/2:4 1/2:0} {1/2:1 1/2:2})").after(f"{other} {game.start().play(other).moves[1]}")
    found = analyse(wrong.line, deep)
    assert [one.expected for one in found] == [2, 1.5, 2]
    assert (found[0].loss, found[0].mark) == (0.5, "??")
    assert summary(game, found)[0]["error"] == 0.5


def test_a_game_of_backgammon() -> None:
    """The second player's values have his sign; the last position is before a throw."""
    line = mossa.game("backgammon").after("13 8/5 6/5 31 13/9").line
    found = analyse(line, lambda: Limits(depth=1))
    first, reply = found[1], found[3]
    assert (first.seat, first.loss, first.choices) == (1, 0, 16)
    assert first.expected == pytest.approx(first.worth, abs=1e-6)
    assert first.expected < 0  # a good roll for Black
    assert reply.mark == "??"
    assert reply.lines[0].moves == ("8/5 6/5",)
    assert found[-1].expected == reply.worth
    white, black = summary(line[0].game, found)
    assert (white["decisions"], black["decisions"]) == (1, 1)
    assert white["error"] == reply.loss > 0.1
    assert white["luck"] > 0
