"""The games of the site in SQLite: written at every move, found again after a restart or a kill."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

from mossa.kernel.errors import MossaError
from mossa.play.record import GameRecord

from .clocks import TimeSettings, read_control

__all__ = ["SCHEMA", "Store", "StoredGame"]

SCHEMA = 3
"""The version of the tables; SQLite keeps it as `user_version`."""

TABLES = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    record TEXT NOT NULL,      -- mossa.play.Record as JSON
    seconds REAL NOT NULL,     -- for a move of an engine
    begun REAL NOT NULL,       -- Unix time
    changed REAL NOT NULL,
    clock TEXT NOT NULL DEFAULT '',  -- the time control: 300+2
    time_left TEXT NOT NULL DEFAULT '[]'  -- what the clocks showed, in seconds
);
CREATE INDEX games_by_change ON games (changed);
"""
"""A column that a later version adds has a default."""
FIELDS = "id, record, seconds, changed, clock, time_left"


class StoredGame:
    """One game as it was kept."""

    def __init__(self, id: str, record: GameRecord, pace: TimeSettings, changed: float) -> None:
        self.id, self.record, self.pace, self.changed = id, record, pace, changed


class Store:
    """The file of the games. Every method is one transaction; a kill between two loses nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=NORMAL")
            self._upgrade()
        except (OSError, sqlite3.Error) as error:
            raise MossaError(f"the games of the site cannot be kept in {path}: {error}") from None

    def _upgrade(self) -> None:
        """Make the tables; those of an older version are made anew, and keep what both have columns for."""
        self._base.execute("BEGIN IMMEDIATE")  # two servers may start at once
        (version,) = self._base.execute("PRAGMA user_version").fetchone()
        if 0 < version < SCHEMA:
            self._base.execute("DROP INDEX IF EXISTS games_by_change")
            self._base.execute("ALTER TABLE games RENAME TO older")
        if version < SCHEMA:
            for statement in filter(str.strip, TABLES.split(";")):
                self._base.execute(statement)
            self._base.execute(f"PRAGMA user_version={SCHEMA}")
        if 0 < version < SCHEMA:
            older = self._columns("older")
            kept = ", ".join(name for name in self._columns("games") if name in older)
            self._base.execute(f"INSERT INTO games ({kept}) SELECT {kept} FROM older")
            self._base.execute("DROP TABLE older")
        self._base.execute("COMMIT")
        if version > SCHEMA:
            self._base.close()
            raise MossaError(f"{self.path} was written by a newer mossa (schema {version}, not {SCHEMA}): update mossa")

    def _columns(self, table: str) -> list[str]:
        return [row[1] for row in self._base.execute(f"PRAGMA table_info({table})")]

    def put(self, id: str, record: GameRecord, pace: TimeSettings) -> None:
        """Keep a game as it stands now."""
        now, text = time.time(), json.dumps(record.as_dict(), ensure_ascii=False, allow_nan=False)
        clock, left = str(pace.control or ""), json.dumps(pace.left or [])
        self._execute(
            "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
            "record = excluded.record, changed = excluded.changed, time_left = excluded.time_left",
            (id, text, pace.seconds, now, now, clock, left),
        )

    def get(self, id: str) -> StoredGame | None:
        """The game of this id."""
        rows = self._execute(f"SELECT {FIELDS} FROM games WHERE id = ?", (id,))
        return self._kept(rows[0]) if rows else None

    def recent(self, count: int) -> list[StoredGame]:
        """The games that changed last."""
        rows = self._execute(f"SELECT {FIELDS} FROM games ORDER BY changed DESC LIMIT ?", (count,))
        return [self._kept(row) for row in rows]

    def delete(self, id: str) -> None:
        """Forget a game."""
        self._execute("DELETE FROM games WHERE id = ?", (id,))

    def close(self) -> None:
        """No more after this."""
        with self._lock:
            self._base.close()

    def _execute(self, sql: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        try:
            with self._lock:
                return self._base.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise MossaError(f"the games of the site cannot be kept in {self.path}: {error}") from None

    @staticmethod
    def _kept(row: tuple[Any, ...]) -> StoredGame:
        id, text, seconds, changed, clock, left = row
        pace = TimeSettings(seconds, read_control(clock), json.loads(left) or None)
        return StoredGame(id, GameRecord.from_dict(json.loads(text), f"game {id}"), pace, changed)
