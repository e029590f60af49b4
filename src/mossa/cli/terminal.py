"""A game at the terminal: boards as text, moves typed, everything kept when one goes away.

Works without a terminal too: moves may come from a pipe, and the end of the input ends the talk politely.
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
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.play.advice import best
from mossa.play.player import THINKING_TIME, Player, ask, move_is_visible
from mossa.play.players import player as make_player
from mossa.play.record import GameRecord, opening_of
from mossa.play.referee import final_utilities
from mossa.play.seeded_random import derive_seed, draw_chance_move
from mossa.search.common.limits import Limits

from .console import listed, working

__all__ = ["Session", "Talk", "autosave_path", "menu", "new_session", "resume_session"]

HELP = """\
a move   is typed as in the list that `moves` shows
moves    all legal moves          board    the board again
undo     take your move back      hint     what a good player would do
save F   write the game to file F resign   give up
quit     leave; the game is kept, and goes on with --resume"""

MOST_SHOWN = 120
"""Moves that a list shows."""


@dataclass
class Talk:
    """Where the words go and come from."""

    say: Callable[[str], None]
    """Print a line."""
    hear: Callable[[str], str | None]
    """Ask with a prompt for a line; None at the end of the input."""
    wait: Callable[[str], AbstractContextManager[object]] = lambda what: nullcontext()
    """Inside, something takes long; the text says what."""

    @classmethod
    def at_terminal(cls, *, to_stderr: bool = False) -> Talk:
        """On the standard streams, through rich; `to_stderr` leaves standard output to others."""
        from rich.console import Console

        console = Console(stderr=to_stderr, highlight=False, soft_wrap=True)

        def say(text: str) -> None:
            console.print(text, markup=False)

        def hear(prompt: str) -> str | None:
            try:
                words = console.input(prompt, markup=False)
            except EOFError:
                return None
            if not sys.stdin.isatty():
                say(words)  # so that a transcript reads like a talk
            return words

        return cls(say, hear, working)


def autosave_path(game: Game) -> Path:
    """Where the unfinished game is kept."""
    word = re.sub(r"\W+", "-", game.name).strip("-")[-40:]
    mark = hashlib.sha256(game.name.encode()).hexdigest()[:8]
    return data_folder() / "games" / f"{word}-{mark}.json"


class Left(Exception):
    """The person leaves the table."""


class Session:
    """A game between people at this terminal (seats that are `human`) and other players."""

    def __init__(self, position: Position, players: Sequence[Player], talk: Talk, *, seed: int, time: float) -> None:
        self.game, self.start, self.at = position.game, position, position
        self.players, self.talk, self.seed, self.time = list(players), talk, seed, time
        self.names = self.game.rules.player_names
        self.humans = [seat for seat, player in enumerate(players) if player.spec == "human"]
        self.autosave = autosave_path(self.game)
        self.resigned: int | None = None
        self.opening = ""
        """The name of the opening, as it was last told."""
        self._keeps = bool(self.humans)

    # What happened so far

    @property
    def line(self) -> list[Position]:
        """All positions since the start of the session's game."""
        return list(self.at.since(self.start))

    def record(self) -> GameRecord:
        """The game as it stands."""
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
        """Play until the game ends or the person leaves; the record tells which."""
        for seat, player in enumerate(self.players):
            if seat in self.humans:
                continue
            with self.talk.wait(f"{player.spec} gets ready …"):
                player.prepare(Limits())
            player.begin(derive_seed(self.seed, len(self.line)))
        self.talk.say(f"{self.game.title}: {self._table()}. Type `help` for what you can say.")
        try:
            while not self.at.is_over and self.resigned is None:
                self._turn()
        except Left:
            if self._keep():
                self.talk.say(f"The game is kept; go on with: mossa play {self.game.name} --resume")
            return self.record()
        finally:
            for player in self.players:
                player.stop_pondering()
        self._finish()
        return self.record()

    def _table(self) -> str:
        return ", ".join(f"{name} is {player.spec}" for name, player in zip(self.names, self.players, strict=True))

    def _turn(self) -> None:
        at = self.at
        if at.is_chance:
            self._play(draw_chance_move(at, self.seed, len(self.line) - 1), "Chance")
        elif at.mover in self.humans:
            self._human(at.mover)
        else:
            self._machine(at.mover)

    def _play(self, move: int, who: str) -> None:
        """Make somebody's move and tell those who may see it; people know their own."""
        at = self.at
        told = all(move_is_visible(at, move, human) for human in self.humans)
        if at.mover not in self.humans:
            self.talk.say(f"{who}: {at.write_move(move)}" if told else f"{who} has moved, unseen.")
        self.at = at.play(move)
        self._keep()

    def _keep(self) -> bool:
        """Write the game down as it stands. Where that is impossible the game goes on all the same."""
        if not self._keeps:
            return False
        try:
            self.autosave.parent.mkdir(parents=True, exist_ok=True)
            self.record().save(self.autosave)
        except (OSError, MossaError) as error:
            self.talk.say(f"The game will not be kept: {error}.")
            self._keeps = False
        return self._keeps

    def _machine(self, seat: int) -> None:
        player, at = self.players[seat], self.at
        limits = Limits(None if player.is_limited else self.time)
        seed = derive_seed(self.seed, len(self.line), 1)
        name = self.names[seat]
        with self.talk.wait(f"{name} is thinking …"):
            found = ask(player, at, limits, seed)
        self._play(found.move, f"{name} ({player.spec})")
        player.start_pondering(self.at)

    def _human(self, seat: int) -> None:
        name, at = self.names[seat], self.at
        if len(self.humans) > 1 and not self.game.facts.perfect and self.talk.hear(f"{name}, press Enter ") is None:
            raise Left
        self._show(seat)
        while self.at is at and self.resigned is None:
            words = self.talk.hear(f"{name} to move: ")
            if words is None:
                self.talk.say("")
                raise Left
            try:
                self._obey(words.strip(), seat)
            except MossaError as error:
                self.talk.say(str(error))

    def _show(self, viewer: int | None) -> None:
        self.talk.say("\n" + self.at.scene(viewer).text())
        named = opening_of(self.at)
        if named != self.opening:
            self.opening = named
            if named:
                self.talk.say(named)

    def _obey(self, words: str, seat: int) -> None:
        """Do what a person says: a move first of all, else one of the commands."""
        command, _, rest = words.partition(" ")
        if words in self.at.moves or command.lower() not in COMMANDS:
            if words:
                self._play(self.at.read_move(words), self.names[seat])
            return
        COMMANDS[command.lower()](self, rest.strip(), seat)

    def _moves(self, rest: str, seat: int) -> None:
        shown = listed(self.at.moves[:MOST_SHOWN])
        more = len(self.at.moves) - MOST_SHOWN
        self.talk.say(shown + (f" … and {more} more" if more > 0 else ""))

    def _board(self, rest: str, seat: int) -> None:
        self._show(seat)

    def _undo(self, rest: str, seat: int) -> None:
        """Back to the last position at which this person was to move."""
        earlier = [position for position in self.line[:-1] if not position.is_chance and position.mover == seat]
        if not earlier:
            raise MossaError("there is no move of yours to take back")
        self.at = earlier[-1]
        self._keep()

    def _hint(self, rest: str, seat: int) -> None:
        at, seed = self.at, derive_seed(self.seed, len(self.line), 2)
        with self.talk.wait("looking for a good move …"):
            advice = best(at, time=self.time, seed=seed)
        self.talk.say(f"{advice.player} would play {advice.move} (value {advice.value:.3g} for you)")

    def _save(self, rest: str, seat: int) -> None:
        if not rest:
            raise MossaError("say where to: save FILE")
        self.record().save(Path(rest))
        self.talk.say(f"Saved to {rest}.")

    def _resign(self, rest: str, seat: int) -> None:
        self.resigned = seat

    def _quit(self, rest: str, seat: int) -> None:
        raise Left

    def _help(self, rest: str, seat: int) -> None:
        self.talk.say(HELP)

    def _finish(self) -> None:
        with suppress(OSError):
            self.autosave.unlink()
        self._show(None)
        record = self.record()
        assert record.result is not None
        if not self.game.facts.perfect:
            self.talk.say(f"What was played: {' '.join(record.moves)}")
        self.talk.say(verdict(record, self.names))


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


