r"""External programs as players: chess engines that speak UCI.

    uci:stockfish                                          found on the PATH
    uci:/usr/games/stockfish,UCI_LimitStrength=true,UCI_Elo=2500
    uci:gnuchess --uci,Hash=64,nodes=100000
    uci:C:\Program Files\Stockfish\stockfish.exe,Hash=64

`time`, `depth` and `nodes` are limits as for every player; every other setting is an option of the engine. A program
that dies, gives an illegal move or does not answer loses the game (`GameForfeited`) and is started again for the next.
"""

from __future__ import annotations

import os
import queue
import shlex
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn

from mossa.core.game import Game
from mossa.core.numbers import whole_number
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .player import GameForfeited, Player, PlayerKind, Setting, stricter_limits
from .player_settings import LIMITS, POSITIONAL

__all__ = ["UCI", "EngineProcess", "ProgramPlayer", "UciPlayer"]

START_TIME = 20.0
"""Seconds within which a program must answer `uci` and `isready`."""
GRACE = 5.0
"""Seconds after the time of a move (or after `stop` or `quit`) within which a program must answer."""
POLL = 0.02
"""Seconds between two checks whether the search is to stop."""
GAMES_FOLDER = "/usr/games"
"""Where Debian installs chess programs; it is not always on the PATH."""
MATE = 100_000
"""A mate in n moves has the score MATE − n: UCI gives mates in moves, not in hundredths of a pawn."""


def command_words(command: str, windows: bool = os.name == "nt") -> list[str]:
    r"""The words of a command line. On Windows a backslash is part of a path, and a path that exists is one word,
    whatever blanks it has.

    >>> command_words(r"uci\ engine --hash 64", windows=False)
    ['uci engine', '--hash', '64']
    >>> command_words(r'"C:\Program Files\engine.exe" --hash 64', windows=True)
    ['C:\\Program Files\\engine.exe', '--hash', '64']
    """
    if windows and Path(command).is_file():
        return [command]
    try:
        words = shlex.split(command, posix=not windows)
    except ValueError:
        raise MossaError(f"the command {command!r} has a quotation mark or a backslash without its partner") from None
    return [word.strip('"') for word in words] if windows else words


