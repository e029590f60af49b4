"""Chess over UCI, the protocol of chess programs: commands come as lines, answers go as lines.

    uci | isready | ucinewgame | setoption | position | go … | ponderhit | stop | quit

The reading thread never thinks, so `stop` is heard at once. One search runs at a time: a command that would change
something under it (`position`, `setoption`, `ucinewgame`, another `go`) stops it first, and its `bestmove` is
still sent. Lines that mean nothing are answered with `info string` and one sentence; the end of the input is `quit`.
Besides the protocol there are `d` (the board), `eval` (the evaluation explained) and `go perft N`.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from mossa.core.position import Position
from mossa.games.chess.book import Book, open_book
from mossa.games.chess.endgame import use_folder
from mossa.games.chess.endgame_slices import MOST
from mossa.games.chess.explain import explain
from mossa.games.chess.notation import read_move, write_uci
from mossa.kernel.errors import MossaError
from mossa.play.alphabeta_player import past_of
from mossa.play.limited_strength import HIGHEST_ELO, LOWEST_ELO, limited_player
from mossa.play.player import Player
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.alphabeta.endgame_play import SHOWN, perfect_line
from mossa.search.common.limits import Limits
from mossa.search.common.perft import perft
from mossa.search.common.results import SearchResult

from .line_protocol import Speaker, converse, read_number
from .uci_go import Order, Thought, chess, mate_in, read_order

__all__ = ["UciEngine", "main"]

NAME = "mossa"
AUTHORS = "the mossa maintainers"
MOST_HASH = 1 << 15
MOST_THREADS = 256
MOST_LINES = 256
DEFAULT_ELO = 1500
EMPTY = "<empty>"
"""What boards send for a text that is empty."""
SHORT = 3
"""Plies of the search for an answer to expect, where the table has none."""
FOREVER = 1e9
"""Seconds; more than any search takes."""


@dataclass(frozen=True)
class Option:
    """One option, as `uci` lists it and `setoption` sets it."""

    name: str
    declared: str
    """The rest of its line: `type spin default 16 min 1 max 32768`."""
    set: Callable[[str], None]


class UciEngine:
    """The engine behind one conversation. `say` sends a line."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.game = chess()
        self.hash, self.threads, self.lines, self.overhead = 16, 1, 1, 0.03
        self.chess960 = False
        self.book: Book | None = None
        self.own_book = False
        self.elo: int | None = None
        """The strength that the engine is held to, if it is."""
        self.wished_elo = DEFAULT_ELO
        self.level: Player | None = None
        """The player of that strength, made when first needed."""
        self.position: Position = self.game.start()
        self.sent: list[Any] = []
        """The words of the last `position`: where it began, then the moves."""
        self.searcher: Searcher | None = None
        self.thought: Thought | None = None
        self.thinking: threading.Thread | None = None
        nothing: Callable[[str], None] = lambda value: None  # noqa: E731 - Ponder only tells the GUI that we can
        spin = "type spin default {} min {} max {}".format
        options = (
            Option("Hash", spin(self.hash, 1, MOST_HASH), self._set_hash),
            Option("Clear Hash", "type button", lambda value: self._forget()),
            Option("Threads", spin(1, 1, MOST_THREADS), self._set_threads),
            Option("MultiPV", spin(1, 1, MOST_LINES), self._set_lines),
            Option("Ponder", "type check default false", nothing),
            Option("UCI_Chess960", "type check default false", self._set_chess960),
            Option("UCI_LimitStrength", "type check default false", self._set_limited),
            Option("UCI_Elo", spin(DEFAULT_ELO, LOWEST_ELO, HIGHEST_ELO), self._set_elo),
            Option("Move Overhead", spin(30, 0, 5000), self._set_overhead),
            Option("OwnBook", "type check default false", self._set_own_book),
            Option("BookFile", "type string default <empty>", self._set_book),
            Option("TablePath", "type string default <empty>", self._set_tables),
        )
        self.options = {_squeeze(option.name): option for option in options}
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci,
            "debug": lambda words: None,
            "isready": self._isready,
            "setoption": self._setoption,
            "register": lambda words: None,
            "ucinewgame": lambda words: self._new_game(),
            "position": self._position,
            "go": self._go,
            "stop": lambda words: self.stop(),
            "ponderhit": lambda words: self._ponderhit(),
            "d": lambda words: self._show(str(self.position).splitlines() + [self.position.text]),
            "eval": lambda words: self._show(explain(self.position.state).lines()),
        }

    def hear(self, line: str) -> bool:
        """Obey a line; False after `quit`."""
        words = line.split()
        # What comes before a known command is passed over, as the protocol wants it.
        while words and words[0] not in self.commands and words[0] != "quit":
            if len(words) == 1 or not any(word in self.commands for word in words):
                self.say(f"info string there is no command {words[0]!r}")
                return True
            words = words[1:]
        if not words:
            return True
        if words[0] == "quit":
            self.stop()
            return False
        try:
            self.commands[words[0]](words[1:])
        except MossaError as error:
            self.say(f"info string {error}")
        return True

    def stop(self) -> None:
        """End the search under way, if there is one, and wait until its best move is told."""
        if self.thought is not None and self.thinking is not None:
            self.thought.end()
            self.thinking.join()
            self.thought = self.thinking = None

    # ------------------------------------------------------------------------------------------ before a search

    def _uci(self, words: list[str]) -> None:
        from mossa import __version__

        self.say(f"id name {NAME} {__version__}")
        self.say(f"id author {AUTHORS}")
        for option in self.options.values():
            self.say(f"option name {option.name} {option.declared}")
        self.say("uciok")

    def _isready(self, words: list[str]) -> None:
        if self.thought is None:
            self._ready()
        self.say("readyok")

    def _ready(self) -> Searcher:
        """The searcher, compiled and with its table; made when first needed and when its size changes."""
        if self.searcher is None:
            self.searcher = Searcher(self.game, memory_mib=self.hash, threads=self.threads)
        return self.searcher

    def _forget(self) -> None:
        self.searcher = self.level = None

    def _limited(self) -> Player | None:
        """The player who is held to an Elo, if the engine is to be."""
        if self.elo is not None and self.level is None:
            self.level = limited_player(self.game, self.elo)
            self.level.begin(secrets.randbits(63))
        return self.level

    def _new_game(self) -> None:
        self.stop()
        self._forget()
        self.position, self.sent = self.game.start(), []

    def _setoption(self, words: list[str]) -> None:
        text = " ".join(words)
        if not text.startswith("name "):
            raise MossaError("an option is set by: setoption name <name> value <value>")
        name, _, value = text.removeprefix("name ").partition(" value ")
        option = self.options.get(_squeeze(name))
        if option is None:
            names = ", ".join(known.name for known in self.options.values())
            raise MossaError(f"there is no option {name.strip()!r}; options: {names}")
        self.stop()
        option.set(value.strip())

    def _set_hash(self, value: str) -> None:
        self.hash = read_number("Hash", value, 1, MOST_HASH)
        self._forget()

    def _set_threads(self, value: str) -> None:
        self.threads = read_number("Threads", value, 1, MOST_THREADS)
        self._forget()

    def _set_lines(self, value: str) -> None:
        self.lines = read_number("MultiPV", value, 1, MOST_LINES)

    def _set_overhead(self, value: str) -> None:
        self.overhead = read_number("Move Overhead", value, 0, 5000) / 1000

    def _set_chess960(self, value: str) -> None:
        self.chess960 = _truth("UCI_Chess960", value)

    def _set_limited(self, value: str) -> None:
        self.elo = self.wished_elo if _truth("UCI_LimitStrength", value) else None
        self.level = None

    def _set_elo(self, value: str) -> None:
        self.wished_elo = read_number("UCI_Elo", value, LOWEST_ELO, HIGHEST_ELO)
        if self.elo is not None:
            self.elo, self.level = self.wished_elo, None

    def _set_own_book(self, value: str) -> None:
        self.own_book = _truth("OwnBook", value)

    def _set_book(self, value: str) -> None:
        self.book = None if value in ("", EMPTY) else Book(Path(value))

    def _set_tables(self, value: str) -> None:
        if value not in ("", EMPTY):
            use_folder(Path(value))

    def _position(self, words: list[str]) -> None:
        self.stop()
        before, _, moves = " ".join(words).partition("moves")
        what, texts = before.split(), moves.split()
        # Boards send the whole game every time; what was sent before need not be read again.
        known = self.sent[1:]
        if known and what == self.sent[0] and known == texts[: len(known)]:
            at, played = self.position, len(known)
        else:
            at, played = self._first(what), 0
        for number, text in enumerate(texts[played:], played + 1):
            move = read_move(at.state, text)
            if move < 0:
                self.position, self.sent = at, []
                raise MossaError(f"move {number}, {text}, is not legal in {at.text}; the position is that before it")
            at = Position(self.game, self.game.rules.play(at.state, move), at, move)
        self.position, self.sent = at, [what, *texts]

    def _first(self, what: list[str]) -> Position:
        """The position that moves begin from."""
        if what[:1] == ["startpos"]:
            return self.game.start()
        if what[:1] == ["fen"]:
            return self.game.position(" ".join(what[1:]))
        raise MossaError("a position is set by: position startpos|fen <fen> [moves <move> …]")

    def _show(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(f"info string {line}")

    # ---------------------------------------------------------------------------------------------- the search

    def _go(self, words: list[str]) -> None:
        self.stop()
        if words[:1] == ["perft"]:
            return self._perft(read_number("perft", " ".join(words[1:2]), 1, 20))
        order = read_order(words, self.position.mover, self._legal)
        searcher, level = self._ready(), self._limited()  # before the clock is looked at
        planned, most = order.plan(self.position, self.overhead)
        self.thought = Thought(order, planned, most)
        if not order.ponder:
            self.thought.start_clock()
        self.thinking = threading.Thread(
            target=self._think, args=(searcher, level, self.thought, self.position), daemon=True
        )
        self.thinking.start()

    def _legal(self, text: str) -> int | None:
        try:
            move = read_move(self.position.state, text)
        except MossaError:
            return None
        return None if move < 0 else move

    def _think(self, searcher: Searcher, level: Player | None, thought: Thought, position: Position) -> None:
        """Search and tell the best move: the body of the thinking thread."""
        order = thought.order
        line: tuple[int, ...] = ()
        if position.legal:
            known = self._from_book(order, position)
            line = (known,) if known is not None else self._search(searcher, level, thought, position)
            best = self._write(line[0])
        else:
            best = self._without_search(position)
        if thought.timer is not None:
            thought.timer.cancel()
        thought.release.wait()
        self.say(f"bestmove {best}" + (f" ponder {self._write(line[1])}" if len(line) > 1 else ""))

    def _from_book(self, order: Order, position: Position) -> int | None:
        """A move of the book, where it is to be used and nothing else was asked for than a move."""
        if not self.own_book or order.infinite or order.ponder or order.mate or order.only:
            return None
        found = (self.book or open_book()).choose(position.state, secrets.randbits(63))
        if found is not None:
            self.say(f"info string {self._write(found)} is in the book")
        return found

    def _search(
        self, searcher: Searcher, level: Player | None, thought: Thought, position: Position
    ) -> tuple[int, ...]:
        """The line that both sides are expected to play: the move, and where possible what is expected after it."""
        order = thought.order
        depth = order.depth if order.mate is None else min(order.depth or 2 * order.mate, 2 * order.mate)
        win = None if order.mate is None else 2 * order.mate - 1
        stop, study = thought.stop, order.is_study
        limits = Limits(time=FOREVER, depth=depth, nodes=order.nodes, stop=stop, win=win, analysis=study)

        told = 0

        def on_depth(found: SearchResult) -> None:
            nonlocal told
            told = found.score or 0
            self._info(found, searcher)
            thought.look(found)

        only = tuple(move for move in order.only if move in position.legal)
        if level is not None and not only:
            level.on_depth = on_depth
            found = level.choose(position, limits)
        else:
            past = past_of(position)
            found = searcher.search(position.state, limits, past=past, only=only, multipv=self.lines, on_depth=on_depth)
            if found.exact and found.score != told:
                self._info(found, searcher)  # a nearer mate than the last iteration knew
        line = found.pv if found.pv[:1] == (found.move,) else (found.move,)
        return line if len(line) > 1 else line + self._reply(searcher, position, line[0])

    def _reply(self, searcher: Searcher, position: Position, move: int) -> tuple[int, ...]:
        """What is expected after a move that nothing is known of: by a short search."""
        after = position.play(move)
        if not after.legal:
            return ()
        return (searcher.search(after.state, Limits(depth=SHORT), past=past_of(after)).move,)

    def _without_search(self, position: Position) -> str:
        """What to answer when the game is over: any move if it is only drawn, else none."""
        result = position.result
        lost = result is not None and result[position.mover] < 0
        self.say(f"info depth 0 score {'mate 0' if lost else 'cp 0'}")
        return next((self._write(move) for move in self.game.rules.moves(position.state)), "(none)")

    def _info(self, found: SearchResult, searcher: Searcher) -> None:
        """One line of progress for each candidate."""
        spent = max(found.seconds, 1e-6)
        nps, full = round(found.nodes / spent), _hashfull(searcher)
        common = f"nodes {found.nodes} nps {nps} hashfull {full} tbhits {found.bound_hits}"
        for number, (score, line) in enumerate(found.lines, 1):
            mate = mate_in(score)
            told = f"mate {mate}" if mate else f"cp {score}"
            moves = " ".join(self._write(move) for move in self._to_the_end(line))
            self.say(
                f"info depth {found.depth} multipv {number} score {told} {common} time {round(1000 * spent)} pv {moves}"
            )

    def _to_the_end(self, line: tuple[int, ...]) -> tuple[int, ...]:
        """A line that a table cut short goes on with what the table says."""
        if len(line) >= SHOWN or (self.position.state.white | self.position.state.black).bit_count() > MOST + len(line):
            return line
        state = self.position.state
        for move in line:
            state = self.game.rules.play(state, move)
        return line + tuple(perfect_line(self.game, state, SHOWN - len(line)))

    def _ponderhit(self) -> None:
        if self.thought is not None and self.thought.order.ponder:
            self.thought.start_clock()
            self.thought.release.set()

    def _perft(self, depth: int) -> None:
        total = 0
        for move in self.position.legal:
            count = perft(self.game, self.game.rules.play(self.position.state, move), depth - 1)
            self.say(f"{self._write(move)}: {count}")
            total += count
        self.say(f"\nNodes searched: {total}")

    def _write(self, move: int) -> str:
        return write_uci(move, chess960=self.chess960)


def _hashfull(searcher: Searcher) -> int:
    """How much of the table this search has written, in thousandths, by a sample."""
    data = searcher.table.words.array[1:2001:2]
    fresh = (data != 0) & ((data >> 58) == searcher.table.age)
    return int(1000 * fresh.sum() // len(data))


def _truth(name: str, value: str) -> bool:
    if value.lower() not in ("true", "false"):
        raise MossaError(f"the option {name} is true or false, not {value!r}")
    return value.lower() == "true"


def _squeeze(name: str) -> str:
    """Names of options are compared without blanks and case."""
    return "".join(name.split()).lower()


def main(lines: Iterable[str] | None = None, out: IO[str] | None = None) -> None:
    """Talk UCI over standard input and output until `quit` or the end of the input."""
    say = Speaker(out)
    converse(UciEngine(say), say, lines)


if __name__ == "__main__":
    main()
