"""A match: many games between players, each in every seat in turn, and the Elo difference they show.

Games come in groups. In a group every player has every seat once, with the same opening and dice. With two players a
group is a pair of games with sides exchanged. In a game of teams an entrant plays a whole side: each of its seats has a
player of its own. In a game for one player (a puzzle) every entrant plays with the same dice, and the greater utility
wins.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.registry import game as find_game
from mossa.jobs import Job, Place, WorkReport, share_out, stopping
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits

from .clock import Control
from .match_files import GamesFile, RecordFile, read_games
from .match_score import MatchScore
from .player import Player
from .player_settings import split_spec
from .players import player as make_player
from .record import GameRecord
from .referee import GameTerms, play_game
from .seeded_random import derive_seed
from .simple_players import HUMAN
from .sprt import Sprt
from .user_errors import user_error

__all__ = ["Match", "MatchScore", "Part", "PositionListener", "Sprt", "run", "score_of"]

# What a seed is derived for.
DICE, PLAYERS, OPENINGS = 1, 2, 3

PositionListener = Callable[[Sequence[str], Position], None]
"""Called with every position of the games: the specs in seat order, and the position."""


class Part(NamedTuple):
    """One of several parts of a match, which may be played on as many machines: every `of`-th group of games.

    >>> Part.parse("2/3"), [number for number in range(12) if Part(2, 3).has(number // 2)]
    (Part(number=2, of=3), [2, 3, 8, 9])
    """

    number: int
    """From 1 on."""
    of: int

    @classmethod
    def parse(cls, text: str) -> Part:
        """From `2/3`, the second of three."""
        number, _, of = text.partition("/")
        if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
            raise MossaError(f"a part is written like 2/3, the second of three, not {text!r}")
        return cls(int(number), int(of))

    def has(self, group: int) -> bool:
        """Does this part play the group of games?"""
        return group % self.of == self.number - 1


@dataclass(frozen=True)
class Match:
    """The description of a match. It is plain data, copied to worker processes."""

    game: str
    players: tuple[str, ...]
    """The specs of the entrants, one for each seat, or for each side in a game of teams; the last one also takes those
    that are left."""
    games: int = 2
    terms: GameTerms = field(default_factory=GameTerms)
    openings: tuple[tuple[str, ...], ...] = ()
    """Move lists; each group of games begins with the next one, in turn."""
    plies: int = 0
    """The number of random moves, drawn from the seed, after the opening of each group."""
    seed: int = 0
    positions: tuple[str, ...] = ()
    """The position in which each opening begins; none at all if all begin at the game's start."""

    def __post_init__(self) -> None:
        seats = max(2, self.sides)
        if not 2 <= len(self.players) <= seats:
            wanted = "2" if seats == 2 else f"2 to {seats}"
            raise MossaError(f"a match at {self.game} is between {wanted} players, not {len(self.players)}")
        if self.games < 1 or self.plies < 0:
            raise MossaError(f"a match has at least 1 game and 0 random moves, not {self.games} and {self.plies}")
        if any(split_spec(spec)[0] == HUMAN.name for spec in self.players):
            raise MossaError("a human plays with `mossa play`; a match is between other players")
        if self.positions and len(self.positions) != len(self.openings):
            raise MossaError(
                f"each opening has its position or none has, not {len(self.positions)} of {len(self.openings)}"
            )
        filled = self.players + self.players[-1:] * (seats - len(self.players))
        object.__setattr__(self, "players", filled)

    @property
    def loaded(self) -> Game:
        """The game, loaded."""
        return find_game(self.game)

    @property
    def sides(self) -> int:
        """How many sides the game has; also the number of games in a group."""
        return len({*self.loaded.rules.sides})

    def size_of(self, part: Part) -> int:
        """How many of its games belong to a part."""
        return sum(part.has(number // self.sides) for number in range(self.games))

    def entrants(self, number: int) -> list[int]:
        """The entrant on each side, in the game of this number."""
        return [(side - number) % self.sides for side in range(self.sides)]

    def signature(self) -> dict[str, Any]:
        """All fields but the number of games: a record is continued only by a match with the same signature."""
        fields = json.loads(json.dumps(asdict(self)))
        return {name: value for name, value in fields.items() if name != "games" and (value or name != "positions")}

    @classmethod
    def of_signature(cls, signature: Mapping[str, Any], games: int) -> Match:
        """The match of so many games that has this signature."""
        terms = dict(signature["terms"])
        if terms["control"] is not None:
            terms["control"] = Control(**terms["control"])
        lists = {name: tuple(signature.get(name, ())) for name in ("players", "positions")}
        lists["openings"] = tuple(map(tuple, signature["openings"]))
        return cls(**{**signature, **lists, "terms": GameTerms(**terms), "games": games})


class MatchRunner:
    """Plays the games of a match: it holds the game and its players, made once in each process."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = match.loaded
        self.sides = self.game.rules.sides
        """The side of each seat."""
        self.seats = match.sides
        largest = max(map(self.sides.count, self.sides))
        self.teams: list[list[Player]] = [
            [make_player(spec, self.game) for _ in range(largest)] for spec in match.players
        ]
        """For each entrant a player for each seat of a side."""
        self.players: list[Player] = [player for team in self.teams for player in team]
        for player in self.players:
            player.prepare(Limits())

    def close(self) -> None:
        """Close the players."""
        for player in self.players:
            player.close()

    def opening(self, group: int) -> tuple[Position, tuple[str, ...]]:
        """The first position of the games of a group, and their opening moves."""
        match, start = self.match, self.game.start()
        if match.positions:
            start = self.game.position(match.positions[group % len(match.positions)])
        given = match.openings[group % len(match.openings)] if match.openings else ()
        for attempt in range(100):
            at, moves = start, list(given)
            for move in given:
                at = at.play(move)
            for ply in range(match.plies):
                if at.is_over or at.is_chance:
                    break
                chosen = derive_seed(match.seed, OPENINGS, group, attempt, ply) % len(at.legal)
                moves.append(at.moves[chosen])
                at = at.play(at.legal[chosen])
            if not at.is_over:
                return start, tuple(moves)
        raise MossaError(f"{match.plies} random moves end every game of {self.game.name}; ask for fewer")

    def play(self, number: int, stop: threading.Event, on_position: PositionListener | None = None) -> list[GameRecord]:
        """Play the game of this number: its record, or for a puzzle one record for each entrant."""
        match, group = self.match, number // self.seats
        for entrant, player in enumerate(self.players):
            player.begin(derive_seed(match.seed, PLAYERS, number, entrant))
        if self.seats == 1:
            seatings = [[player] for player in self.players]
        else:
            entrants, left = match.entrants(number), [iter(team) for team in self.teams]
            seatings = [[next(left[entrants[side]]) for side in self.sides]]
        dice, (start, opening) = derive_seed(match.seed, DICE, group), self.opening(group)
        terms = match.terms
        records = []
        for seated in seatings:
            listener = (
                partial(on_position, tuple(player.spec for player in seated)) if on_position is not None else None
            )
            records.append(play_game(start, seated, terms, seed=dice, opening=opening, stop=stop, on_position=listener))
        return records


def run(
    match: Match,
    *,
    concurrency: int = 1,
    place: Place | None = None,
    record: Path | None = None,
    pgn: Path | None = None,
    test: Sprt | None = None,
    part: Part | None = None,
    progress: Callable[[MatchScore], None] | None = None,
    on_position: PositionListener | None = None,
    stop: threading.Event | None = None,
    report: WorkReport | None = None,
    say: Callable[[str], None] | None = None,
) -> MatchScore:
    """Play a match.

    With `record`, every game is appended to that file as it ends, and games found there are not played again: a match
    that was interrupted continues. With `pgn`, every game is also appended to that file in the game's own format (PGN,
    PDN …). Games of a match that is complete are put in order in both. A `test` ends the match when it has a verdict.
    Of the match only a `part` may be played.

    `concurrency` games are played at a time, in processes of this machine; or with a `place` there, on a cluster say,
    and `report` and `say` tell of that work. `on_position` is called after every move, if one game is played at a time.
    `stop` ends the match early; games that have ended count.
    """
    stop = stop or threading.Event()
    if concurrency < 1:
        raise MossaError(f"a match runs at least one game at a time, not {concurrency}")
    done, whole_bytes = read_games(match, record) if record else ({}, 0)
    if part is not None and test is not None:
        raise MossaError("a test needs all the games; play the parts without it")
    if pgn is not None and record is None and pgn.exists():
        raise MossaError(f"{pgn} exists; name another file, or give a record to go on with the match")
    runner = MatchRunner(match)
    score = score_of(match, {number: records for number, records in done.items() if number < match.games}, test)
    if progress and done:
        progress(score)
    groups = Part(1, 1) if part is None else part
    todo = [number for number in range(match.games) if number not in done and groups.has(number // runner.seats)]
    place = place or Place(min(concurrency, max(1, len(todo))))
    if place == Place(1):
        played = _play_here(runner, todo, stop, on_position)
    else:
        job = Job(_play_in_worker, _start_worker, (match,))
        played = share_out(job, todo, place, stop=stop, report=report, say=say)
    with (
        closing(runner),
        RecordFile(record, whole_bytes, match) as writer,
        GamesFile(pgn, match, done) as games,
        closing(played),
    ):
        while not score.verdict:
            number, records = next(played, (-1, []))
            if number < 0:
                break
            writer.add(number, records)
            games.add(number, records)
            _count(score, match, number, records)
            if progress:
                progress(score)
        if not stop.is_set() and not score.verdict:
            writer.sort()
            games.sort()
    return score


def score_of(match: Match, games: Mapping[int, Sequence[GameRecord]], test: Sprt | None = None) -> MatchScore:
    """The score after these games, by number."""
    score = MatchScore(match.players, test=test, size=match.sides)
    for number, records in sorted(games.items()):
        _count(score, match, number, records)
    return score


def _count(score: MatchScore, match: Match, number: int, records: Sequence[GameRecord]) -> None:
    mine = match.entrants(number).index(0) if match.sides > 1 else 0
    score.add(number // match.sides, records, mine, match.loaded.rules.sides)


def _play_here(
    runner: MatchRunner, todo: Sequence[int], stop: threading.Event, on_position: PositionListener | None
) -> Generator[tuple[int, list[GameRecord]], None, None]:
    for number in todo:
        records = runner.play(number, stop, on_position)
        if stop.is_set():
            return
        yield number, records


_runner: MatchRunner


def _start_worker(match: Match) -> None:
    """What each worker process does first."""
    global _runner
    _runner = MatchRunner(match)


def _play_in_worker(number: int) -> list[GameRecord]:
    try:
        return _runner.play(number, stopping)
    except MossaError:
        raise
    except Exception as error:
        raise user_error(error) or error from None
