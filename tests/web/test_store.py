"""The games in SQLite: versions of the file, damage, a restart of the server."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.talk import HERE, Page, begin, watch

from mossa import MossaError
from mossa.play.record import GameRecord
from mossa.web.app import make_app
from mossa.web.clocks import TimeSettings
from mossa.web.store import SCHEMA, SavedGames, Store


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
    base.execute(OLDER[version])
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
        assert (kept.record.moves, kept.pace.seconds, kept.pace.control) == (("b2",), 2.0, None)
        store.put("new", GameRecord("tictactoe", ("human", "random"), ("a1",)), TimeSettings(1.0))
        store.close()


def test_moves_are_appended_to_a_stored_game(tmp_path: Path) -> None:
    store = Store(tmp_path / "site.sqlite3")
    store.put("a", GameRecord("tictactoe", ("human", "human"), ("b2",)), TimeSettings(1.0))
    store.append("a", 1, ["a1"], None)
    store.append("a", 2, ["c3", "a3"], [3.5, 4.0])
    store.append("other", 0, ["c1"], None)
    kept = store.get("a")
    assert kept is not None
    assert kept.record.moves == ("b2", "a1", "c3", "a3")
    assert kept.pace.left == [3.5, 4.0]
    assert [len(one.record.moves) for one in store.recent(5)] == [4]
    store.put("a", replace(kept.record, moves=("b2",)), kept.pace)  # taken back: nothing of the rest may stay
    store.append("a", 1, ["c1"], None)
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
    assert not saved.put("a", GameRecord("tictactoe", ("human", "human"), ()), TimeSettings())
    assert not saved.append("a", 0, ["b2"], None)
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
