"""What pages may ask for: games, user-defined rules, players, settings."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.small_games import TAKE
from tests.web.talk import HERE, Page, begin, watch

from mossa import MossaError, names
from mossa.web.app import make_app
from mossa.web.catalogue import Catalogue


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


def test_few_opponents_come_first_and_suit_the_game() -> None:
    def offered(name: str, more: bool) -> set[str]:
        return {one["spec"] for one in Catalogue().describe(name)["opponents"] if one["more"] == more}

    assert {"alphabeta", "elo=1500", "random"} < offered("chess", more=False)
    assert not [spec for spec in offered("nim", more=False) if spec.startswith("elo")]  # nobody has measured it
    assert not {"maxn", "paranoid", "maxn-textbook", "cooperative"} & offered("chess", more=True)
    assert {"maxn", "paranoid"} < offered("trio", more=True) | offered("trio", more=False)


def test_a_file_with_parameters_is_a_game_of_the_site() -> None:
    spec = "docs/examples/hex.py:size=3"
    catalogue = Catalogue([spec])
    name = catalogue.names()[0]
    assert name.endswith("hex.py:size=3")
    assert catalogue.game(name).rules.facts.widest == 9
    assert catalogue.game(name.replace("size=3", "size=4")).rules.facts.widest == 16
    assert [one["title"] for one in catalogue.describe_all() if one["own"]] == ["Hex"]


def test_no_visitor_takes_the_place_of_all_games_with_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.catalogue.MOST_LOADED", 5)
    monkeypatch.setattr("mossa.web.catalogue.MOST_OF_ONE", 3)
    catalogue = Catalogue()
    for heap in (1, 2, 3):
        catalogue.game(f"nim:heaps={heap}", "one")
    with pytest.raises(MossaError, match="you have asked for 3 games with settings of their own"):
        catalogue.game("nim:heaps=4", "one")
    assert catalogue.game("nim:heaps=2", "one") is catalogue.game("nim:heaps=2", "another")
    assert catalogue.game("nim", "one").name == "nim"
    for heap in (4, 5):
        catalogue.game(f"nim:heaps={heap}", "another")
    with pytest.raises(MossaError, match="this server has loaded too many games"):
        catalogue.game("nim:heaps=6", "another")
