"""A game in the terminal: boards as text, moves typed, the game saved after every move.

It works without a terminal too: moves may come from a pipe; at the end of the input the game is saved and left.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from mossa.core.files import data_folder
from mossa.core.game import Game
from mossa.core.numbers import whole_number
from mossa.core.parameters import split_game
from mossa.core.position import Position
from mossa.kernel.endless import Watchdog
from mossa.kernel.errors import MossaError
from mossa.kernel.traps import EndlessError
from mossa.play.advice import best
from mossa.play.game_text import ending_of
from mossa.play.player import THINKING_TIME, Player, ask, move_is_visible
from mossa.play.players import player as make_player
from mossa.play.record import GameRecord, opening_of
from mossa.play.referee import final_utilities
from mossa.play.score_text import show_value
from mossa.play.seeded_random import derive_seed, draw_chance_move
from mossa.search.common.limits import Limits
from mossa.search.common.threads import PATIENCE

from .console import join_moves, working
from .display import worth_of
from .language import opening_title, said, tell

__all__ = ["Session", "TerminalIO", "autosave_path", "menu", "move_line", "new_session", "resume_session"]

HELP = """\
a move   is typed as in the list that `moves` shows
moves    all legal moves          board    show the board again
undo     take your move back      hint     the move of a good player
save F   save the game to file F  resign   give up
quit     leave; the game is saved, and continues with --resume"""

MOST_SHOWN = 120
"""The greatest number of moves that a list shows."""


@dataclass
class TerminalIO:
    """The input and output of a session."""

    write_line: Callable[[str], None]
    """Print a line."""
    read_line: Callable[[str], str | None]
    """Read a line after a prompt; None at the end of the input."""
    busy: Callable[[str], AbstractContextManager[object]] = lambda what: nullcontext()
    """A context in which something takes long; the text says what."""

    @classmethod
    def at_terminal(cls, *, to_stderr: bool = False) -> TerminalIO:
        """The standard streams, through rich; with `to_stderr` nothing is written to standard output."""
        from rich.console import Console

        console = Console(stderr=to_stderr, highlight=False, soft_wrap=True)

        def write_line(text: str) -> None:
            console.print(text, markup=False)

        def read_line(prompt: str) -> str | None:
            try:
                words = console.input(prompt, markup=False)
            except EOFError:
                return None
            if not sys.stdin.isatty():
                write_line(words)  # so that a transcript also shows the input
            return words

        return cls(write_line, read_line, working)


def autosave_path(game: Game) -> Path:
    """The file of the unfinished game."""
    word = re.sub(r"\W+", "-", game.name).strip("-")[-40:]
    mark = hashlib.sha256(game.name.encode()).hexdigest()[:8]
    return data_folder() / "games" / f"{word}-{mark}.json"


class PlayerLeft(Exception):
    """The user leaves the game."""


class Session:
    """A game between people at this terminal (the seats of players `human`) and other players."""

    def __init__(
        self, position: Position, players: Sequence[Player], io: TerminalIO, *, seed: int, time: float
    ) -> None:
        self.game, self.start, self.at = position.game, position, position
        self.players, self.io, self.seed, self.time = list(players), io, seed, time
        self.names = self.game.rules.player_names
        self.humans = [seat for seat, player in enumerate(players) if player.spec == "human"]
        self.autosave = autosave_path(self.game)
        self.resigned: int | None = None
        self.opening = ""
        """The name of the opening, as last shown."""
        self._autosaves = bool(self.humans)

    # The game so far

    @property
    def line(self) -> list[Position]:
        """All positions since the session's first position."""
        return list(self.at.since(self.start))

    def record(self) -> GameRecord:
        """The record of the game so far."""
        line = self.line
        moves = tuple(a.write_move(b.last) for a, b in pairwise(line) if b.last is not None)
        begun = None if self.start.state == self.game.rules.start() else self.start.text
        result, ended = None, ""
        if self.resigned is not None:
            low, high = self.game.facts.utility
            result = tuple(low if seat == self.resigned else high for seat in range(len(self.players)))
            ended = "resigned"
        elif self.at.is_over:
            result, ended = final_utilities(self.at), "over"
        specs = tuple(player.spec for player in self.players)
        return GameRecord(self.game.name, specs, moves, begun, result, ended, self.resigned, self.seed)

    # Playing

    def run(self) -> GameRecord:
        """Play until the game ends or the user leaves; the record says which.

        A function of the rules that does not end is stopped and named: an EndlessError.
        """
        with Watchdog(self.time + 2 * PATIENCE):
            return self._run()

    def _run(self) -> GameRecord:
        for seat, player in enumerate(self.players):
            if seat in self.humans:
                continue
            with self.io.busy(tell("preparing {player} …", player=player.spec)):
                player.prepare(Limits())
            player.begin(derive_seed(self.seed, len(self.line)))
        title, players = tell(self.game.title), self._seating()
        self.io.write_line(tell("{game}: {players}. Type `help` for the commands.", game=title, players=players))
        see_also = self.game.extra("SEE_ALSO", "notation")
        if see_also:
            self.io.write_line(tell(see_also))
        try:
            while not self.at.is_over and self.resigned is None:
                self._turn()
        except PlayerLeft:
            if self._save_progress():
                told = "The game is saved; continue with: mossa play {game} --resume"
                self.io.write_line(tell(told, game=self.game.name))
            return self.record()
        finally:
            for player in self.players:
                player.stop_pondering()
        self._finish()
        return self.record()

    def _seating(self) -> str:
        seats = zip(self.names, self.players, strict=True)
        return ", ".join(tell("{name} is {player}", name=said(name), player=player.spec) for name, player in seats)

    def _turn(self) -> None:
        at = self.at
        if at.is_chance:
            self._play(draw_chance_move(at, self.seed, len(self.line) - 1), tell("Chance"))
        elif at.mover in self.humans:
            self._human(at.mover)
        else:
            self._machine(at.mover)

    def _play(self, move: int, who: str) -> None:
        """Make a move, and show it if all the people here may see it."""
        at = self.at
        if at.mover not in self.humans:
            self.io.write_line(move_line(at, move, who, self.humans))
        self.at = at.play(move)
        self._save_progress()

    def _save_progress(self) -> bool:
        """Save the game so far; returns whether that worked. If the file cannot be written the game goes on unsaved."""
        if not self._autosaves:
            return False
        try:
            self.autosave.parent.mkdir(parents=True, exist_ok=True)
            self.record().save(self.autosave)
        except (OSError, MossaError) as error:
            self.io.write_line(tell("The game will not be saved: {error}.", error=error))
            self._autosaves = False
        return self._autosaves

    def _machine(self, seat: int) -> None:
        player, at = self.players[seat], self.at
        limits = Limits(None if player.is_limited else self.time)
        seed = derive_seed(self.seed, len(self.line), 1)
        name = said(self.names[seat])
        with self.io.busy(tell("{name} is thinking …", name=name)):
            found = ask(player, at, limits, seed)
        self._play(found.move, f"{name} ({player.spec})")
        player.start_pondering(self.at)

    def _human(self, seat: int) -> None:
        name, at = said(self.names[seat]), self.at
        if len(self.humans) > 1 and not self.game.facts.perfect:
            if self.io.read_line(tell("{name}, press Enter ", name=name)) is None:
                raise PlayerLeft
        self._show(seat)
        while self.at is at and self.resigned is None:
            words = self.io.read_line(tell("{name} to move: ", name=name))
            if words is None:
                self.io.write_line("")
                raise PlayerLeft
            try:
                self._handle(words.strip(), seat)
            except EndlessError:
                raise
            except MossaError as error:
                self.io.write_line(said(str(error)))

    def _show(self, viewer: int | None) -> None:
        self.io.write_line("\n" + said(self.at.scene(viewer).text()))
        named = opening_of(self.at)
        if named != self.opening:
            self.opening = named
            if named:
                self.io.write_line(opening_title(named))

    def _handle(self, words: str, seat: int) -> None:
        """Handle what the user typed: a move if it is one, else a command."""
        command, _, rest = words.partition(" ")
        if words in self.at.moves or command.lower() not in COMMANDS:
            if words:
                self._play(self.at.read_move(words), said(self.names[seat]))
            return
        COMMANDS[command.lower()](self, rest.strip(), seat)

    def _moves(self, rest: str, seat: int) -> None:
        shown = join_moves(self.at.moves[:MOST_SHOWN])
        more = len(self.at.moves) - MOST_SHOWN
        self.io.write_line(tell("{moves} … and {count} more", moves=shown, count=more) if more > 0 else shown)

    def _board(self, rest: str, seat: int) -> None:
        self._show(seat)

    def _undo(self, rest: str, seat: int) -> None:
        """Back to the last position in which this seat was to move."""
        earlier = [position for position in self.line[:-1] if not position.is_chance and position.mover == seat]
        if not earlier:
            raise MossaError(tell("there is no move of yours to take back"))
        self.at = earlier[-1]
        self._save_progress()

    def _hint(self, rest: str, seat: int) -> None:
        at, seed = self.at, derive_seed(self.seed, len(self.line), 2)
        with self.io.busy(tell("looking for a good move …")):
            advice = best(at, time=self.time, seed=seed)
        told = "{player} would play {move} ({worth} for you)"
        self.io.write_line(tell(told, player=advice.player, move=advice.move, worth=worth_of(advice)))

    def _save(self, rest: str, seat: int) -> None:
        if not rest:
            raise MossaError(tell("give a file name: save FILE"))
        self.record().save(Path(rest))
        self.io.write_line(tell("Saved to {file}.", file=rest))

    def _resign(self, rest: str, seat: int) -> None:
        self.resigned = seat

    def _quit(self, rest: str, seat: int) -> None:
        raise PlayerLeft

    def _help(self, rest: str, seat: int) -> None:
        self.io.write_line(tell(HELP))

    def _finish(self) -> None:
        with suppress(OSError):
            self.autosave.unlink()
        self._show(None)
        record = self.record()
        assert record.result is not None
        if not self.game.facts.perfect:
            self.io.write_line(tell("Moves: {moves}", moves=" ".join(record.moves)))
        self.io.write_line(result_sentence(record, list(map(said, self.names)), said(ending_of(self.at))))


