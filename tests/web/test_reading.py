"""What takes long to read, and comes back from a worker process."""

import pickle

import pytest

import mossa
from mossa import MossaError, Position
from mossa.play.record import GameRecord
from mossa.web.played_game import PlayedGame
from mossa.web.reading import LONGEST, ReadGame, follow, position_after, read_pasted, read_record


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str | int]:
    played, play = [], Position.play

    def counting(at: Position, move: str | int) -> Position:
        played.append(move)
        return play(at, move)

    monkeypatch.setattr(Position, "play", counting)
    return played


def test_a_pasted_game_is_played_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played = counted(monkeypatch)
    read = read_pasted("connect4", "4 4 4 3 3 5 2 1", None)
    assert isinstance(read, ReadGame)
    game = pickle.loads(pickle.dumps(read)).played()
    assert game.texts == ["4", "4", "4", "3", "3", "5", "2", "1"]
    assert len(played) == 8
    assert game.history(None) == PlayedGame(game.game, game.record()).history(None)


def test_a_stored_game_comes_back_as_it_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    record = GameRecord("chess", ("human", "human"), ("e2e4", "e7e5", "g1f3"))
    read = pickle.loads(pickle.dumps(read_record(record)))
    played = counted(monkeypatch)
    game = read.played()
    assert not played
    assert (game.show_state(), game.at.text) == (PlayedGame(game.game, record).show_state(), game.at.text)


def test_what_is_hidden_is_not_written_ahead() -> None:
    record = GameRecord("mastermind", ("random", "human"), ("1234",))
    assert read_record(record).history == ()


def test_a_line_goes_on_from_where_it_is() -> None:
    at = mossa.game("tictactoe").after("a1 b2")
    assert [one.last for one in follow(at, ["c3"]).line[1:]] == [0, 4, 8]
    assert position_after("connect4", None, "4 4 4").text == "444"


def test_longer_games_than_the_site_shows_are_refused() -> None:
    text = " ".join(["1=1", "8/7"] * LONGEST)
    with pytest.raises(MossaError, match="at most"):
        position_after("connect4", None, text + text)
