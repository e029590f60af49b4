"""A board over its WebSocket: whole games, taking back, several pages, searches, offers of a draw."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.user_files import changed
from tests.web.nonsense import JSON, WORDS
from tests.web.talk import HERE, Page, begin, watch

from mossa import names
from mossa.web.app import make_app
from mossa.web.catalogue import Catalogue


def test_a_whole_game_is_played_to_its_end(site: TestClient) -> None:
    with watch(site, begin(site, "tictactoe", "human", "alphabeta-textbook")) as socket:
        page = Page(socket)
        state = page.ready()
        assert [seat["name"] for seat in state["seats"]] == ["X", "O"]
        while not state["ended"]:
            page.say(do="move", move=state["moves"][0]["text"], ply=len(state["history"]))
            state = page.ready()
        assert state["ended"] == "over"
        assert state["result"][1] >= 0  # alpha-beta does not lose this game
        assert sum(state["result"]) == 0


@pytest.mark.parametrize("name", names())
def test_every_game_can_be_played_by_its_moves(site: TestClient, name: str) -> None:
    players = len(Catalogue().game(name).rules.player_names)
    with watch(site, begin(site, name, "human", *["random"] * (players - 1))) as socket:
        page = Page(socket)
        state = page.ready()
        for _ in range(8):
            if state["ended"]:
                break
            page.say(do="move", move=state["moves"][-1]["text"])
            state = page.ready()
        named = {cell["name"] for cell in state["scene"]["cells"]}
        assert all(set(move["path"]) <= named for move in state["moves"])


def test_moves_are_taken_back_to_the_last_one_of_a_person(site: TestClient) -> None:
    with watch(site, begin(site, "connect4", "human", "random")) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="move", move="4")
        assert len(page.ready()["history"]) == 2
        page.say(do="undo")
        state = page.ready()
        assert state["history"] == []
        assert not any(cell["piece"] for cell in state["scene"]["cells"])
        page.say(do="undo")
        assert "take back" in page.hear("error")["text"]


def test_resigning_ends_the_game_and_can_be_taken_back(site: TestClient) -> None:
    with watch(site, begin(site, "tictactoe", "human", "random")) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="resign")
        state = page.ready()
        assert (state["ended"], state["by"], state["result"]) == ("resigned", 0, [-1, 1])
        page.say(do="undo")
        assert page.ready()["ended"] == ""


def test_two_pages_see_the_same_game(site: TestClient) -> None:
    id = begin(site, "tictactoe", "human", "human")
    with watch(site, id) as one, watch(site, id) as two:
        first, second = Page(one), Page(two)
        first.ready()
        second.ready()
        first.say(do="move", move="b2", ply=0)
        assert first.ready() == second.ready()
        second.say(do="move", move="a1", ply=0)  # by a page that has not seen the move yet
        assert "changed since" in second.hear("error")["text"]
        second.say(do="move", move="a1", ply=1)
        assert first.ready()["history"] == second.ready()["history"]


def test_a_search_reports_its_depths_and_can_be_told_to_move(site: TestClient) -> None:
    id = begin(site, "othello", "human", "alphabeta-textbook", seconds=30)
    with watch(site, id) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="move", move="d3")
        thinking = page.hear("thinking")
        assert thinking["depth"] >= 1
        assert thinking["nodes"] > 0
        page.say(do="now")
        assert len(page.ready()["history"]) == 2


def test_a_hint_names_a_legal_move_and_compares_others(site: TestClient) -> None:
    id = begin(site, "trio", "human", "random", "random", seconds=30)
    with watch(site, id) as socket:
        page = Page(socket)
        state = page.ready()
        page.say(do="hint")
        hint = page.hear("hint")  # after its first depth; leaving ends the search
        assert hint["move"] in [move["text"] for move in state["moves"]]
        assert len(hint["candidates"]) > 1


def test_earlier_positions_can_be_looked_at(site: TestClient) -> None:
    with watch(site, begin(site, "tictactoe", "human", "human")) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="move", move="b2")
        page.ready()
        page.say(do="look", ply=0)
        assert not any(cell["piece"] for cell in page.hear("past")["scene"]["cells"])
        page.say(do="look", ply=2)
        assert "positions 0 to 1" in page.hear("error")["text"]


def test_a_game_that_is_over_can_be_analysed(site: TestClient) -> None:
    id = begin(site, "tictactoe", "human", "human", moves="a1 b1 b2 c1")
    with watch(site, id) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="move", move="c3")
        assert page.ready()["ended"] == "over"
        page.say(do="analyse")
        assert "no move to search for" in page.hear("error")["text"]
        page.say(do="analyse", ply=0)
        analysis = page.hear("analysis", lambda message: "path" in message)
        assert (analysis["move"], analysis["value"], analysis["path"]) == ("c3", 1, ["c3"])
        page.say(do="analyse", ply=2)
        assert "positions 0 to 1" in page.hear("error")["text"]


def test_chance_is_drawn_by_the_seed(site: TestClient) -> None:
    def dealt(seed: int) -> list[Any]:
        with watch(site, begin(site, "kuhn", "human", "human", seed=seed)) as socket:
            return [cell["piece"] for cell in Page(socket).ready()["scene"]["cells"]]

    assert dealt(1) == dealt(1)
    assert len({json.dumps(dealt(seed)) for seed in range(8)}) > 1


def test_a_draw_is_agreed_declined_or_impossible(site: TestClient) -> None:
    with watch(site, begin(site, "tictactoe", "human", "human")) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="draw")
        state = page.hear("state", lambda state: bool(state["ended"]))
        assert (state["ended"], state["result"], state["by"]) == ("agreed", [0.0, 0.0], None)
        page.say(do="undo")
        assert page.ready()["ended"] == ""
    with watch(site, begin(site, "tictactoe", "human", "alphabeta", moves="a1 b1 b2 c1")) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="draw")  # X wins at once: O is glad
        assert page.hear("state", lambda state: bool(state["ended"]))["ended"] == "agreed"
    with watch(site, begin(site, "tictactoe", "human", "alphabeta", moves="a1 b2 c3 a3")) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="draw")  # X wins
        assert page.hear("state", lambda state: bool(state["ended"]))["ended"] == "agreed"
    with watch(site, begin(site, "tictactoe", "alphabeta", "human", moves="a1 b2 c3")) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="move", move="a3")
        page.hear("state", lambda state: len(state["history"]) == 2)
        page.say(do="draw")
        assert page.hear("declined")["seat"] == 0
    for game in ("kuhn", "backgammon"):  # nothing to agree on
        with watch(site, begin(site, game, "human", "random")) as socket:
            assert Page(socket).ready()["drawable"] is False
    with watch(site, begin(site, "trio", "human", "random", "random")) as socket:
        page = Page(socket)
        assert page.ready()["drawable"] is False
        page.say(do="draw")
        assert "cannot be agreed" in page.hear("error")["text"]


def test_opponents_of_a_chosen_elo(site: TestClient) -> None:
    with watch(site, begin(site, "tictactoe", "human", "elo=900")) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="move", move="b2")
        assert len(page.ready()["history"]) == 2
    answer = site.post("/api/boards", json={"game": "tictactoe", "seats": ["human", "elo=99999"]})
    assert answer.status_code == 400


ACTS = st.fixed_dictionaries(
    {"do": st.sampled_from(["move", "undo", "look", "now", "resign", "hint", "analyse", "draw", "explain", "tree"])},
    optional={"move": JSON | st.sampled_from(["a1", "b2", "c3"]), "ply": JSON, "path": JSON},
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(messages=st.lists((WORDS | ACTS).map(json.dumps) | st.text(max_size=40), max_size=12))
def test_whatever_is_said_the_board_stays_a_game(site: TestClient, messages: list[str]) -> None:
    with watch(site, begin(site, "tictactoe", "human", "random")) as socket:
        page = Page(socket)
        page.ready()
        for message in messages:
            socket.send_text(message)
        page.say(do="look", ply=0)
        page.hear("past")
    with watch(site, begin(site, "tictactoe", "human", "random")) as socket:
        assert Page(socket).ready()["yours"]


def own_game(tmp_path: Path, *changes: tuple[str, str]) -> str:
    """A rules file of a user's own, with some of it replaced."""
    file = tmp_path / "own.py"
    file.write_text(changed(*changes))
    return str(file)


