"""A tournament: every player against every other at every game, or a gauntlet; with a cross table and Elo ratings.

Its file, in TOML, for `mossa tournament`:

    games = ["connect4", "othello"]
    players = ["alphabeta:depth=6", "alphabeta:depth=3", "random"]
    rounds = 10           # games of each pair at each game, with sides alternating
    time = 0.1            # seconds a move; or clock = "5+0.05", depth = 6, nodes = 10000
    plies = 4             # random moves at the start of each pair of games, to vary them
    openings = "book.epd" # or openings from a file, beside this one, if there is one game
    gauntlet = 1          # so many of the first players meet all the others, and nobody else; 0: all meet
    seed = 0
"""

from __future__ import annotations

import math
import threading
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from pathlib import Path
from typing import Any

from mossa.core.files import read_bytes
from mossa.core.registry import game as find_game
from mossa.jobs import Place
from mossa.kernel.errors import MossaError

from .clock import Control
from .elo import ratings
from .match import Match, PositionListener, run
from .match_score import MatchScore
from .openings import Openings, read_openings
from .players import player as make_player
from .referee import GameTerms

__all__ = ["CrossTable", "Tournament", "read_tournament", "run_tournament", "tournament_of"]

FIELDS = (
    *("game", "games", "players", "rounds", "time", "clock", "depth", "nodes"),
    *("plies", "openings", "gauntlet", "seed"),
)


NO_OPENINGS = Openings()


@dataclass(frozen=True)
class Tournament:
    """The description of a tournament."""

    games: tuple[str, ...]
    players: tuple[str, ...]
    rounds: int = 2
    """Games of each pair at each game."""
    terms: GameTerms = field(default_factory=GameTerms)
    plies: int = 0
    seed: int = 0
    openings: Openings = NO_OPENINGS
    gauntlet: int = 0
    """So many of the first players meet all the others, and nobody else meets; 0: every player meets every other."""

    def __post_init__(self) -> None:
        if len(self.players) < 2 or len(set(self.players)) < len(self.players):
            raise MossaError("a tournament has at least two players, all different")
        if not self.games or len(set(self.games)) < len(self.games):
            raise MossaError("a tournament has at least one game, none twice")
        if not 0 <= self.gauntlet < len(self.players):
            raise MossaError(
                f"in a gauntlet of {len(self.players)} players at most {len(self.players) - 1} meet the rest"
            )
        if self.openings.moves and len(self.games) > 1:
            raise MossaError("openings from a file are those of one game; this tournament has several")
        for name in self.games:
            loaded = find_game(name)
            if len({*loaded.rules.sides}) != 2:
                raise MossaError(f"{name} is not a game for two, or for two teams; a tournament is played in pairs")
            for spec in self.players:
                make_player(spec, loaded)  # a MossaError says why it cannot play

    def matches(self) -> list[Match]:
        """All matches, in playing order."""
        heroes, others = self.players[: self.gauntlet], self.players[self.gauntlet :]
        pairs = list(product(heroes, others) if self.gauntlet else combinations(self.players, 2))
        moves, positions = self.openings
        return [
            Match(name, pair, self.rounds, self.terms, moves, self.plies, self.seed, positions)
            for name in self.games
            for pair in pairs
        ]


@dataclass
class CrossTable:
    """The results of a tournament so far."""

    tournament: Tournament
    match_scores: dict[tuple[str, str, str], MatchScore] = field(default_factory=dict)
    """The match scores, by game, player and opponent."""

    @property
    def played(self) -> int:
        """Games played so far."""
        return sum(one.games for one in self.match_scores.values())

    @property
    def total(self) -> int:
        """Games of the whole tournament."""
        return len(self.tournament.matches()) * self.tournament.rounds

    def score(self, player: str, opponent: str, game: str = "") -> tuple[int, int, int]:
        """Wins, draws and losses of a player against another, at one game or at all games."""
        wins = draws = losses = 0
        for (name, a, b), one in self.match_scores.items():
            if game in ("", name) and {a, b} == {player, opponent}:
                draws += one.draws
                wins, losses = (
                    (wins + one.wins, losses + one.losses) if a == player else (wins + one.losses, losses + one.wins)
                )
        return wins, draws, losses

    def elo(self) -> dict[str, tuple[float, float]]:
        """The Elo of every player relative to the first one, with its 95 % error; only of players with games."""
        first = self.tournament.players[0]
        results = [
            (a, b, one.wins + one.draws / 2, one.games) for (_, a, b), one in self.match_scores.items() if one.games
        ]
        try:
            return ratings(results, {first: 0.0}) if results else {first: (0.0, 0.0)}
        except MossaError:  # no games connect the players with the first one yet
            return {first: (0.0, 0.0)}

    def _repr_html_(self) -> str:
        from mossa.core.html import paragraph, table

        plain = self.as_dict()
        heads = ["player", "points", "games", "Elo", "±"]
        rows = [[row[key] for key in ("player", "points", "games", "elo", "error")] for row in plain["rows"]]
        return paragraph(f"{self.played:,} of {self.total:,} games, {', '.join(plain['games'])}") + table(heads, rows)

    def as_dict(self) -> dict[str, Any]:
        """The fields of `mossa tournament --json`: `rows` by strength, the rest in the order of the players."""
        players, elo = self.tournament.players, self.elo()
        rows = []
        for player in players:
            scores = [self.score(player, other) for other in players if other != player]
            points = sum(wins + draws / 2 for wins, draws, _ in scores)
            value, error = elo.get(player, (math.nan, math.nan))
            rows.append(
                {
                    "player": player,
                    "points": points,
                    "games": sum(map(sum, scores)),
                    "elo": value if math.isfinite(value) else None,
                    "error": error if math.isfinite(error) else None,
                }
            )
        return {
            "games": list(self.tournament.games),
            "players": list(players),
            "played": self.played,
            "total": self.total,
            "rows": sorted(rows, key=lambda row: -(row["points"] / max(1, row["games"]))),
            "cross": [[None if a == b else list(self.score(a, b)) for b in players] for a in players],
            "by_game": {
                name: [[None if a == b else list(self.score(a, b, name)) for b in players] for a in players]
                for name in self.tournament.games
            },
            "illegal": sum(one.illegal for one in self.match_scores.values()),
            "timeouts": sum(one.timeouts for one in self.match_scores.values()),
        }


