"""The games in SQLite: versions of the file, damage, a restart of the server."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.web.talk import HERE, Page, begin, watch

from mossa import MossaError
from mossa.play.record import GameRecord
from mossa.web.app import make_app
from mossa.web.clocks import TimeSettings
from mossa.web.store import SCHEMA, SavedGames, StaleGame, Store


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


def test_the_store_knows_its_version(tmp_path: Path) -> None:
    path = tmp_path / "site.sqlite3"
    store = Store(path)
    store.put("a", GameRecord("tictactoe", ("human", "random"), ("b2",)), TimeSettings(1.0))
    store.close()
    again = Store(path)
    kept = again.get("a")
    assert kept is not None
    assert kept.record.moves == ("b2",)
    again.delete("a")
    assert again.get("a") is None
    again.close()
    base = sqlite3.connect(path)
    base.execute(f"PRAGMA user_version={SCHEMA + 1}")
    base.commit()
    base.close()
    with pytest.raises(MossaError, match="newer mossa"):
        Store(path)


def test_a_damaged_store_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "site.sqlite3").write_bytes(b"this is no database at all" * 100)
    with pytest.raises(MossaError, match="cannot be stored"):
        Store(tmp_path / "site.sqlite3")


OLDER = {
    4: """CREATE TABLE games (
        id TEXT PRIMARY KEY, record TEXT NOT NULL, seconds REAL NOT NULL, begun REAL NOT NULL, changed REAL NOT NULL,
        clock TEXT NOT NULL DEFAULT '', time_left TEXT NOT NULL DEFAULT '[]'
    );
    CREATE TABLE moves (
        game TEXT NOT NULL, ply INTEGER NOT NULL, move TEXT NOT NULL, PRIMARY KEY (game, ply)
    ) WITHOUT ROWID;
    INSERT INTO moves VALUES ('old', 1, 'a1')""",
    3: """CREATE TABLE games (
        id TEXT PRIMARY KEY, record TEXT NOT NULL, seconds REAL NOT NULL, begun REAL NOT NULL, changed REAL NOT NULL,
        clock TEXT NOT NULL DEFAULT '', time_left TEXT NOT NULL DEFAULT '[]'
    )""",
    1: "CREATE TABLE games (id TEXT PRIMARY KEY, record TEXT, seconds REAL, begun REAL, changed REAL)",
    2: """CREATE TABLE games (
        id TEXT PRIMARY KEY, record TEXT NOT NULL, seconds REAL NOT NULL, begun REAL NOT NULL, changed REAL NOT NULL,
        clock TEXT NOT NULL DEFAULT '',  -- the time control
        time_left TEXT NOT NULL DEFAULT '[]',  -- what the clocks showed
        ponder INTEGER NOT NULL DEFAULT 0
    )""",
}


@pytest.mark.parametrize("version", OLDER)
def test_a_store_of_an_older_mossa_is_read(tmp_path: Path, version: int) -> None:
    path = tmp_path / "site.sqlite3"
    base = sqlite3.connect(path)
    base.executescript(OLDER[version])
    base.execute("CREATE INDEX games_by_change ON games (changed)")
    record = json.dumps(GameRecord("tictactoe", ("human", "random"), ("b2",)).as_dict())
    base.execute("INSERT INTO games (id, record, seconds, begun, changed) VALUES ('old', ?, 2.0, 0, 0)", (record,))
    base.execute(f"PRAGMA user_version={version}")
    base.commit()
    base.close()
    for _ in range(2):
        store = Store(path)
        kept = store.get("old")
        assert kept is not None
        moves = ("b2", "a1") if version == 4 else ("b2",)
        assert (kept.record.moves, kept.time_settings.seconds, kept.time_settings.control) == (moves, 2.0, None)
        assert kept.version == 1
        store.close()


def test_moves_are_appended_to_a_stored_game(tmp_path: Path) -> None:
    store = Store(tmp_path / "site.sqlite3")
    store.put("a", GameRecord("tictactoe", ("human", "human"), ("b2",)), TimeSettings(1.0))
    assert store.append("a", 1, ["a1"], None, 1) == 2
    assert store.append("a", 2, ["c3", "a3"], [3.5, 4.0], 2) == 3
    kept = store.get("a")
    assert kept is not None
    assert kept.record.moves == ("b2", "a1", "c3", "a3")
    assert kept.time_settings.left == [3.5, 4.0]
    assert [len(one.record.moves) for one in store.recent(5)] == [4]
    store.put(
        "a", replace(kept.record, moves=("b2",)), kept.time_settings, 3
    )  # taken back: nothing of the rest may stay
    store.append("a", 1, ["c1"], None, 4)
    kept = store.get("a")
    assert kept is not None
    assert kept.record.moves == ("b2", "c1")
    store.delete("a")
    store.put("a", GameRecord("tictactoe", ("human", "human"), ()), TimeSettings(1.0))
    kept = store.get("a")
    assert kept is not None
    assert kept.record.moves == ()
    store.close()


def test_a_board_appends_its_moves_and_stores_whole_what_was_taken_back(folder: Path) -> None:
    with TestClient(make_app(folder=folder), base_url=HERE) as client:
        id = begin(client, "tictactoe", "human", "human")
        with watch(client, id) as socket:
            page = Page(socket)
            page.ready()
            for move in ("b2", "a1", "c3"):
                page.say(do="move", move=move)
                page.ready()
            base = sqlite3.connect(folder / "site.sqlite3")
            assert base.execute("SELECT ply, move FROM moves").fetchall() == [(0, "b2"), (1, "a1"), (2, "c3")]
            page.say(do="undo")
            page.ready()
            assert base.execute("SELECT count(*) FROM moves").fetchone() == (0,)
            base.close()
        assert client.get("/api/boards").json()["boards"][0]["moves"] == 2


def test_saved_games_do_not_stop_the_play_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    saved = SavedGames()
    saved.open(tmp_path / "file" / "site.sqlite3")
    assert saved.put("a", GameRecord("tictactoe", ("human", "human"), ()), TimeSettings(), 0) is None
    assert saved.append("a", 0, ["b2"], None, 0) is None
    assert saved.fullness() is None
    assert (saved.works, saved.get("a"), saved.recent(3)) == (False, None, [])
    assert "cannot be stored" in saved.why_not


@pytest.mark.parametrize(
    "damage",
    [
        "record = 'no JSON'",
        "record = '[]'",
        "record = x'ff00'",
        "record = json_set(record, '$.ended', json('[]'))",
        "record = json_set(record, '$.result', json('[1e999, 0]'))",
        "seconds = 'soon'",
        "clock = 'never'",
        "time_left = '{'",
        "time_left = '[null]'",
        "changed = 'then'",
    ],
)
def test_a_row_that_cannot_be_read_hides_no_other(tmp_path: Path, damage: str) -> None:
    store = Store(tmp_path / "site.sqlite3")
    for id in ("whole", "broken"):
        store.put(id, GameRecord("tictactoe", ("human", "random"), ("b2",)), TimeSettings(1.0))
    base = sqlite3.connect(tmp_path / "site.sqlite3")
    base.execute(f"UPDATE games SET {damage} WHERE id = 'broken'")
    base.commit()
    base.close()
    assert [one.id for one in store.recent(10)] == ["whole"]
    with pytest.raises(MossaError, match=r"broken is stored in .* cannot be read"):
        store.get("broken")
    store.close()


def test_a_write_of_a_stale_version_is_refused(tmp_path: Path) -> None:
    one, two = Store(tmp_path / "site.sqlite3"), Store(tmp_path / "site.sqlite3")
    record, time_settings = GameRecord("tictactoe", ("human", "human"), ("b2",)), TimeSettings(1.0)
    assert one.put("a", record, time_settings) == 1
    assert two.append("a", 1, ["a1"], None, 1) == 2
    for write in (
        lambda: one.append("a", 1, ["c3"], None, 1),
        lambda: one.put("a", record, time_settings, 1),
        lambda: one.put("a", record, time_settings),
        lambda: one.append("none", 0, ["c3"], None, 1),
    ):
        with pytest.raises(StaleGame):
            write()
    kept = one.get("a")
    assert kept is not None
    assert (kept.record.moves, kept.version) == (("b2", "a1"), 2)
    two.delete("a")
    with pytest.raises(StaleGame):
        one.append("a", 2, ["c3"], None, 2)
    assert one.get("a") is None
    one.close()
    two.close()


def test_a_page_whose_game_was_changed_elsewhere_sees_how_it_stands(folder: Path) -> None:
    with (
        TestClient(make_app(folder=folder), base_url=HERE) as here,
        TestClient(make_app(folder=folder), base_url=HERE) as there,
    ):
        id = begin(here, "tictactoe", "human", "human")
        with watch(here, id) as first, watch(there, id) as second:
            Page(first).ready()
            Page(second).ready()
            Page(first).say(do="move", move="b2")
            assert len(Page(first).ready()["history"]) == 1
            Page(second).say(do="move", move="a1")
            Page(second).hear("stale")
            with pytest.raises(WebSocketDisconnect) as end:
                second.receive_json()
            assert end.value.code == 4009
        for client in (here, there):
            with watch(client, id) as again:
                assert [move["text"] for move in Page(again).ready()["history"]] == ["b2"]


def test_when_there_is_no_room_the_oldest_finished_game_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mossa.web.store.MOST_GAMES", 10)
    saved, time_settings = SavedGames(), TimeSettings(1.0)
    saved.open(tmp_path / "site.sqlite3")
    for i in range(10):
        ended = "resigned" if i in (3, 5) else ""
        assert saved.fullness() == (None if i < 9 else (9, 10))
        assert (
            saved.put(str(i), GameRecord("tictactoe", ("human", "human"), ("b2",), ended=ended, by=0), time_settings, 0)
            == 1
        )
    assert (
        saved.put("3", GameRecord("tictactoe", ("human", "human"), ("b2",), ended="resigned", by=1), time_settings, 1)
        == 2
    )
    assert saved.put("new", GameRecord("tictactoe", ("human", "human"), ()), time_settings, 0) == 1
    assert {one.id for one in saved.recent(20)} == {*map(str, range(10)), "new"} - {"5"}
    assert saved.put("newer", GameRecord("tictactoe", ("human", "human"), ()), time_settings, 0) == 1
    assert saved.get("3") is None
    assert saved.put("newest", GameRecord("tictactoe", ("human", "human"), ()), time_settings, 0) is None
    assert "none of them finished" in saved.why_not
    saved.close()
