"""The compiled alpha-beta engine as a player."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mossa.core.features import read_weights
from mossa.core.game import Game
from mossa.core.linear_evaluation import weighted_game
from mossa.core.position import Position
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.search.alphabeta.options import DEFAULTS, NUMBERS, SWITCHES
from mossa.search.common.limits import MAX_PLY, Limits
from mossa.search.common.results import SearchResult

from .player import Player, PlayerKind, Setting, stricter_limits
from .player_settings import BOOK, LIMITS, PONDER, SEED, STRENGTH, WEIGHTS, whole_number
from .seeded_random import derive_seed

if TYPE_CHECKING:
    from mossa.search.alphabeta.deepening import Searcher

    from .pondering import Pondering

__all__ = ["ALPHABETA", "AlphaBetaPlayer", "past_of", "refuses_alphabeta"]

GREATEST_NUMBER = 1_000_000
"""The greatest number that a spec may give an option of the engine."""
SHORT, FEW = 16, 2000
"""The most plies until a game ends, and the most nodes, of what may be short work for interpreted rules."""
INTERPRETED_TIME, INTERPRETED_REST = 1.0, 10.0
"""Seconds of an interpreted search that is tried because its limits are low, or because the rest of the game is short:
this one ends with a solution."""


class AlphaBetaPlayer(Player):
    """Iterative deepening alpha-beta, compiled for the game. The transposition table is new for each game."""

    def __init__(self, game: Game, spec: str, settings: Mapping[str, Any]) -> None:
        super().__init__(game, spec, settings)
        self.compiled = True
        """Is the engine machine code? If not, it is the same search, interpreted."""
        self._searcher: Searcher | None = None
        self._pondering: Pondering | None = None
        self._book_seed = settings.get("seed", 0)
        self._last_answer: tuple[Position, SearchResult] | None = None
        """The position and the answer of the last search; its principal variation says which reply to expect."""

    def interpreted(self, position: Position) -> Player | None:
        """The same search interpreted, where the rest of the game, its limits or its book promise short work."""
        left = self.game.rules.plies_left
        rest = self.game.facts.horizon if left is None else left(position.state)
        kept = {name: value for name, value in self.settings.items() if name not in ("threads", "ponder")}
        other = type(self)(
            self.game, self.spec, {**kept, "time": INTERPRETED_REST if rest <= SHORT else INTERPRETED_TIME}
        )
        other.compiled, other._book_seed = False, self._book_seed
        return other if rest <= SHORT or other._is_short(position) else None

    def _is_short(self, position: Position) -> bool:
        """Is the search short, however long the game may last?"""
        depth, nodes = self.settings.get("depth", SHORT + 1), self.settings.get("nodes", FEW + 1)
        return depth <= SHORT or nodes <= FEW or self._from_book(position) is not None

    def prepare(self, limits: Limits) -> None:
        """Compile the engine for the game; without a clock, a mate search waits until there is a mate."""
        self.begin(0)
        if limits.depth is None and limits.nodes is None:
            self.searcher.prepare()

    def begin(self, seed: int) -> None:
        """Take an empty transposition table."""
        self.stop_pondering()
        self._last_answer = None
        self._book_seed = derive_seed(seed, self.settings.get("seed", 0))
        from mossa.search.alphabeta.deepening import Searcher

        threads = self.settings.get("threads", 1)
        options = {name: self.settings[name] for name in self.settings.keys() & DEFAULTS.keys()}
        self._searcher = Searcher(
            self.game, memory_mib=self.memory_mib, threads=threads, options=options, compiled=self.compiled
        )

    @property
    def memory_mib(self) -> int:
        """MiB of its transposition table."""
        return int(self.settings.get("memory", 16))

    @property
    def searcher(self) -> Searcher:
        """The engine with its transposition table."""
        if self._searcher is None:
            self.begin(0)
        assert self._searcher is not None
        return self._searcher

    def choose(self, position: Position, limits: Limits, *, ties: bool = False, multipv: int = 1) -> SearchResult:
        """The best move found within the limits. If this position is being pondered on, that search goes on."""
        self.recording = None
        known = self._from_book(position) if multipv == 1 and not ties else None
        if known is not None:
            self.stop_pondering()
            return SearchResult(known, 0.0, (known,), pv=(known,))
        within, pondering = stricter_limits(limits, self.settings), self._pondering
        if pondering is not None and multipv == 1 and not ties and _same_position(pondering.position, position):
            self._pondering = None
            found = pondering.answer(within)
        else:
            self.stop_pondering()
            report = None if self.on_depth is None else self._report
            found = self._search(position, within, report, ties=ties, multipv=multipv)
        self._last_answer = (position, found)
        return found

    def _search(
        self,
        position: Position,
        limits: Limits,
        report: Callable[[SearchResult], None] | None,
        *,
        ties: bool = False,
        multipv: int = 1,
    ) -> SearchResult:
        """Search a position with the player's table; `report` is called after every iteration."""
        past, deepest = past_of(position), self.progress if report is None else deque[SearchResult](maxlen=1)
        end = None
        if self.records and multipv == 1 and not ties and limits.win is None and not limits.analysis:
            from mossa.search.alphabeta.recording import Recording

            end = Recording.begin(self.searcher, position.state, past)

        def keep_and_report(found: SearchResult) -> None:
            deepest.append(found)
            if report is not None:
                report(found)

        on_depth = deepest.append if report is None else keep_and_report
        found = self.searcher.search(position.state, limits, past=past, multipv=multipv, ties=ties, on_depth=on_depth)
        self.recording = end(deepest[-1]) if end is not None and deepest else None
        return found

    def _report(self, found: SearchResult) -> None:
        (self.on_depth or self.progress.append)(found)

    def _from_book(self, position: Position) -> int | None:
        """A move of the game's opening book, drawn by the weights of its moves, if the spec says `book=true`."""
        if not self.settings.get("book"):
            return None
        book_move: Callable[[State, int], int | None] = self.game.extra("book_move", "book")
        return book_move(position.state, derive_seed(self._book_seed, len(position.line)))

    @property
    def is_pondering(self) -> bool:
        """Is a search on the opponent's time running?"""
        return self._pondering is not None and self._pondering.is_thinking

    def start_pondering(self, position: Position) -> None:
        """Search the position after the reply that the last answer expects, if the spec says `ponder=true`."""
        from .pondering import Pondering

        self.stop_pondering()
        reply = self._expected_reply(position) if self.settings.get("ponder") else None
        if reply is not None and not (after := position.play(reply)).is_over:
            self._pondering = Pondering(self._ponder, after, self._report)

    def stop_pondering(self) -> None:
        """End the search on the opponent's time; what it found stays in the transposition table."""
        if self._pondering is not None:
            self._pondering.stop()
            self._pondering = None

    def close(self) -> None:
        """Stop pondering."""
        self.stop_pondering()

    def _expected_reply(self, position: Position) -> int | None:
        """The reply in the last answer's principal variation, if its move led to this position."""
        if self._last_answer is None or position.parent is None or position.is_over or position.is_chance:
            return None
        asked, found = self._last_answer
        follows = len(found.pv) > 1 and found.pv[0] == position.last and _same_position(asked, position.parent)
        return found.pv[1] if follows and found.pv[1] in position.legal else None

    def _ponder(self, position: Position, limits: Limits, report: Callable[[SearchResult], None]) -> SearchResult:
        """Search without a time limit."""
        untimed = {name: bound for name, bound in self.settings.items() if name != "time"}
        return self._search(position, stricter_limits(limits, untimed), report)