def run_tournament(
    tournament: Tournament,
    *,
    folder: Path | None = None,
    concurrency: int = 1,
    place: Place | None = None,
    progress: Callable[[CrossTable], None] | None = None,
    on_position: PositionListener | None = None,
    stop: threading.Event | None = None,
) -> CrossTable:
    """Play it, on this machine or at a `place`.

    With a `folder`, every match records its games there, and an interrupted tournament continues. `progress` is called
    after every game; `on_position` after every move, if one game is played at a time.
    """
    table, stop = CrossTable(tournament), stop or threading.Event()
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for number, match in enumerate(tournament.matches(), 1):
        if stop.is_set():
            break
        record = folder / f"match-{number:03}.jsonl" if folder is not None else None
        key = (match.game, match.players[0], match.players[1])

        def advance(match_score: MatchScore, key: tuple[str, str, str] = key) -> None:
            table.match_scores[key] = match_score
            if progress is not None:
                progress(table)

        table.match_scores[key] = run(
            match,
            concurrency=concurrency,
            place=place,
            record=record,
            pgn=_games_file(match, record),
            progress=advance,
            on_position=on_position,
            stop=stop,
        )
    return table


def _games_file(match: Match, record: Path | None) -> Path | None:
    """The file for the games in the game's own format, beside the record, where there is such a format."""
    if record is None or match.loaded.extra("write_game", "records") is None:
        return None
    return record.with_suffix(f".{match.loaded.extra('SUFFIX', 'records')}")


def tournament_of(data: Mapping[str, Any], source: str = "a tournament", folder: Path | None = None) -> Tournament:
    """The tournament from plain data, as in its file; with the `folder` of the file, it may name a file of openings."""
    unknown = [name for name in data if name not in FIELDS]
    if unknown:
        raise MossaError(f"{source} has no field {unknown[0]!r}; it has {', '.join(FIELDS)}")
    games = data.get("games", data.get("game", ()))
    games = (games,) if isinstance(games, str) else games
    players = data.get("players", ())
    for name, texts in (("games", games), ("players", players)):
        if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
            raise MossaError(f"{source}: {name} is a list of texts")
    numbers = {"rounds": 2, "plies": 0, "seed": 0, "gauntlet": 0}
    for name in numbers:
        value = data.get(name, numbers[name])
        if not isinstance(value, int) or isinstance(value, bool) or value < (name == "rounds"):
            raise MossaError(f"{source}: {name} is a whole number, not {value!r}")
        numbers[name] = value
    terms = GameTerms(_control(data, source), _whole(data, "depth", source), _whole(data, "nodes", source))
    openings = NO_OPENINGS
    if "openings" in data:
        if folder is None or len(games) != 1 or not isinstance(data["openings"], str):
            raise MossaError(f"{source}: openings is the name of a file with openings of the one game")
        openings = read_openings(folder / data["openings"], find_game(games[0]))
    return Tournament(
        tuple(games),
        tuple(players),
        numbers["rounds"],
        terms,
        numbers["plies"],
        numbers["seed"],
        openings,
        numbers["gauntlet"],
    )


def _control(data: Mapping[str, Any], source: str) -> Control | None:
    time, clock = data.get("time"), data.get("clock")
    if time is not None and clock is not None:
        raise MossaError(f"{source}: give time or clock, not both")
    if clock is not None:
        return Control.parse(str(clock))
    if time is None:
        return None
    if not isinstance(time, int | float) or isinstance(time, bool):
        raise MossaError(f"{source}: time is a number of seconds, not {time!r}")
    return Control.each_move(float(time))


def _whole(data: Mapping[str, Any], name: str, source: str) -> int | None:
    value = data.get(name)
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value > 0):
        return value
    raise MossaError(f"{source}: {name} is a whole number above 0, not {value!r}")


def read_tournament(path: Path) -> Tournament:
    """The tournament in a TOML file."""
    try:
        data = tomllib.loads(read_bytes(path).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MossaError(f"{path} is no TOML: {error}") from None
    return tournament_of(data, str(path), path.parent)