COMMANDS: dict[str, Callable[[Session, str, int], None]] = {
    "moves": Session._moves,
    "board": Session._board,
    "undo": Session._undo,
    "hint": Session._hint,
    "save": Session._save,
    "resign": Session._resign,
    "quit": Session._quit,
    "exit": Session._quit,
    "help": Session._help,
    "?": Session._help,
}


def move_line(at: Position, move: int, who: str, viewers: Sequence[int]) -> str:
    """What these players are told of a move of somebody else."""
    visible = all(move_is_visible(at, move, viewer) for viewer in viewers)
    return f"{who}: {at.write_move(move)}" if visible else tell("{who} makes a hidden move.", who=who)


def result_sentence(record: GameRecord, names: Sequence[str], ending: str = "") -> str:
    """The result of a game as a sentence, with how it ended, if the game has a word for that.

    >>> result_sentence(GameRecord("tictactoe", ("human", "random"), (), result=(1, -1), ended="over"), ("X", "O"))
    'X wins (1, -1).'
    """
    result = record.result
    assert result is not None
    top = max(result)
    winners = [name for name, utility in zip(names, result, strict=True) if utility == top]
    points = ", ".join(show_value(utility) for utility in result)
    how = f"{ending[0].upper()}{ending[1:]}: " if ending else ""
    if record.ended == "resigned" and record.by is not None:
        how = tell("{name} resigns: ", name=names[record.by])
    if len(result) == 1:
        return how + tell("The game is over, worth {points}.", points=points)
    if len(winners) == len(result):
        return how + tell("A draw ({points}).", points=points)
    told = "{names} wins ({points})." if len(winners) == 1 else "{names} win ({points})."
    return how + tell(told, names=tell(" and ").join(winners), points=points)


