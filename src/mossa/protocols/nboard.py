"""Othello over the protocol of NBoard (version 2): commands come as lines, answers go as lines.

    nboard 2 | set game <GGF> | set depth N | move <move> | go | hint N | ping N | quit

The reading thread never thinks: the next command ends the thinking under way, and the best move of a `go` is told
at once. Commands that mean nothing are passed over, as the protocol wants it; what cannot be obeyed becomes a status.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import IO

from mossa.core.position import Position
from mossa.games.othello.records import read_ggf
from mossa.kernel.errors import MossaError
from mossa.play.game_text import display_line, replay
from mossa.play.player import Player, ask
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import POINT

from .line_protocol import Speaker, converse, read_number

__all__ = ["NBoardEngine", "main"]

DEPTH = 12
"""Plies to look ahead until `set depth` says otherwise."""


class NBoardEngine:
    """The engine behind one conversation: a game of Othello and who thinks about it. `say` sends a line."""

    def __init__(self, player: Player, say: Callable[[str], None] = print) -> None:
        self.player, self.say = player, say
        self.position = player.game.start()
        self.depth = DEPTH
        self._enough = threading.Event()
        self.thinking: threading.Thread | None = None

    def hear(self, line: str) -> bool:
        """Obey a line; False after `quit`."""
        word, _, rest = line.strip().partition(" ")
        self.stop()
        try:
            self._obey(word.lower(), rest.strip())
        except MossaError as error:
            self.say(f"status {error}")
        return word.lower() != "quit"

    def stop(self) -> None:
        """Stop the search under way and wait until its answer is told."""
        if self.thinking is not None:
            self._enough.set()
            self.thinking.join()
            self.thinking = None

    def _obey(self, word: str, rest: str) -> None:
        if word == "nboard":
            self.say("set myname mossa")
        elif word == "set":
            self._set(*rest.partition(" ")[::2])
        elif word == "move":
            self.position = self.position.play(_move_text(rest.partition("/")[0]))
        elif word == "ping":
            self.say(f"pong {rest}")
        elif word == "go":
            self._think(1)
        elif word == "hint":
            self._think(read_number("hint", rest, 1, 64), only_hints=True)

    def _set(self, what: str, value: str) -> None:
        if what == "depth":
            self.depth = read_number("depth", value, 1, 64)
        elif what == "game":
            self.position = replay(self.player.game, read_ggf(value)[-1])[-1]

    def _think(self, lines: int, only_hints: bool = False) -> None:
        if self.position.is_over:
            raise MossaError("the game is over: there is no move to look for")
        self._enough = threading.Event()
        work = (self.position, lines, only_hints, Limits(depth=self.depth, stop=self._enough))
        self.thinking = threading.Thread(target=self._search, args=work, daemon=True)
        self.thinking.start()

    def _search(self, position: Position, lines: int, only_hints: bool, limits: Limits) -> None:
        """The body of the thinking thread."""
        self.say("status mossa is thinking")
        self.player.on_depth = (lambda found: self._hint(position, found)) if only_hints else None
        found = ask(self.player, position, limits, 0, multipv=min(lines, len(position.legal)))
        self.say(f"nodestats {found.nodes} {found.seconds:.2f}")
        if not only_hints:
            self.say(f"=== {_write(position, found.move)}/{_discs(found.score):.2f}/{found.seconds:.2f}")
        self.say("status mossa is waiting")

    def _hint(self, position: Position, found: SearchResult) -> None:
        """One line for each candidate after a completed depth."""
        for score, line in found.lines:
            moves = "".join(display_line(position, line, _write))
            self.say(f"search {moves} {_discs(score):.2f} 0 {'100%' if found.exact else found.depth}")


def _write(position: Position, move: int) -> str:
    text = position.write_move(move)
    return "PA" if text == "pass" else text.upper()


def _move_text(text: str) -> str:
    return "pass" if text.strip().lower() in ("pa", "pass") else text.strip().lower()


def _discs(score: int | None) -> float:
    """A score of the engine in discs."""
    return (score or 0) / POINT


def main(player: Player, lines: Iterable[str] | None = None, out: IO[str] | None = None) -> None:
    """Talk to NBoard over standard input and output until `quit` or the end of the input."""
    say = Speaker(out)
    converse(NBoardEngine(player, say), say, lines)