class EngineProcess:
    """A running program that reads and writes lines."""

    def __init__(self, command: str) -> None:
        words = command_words(command)
        found = shutil.which(words[0]) or shutil.which(words[0], path=GAMES_FOLDER) if words else None
        if found is None:
            raise MossaError(f"there is no program {command!r}; give its path, as in uci:/path/to/engine")
        self.command = command
        try:
            self.process = subprocess.Popen(
                [found, *words[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl-C is not passed on to it …
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # … on Windows neither
            )
        except OSError as error:
            raise MossaError(f"the program {command!r} cannot be started: {error.strerror or error}") from None
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.reader = threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True)
        self.reader.start()

    def _listen(self, stream: IO[str]) -> None:
        with suppress(OSError, ValueError), stream:
            for line in stream:
                self.lines.put(line.strip())
        self.lines.put(None)

    def send(self, line: str) -> None:
        """Write a line; nothing happens if the program has ended."""
        assert self.process.stdin is not None
        with suppress(OSError, ValueError):
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def read_line(self, seconds: float) -> str | None:
        """The next line; None if the program has ended. TimeoutError if there is none in time."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            self.lines.put(None)
        return line

    def read_until(self, word: str, seconds: float, each: Callable[[str], None] = lambda line: None) -> None:
        """Read to the line that begins with a word, passing earlier ones to `each`. MossaError if it does not come."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.read_line(max(0.0, deadline - time.monotonic()))
            except TimeoutError:
                raise MossaError(f"the program {self.command!r} did not say {word} in {seconds:g} s") from None
            if line is None:
                raise MossaError(f"the program {self.command!r} ended before it said {word}: is it a UCI engine?")
            if line.split()[:1] == [word]:
                return
            each(line)

    def close(self) -> None:
        """Ask it to quit, and kill it if it does not."""
        self.send("quit")
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join(1.0)


class ProgramPlayer(Player):
    """An external program, started when first needed."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self.command: str = settings.get(POSITIONAL, "")
        self.program: EngineProcess | None = None

    def abandon(self, reason: str) -> NoReturn:
        """End a program that failed, and forfeit the game."""
        if self.program is not None:
            self.program.process.kill()
        self.close()
        raise GameForfeited(reason)

    def close(self) -> None:
        """End the program."""
        if self.program is not None:
            self.program.close()
            self.program = None


class UciPlayer(ProgramPlayer):
    """A chess program that speaks UCI."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self.wanted_options = {k: v for k, v in settings.items() if k != POSITIONAL and k not in LIMITS}
        self.options: dict[str, str] = {}
        """The engine's options: normalized name → name as the engine writes it."""

    def prepare(self, limits: Limits) -> None:
        """Start the program and set its options."""
        if not self.command:
            raise MossaError("player uci: name the program first, as in uci:stockfish or uci:/path/to/engine,Hash=64")
        self.close()
        program = self.program = EngineProcess(self.command)
        self.options = {}

        def note(line: str) -> None:
            words = line.split()
            if words[:2] == ["option", "name"] and "type" in words:
                name = " ".join(words[2 : words.index("type")])
                self.options[_normalized(name)] = name

        try:
            program.send("uci")
            program.read_until("uciok", START_TIME, note)
            for name, value in self.wanted_options.items():
                if _normalized(name) not in self.options:
                    known = ", ".join(self.options.values()) or "none"
                    raise MossaError(f"the program {self.command!r} has no option {name!r}; it has: {known}")
                program.send(f"setoption name {self.options[_normalized(name)]} value {value}")
            if "uci_chess960" in self.options and "uci_chess960" not in map(_normalized, self.wanted_options):
                program.send(f"setoption name {self.options['uci_chess960']} value {str(self._chess960()).lower()}")
            program.send("isready")
            program.read_until("readyok", START_TIME)
        except MossaError:
            self.close()
            raise

    def _chess960(self) -> bool:
        """Is the start position one of Chess960, not of standard chess?"""
        from mossa.games.chess.records import is_chess960

        return is_chess960(self.game.rules.start())

    def begin(self, seed: int) -> None:
        """Tell the program that a new game begins; start it again if it has ended."""
        if self.program is None or self.program.process.poll() is not None:
            self.prepare(Limits())
        assert self.program is not None
        self.program.send("ucinewgame")
        self.program.send("isready")
        self.program.read_until("readyok", START_TIME)

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """The program's best move. GameForfeited if it is illegal, the program ended, or it does not answer."""
        if self.program is None:
            self.begin(0)
        program = self.program
        assert program is not None
        while not program.lines.empty():  # late lines do not answer this search
            if program.lines.get() is None:
                self.abandon("crash")
        limits = stricter_limits(limits, self.settings)
        program.send(self._position(position))
        program.send(self._go(limits))
        return self._answer(program, position, limits)

    def _position(self, position: Position) -> str:
        from mossa.games.chess.notation import write_uci

        line, special = position.line, self._chess960()
        first = "startpos" if line[0].state == self.game.rules.start() and not special else f"fen {line[0].text}"
        moves = " ".join(write_uci(at.last, chess960=special) for at in line if at.last is not None)
        return f"position {first}" + (f" moves {moves}" if moves else "")

    def _go(self, limits: Limits) -> str:
        words = ["go"]
        if self.clocks and not self.clocks[0].control.per_move and "time" not in self.settings:
            for side, clock in zip("wb", self.clocks, strict=True):
                words += [f"{side}time", str(max(1, round(1000 * clock.left)))]
                words += [f"{side}inc", str(round(1000 * clock.control.increment))]
            if self.clocks[0].moves_to_go:
                words += ["movestogo", str(self.clocks[0].moves_to_go)]
        elif limits.time is not None:
            words += ["movetime", str(max(1, round(1000 * limits.time)))]
        if limits.depth is not None:
            words += ["depth", str(limits.depth)]
        if limits.nodes is not None:
            words += ["nodes", str(limits.nodes)]
        return " ".join(words if len(words) > 1 else ["go", "movetime", "1000"])

    def _answer(self, program: EngineProcess, position: Position, limits: Limits) -> SearchResult:
        """Read to `bestmove`."""
        most = max((clock.left for clock in self.clocks), default=limits.time) if limits.time else None
        deadline = None if most is None else time.monotonic() + most + GRACE
        info: dict[str, Any] = {}
        while True:
            try:
                line = program.read_line(POLL)
            except TimeoutError:
                if limits.stop.is_set() and (deadline is None or deadline > time.monotonic() + GRACE):
                    program.send("stop")
                    deadline = time.monotonic() + GRACE
                if deadline is not None and time.monotonic() > deadline:
                    self.abandon("time")
                continue
            if line is None:
                self.abandon("crash")
            words = line.split()
            if words[:1] == ["info"]:
                info |= _read_info(words)
            elif words[:1] == ["bestmove"]:
                return self._found(position, words[1:2], info)

    def _found(self, position: Position, words: list[str], info: dict[str, Any]) -> SearchResult:
        text = words[0] if words else "(none)"
        try:
            move = position.read_move(text)
        except MossaError:
            raise GameForfeited("illegal", text) from None
        score = info.get("score")
        value = 0.0 if score is None else max(-1.0, min(1.0, score / MATE))
        return SearchResult(
            move, value, (move,), score, info.get("depth", 0), info.get("nodes", 0), seconds=info.get("time", 0) / 1000
        )


def _normalized(name: str) -> str:
    """An option's name without blanks and in lower case, for comparison."""
    return "".join(name.split()).lower()


def _read_info(words: list[str]) -> dict[str, Any]:
    """The depth, score, nodes and time (ms) of an `info` line, if it is of the first principal variation.

    >>> _read_info("info depth 9 seldepth 12 multipv 1 score mate -3 nodes 800 time 5 pv e2e4".split())
    {'depth': 9, 'score': -99997, 'nodes': 800, 'time': 5}
    """
    info: dict[str, Any] = {}
    if "string" in words or ("multipv" in words and words[words.index("multipv") + 1 :][:1] != ["1"]):
        return info
    for at, word in enumerate(words[:-1]):
        if word == "pv":
            break
        if word in ("depth", "nodes", "time") and whole_number(words[at + 1]) >= 0:
            info[word] = whole_number(words[at + 1])
        elif word in ("cp", "mate") and whole_number(words[at + 1].removeprefix("-")) >= 0:
            number = int(words[at + 1])
            info["score"] = number if word == "cp" else MATE - number if number > 0 else -MATE - number
    return info


def _refuses(game: Game) -> str:
    return "" if game.name.partition(":")[0] == "chess" else "UCI is a protocol of chess programs"


UCI = PlayerKind(
    "uci",
    "a chess program that speaks UCI: uci:/path/to/engine,Option=value",
    UciPlayer,
    {POSITIONAL: Setting(str, "a program", "the program, first"), **LIMITS},
    _refuses,
    lambda key: Setting(str, "a value", "an option of the engine"),
)
