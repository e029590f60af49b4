"""Whole games over the WebSocket; taking back, coming again, restarts, several pages; what must stay hidden."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.talk import HERE, Page, begin, watch

from mossa import MossaError, names
from mossa.kernel.specialise import compilation_listeners
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


def test_a_game_goes_on_after_a_restart_of_the_server(folder: Path) -> None:
    with TestClient(make_app(folder=folder), base_url=HERE) as client:
        id = begin(client, "othello", "human", "random")
        with watch(client, id) as socket:
            page = Page(socket)
            page.ready()
            page.say(do="move", move="d3")
            before = page.ready()
    with TestClient(make_app(folder=folder), base_url=HERE) as client:
        assert [board["id"] for board in client.get("/api/boards").json()["boards"]] == [id]
        with watch(client, id) as socket:
            assert Page(socket).ready() == before


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


def test_a_page_is_told_when_its_engine_must_be_compiled(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare(player: Any, limits: Any) -> None:
        for listener in compilation_listeners:
            listener("compiling tictactoe (once on this machine)")

    monkeypatch.setattr("mossa.play.simple_players.Random.prepare", prepare)
    with (
        watch(site, begin(site, "tictactoe", "random", "human")) as socket,
        watch(site, begin(site, "nim", "human", "human")) as other,
    ):
        assert "tictactoe" in Page(socket).hear("compiling")["text"]
        elsewhere = Page(other)
        elsewhere.ready()
        elsewhere.say(do="look", ply=0)
        assert other.receive_json()["type"] == "past"  # the page of another board hears nothing of it


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
        assert "no move to look for" in page.hear("error")["text"]
        page.say(do="analyse", ply=0)
        analysis = page.hear("analysis", lambda message: "path" in message)
        assert (analysis["move"], analysis["value"], analysis["path"]) == ("c3", 1, ["c3"])
        page.say(do="analyse", ply=2)
        assert "positions 0 to 1" in page.hear("error")["text"]


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


def test_a_user_file_of_the_command_line_is_a_game_of_the_site(tmp_path: Path, folder: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(TAKE)
    with TestClient(make_app([str(file)], folder), base_url=HERE) as client:
        mine = client.get("/api/games").json()["games"][0]
        assert mine["own"]
        with watch(client, begin(client, mine["name"], "human", "alphabeta-textbook")) as socket:
            page = Page(socket)
            state = page.ready()
            while not state["ended"]:
                page.say(do="move", move="1")
                state = page.ready()
    with TestClient(make_app(folder=folder), base_url=HERE) as client:
        refused = client.post("/api/boards", json={"game": str(file), "seats": ["human", "random"]})
        assert refused.status_code == 400
        assert "there is no game" in refused.json()["error"]


def test_a_bug_in_a_user_file_is_one_sentence_and_the_site_goes_on(tmp_path: Path, folder: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(
        TAKE.replace("return State(state.left - move", "return State(state.left - move // (state.left - 6)")
    )
    with TestClient(make_app([str(file)], folder), base_url=HERE) as client:
        id = begin(client, str(file), "human", "random")
        with watch(client, id) as socket:
            page = Page(socket)
            page.ready()
            page.say(do="move", move="1")
            assert "broken.py, line" in page.hear("state", lambda state: state["trouble"])["trouble"]
        assert client.get("/api/games").status_code == 200


def test_games_with_settings(site: TestClient) -> None:
    with watch(site, begin(site, "connect4:columns=5,rows=4", "human", "random")) as socket:
        assert Page(socket).ready()["scene"]["width"] == 5


def test_chance_is_drawn_by_the_seed(site: TestClient) -> None:
    def dealt(seed: int) -> list[Any]:
        with watch(site, begin(site, "kuhn", "human", "human", seed=seed)) as socket:
            return [cell["piece"] for cell in Page(socket).ready()["scene"]["cells"]]

    assert dealt(1) == dealt(1)
    assert len({json.dumps(dealt(seed)) for seed in range(8)}) > 1


TAKE = '''"""Take one or two matches; the last one wins."""
from typing import NamedTuple
from mossa import Facts
FACTS = Facts(players=2, utility=(-1, 1), widest=2, longest=7)
class State(NamedTuple):
    left: int
    turn: int
def start(): return State(7, 0)
def mover(state): return state.turn
def moves(state):
    for taken in range(1, min(2, state.left) + 1):
        yield taken
def play(state, move): return State(state.left - move, 1 - state.turn)
def is_over(state): return state.left == 0
def utility(state, player): return -1 if player == state.turn else 1
'''


def test_a_clock_runs_and_its_flag_falls(site: TestClient) -> None:
    with watch(site, begin(site, "tictactoe", "human", "random", clock="0.4")) as socket:
        page = Page(socket)
        state = page.ready()
        assert state["clocks"]["running"] == 0
        assert 0 < state["clocks"]["left"][0] <= 0.4
        state = page.hear("state", lambda state: bool(state["ended"]))
        assert (state["ended"], state["by"], state["result"]) == ("time", 0, [-1.0, 1.0])
        page.say(do="undo")
        assert "taken back" in page.hear("error")["text"]


def test_a_clock_stands_still_while_nobody_watches_and_is_kept(folder: Path) -> None:
    with TestClient(make_app(folder=folder), base_url=HERE) as client:
        id = begin(client, "tictactoe", "human", "random", clock="300+100")
        with watch(client, id) as socket:
            page = Page(socket)
            page.ready()
            page.say(do="move", move="b2")
            left = page.ready()["clocks"]["left"]
            assert 300 < left[0] <= 400
    with TestClient(make_app(folder=folder), base_url=HERE) as client, watch(client, id) as socket:
        again = Page(socket).ready()
        assert again["clocks"]["text"] == "300+100"
        assert left[0] - 100 < again["clocks"]["left"][0] <= left[0]


@pytest.mark.parametrize("clock", ["x", "0", "1e9", 5, "99999999", "3/0"])
def test_a_wrong_clock_is_one_sentence(site: TestClient, clock: Any) -> None:
    body = {"game": "tictactoe", "seats": ["human", "random"], "clock": clock}
    answer = site.post("/api/boards", json=body)
    assert answer.status_code == 400
    assert "clock" in answer.json()["error"]


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


def test_a_position_that_comes_three_times_is_a_draw(site: TestClient) -> None:
    with watch(site, begin(site, "chess", "human", "human")) as socket:
        page = Page(socket)
        for move in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"]:
            assert not page.ready()["ended"]
            page.say(do="move", move=move)
        state = page.hear("state", lambda state: bool(state["ended"]))
        assert (state["ended"], state["result"]) == ("claim", [0.0, 0.0])


def ponderers(site: TestClient, wanted: int) -> bool:
    """Wait until so many players think on the time of people."""
    pool = site.app.state.site.pool  # type: ignore[attr-defined]
    deadline = time.monotonic() + 120
    while sum(getattr(player, "is_pondering", False) for player in list(pool._idle.values())) != wanted:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def test_the_engine_thinks_on_the_time_of_a_person(site: TestClient) -> None:
    # a game that half a second does not solve, and time enough to foresee a reply on a busy machine
    with watch(site, begin(site, "connect4", "human", "alphabeta:ponder=true", seconds=0.5)) as socket:
        page = Page(socket)
        state = page.ready()
        for _ in range(2):
            page.say(do="move", move=state["moves"][0]["text"])
            state = page.ready()
            assert ponderers(site, 1)
        expected = page_expects(site)
        page.say(do="move", move=expected)
        state = page.ready()
        assert len(state["history"]) == 6
        page.say(do="tree", ply=5)
        root = page.hear("tree")
        assert (root["real"], root["exact"]) == (True, True)  # also of a search that was begun on a person's time
        page.say(do="undo")
        page.ready()
        assert ponderers(site, 0)  # nobody expected that
        page.say(do="move", move=expected)
        page.ready()
        assert ponderers(site, 1)
    assert ponderers(site, 0)  # for an empty room nobody thinks


def page_expects(site: TestClient) -> str:
    """The reply that the player who thinks on another's time looks at."""
    pool = site.app.state.site.pool  # type: ignore[attr-defined]
    (player,) = (one for one in pool._idle.values() if one.is_pondering)
    after = player._pondering.position
    return str(after.parent.write_move(after.last))


