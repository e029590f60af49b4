"""What pages see of a game: nothing hidden, every move written once."""

import json

import pytest
from starlette.testclient import TestClient
from tests.web.talk import Page, begin, watch

import mossa
from mossa.play.record import GameRecord
from mossa.web.played_game import PlayedGame


def test_what_is_hidden_does_not_leave_the_server(site: TestClient) -> None:
    """The codemaker's code must not be in anything that the page of the breaker gets before the end."""
    for seed in range(3):
        with watch(site, begin(site, "mastermind", "random", "human", seed=seed)) as socket:
            page = Page(socket)
            state = page.ready()
            assert state["history"] == [{"seat": 0, "text": None, "told": None}]
            assert state["position"] is None
            assert [cell["piece"][0] for cell in state["scene"]["cells"][:4]] == ["?"] * 4
            page.say(do="analyse")
            assert "hidden" in page.hear("error")["text"]
            page.say(do="move", move="1234")
            answered = page.ready()
            assert answered["history"][0]["text"] is None
            page.say(do="resign")
            code = page.ready()["history"][0]["text"]
            told = json.dumps({key: state[key] for key in ("scene", "history", "marks")})
            assert code not in told


def test_cards_are_seen_by_their_owner_only(site: TestClient) -> None:
    with watch(site, begin(site, "kuhn", "human", "policy", seed=5)) as socket:
        page = Page(socket)
        state = page.ready()
        glyphs = [cell["piece"][0] for cell in state["scene"]["cells"] if cell["y"] == 0]
        assert glyphs[1] == "?"
        assert glyphs[0] in "JQK"
        assert state["history"][1]["text"] is None
        assert state["viewer"] == 0


def test_a_position_that_comes_three_times_is_a_draw(site: TestClient) -> None:
    with watch(site, begin(site, "chess", "human", "human")) as socket:
        page = Page(socket)
        for move in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"]:
            assert not page.ready()["ended"]
            page.say(do="move", move=move)
        state = page.hear("state", lambda state: bool(state["ended"]))
        assert (state["ended"], state["result"]) == ("claim", [0.0, 0.0])


def test_an_opening_is_called_by_its_name(site: TestClient) -> None:
    with watch(site, begin(site, "chess", "human", "human")) as socket:
        page = Page(socket)
        assert page.ready()["opening"] == ""
        for move in ("e2e4", "c7c5"):
            page.say(do="move", move=move)
            state = page.ready()
        assert "Sicilian" in state["opening"]
        assert [move["told"] for move in state["history"]] == ["e4", "c5"]


def played(moves: str, spec: str = "tictactoe") -> PlayedGame:
    game = mossa.game(spec)
    one = PlayedGame(game, GameRecord(game.name, ("human",) * game.facts.players, ()))
    for move in moves.split():
        one.play(one.at.read_move(move))
    return one


def test_a_game_is_told_by_its_record() -> None:
    game = played("a1 b2 c3")
    assert game.record().moves == ("a1", "b2", "c3")
    again = PlayedGame(game.game, game.record())
    assert again.show_state() == game.show_state()


def test_moves_taken_back_leave_the_history_that_was_before_them() -> None:
    game = played("a1 b2 c3 a3")
    before = game.history(None)
    game.take_back(2)
    assert game.history(None) == before[:2]
    game.play(game.at.read_move("c1"))
    assert [one["text"] for one in game.history(None)] == ["a1", "b2", "c1"]
    assert [one["text"] for one in before] == ["a1", "b2", "c3", "a3"]  # a message that waits to be sent


def test_a_move_is_written_once_however_long_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    monkeypatch.setattr(
        "mossa.web.played_game.display_move", lambda at, move: written.append(move) or at.write_move(move)
    )
    game = played("")
    for move in ["a1", "b2", "c3", "a3", "c1"]:
        game.play(game.at.read_move(move))
        game.show_state()
    assert len(written) == 5


def test_where_the_viewer_changes_the_history_is_written_anew() -> None:
    game = played("", "rps")
    game.play(game.at.legal[0])
    assert [one["text"] for one in game.history(1)] == [None]  # made at the same time: not to be seen
    assert [one["text"] for one in game.history(0)] == [game.texts[0]]
    assert [one["text"] for one in game.history(None)] == [game.texts[0]]
