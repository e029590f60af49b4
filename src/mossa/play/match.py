"""A match: many games between players, each in every seat in turn, and the Elo difference they show.

Games come in groups. In a group every player has every seat once, with the same opening and dice. With two players a
group is a pair of games with sides exchanged. In a game of teams an entrant plays a whole side: each of its seats has a
player of its own. In a game for one player (a puzzle) every entrant plays with the same dice, and the greater utility
wins.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
import warnings
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from mossa.core.files import read_text
from mossa.core.game import Game
from mossa.core.position import Position
from mossa.core.registry import game as find_game
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits

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

__all__ = ["Match", "MatchScore", "PositionListener", "Sprt", "game_openings", "read_openings", "run"]

# What a seed is derived for.
DICE, PLAYERS, OPENINGS = 1, 2, 3

PositionListener = Callable[[Sequence[str], Position], None]
"""Called with every position of the games: the specs in seat order, and the position."""


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

    def __post_init__(self) -> None:
        seats = max(2, len({*self.loaded.rules.sides}))
        if not 2 <= len(self.players) <= seats:
            wanted = "2" if seats == 2 else f"2 to {seats}"
            raise MossaError(f"a match at {self.game} is between {wanted} players, not {len(self.players)}")
        if self.games < 1 or self.plies < 0:
            raise MossaError(f"a match has at least 1 game and 0 random moves, not {self.games} and {self.plies}")
        if any(split_spec(spec)[0] == HUMAN.name for spec in self.players):
            raise MossaError("a human plays with `mossa play`; a match is between other players")
        filled = self.players + self.players[-1:] * (seats - len(self.players))
        object.__setattr__(self, "players", filled)

    @property
    def loaded(self) -> Game:
        """The game, loaded."""
        return find_game(self.game)

    def signature(self) -> dict[str, Any]:
        """All fields but the number of games: a record is continued only by a match with the same signature."""
        return {name: value for name, value in json.loads(json.dumps(asdict(self))).items() if name != "games"}


def read_openings(path: Path, game: Game) -> tuple[tuple[str, ...], ...]:
    """The openings in a file: one a line, moves separated by blanks; `#` begins a comment."""
    lines = read_text(path).splitlines()
    openings = []
    for number, line in enumerate(lines, 1):
        moves = line.split("#")[0].strip()
        if not moves:
            continue
        try:
            at = game.after(moves)
            if at.is_over:
                raise MossaError("the game is over after these moves")
        except MossaError as error:
            raise MossaError(f"{path.name}, line {number}: {error}") from None
        openings.append(at.history)
    if not openings:
        raise MossaError(f"{path} holds no opening; a line is moves separated by blanks")
    return tuple(openings)


def game_openings(game: Game) -> tuple[tuple[str, ...], ...]:
    """The openings for matches that a game offers in its function `match_openings`; else none.

    They are shuffled, always in the same order, so that a short match is as varied as a long one. If their file cannot
    be read there are none, and a warning says so.
    """
    offered = game.extra("match_openings", "openings")
    try:
        found = [] if offered is None else [tuple(moves) for moves in offered()]
    except MossaError as error:
        warnings.warn(f"{error}; games of {game.name} begin from the start", RuntimeWarning, stacklevel=2)
        found = []
    return tuple(found[i] for i in sorted(range(len(found)), key=lambda i: derive_seed(OPENINGS, i)))


class MatchRunner:
    """Plays the games of a match: it holds the game and its players, made once in each process."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = match.loaded
        self.sides = self.game.rules.sides
        """The side of each seat."""
        self.seats = len({*self.sides})
        """How many sides there are; also the number of games in a group."""
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

    def entrants(self, number: int) -> list[int]:
        """The entrant on each side, for the game of this number."""
        return [(seat - number) % self.seats for seat in range(self.seats)]

    def opening(self, group: int) -> tuple[str, ...]:
        """The opening moves of the games of a group."""
        match = self.match
        given = match.openings[group % len(match.openings)] if match.openings else ()
        for attempt in range(100):
            at, moves = self.game.after(" ".join(given)), list(given)
            for ply in range(match.plies):
                if at.is_over or at.is_chance:
                    break
                chosen = derive_seed(match.seed, OPENINGS, group, attempt, ply) % len(at.legal)
                moves.append(at.moves[chosen])
                at = at.play(at.legal[chosen])
            if not at.is_over:
                return tuple(moves)
        raise MossaError(f"{match.plies} random moves end every game of {self.game.name}; ask for fewer")

    def play(self, number: int, stop: threading.Event, on_position: PositionListener | None = None) -> list[GameRecord]:
        """Play the game of this number: its record, or for a puzzle one record for each entrant."""
        match, start = self.match, self.game.start()
        group = number // self.seats
        for entrant, player in enumerate(self.players):
            player.begin(derive_seed(match.seed, PLAYERS, number, entrant))
        if self.seats == 1:
            seatings = [[player] for player in self.players]
        else:
            entrants, left = self.entrants(number), [iter(team) for team in self.teams]
            seatings = [[next(left[entrants[side]]) for side in self.sides]]
        dice, opening = derive_seed(match.seed, DICE, group), self.opening(group)
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
    record: Path | None = None,
    pgn: Path | None = None,
    test: Sprt | None = None,
    progress: Callable[[MatchScore], None] | None = None,
    on_position: PositionListener | None = None,
    stop: threading.Event | None = None,
) -> MatchScore:
    """Play a match.

    With `record`, every game is appended to that file as it ends, and games found there are not played again: a match
    that was interrupted continues. With `pgn`, every game is also appended to that file in the game's own format (PGN,
    PDN …). A `test` ends the match when it has a verdict. `on_position` is called after every move, if one game is
    played at a time. `stop` ends the match early; games that have ended count."""
    stop = stop or threading.Event()
    if concurrency < 1:
        raise MossaError(f"a match runs at least one game at a time, not {concurrency}")
    done, whole_bytes = read_games(match, record) if record else ({}, 0)
    if pgn is not None and record is None and pgn.exists():
        raise MossaError(f"{pgn} exists; name another file, or give a record to go on with the match")
    runner = MatchRunner(match)
    score = MatchScore(match.players, test=test, size=runner.seats)

    def count(number: int, records: list[GameRecord]) -> None:
        mine = runner.entrants(number).index(0) if runner.seats > 1 else 0
        score.add(number // runner.seats, records, mine, runner.sides)
        if progress:
            progress(score)

    for number, records in done.items():
        if number < match.games:
            count(number, records)
    todo = [number for number in range(match.games) if number not in done]
    alone = concurrency == 1 or len(todo) < 2
    played = (
        _play_here(runner, todo, stop, on_position) if alone else _play_in_processes(match, todo, concurrency, stop)
    )
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
            count(number, records)
    return score


def _play_here(
    runner: MatchRunner, todo: Sequence[int], stop: threading.Event, on_position: PositionListener | None
) -> Generator[tuple[int, list[GameRecord]], None, None]:
    for number in todo:
        records = runner.play(number, stop, on_position)
        if stop.is_set():
            return
        yield number, records


def _play_in_processes(
    match: Match, todo: Sequence[int], concurrency: int, stop: threading.Event
) -> Generator[tuple[int, list[GameRecord]], None, None]:
    """Play the games in worker processes; yields them as they end."""
    context = multiprocessing.get_context("spawn")  # a forked copy of a process with threads may hang
    halt = context.Event()
    pool = ProcessPoolExecutor(min(concurrency, len(todo)), context, _start_worker, (match, halt))
    try:
        pending: dict[Future[list[GameRecord] | MossaError], int] = {}
        waiting = iter(todo)
        while not stop.is_set():
            for number in islice(waiting, 2 * concurrency - len(pending)):  # enough to keep every process busy
                pending[pool.submit(_play_in_worker, number)] = number
            if not pending:
                break
            ready, _ = wait(pending, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in ready:
                number, records = pending.pop(future), future.result()
                if isinstance(records, MossaError):
                    raise records
                yield number, records
    except BrokenProcessPool:
        raise MossaError("a process of the match died (out of memory?); the games played so far count") from None
    finally:
        halt.set()
        pool.shutdown(cancel_futures=True)


_runner: MatchRunner
_stop = threading.Event()


def _start_worker(match: Match, halt: Any) -> None:
    """Set up a worker process. It ignores Ctrl-C: the parent handles that and sets `halt`."""
    global _runner
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_pass_on_stop, args=(halt,), daemon=True).start()
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    _runner = MatchRunner(match)


def _pass_on_stop(halt: Any) -> None:
    halt.wait()
    _stop.set()


def _exit_with_parent() -> None:
    """End this worker, and so the programs it started, when the parent process is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _play_in_worker(number: int) -> list[GameRecord] | MossaError:
    try:
        return _runner.play(number, _stop)
    except MossaError as error:
        return error
    except Exception as error:
        sentence = user_error(error)
        if sentence is None:
            raise
        return sentence
