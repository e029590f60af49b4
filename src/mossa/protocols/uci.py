"""Chess over UCI, the protocol of chess programs: commands come as lines, answers go as lines.

    uci | isready | ucinewgame | setoption | position | go … | ponderhit | stop | quit

The thread that reads commands never searches, so `stop` takes effect at once. One search runs at a time: a command that
would change its position or options (`position`, `setoption`, `ucinewgame`, another `go`) stops it first, and its
`bestmove` is still sent. An unknown line is answered with `info string` and one sentence; the end of the input is
`quit`. Beyond the protocol there are `d` (the board), `eval` (the evaluation explained) and `go perft N`.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import IO, Any

from mossa.core.crash_report import crash_sentence
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

from .line_protocol import LineWriter, parse_number, run_session
from .uci_go import GoCommand, RunningSearch, chess, mate_in, read_go

__all__ = ["Option", "Search", "UciEngine", "main"]

AUTHORS = "the mossa maintainers"
MOST_HASH = 1 << 15
MOST_THREADS = 256
MOST_LINES = 256
DEFAULT_ELO = 1500
EMPTY = "<empty>"
"""What GUIs send for an empty text."""
REPLY_DEPTH = 3
"""Plies of the search for the move to ponder on, where the principal variation has one move."""
FOREVER = 1e9
"""Seconds: more than any search takes."""


@dataclass(frozen=True)
class Option:
    """An option, as `uci` lists it and `setoption` sets it."""

    name: str
    declared: str
    """The rest of its line: `type spin default 16 min 1 max 32768`."""
    set: Callable[[str], None]


Search = Callable[[RunningSearch, Position], tuple[int, ...]]
"""Searches a position: the principal variation, the move and where possible the expected reply."""
SPIN = "type spin default {} min {} max {}".format
"""An option that is a whole number: its default, the least and the greatest."""


class UciEngine:
    """The engine of one session. `send` writes a line to the GUI."""

    name = "mossa"

    def __init__(self, send: Callable[[str], None]) -> None:
        self.send = send
        self.game = chess()
        self.hash, self.threads, self.lines, self.overhead = 16, 1, 1, 0.03
        self.chess960 = False
        self.book: Book | None = None
        self.own_book = False
        self.elo: int | None = None
        """The Elo that the engine is limited to; None: full strength."""
        self.wanted_elo = DEFAULT_ELO
        self.limited: Player | None = None
        """The player of that Elo, made when first needed."""
        self.position: Position = self.game.start()
        self.last_position: list[Any] = []
        """The words of the last `position` command: where it began, then the moves."""
        self.searcher: Searcher | None = None
        self.running: RunningSearch | None = None
        self.thinking: threading.Thread | None = None
        self.options = {_option_key(option.name): option for option in self.declared()}
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

    def declared(self) -> tuple[Option, ...]:
        """The options, in the order in which `uci` lists them."""
        nothing: Callable[[str], None] = lambda value: None  # noqa: E731 - Ponder only tells the GUI that pondering is possible
        return (
            Option("Hash", SPIN(self.hash, 1, MOST_HASH), self._set_hash),
            Option("Clear Hash", "type button", lambda value: self.drop_memory()),
            Option("Threads", SPIN(1, 1, MOST_THREADS), self._set_threads),
            Option("MultiPV", SPIN(1, 1, MOST_LINES), self._set_lines),
            Option("Ponder", "type check default false", nothing),
            Option("UCI_Chess960", "type check default false", self._set_chess960),
            Option("UCI_LimitStrength", "type check default false", self._set_limited),
            Option("UCI_Elo", SPIN(DEFAULT_ELO, LOWEST_ELO, HIGHEST_ELO), self._set_elo),
            Option("Move Overhead", SPIN(30, 0, 5000), self._set_overhead),
            Option("OwnBook", "type check default false", self._set_own_book),
            Option("BookFile", "type string default <empty>", self._set_book),
            Option("TablePath", "type string default <empty>", self._set_tables),
        )

    def other_option(self, name: str) -> Option | None:
        """An option that `uci` does not list."""
        return None

    def handle(self, line: str) -> bool:
        """Handle a command; False after `quit`."""
        words = line.split()
        # Unknown words before a known command are skipped, as the protocol demands.
        while words and words[0] not in self.commands and words[0] != "quit":
            if len(words) == 1 or not any(word in self.commands for word in words):
                self.send(f"info string there is no command {words[0]!r}")
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
            self.send(f"info string {error}")
        return True

    def stop(self) -> None:
        """End the search under way, if there is one, and wait until its best move is sent."""
        if self.running is not None and self.thinking is not None:
            self.running.finish()
            self.thinking.join()
            self.running = self.thinking = None

    def close(self) -> None:
        """The session is over."""

    # ------------------------------------------------------------------------------------------ before a search

    def _uci(self, words: list[str]) -> None:
        from mossa import __version__

        self.send(f"id name {self.name} {__version__}")
        self.send(f"id author {AUTHORS}")
        for option in self.options.values():
            self.send(f"option name {option.name} {option.declared}")
        self.send("uciok")

    def _isready(self, words: list[str]) -> None:
        if self.running is None:
            self.ready()
        self.send("readyok")

    def ready(self) -> Search:
        """Compile what a search needs, and return it."""
        return partial(self._search, self._ready_searcher(), self._limited_player())

    def _ready_searcher(self) -> Searcher:
        """The searcher, compiled and with its table; made when first needed and when its size has changed."""
        if self.searcher is None:
            self.searcher = Searcher(self.game, memory_mib=self.hash, threads=self.threads)
            self.searcher.prepare()
        return self.searcher

    def drop_memory(self) -> None:
        """Forget what searches have stored."""
        self.searcher = self.limited = None

    def _limited_player(self) -> Player | None:
        """The player of limited strength, if the strength is to be limited."""
        if self.elo is not None and self.limited is None:
            self.limited = limited_player(self.game, self.elo)
            self.limited.begin(secrets.randbits(63))
        return self.limited

    def _new_game(self) -> None:
        self.stop()
        self.drop_memory()
        self.position, self.last_position = self.game.start(), []

    def _setoption(self, words: list[str]) -> None:
        text = " ".join(words)
        if not text.startswith("name "):
            raise MossaError("an option is set by: setoption name <name> value <value>")
        name, _, value = text.removeprefix("name ").partition(" value ")
        option = self.options.get(_option_key(name)) or self.other_option(name)
        if option is None:
            names = ", ".join(known.name for known in self.options.values())
            raise MossaError(f"there is no option {name.strip()!r}; options: {names}")
        self.stop()
        option.set(value.strip())

    def _set_hash(self, value: str) -> None:
        self.hash = parse_number("Hash", value, 1, MOST_HASH)
        self.drop_memory()

    def _set_threads(self, value: str) -> None:
        self.threads = parse_number("Threads", value, 1, MOST_THREADS)
        self.drop_memory()

    def _set_lines(self, value: str) -> None:
        self.lines = parse_number("MultiPV", value, 1, MOST_LINES)

    def _set_overhead(self, value: str) -> None:
        self.overhead = parse_number("Move Overhead", value, 0, 5000) / 1000

    def _set_chess960(self, value: str) -> None:
        self.chess960 = _parse_bool("UCI_Chess960", value)

    def _set_limited(self, value: str) -> None:
        self.elo = self.wanted_elo if _parse_bool("UCI_LimitStrength", value) else None
        self.limited = None

    def _set_elo(self, value: str) -> None:
        self.wanted_elo = parse_number("UCI_Elo", value, LOWEST_ELO, HIGHEST_ELO)
        if self.elo is not None:
            self.elo, self.limited = self.wanted_elo, None

    def _set_own_book(self, value: str) -> None:
        self.own_book = _parse_bool("OwnBook", value)

    def _set_book(self, value: str) -> None:
        self.book = None if value in ("", EMPTY) else Book(Path(value))

    def _set_tables(self, value: str) -> None:
        if value not in ("", EMPTY):
            use_folder(Path(value))

    def _position(self, words: list[str]) -> None:
        self.stop()
        before, _, moves = " ".join(words).partition("moves")
        what, texts = before.split(), moves.split()
        # GUIs send the whole game every time; the part that was sent before is not read again.
        known = self.last_position[1:]
        if known and what == self.last_position[0] and known == texts[: len(known)]:
            at, played = self.position, len(known)
        else:
            at, played = self._first_position(what), 0
        for number, text in enumerate(texts[played:], played + 1):
            move = read_move(at.state, text)
            if move < 0:
                self.position, self.last_position = at, []
                raise MossaError(f"move {number}, {text}, is not legal in {at.text}; the position is that before it")
            at = Position(self.game, self.game.rules.play(at.state, move), at, move)
        self.position, self.last_position = at, [what, *texts]

    def _first_position(self, what: list[str]) -> Position:
        """The position before the moves."""
        if what[:1] == ["startpos"]:
            return self.game.start()
        if what[:1] == ["fen"]:
            return self.game.position(" ".join(what[1:]))
        raise MossaError("a position is set by: position startpos|fen <fen> [moves <move> …]")

    def _show(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.send(f"info string {line}")

    # ---------------------------------------------------------------------------------------------- the search

    def _go(self, words: list[str]) -> None:
        self.stop()
        if words[:1] == ["perft"]:
            return self._perft(parse_number("perft", " ".join(words[1:2]), 1, 20))
        go = read_go(words, self.position.mover, self._legal)
        search = self.ready()  # before the clock is read
        self.running = RunningSearch(go, *self.plan(go))
        if not go.ponder:
            self.running.start_clock()
        self.thinking = threading.Thread(target=self._think, args=(search, self.running, self.position), daemon=True)
        self.thinking.start()

    def plan(self, go: GoCommand) -> tuple[float | None, float | None]:
        """The seconds planned for a move, and the most that it may take."""
        return go.plan(self.position, self.overhead)

    def _legal(self, text: str) -> int | None:
        try:
            move = read_move(self.position.state, text)
        except MossaError:
            return None
        return None if move < 0 else move

    def _think(self, search: Search, running: RunningSearch, position: Position) -> None:
        """Search and send the best move: the body of the search thread. A board that waits gets a move in any case."""
        go = running.go
        line: tuple[int, ...] = ()
        try:
            if position.legal:
                known = self._from_book(go, position)
                line = (known,) if known is not None else search(running, position)
                best = self._write(line[0])
            else:
                best = self._without_search(position)
        except Exception as error:
            line, best = (), next(map(self._write, position.legal), "(none)")
            why = str(error) if isinstance(error, MossaError) else crash_sentence(error, ["uci"])
            self.send(f"info pv {best} string {why}")
        if running.timer is not None:
            running.timer.cancel()
        running.release.wait()
        self.send(f"bestmove {best}" + (f" ponder {self._write(line[1])}" if len(line) > 1 else ""))

    def _from_book(self, go: GoCommand, position: Position) -> int | None:
        """A book move, where the book is on and a move to play is all that is asked for."""
        if not self.own_book or go.infinite or go.ponder or go.mate or go.search_moves:
            return None
        found = (self.book or open_book()).choose(position.state, secrets.randbits(63))
        if found is not None:
            name = self._write(found)
            self.send(f"info nodes 0 pv {name} string {name} is in the book")
        return found

    def _search(
        self, searcher: Searcher, limited: Player | None, running: RunningSearch, position: Position
    ) -> tuple[int, ...]:
        """The principal variation: the move, and where possible the expected reply."""
        go = running.go
        depth = go.depth if go.mate is None else min(go.depth or 2 * go.mate, 2 * go.mate)
        win = None if go.mate is None else 2 * go.mate - 1
        stop, analysis = running.stop, go.is_analysis
        limits = Limits(time=FOREVER, depth=depth, nodes=go.nodes, stop=stop, win=win, analysis=analysis)

        sent: SearchResult | None = None

        def on_depth(found: SearchResult) -> None:
            nonlocal sent
            sent = found
            self.tell(found)
            running.after_iteration(found)

        only = tuple(move for move in go.search_moves if move in position.legal)
        if limited is not None and not only:
            limited.on_depth = on_depth
            found = limited.choose(position, limits)
        else:
            past = past_of(position)
            found = searcher.search(position.state, limits, past=past, only=only, multipv=self.lines, on_depth=on_depth)
        line = found.pv if found.pv[:1] == (found.move,) else (found.move,)
        # The last line tells of the move that is played: an iteration that was stopped may have found a better one, the
        # mate search a shorter mate, limited strength chooses among several, and of several lines the worst came last.
        if sent is None or len(sent.lines) > 1 or sent.pv[:1] != line[:1] or sent.score != found.score:
            score = None if found.score is None or not found.depth else found.score
            self._info_line(replace(found, depth=max(found.depth, 1)), 1, score, line)
        return line if len(line) > 1 else line + self._expected_reply(searcher, position, line[0])

    def _expected_reply(self, searcher: Searcher, position: Position, move: int) -> tuple[int, ...]:
        """The reply that a short search expects."""
        after = position.play(move)
        if not after.legal:
            return ()
        return (searcher.search(after.state, Limits(depth=REPLY_DEPTH), past=past_of(after)).move,)

    def _without_search(self, position: Position) -> str:
        """The answer when the game is over: any legal move if it is a draw by rule, else none."""
        result = position.result
        lost = result is not None and result[position.mover] < 0
        move = next((self._write(move) for move in self.game.rules.moves(position.state)), "")
        self.send(f"info depth 0 score {'mate 0' if lost else 'cp 0'}" + (f" pv {move}" if move else ""))
        return move or "(none)"

    def tell(self, found: SearchResult) -> None:
        """One line of progress for each candidate."""
        for number, (score, line) in enumerate(found.lines, 1):
            self._info_line(found, number, score, line)

    def _info_line(self, found: SearchResult, number: int, score: int | None, line: tuple[int, ...]) -> None:
        """One line of progress; without a score, if nothing is known of the move."""
        spent = max(found.seconds, 1e-6)
        nps, full = round(found.nodes / spent), "" if self.searcher is None else f"hashfull {_hashfull(self.searcher)} "
        mate = mate_in(score or 0)
        value = "" if score is None else f" score mate {mate}" if mate else f" score cp {score}"
        moves = " ".join(self._write(move) for move in self._extended_line(line))
        self.send(
            f"info depth {found.depth} multipv {number}{value} nodes {found.nodes} nps {nps} {full}"
            f"tbhits {found.bound_hits} time {round(1000 * spent)} pv {moves}"
        )

    def _extended_line(self, line: tuple[int, ...]) -> tuple[int, ...]:
        """A line that ends in the endgame tables, continued by them."""
        if len(line) >= SHOWN or (self.position.state.white | self.position.state.black).bit_count() > MOST + len(line):
            return line
        state = self.position.state
        for move in line:
            state = self.game.rules.play(state, move)
        return line + tuple(perfect_line(self.game, state, SHOWN - len(line)))

    def _ponderhit(self) -> None:
        if self.running is not None and self.running.go.ponder:
            self.running.start_clock()
            self.running.release.set()

    def _perft(self, depth: int) -> None:
        total = 0
        for move in self.position.legal:
            count = perft(self.game, self.game.rules.play(self.position.state, move), depth - 1)
            self.send(f"{self._write(move)}: {count}")
            total += count
        self.send(f"\nNodes searched: {total}")

    def _write(self, move: int) -> str:
        return write_uci(move, chess960=self.chess960)


def _hashfull(searcher: Searcher) -> int:
    """Permill of the transposition table that this search has filled, by a sample."""
    data = searcher.table.words.array[1:2001:2]
    fresh = (data != 0) & ((data >> 58) == searcher.table.age)
    return int(1000 * fresh.sum() // len(data))


def _parse_bool(name: str, value: str) -> bool:
    if value.lower() not in ("true", "false"):
        raise MossaError(f"the option {name} is true or false, not {value!r}")
    return value.lower() == "true"


def _option_key(name: str) -> str:
    """Option names are compared without blanks and case."""
    return "".join(name.split()).lower()


def main(
    lines: Iterable[str] | None = None,
    out: IO[str] | None = None,
    make: Callable[[Callable[[str], None]], UciEngine] = UciEngine,
) -> None:
    """Run UCI over standard input and output until `quit` or the end of the input. `make` makes the engine."""
    send = LineWriter(out)
    engine = make(send)
    try:
        run_session(engine, send, lines)
    finally:
        engine.close()


if __name__ == "__main__":
    main()