def verdict(record: GameRecord, names: Sequence[str]) -> str:
    """The result in words.

    >>> verdict(GameRecord("tictactoe", ("human", "random"), (), result=(1, -1), ended="over"), ("X", "O"))
    'X wins (1, -1).'
    """
    result = record.result
    assert result is not None
    top = max(result)
    winners = [name for name, utility in zip(names, result, strict=True) if utility == top]
    points = ", ".join(f"{utility:g}" for utility in result)
    how = f"{names[record.by]} resigns: " if record.ended == "resigned" and record.by is not None else ""
    if len(result) == 1:
        return f"{how}The game is over, worth {points}."
    if len(winners) == len(result):
        return f"{how}A draw ({points})."
    return f"{how}{' and '.join(winners)} win{'s' if len(winners) == 1 else ''} ({points})."


def new_session(
    position: Position, opponents: Sequence[str], side: int, talk: Talk, *, seed: int = 0, time: float | None = None
) -> Session:
    """A game of a person in seat `side`; the opponents take the other seats in order, the last one those left over."""
    game = position.game
    specs = [opponents[min(i, len(opponents) - 1)] for i in range(game.facts.players - 1)]
    if len(opponents) > max(1, len(specs)):
        raise MossaError(f"{game.title} has {len(specs)} seats for opponents, not {len(opponents)}")
    specs.insert(side, "human")
    players = [make_player(spec, game) for spec in specs]
    return Session(position, players, talk, seed=seed, time=time or THINKING_TIME)


def resume_session(game: Game, talk: Talk, *, path: Path | None = None, time: float | None = None) -> Session:
    """The game that was left, from its autosave or from a saved file."""
    source = path or autosave_path(game)
    if not source.exists():
        raise MossaError(f"no unfinished game of {game.name} is kept: there is no {source}")
    record = GameRecord.load(source)
    if record.game != game.name:
        raise MossaError(f"{source} is a game of {record.game}, not of {game.name}")
    if record.ended:
        raise MossaError(f"the game in {source} has ended")
    line = record.line()
    players = [make_player(spec, game) for spec in record.players]
    session = Session(line[0], players, talk, seed=record.seed, time=time or THINKING_TIME)
    session.at = line[-1]
    return session


def menu(names: Sequence[str], titles: Sequence[str], talk: Talk) -> str | None:
    """Let a person pick a game; None if he picks none."""
    talk.say("Which game?")
    for number, (name, title) in enumerate(zip(names, titles, strict=True), 1):
        talk.say(f"{number:3}  {title} ({name})")
    while True:
        words = talk.hear("number or name, Enter to leave: ")
        if words is None or not words.strip():
            return None
        chosen = words.strip()
        if chosen.isdecimal() and 1 <= int(chosen) <= len(names):
            return names[int(chosen) - 1]
        if chosen.partition(":")[0] in names or ".py" in chosen:
            return chosen
        talk.say(f"There is no {chosen!r} in the list.")
