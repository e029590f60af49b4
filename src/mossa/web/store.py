"""The games of the site in SQLite: stored at every move, found again after a restart or a kill."""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mossa.kernel.errors import MossaError
from mossa.play.record import GameRecord

from .clocks import TimeSettings, read_control

__all__ = ["SCHEMA", "SavedGames", "StaleGame", "Store", "StoredGame"]

SCHEMA = 6
"""The version of the tables, stored as SQLite's `user_version`. Version 4 added the table of appended moves, version 5
the version of each game and whether it has ended, version 6 the table of analyses."""

TABLES = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    record TEXT NOT NULL,      -- mossa.play.record.GameRecord as JSON, as it was when it was last written whole
    seconds REAL NOT NULL,     -- for a move of an engine
    begun REAL NOT NULL,       -- Unix time
    changed REAL NOT NULL,
    clock TEXT NOT NULL DEFAULT '',  -- the time control: 300+2
    time_left TEXT NOT NULL DEFAULT '[]',  -- what the clocks showed, in seconds
    version INTEGER NOT NULL DEFAULT 1,    -- how often it was written: who has read an older one must not write
    ended INTEGER NOT NULL DEFAULT 0       -- has the game ended?
);
CREATE INDEX games_by_change ON games (changed);
CREATE INDEX games_by_end ON games (ended, changed);
-- Moves made since the record was written whole: a move costs the same however long the game.
CREATE TABLE IF NOT EXISTS moves (
    game TEXT NOT NULL,
    ply INTEGER NOT NULL,      -- its place in the game, from 0
    move TEXT NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS analyses (
    game TEXT PRIMARY KEY,
    analysis TEXT NOT NULL     -- JSON
) WITHOUT ROWID;
"""
"""A column that a later version adds has a default."""
FIELDS = "id, record, seconds, changed, clock, time_left, version"
ENDED = "json_valid(record) AND coalesce(json_extract(record, '$.ended'), '') <> ''"
MOST_GAMES = 20_000
"""Games in the file. When it is full, a new one replaces the finished game that changed longest ago."""
WARNING_SHARE = 0.9
"""From this share of MOST_GAMES on, pages warn."""
MOST_DAMAGED = 100
"""Rows that cannot be read and are passed over in search of those that can."""

log = logging.getLogger("mossa.web")


class StaleGame(MossaError):
    """The game was changed by another since it was read: what was read must not be written over it."""

    def __init__(self) -> None:
        super().__init__("the game was changed elsewhere since: look at it again")


@dataclass(frozen=True)
class StoredGame:
    """One game as it was stored."""

    id: str
    record: GameRecord
    time_settings: TimeSettings
    changed: float
    version: int


class Store:
    """The file of the games. Every method is one transaction; a kill between two loses nothing.

    A game is stored whole when it begins, when it ends and when a move is taken back; else moves are appended.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=NORMAL")
            self._upgrade()
        except (OSError, sqlite3.Error) as error:
            with suppress(AttributeError, sqlite3.Error):  # it may not even be open
                self._base.close()
            raise MossaError(f"the games of the site cannot be stored in {path}: {error}") from None

    def _upgrade(self) -> None:
        """Make the tables. The games of an older version are copied into new ones, column by column."""
        self._base.execute("BEGIN IMMEDIATE")  # two servers may start at once
        (version,) = self._base.execute("PRAGMA user_version").fetchone()
        if 0 < version < SCHEMA:
            for index in ("games_by_change", "games_by_end"):
                self._base.execute(f"DROP INDEX IF EXISTS {index}")
            self._base.execute("ALTER TABLE games RENAME TO older")
        if version < SCHEMA:
            for statement in filter(str.strip, TABLES.split(";")):
                self._base.execute(statement)
            self._base.execute(f"PRAGMA user_version={SCHEMA}")
        if 0 < version < SCHEMA:
            older = self._columns("older")
            columns = ", ".join(name for name in self._columns("games") if name in older)
            self._base.execute(f"INSERT INTO games ({columns}) SELECT {columns} FROM older")
            self._base.execute("DROP TABLE older")
            self._base.execute(f"UPDATE games SET ended = {ENDED}")
        self._base.execute("COMMIT")
        if version > SCHEMA:
            self._base.close()
            raise MossaError(f"{self.path} was written by a newer mossa (schema {version}, not {SCHEMA}): update mossa")

    def _columns(self, table: str) -> list[str]:
        return [row[1] for row in self._base.execute(f"PRAGMA table_info({table})")]

    def put(self, id: str, record: GameRecord, time_settings: TimeSettings, version: int = 0) -> int:
        """Store a whole game that was read or last written as this version; 0: a new one. Returns its new version."""
        now, text = time.time(), json.dumps(record.as_dict(), ensure_ascii=False, allow_nan=False)
        clock, left, ended = str(time_settings.control or ""), json.dumps(time_settings.left or []), bool(record.ended)
        with self._transaction():
            if version == 0:
                self._make_room()
            self._check_version(id, version)
            self._base.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                "record = excluded.record, changed = excluded.changed, time_left = excluded.time_left, "
                "version = excluded.version, ended = excluded.ended",
                (id, text, time_settings.seconds, now, now, clock, left, version + 1, ended),
            )
            self._base.execute("DELETE FROM moves WHERE game = ?", (id,))
        return version + 1

    def append(self, id: str, ply: int, moves: Sequence[str], left: Sequence[float] | None, version: int) -> int:
        """Store moves of a game that begin at a ply, and what its clocks show. Returns the new version."""
        with self._transaction():
            self._check_version(id, version)
            rows = [(id, ply + i, move) for i, move in enumerate(moves)]
            self._base.executemany("INSERT OR REPLACE INTO moves VALUES (?, ?, ?)", rows)
            self._base.execute(
                "UPDATE games SET changed = ?, time_left = ?, version = ? WHERE id = ?",
                (time.time(), json.dumps(left or []), version + 1, id),
            )
        return version + 1

    def _check_version(self, id: str, version: int) -> None:
        rows = self._base.execute("SELECT version FROM games WHERE id = ?", (id,)).fetchall()
        if (rows[0][0] if rows else 0) != version:
            raise StaleGame

    def _make_room(self) -> None:
        """For a new game: the finished ones that changed longest ago go first."""
        if self.count() < MOST_GAMES:
            return
        rows = self._base.execute("SELECT id FROM games WHERE ended ORDER BY changed LIMIT 1").fetchall()
        if not rows:
            raise MossaError(f"{MOST_GAMES} games are stored in {self.path}, none of them finished: delete some")
        self._base.execute("DELETE FROM games WHERE id = ?", rows[0])
        self._base.execute("DELETE FROM moves WHERE game = ?", rows[0])
        self._base.execute("DELETE FROM analyses WHERE game = ?", rows[0])

    def count(self) -> int:
        """The number of games."""
        with self._lock:
            return int(self._base.execute("SELECT count(*) FROM games").fetchone()[0])

    def get(self, id: str) -> StoredGame | None:
        """The game of this id."""
        rows = self._select(f"SELECT {FIELDS} FROM games WHERE id = ?", (id,))
        return self._stored(rows[0]) if rows else None

    def recent(self, count: int) -> list[StoredGame]:
        """The games that changed last. A row that cannot be read is left out, and hides no other."""
        found: list[StoredGame] = []
        for row in self._select(f"SELECT {FIELDS} FROM games ORDER BY changed DESC LIMIT ?", (count + MOST_DAMAGED,)):
            try:
                found.append(self._stored(row))
            except MossaError as error:
                log.warning("%s", error)
        return found[:count]

    def delete(self, id: str) -> None:
        """Delete a game."""
        with self._transaction():
            self._base.execute("DELETE FROM games WHERE id = ?", (id,))
            self._base.execute("DELETE FROM moves WHERE game = ?", (id,))
            self._base.execute("DELETE FROM analyses WHERE game = ?", (id,))

    def put_analysis(self, id: str, analysis: str) -> None:
        """Store the analysis of a game; of a game that is not stored, nothing."""
        with self._transaction():
            here = "SELECT id, ? FROM games WHERE id = ?"
            self._base.execute(f"INSERT OR REPLACE INTO analyses {here}", (analysis, id))

    def analysis(self, id: str) -> str | None:
        """The analysis of a game, if one is stored."""
        rows = self._select("SELECT analysis FROM analyses WHERE game = ?", (id,))
        return str(rows[0][0]) if rows else None

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._base.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """A context whose statements are stored together or not at all."""
        try:
            with self._lock:
                self._base.execute("BEGIN IMMEDIATE")
                try:
                    yield
                    self._base.execute("COMMIT")
                except BaseException:
                    if self._base.in_transaction:
                        self._base.execute("ROLLBACK")
                    raise
        except sqlite3.Error as error:
            raise self._refusal(error) from None

    def _select(self, sql: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        try:
            with self._lock:
                return self._base.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise self._refusal(error) from None

    def _refusal(self, error: sqlite3.Error) -> MossaError:
        return MossaError(f"the games of the site cannot be stored in {self.path}: {error}")

    def _stored(self, row: tuple[Any, ...]) -> StoredGame:
        id, text, seconds, changed, clock, left, version = row
        try:
            record = GameRecord.from_dict(json.loads(text), f"game {id}")
            times = [float(one) for one in json.loads(left)] or None
            time_settings = TimeSettings(float(seconds), read_control(clock), times)
            changed = float(changed)
        except (MossaError, ValueError, TypeError, OverflowError, RecursionError) as error:
            raise MossaError(f"the game {id!s:.40} is stored in {self.path}, but cannot be read: {error}") from None
        appended = self._select("SELECT move FROM moves WHERE game = ? ORDER BY ply", (id,))
        if appended:
            record = replace(record, moves=(*record.moves, *(str(move) for (move,) in appended)))
        return StoredGame(id, record, time_settings, changed, version)


class SavedGames:
    """The store as the boards use it: where nothing can be written the games go on, and `why_not` says why."""

    def __init__(self) -> None:
        self.why_not = ""
        """Why games are not stored, if they are not."""
        self._store: Store | None = None

    def open(self, path: Path) -> None:
        """Open the file."""
        try:
            self._store = Store(path)
        except MossaError as error:
            self.why_not = str(error)

    def close(self) -> None:
        """Close the file."""
        if self._store is not None:
            self._store.close()

    @property
    def works(self) -> bool:
        """Are games stored?"""
        return self._store is not None and not self.why_not

    def put(self, id: str, record: GameRecord, time_settings: TimeSettings, version: int) -> int | None:
        """Store a whole game that was stored as this version (0: never); the new version, or None if that fails."""
        return self._try(lambda store: store.put(id, record, time_settings, version))

    def append(self, id: str, ply: int, moves: Sequence[str], left: Sequence[float] | None, version: int) -> int | None:
        """Store moves of a game that is stored up to a ply; the new version, or None if that fails."""
        return self._try(lambda store: store.append(id, ply, moves, left, version))

    def get(self, id: str) -> StoredGame | None:
        """The game of this id."""
        return self._store.get(id) if self._store is not None else None

    def recent(self, count: int) -> list[StoredGame]:
        """The games that changed last."""
        return self._store.recent(count) if self._store is not None else []

    def delete(self, id: str) -> None:
        """Delete a game."""
        if self._store is not None:
            self._store.delete(id)

    def put_analysis(self, id: str, analysis: str) -> None:
        """Store the analysis of a game, if that is possible."""
        if self._store is not None:
            with suppress(MossaError):
                self._store.put_analysis(id, analysis)

    def analysis(self, id: str) -> str | None:
        """The stored analysis of a game."""
        return self._store.analysis(id) if self._store is not None else None

    def fullness(self) -> tuple[int, int] | None:
        """How many games are stored, and how many can be: where there is room for few more."""
        if self._store is None:
            return None
        count = self._store.count()
        return (count, MOST_GAMES) if count >= WARNING_SHARE * MOST_GAMES else None

    def _try(self, write: Callable[[Store], int]) -> int | None:
        if self._store is None:
            return None
        try:
            version = write(self._store)
        except StaleGame:
            raise
        except MossaError as error:
            self.why_not = str(error)
            return None
        self.why_not = ""
        return version
