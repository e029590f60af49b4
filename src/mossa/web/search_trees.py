"""The trees of the players' searches: recordings are replayed, and opened node by node as a page wants them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.kernel.transposition_table import CERTAIN, EXACT, LOWER, NONE
from mossa.play.alphabeta_player import past_of, refuses_alphabeta
from mossa.play.game_text import display_move
from mossa.play.score_text import show_score
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .turns import Turns

if TYPE_CHECKING:
    from mossa.search.alphabeta.recording import Recording
    from mossa.search.alphabeta.replay import Replay

__all__ = ["SearchTrees"]

MOST_REPLAYS = 2
"""Trees that are open at a time; each needs the memory of a few transposition tables."""
MOST_UNTRIED = 60
"""The most unsearched moves that are listed."""


class SearchTrees:
    """The replays that pages look into, by board and ply."""

    def __init__(self) -> None:
        self._replays: OrderedDict[tuple[str, int], Replay] = OrderedDict()
        self._lock = threading.Lock()
        self.turns = Turns(1)
        """One tree is opened at a time: each uses a core."""
        self._turn = threading.Lock()

    def close(self, board: str) -> None:
        """Drop the trees of this board."""
        with self._lock:
            for key in [key for key in self._replays if key[0] == board]:
                self._replays.pop(key).close()

    def look(
        self, board: str, ply: int, at: Position, recording: Recording | None, path: tuple[int, ...], limits: Limits
    ) -> dict[str, Any]:
        """A node of the tree of the search for the move after `ply` plies; slow, for a thread.

        Without a `recording` of that search (another player's, or one dropped since) a new search is made within the
        limits.
        """
        refusal = refuses_alphabeta(at.game)
        if refusal:
            raise MossaError(refusal)
        if at.is_over:
            raise MossaError("the game is over here: nothing was searched")
        with self._turn:  # one replay at a time: each uses a core
            replay, real = self._replay(board, ply, at, recording, limits)
            visit = replay.open(path)
        return {
            "ply": ply,
            "real": real,
            "exact": replay.exact,
            "depth": replay.recording.depth,
            "attempts": [
                {
                    "alpha": show_score(at.game, one.alpha),
                    "beta": show_score(at.game, one.beta),
                    "score": show_score(at.game, one.score),
                    "nodes": one.nodes,
                }
                for one in replay.attempts
            ],
            "visit": draw_visit(at.game, visit),
        }

    def _replay(
        self, board: str, ply: int, at: Position, recording: Recording | None, limits: Limits
    ) -> tuple[Replay, bool]:
        """The replay of a search, and whether that search was the game's."""
        from mossa.search.alphabeta.deepening import Searcher
        from mossa.search.alphabeta.recording import Recording
        from mossa.search.alphabeta.replay import Replay

        with self._lock:
            found = self._replays.get((board, ply))
        real = recording is not None and recording.state == at.state
        if found is not None and (found.recording is recording if real else found.recording.state == at.state):
            return found, real
        if not real:
            searcher = Searcher(at.game)
            end = Recording.begin(searcher, at.state, past_of(at))
            deepest: list[SearchResult] = []
            searcher.search(at.state, limits, past=past_of(at), on_depth=deepest.append)
            recording = end(deepest[-1]) if deepest and not limits.stop.is_set() else None
        if recording is None:
            raise MossaError("the search was stopped before it had a tree to show")
        replay = Replay(recording)
        with self._lock:
            self._replays[board, ply] = replay
            while len(self._replays) > MOST_REPLAYS:
                self._replays.popitem(last=False)[1].close()
        return replay, real


def draw_visit(game: Game, visit: Any, parent: Any = None) -> dict[str, Any]:
    """A visit as plain JSON values, seen by whoever moves in `parent`; the calls that it made are not opened."""
    rules = game.rules
    sign = 1 if parent is None or rules.mover(parent.state) == rules.mover(visit.state) else -1
    alpha, beta = (visit.alpha, visit.beta) if sign > 0 else (-visit.beta, -visit.alpha)
    bound = (
        "=" if visit.alpha < visit.score < visit.beta else "≤" if (visit.score <= visit.alpha) == (sign > 0) else "≥"
    )

    def text(move: int, state: Any = visit.state) -> str:
        return display_move(Position(game, state), move) if move in set(rules.legal(state)) else ""

    drawn: dict[str, Any] = {
        "path": list(visit.path),
        "kind": visit.kind,
        "move": text(visit.move, parent.state) if parent is not None and visit.move != NONE else "",
        "ply": visit.ply,
        "depth": visit.depth,
        "alpha": show_score(game, alpha),
        "beta": show_score(game, beta),
        "score": show_score(game, sign * visit.score),
        "bound": bound,
        "nodes": visit.nodes,
        "how": visit.how,
        "cut_by": text(visit.cut_by) if visit.cut_by != NONE else "",
        "tags": tags(visit, parent) if parent is not None else [],
    }
    if parent is not None and visit.kind == "move":
        drawn["change"] = visit.depth - (parent.depth - 1)
    if parent is None:
        drawn |= {
            "killers": [text(move) for move in visit.killers if move != NONE and text(move)],
            "counter": text(visit.counter) if visit.counter != NONE else "",
            "estimate": None if visit.estimate is None else show_score(game, visit.estimate),
            "known": None if visit.known is None else draw_known(game, visit.known, text),
            "visits": [draw_visit(game, one, visit) for one in visit.visits],
            "untried": [{"move": text(one.move), "why": one.why} for one in visit.untried[:MOST_UNTRIED]],
        }
    return drawn


def draw_known(game: Game, known: Any, text: Callable[[int], str]) -> dict[str, Any]:
    """What the table held."""
    return {
        "depth": None if known.depth == CERTAIN else known.depth,
        "bound": "=" if known.bound == EXACT else "≥" if known.bound == LOWER else "≤",
        "score": show_score(game, known.score),
        "move": text(known.move) if known.move != NONE else "",
    }


def tags(visit: Any, parent: Any) -> list[str]:
    """Why a move was tried when it was: `table`, `killer`, `counter`, `history`; `again` if it was searched before."""
    found = []
    if visit.kind == "move":
        first, second = parent.killers
        if parent.known is not None and visit.move == parent.known.move:
            found.append("table")
        elif visit.move in (first, second):
            found.append("killer")
        elif visit.move == parent.counter:
            found.append("counter")
        elif parent.history.get(visit.move, 0) > 0:
            found.append("history")
        if any(one.move == visit.move and one.path < visit.path for one in parent.visits):
            found.append("again")
    return found