@pytest.mark.parametrize("plies", [0, 1])
def test_rules_that_cannot_write_a_move_close_the_board_with_the_reason(
    tmp_path: Path, folder: Path, plies: int
) -> None:
    notation = f"""
def write_move(state, move):
    if state.matches == {10 - 3 * plies}:
        raise ValueError("no name for this")
    return str(move)


def utility("""
    file = own_game(tmp_path, ("def utility(", notation))
    with TestClient(make_app([file], folder=folder), base_url=HERE) as site:
        with watch(site, begin(site, file, "human", "human")) as socket:
            page = Page(socket)
            if plies:
                page.ready()
                page.say(do="move", move="3")
            assert "own.py, line" in page.hear("closed")["text"]
            with pytest.raises(WebSocketDisconnect) as end:
                socket.receive_json()
            assert (end.value.code, "no name for this" in (end.value.reason or "")) == (4004, True)
        with watch(site, begin(site, "tictactoe", "human", "human")) as socket:
            assert Page(socket).ready()["yours"]


def test_a_limit_of_depth_does_not_remove_the_limit_of_time(site: TestClient) -> None:
    ids = [begin(site, "othello", "alphabeta:depth=200", "human", seconds=0.1) for _ in range(3)]
    with ExitStack() as stay:
        for id in ids:
            page = Page(stay.enter_context(watch(site, id)))
            assert page.ready()["yours"]  # a search of depth 200 would never end