def new_session(
    position: Position, opponents: Sequence[str], side: int, io: TerminalIO, *, seed: int = 0, time: float | None = None
) -> Session:
    """A game of a person in seat `side`; the opponents take the other seats in order, the last one all the rest."""
    game = position.game
    specs = [opponents[min(i, len(opponents) - 1)] for i in range(game.facts.players - 1)]
    if len(opponents) > max(1, len(specs)):
        raise MossaError(f"{game.title} has {len(specs)} seats for opponents, not {len(opponents)}")
    specs.insert(side, "human")
    players = [make_player(spec, game) for spec in specs]
    return Session(position, players, io, seed=seed, time=time or THINKING_TIME)


def resume_session(game: Game, io: TerminalIO, *, path: Path | None = None, time: float | None = None) -> Session:
    """The game that was left, from its autosave file or from a saved file."""
    source = path or autosave_path(game)
    if not source.exists():
        raise MossaError(f"there is no saved game of {game.name}: no file {source}")
    record = GameRecord.load(source)
    if record.game != game.name:
        raise MossaError(f"{source} is a game of {record.game}, not of {game.name}")
    if record.ended:
        raise MossaError(f"the game in {source} has ended")
    line = record.line()
    players = [make_player(spec, game) for spec in record.players]
    session = Session(line[0], players, io, seed=record.seed, time=time or THINKING_TIME)
    session.at = line[-1]
    return session


def menu(names: Sequence[str], titles: Sequence[str], io: TerminalIO) -> str | None:
    """Let the user pick a game; None if he picks none."""
    io.write_line(tell("Which game?"))
    for number, (name, title) in enumerate(zip(names, titles, strict=True), 1):
        io.write_line(f"{number:3}  {tell(title)} ({name})")
    while True:
        words = io.read_line(tell("number or name, Enter to leave: "))
        if words is None or not words.strip():
            return None
        chosen = words.strip()
        if 1 <= whole_number(chosen) <= len(names):
            return names[whole_number(chosen) - 1]
        if split_game(chosen)[0] in names or ".py" in chosen:
            return chosen
        io.write_line(tell("There is no {name} in the list.", name=repr(chosen)))
