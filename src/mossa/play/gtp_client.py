"""Programs that speak GTP as players, for any game of two players with perfect information and without chance.

    gtp:gnugo --mode gtp
    gtp:mossa gtp othello --player random,time=1

`time`, `depth` and `nodes` are limits as for every player, as far as GTP can express them: it has only clocks, in whole
seconds. A program that dies, refuses a move or does not answer loses the game (`GameForfeited`) and is started
again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import GameForfeited, PlayerKind, Setting, stricter_limits
from .player_settings import LIMITS, POSITIONAL
from .uci_client import GRACE, POLL, START_TIME, EngineProcess, ProgramPlayer

__all__ = ["GTP", "GtpPlayer", "colour_seats", "refuses_gtp"]


def colour_seats(game: Game) -> dict[str, int]:
    """The seats of black and white: the players of that name; without them Black is the first player."""
    names = [name.lower() for name in game.rules.player_names]
    black = names.index("black") if "black" in names else 0
    return {"black": black, "white": 1 - black}


def refuses_gtp(game: Game) -> str:
    """Why GTP does not suit a game, or an empty text."""
    facts = game.facts
    fits = facts.players == 2 and facts.perfect and not facts.chance
    return "" if fits else "GTP is for two players with perfect information and without chance"


class GtpPlayer(ProgramPlayer):
    """A program that speaks GTP."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self.commands: set[str] = set()
        """The commands that the program supports."""
        self.moves_sent: list[str] = []
        """The moves that the program has received."""
        self.colours = {seat: colour for colour, seat in colour_seats(game).items()}

    def prepare(self, limits: Limits) -> None:
        """Start the program."""
        if not self.command:
            raise MossaError("player gtp: name the program first, as in gtp:gnugo --mode gtp")
        self.close()
        self.program = EngineProcess(self.command)
        try:
            self.commands = set(self._command("list_commands", START_TIME).split())
        except GameForfeited:
            raise MossaError(f"the program {self.command!r} does not speak GTP: it has no list of commands") from None

    def begin(self, seed: int) -> None:
        """Clear the board for a new game; start the program again if it has ended."""
        if self.program is None or self.program.process.poll() is not None:
            self.prepare(Limits())
        self._command("clear_board", START_TIME)
        self.moves_sent = []

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """The program's move. GameForfeited if the move is illegal, the program ended, or it does not answer."""
        if position.line[0].state != self.game.rules.start():
            raise MossaError("a program that speaks GTP plays only from the start of the game")
        line = position.line
        history = list(position.history)
        if self.program is None or history[: len(self.moves_sent)] != self.moves_sent:
            self.begin(0)
        for number in range(len(self.moves_sent), len(history)):
            self._command(f"play {self.colours[line[number].mover]} {history[number]}", START_TIME)
        limits, began = stricter_limits(limits, self.settings), time.perf_counter()
        patience = self._send_time(position.mover, limits)
        text = self._command(f"genmove {self.colours[position.mover]}", patience, limits)
        if text.lower() == "resign":
            raise GameForfeited("resigned")
        try:
            move = position.read_move(text)
        except MossaError:
            raise GameForfeited("illegal", text) from None
        self.moves_sent = [*history, position.write_move(move)]
        return SearchResult(move, 0.0, (move,), seconds=time.perf_counter() - began)

    def _send_time(self, seat: int, limits: Limits) -> float:
        """Send the time that is left; returns the seconds after which the program is given up."""
        clock = self.clocks[seat] if self.clocks else None
        if clock is not None and not clock.control.per_move:
            if "time_left" in self.commands:
                self._command(
                    f"time_left {self.colours[seat]} {math.floor(clock.left)} {clock.moves_to_go}", START_TIME
                )
            return clock.left + GRACE
        if limits.time is None:
            return math.inf
        if "time_settings" in self.commands:
            self._command(f"time_settings 0 {max(1, math.floor(limits.time))} 1", START_TIME)
        return limits.time + GRACE

    def _command(self, line: str, patience: float, limits: Limits | None = None) -> str:
        """Send a command and return the program's answer."""
        program = self.program
        assert program is not None
        program.send(line)
        lines, deadline = list[str](), time.monotonic() + patience
        while True:
            try:
                answer = program.read_line(POLL)
            except TimeoutError:
                stopped = limits is not None and limits.stop.is_set()
                if stopped or time.monotonic() > deadline:
                    self.abandon("time")
                continue
            if answer is None:
                self.abandon("crash")
            if answer:
                lines.append(answer)
            elif lines:
                break
        text = "\n".join(lines)
        if not text.startswith("="):
            raise GameForfeited("illegal", f"{line}: {text}")
        return text[1:].strip()


GTP = PlayerKind(
    "gtp",
    "a program that speaks GTP: gtp:gnugo --mode gtp",
    GtpPlayer,
    {POSITIONAL: Setting(str, "a program", "the program, first"), **LIMITS},
    refuses_gtp,
)
