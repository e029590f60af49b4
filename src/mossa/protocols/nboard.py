"""Othello over the protocol of NBoard (version 2): commands come as lines, answers go as lines.

    nboard 2 | set game <GGF> | set depth N | move <move> | go | hint N | ping N | quit

The thread that reads commands never searches: the next command ends the search under way, and the best move of a `go`
is sent at once. Unknown commands are ignored, as the protocol demands; what cannot be done is answered by a `status`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import IO

from mossa.core.crash_report import crash_sentence
from mossa.core.position import Position
from mossa.games.othello.records import read_ggf
from mossa.kernel.errors import MossaError
from mossa.play.game_text import display_line, replay
from mossa.play.player import Player, ask
from mossa.play.value_score import with_scores
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.scores import POINT

from .line_protocol import LineWriter, parse_number, run_session

__all__ = ["NBoardEngine", "main"]

DEPTH = 12
"""Search depth until `set depth` says otherwise."""


class NBoardEngine:
    """The engine of one session: a game of Othello and the player that searches. `send` writes a line."""

    def __init__(self, player: Player, send: Callable[[str], None] = print) -> None:
        self.player, self.send = player, send
        self.position = player.game.start()
        self.depth = DEPTH
        self._stop = threading.Event()
        self.searching: threading.Thread | None = None

    def handle(self, line: str) -> bool:
        """Handle a command; False after `quit`."""
        word, _, rest = line.strip().partition(" ")
        self.stop()
        try:
            self._dispatch(word.lower(), rest.strip())
        except MossaError as error:
            self.send(f"status {error}")
        return word.lower() != "quit"

    def stop(self) -> None:
        """Stop the search under way and wait until its answer is sent."""
        if self.searching is not None:
            self._stop.set()
            self.searching.join()
            self.searching = None

    def _dispatch(self, word: str, rest: str) -> None:
        if word == "nboard":
            self.send("set myname mossa")
        elif word == "set":
            self._set(*rest.partition(" ")[::2])
        elif word == "move":
            self.position = self.position.play(_move_text(rest.partition("/")[0]))
        elif word == "ping":
            self.send(f"pong {rest}")
        elif word == "go":
            self._start_search(1)
        elif word == "hint":
            self._start_search(parse_number("hint", rest, 1, 64), only_hints=True)

    def _set(self, what: str, value: str) -> None:
        if what == "depth":
            self.depth = parse_number("depth", value, 1, 64)
        elif what == "game":
            self.position = replay(self.player.game, read_ggf(value)[-1])[-1]

    def _start_search(self, lines: int, only_hints: bool = False) -> None:
        if self.position.is_over:
            raise MossaError("the game is over: there is no move to search for")
        self._stop = threading.Event()
        work = (self.position, lines, only_hints, Limits(depth=self.depth, stop=self._stop))
        self.searching = threading.Thread(target=self._search, args=work, daemon=True)
        self.searching.start()

    def _search(self, position: Position, lines: int, only_hints: bool, limits: Limits) -> None:
        """The body of the search thread."""
        self.send("status mossa is thinking")
        self.player.on_depth = (lambda found: self._hint(position, found)) if only_hints else None
        try:
            found = with_scores(
                position, ask(self.player, position, limits, 0, multipv=min(lines, len(position.legal)))
            )
        except Exception as error:
            self.send(f"status {error if isinstance(error, MossaError) else crash_sentence(error, ['nboard'])}")
            return
        self.send(f"nodestats {found.nodes} {found.seconds:.2f}")
        if not only_hints:
            self.send(f"=== {_write(position, found.move)}/{_discs(found.score):.2f}/{found.seconds:.2f}")
        self.send("status mossa is waiting")

    def _hint(self, position: Position, found: SearchResult) -> None:
        """One line for each candidate after a completed depth."""
        for score, line in with_scores(position, found).lines:
            moves = "".join(display_line(position, line, _write))
            self.send(f"search {moves} {_discs(score):.2f} 0 {'100%' if found.exact else found.depth}")


def _write(position: Position, move: int) -> str:
    text = position.write_move(move)
    return "PA" if text == "pass" else text.upper()


def _move_text(text: str) -> str:
    return "pass" if text.strip().lower() in ("pa", "pass") else text.strip().lower()


def _discs(score: int | None) -> float:
    """A score of the engine in discs."""
    return (score or 0) / POINT


def main(player: Player, lines: Iterable[str] | None = None, out: IO[str] | None = None) -> None:
    """Run the protocol over standard input and output until `quit` or the end of the input."""
    send = LineWriter(out)
    run_session(NBoardEngine(player, send), send, lines)