def test_opponents_of_a_chosen_elo(site: TestClient) -> None:
    with watch(site, begin(site, "tictactoe", "human", "elo=900")) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="move", move="b2")
        assert len(page.ready()["history"]) == 2
    answer = site.post("/api/boards", json={"game": "tictactoe", "seats": ["human", "elo=99999"]})
    assert answer.status_code == 400


def test_an_opening_is_called_by_its_name(site: TestClient) -> None:
    with watch(site, begin(site, "chess", "human", "human")) as socket:
        page = Page(socket)
        assert page.ready()["opening"] == ""
        for move in ("e2e4", "c7c5"):
            page.say(do="move", move=move)
            state = page.ready()
        assert "Sicilian" in state["opening"]
        assert [move["told"] for move in state["history"]] == ["e4", "c5"]


def test_a_game_that_is_deleted_while_somebody_watches_stays_deleted(site: TestClient) -> None:
    id = begin(site, "tictactoe", "human", "random")
    with watch(site, id) as socket:
        page = Page(socket)
        page.ready()
        page.say(do="move", move="b2")
        page.ready()
        assert site.delete(f"/api/boards/{id}").status_code == 200
    assert id not in {board["id"] for board in site.get("/api/boards").json()["boards"]}


@pytest.mark.parametrize("name", names())
def test_every_opponent_that_is_offered_may_be_asked_for(name: str) -> None:
    catalogue = Catalogue()
    offered = catalogue.describe(name)["opponents"]
    assert offered
    for one in offered:
        assert catalogue.check_player(one["spec"], catalogue.game(name)) == one["spec"]
    for program in ("uci:/bin/sh", "gtp:/bin/sh"):
        with pytest.raises(MossaError):
            catalogue.check_player(program, catalogue.game(name))