def _same_position(one: Position, other: Position) -> bool:
    """Are they the same position after the same number of moves?"""
    return one == other and len(one.line) == len(other.line)


def past_of(position: Position) -> Sequence[State]:
    """The states before a position, oldest first, where the game has a repetition rule; else none."""
    return [before.state for before in position.line[:-1]] if position.game.facts.repetition else ()


def refuses_alphabeta(game: Game) -> str:
    """Why the alpha-beta engine cannot play a game, or an empty text."""
    from mossa.search.common.scores import require_scores

    try:
        require_scores(game)
    except MossaError as error:
        return str(error)
    return ""


def _make(game: Game, spec: str, settings: Mapping[str, Any]) -> Player:
    from .limited_strength import LimitedStrengthPlayer

    if "elo" in settings and "skill" in settings:
        raise MossaError("a player's strength is given by elo or by skill, not by both")
    if settings.get("book") and game.extra("book_move", "book") is None:
        raise MossaError(f"{game.title} has no book of openings: leave book=true out")
    if "win" in settings and game.facts.score is not None:
        raise MossaError(f"in {game.title} a score says how much is won, not how soon: leave win out")
    if "weights" in settings:
        if settings.get("network", 1) == 0:
            raise MossaError("weights and network=0 exclude each other: the sum of the features stands in its place")
        game = weighted_game(game, read_weights(game, settings["weights"]))
    return (LimitedStrengthPlayer if STRENGTH.keys() & settings.keys() else AlphaBetaPlayer)(game, spec, settings)


def _option(name: str) -> Setting | None:
    """Every option of the engine is a setting of the player too: `alphabeta:null_move=0`."""
    if name in SWITCHES:
        return whole_number(SWITCHES[name], 0, 1)
    return whole_number(NUMBERS[name][1], 0, GREATEST_NUMBER) if name in NUMBERS else None


ALPHABETA = PlayerKind(
    "alphabeta",
    "iterative deepening alpha-beta with a transposition table, compiled for the game; elo limits its strength",
    _make,
    {
        **LIMITS,
        "win": whole_number("plies within which the shortest forced win is searched first", 1, MAX_PLY),
        "threads": whole_number("threads", 1, 256),
        "memory": whole_number("MiB of the transposition table", 1, 1 << 20),
        **STRENGTH,
        "seed": SEED,
        "ponder": PONDER,
        "book": BOOK,
        "weights": WEIGHTS,
    },
    refuses_alphabeta,
    _option,
)
