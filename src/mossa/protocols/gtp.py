"""Any two-player game over GTP (version 2), the protocol of Go programs: commands come as lines, each gets one answer.

A line is `[id] command arguments`; the answer is `=id text` or `?id sentence`, and an empty line. Moves are written as
players of the game write them. Colours are `black` and `white`, or `b` and `w`: the sides of that name in the game, or
else Black is the first player. A side that can only pass may be skipped: `play` for the other one passes for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import IO

from mossa.core.game import Game
from mossa.core.numbers import whole_number
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.play.clock import Clock, Control
from mossa.play.gtp_client import colour_seats, refuses_gtp
from mossa.play.player import Player, ask
from mossa.search.common.limits import Limits

__all__ = ["GtpEngine", "main"]

COLOURS = {"b": "black", "black": "black", "w": "white", "white": "white"}


class GtpEngine:
    """The engine of one session: one game, and the player that chooses its moves."""

    def __init__(self, game: Game, player: Player, limits: Limits, seed: int = 0) -> None:
        if why_not := refuses_gtp(game):
            raise MossaError(f"{why_not}; {game.name} is {game.facts.kind}")
        self.game, self.player, self.limits, self.seed = game, player, limits, seed
        self.seats = colour_seats(game)
        self.position = game.start()
        self.clocks: dict[int, Clock] = {}
        self.commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: f"mossa {game.name}",
            "version": lambda words: _version(),
            "known_command": lambda words: str(" ".join(words) in self.commands).lower(),
            "list_commands": lambda words: "\n".join(self.commands),
            "boardsize": self._boardsize,
            "clear_board": lambda words: self._begin(),
            "komi": lambda words: "",
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": lambda words: self._choose(self._turn(words)),
            "undo": lambda words: self._undo(),
            "showboard": lambda words: f"\n{self.position}",
            "final_score": lambda words: self._final_score(),
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "quit": lambda words: "",
        }
        self._begin()

    def handle(self, line: str) -> tuple[str, bool]:
        """The answer to a line (empty for an empty line), and whether the session goes on."""
        text = "".join(letter if letter.isprintable() else " " for letter in line.partition("#")[0])
        words = text.split()
        if not words:
            return "", True
        number = words.pop(0) if words[0].isdecimal() else ""
        if not words:
            return f"?{number} a command is missing\n\n", True
        command = self.commands.get(words[0])
        if command is None:
            return f"?{number} unknown command\n\n", True
        try:
            return f"={number} {command(words[1:])}".rstrip(" ") + "\n\n", words[0] != "quit"
        except MossaError as error:
            return f"?{number} {error}\n\n", True

    def _begin(self) -> str:
        self.position = self.game.start()
        self.player.begin(self.seed)
        for clock in self.clocks.values():
            clock.__post_init__()
        return ""

    def _boardsize(self, words: list[str]) -> str:
        columns, rows = map(round, self.position.scene().size)
        if words not in ([str(rows)], [str(columns), str(rows)]):
            raise MossaError(f"unacceptable size: the board is {columns} × {rows}")
        return self._begin()

    def _seat(self, words: list[str]) -> int:
        """The seat of the colour that the first word names."""
        colour = COLOURS.get(words[0].lower()) if words else None
        if colour is None:
            raise MossaError("syntax error: a colour is black or white")
        return self.seats[colour]

    def _turn(self, words: list[str]) -> Position:
        """The position with this colour to move, after a forced pass of the other one."""
        seat, at = self._seat(words), self.position
        if at.is_over:
            raise MossaError("the game is over")
        if at.mover != seat and at.moves == ("pass",):
            at = at.play("pass")
        if at.is_over or at.mover != seat:
            raise MossaError(f"it is not the turn of {words[0]}")
        return at

    def _play(self, words: list[str]) -> str:
        if len(words) < 2:
            raise MossaError("syntax error: play is followed by a colour and a move")
        try:
            self.position = self._turn(words).play(" ".join(words[1:]))
        except MossaError as error:
            raise MossaError(f"illegal move: {error}") from None
        return ""

    def _genmove(self, words: list[str]) -> str:
        at = self._turn(words)
        move = self._choose(at)
        self.position = at.play(move)
        self.player.start_pondering(self.position)
        return move

    def _choose(self, at: Position) -> str:
        limits, clock = self.limits, self.clocks.get(at.mover)
        if clock is not None:
            limits = Limits(clock.budget(), limits.depth, limits.nodes)
        return at.write_move(ask(self.player, at, limits, self.seed).move)

    def _undo(self) -> str:
        if self.position.parent is None:
            raise MossaError("cannot undo: no move was made")
        self.position = self.position.parent
        return ""

    def _final_score(self) -> str:
        result = self.position.result
        if result is None:
            raise MossaError("cannot score: the game is not over")
        black, score = self.seats["black"], self.game.rules.score
        points = result[black] if score is None else score(self.position.state, black)
        return f"{'B' if points > 0 else 'W'}+{abs(points):g}" if points else "0"

    def _time_settings(self, words: list[str]) -> str:
        """Canadian overtime: main time, then periods of a fixed length, each for a fixed number of moves."""
        numbers = [whole_number(word) for word in words]
        if len(words) != 3 or -1 in numbers:
            raise MossaError("syntax error: time_settings is followed by main time, period and moves of a period")
        main, period, moves = numbers
        unlimited = moves == 0 and period > 0
        control = Control(main) if main else Control(period, moves=moves) if period and moves else None
        self.clocks = {} if unlimited or control is None else {seat: Clock(control) for seat in (0, 1)}
        return ""

    def _time_left(self, words: list[str]) -> str:
        seat = self._seat(words)
        numbers = [whole_number(word) for word in words[1:]]
        if len(words) != 3 or -1 in numbers:
            raise MossaError("syntax error: time_left is followed by a colour, seconds and moves")
        clock = self.clocks.setdefault(seat, Clock(Control(max(float(numbers[0]), 0.01))))
        clock.left, clock.moves_to_go = float(numbers[0]), numbers[1]
        return ""


def _version() -> str:
    from mossa import __version__

    return __version__


def main(engine: GtpEngine, lines: Iterable[str] | None = None, out: IO[str] | None = None) -> None:
    """Run GTP over standard input and output until `quit` or the end of the input."""
    stream = sys.stdout if out is None else out
    try:
        for line in sys.stdin if lines is None else lines:
            answer, goes_on = engine.handle(line)
            stream.write(answer)
            stream.flush()
            if not goes_on:
                return
    finally:
        engine.player.stop_pondering()
