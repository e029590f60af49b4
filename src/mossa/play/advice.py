"""The best move in a position, or its exact solution, with moves as text."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from mossa.core.conformance import glaring_fault
from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.endless import Watchdog
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult
from mossa.search.common.threads import PATIENCE

from .exact_player import SOLVE_TIME, exact
from .game_text import display_line
from .player import THINKING_TIME, Player, ask, require_choice
from .player_settings import split_spec
from .players import default_player
from .players import player as make_player
from .score_text import show_estimate, show_score, show_value

__all__ = ["Advice", "best", "solve"]

EXACT, APPROXIMATE = "exact", "approximate"
"""`Advice.player` in an answer of `solve`."""


@dataclass(frozen=True)
class Advice:
    """The answer of a search, with its moves as text. `found` is the search result with moves as integers.

    >>> import mossa
    >>> mossa.game("tictactoe").after("a1 b1 b2 c1").best(player="minimax").move
    'c3'
    """

    position: Position
    found: SearchResult
    player: str
    """The spec of the player that answered; of a solution EXACT, or APPROXIMATE."""

    @property
    def is_solution(self) -> bool:
        """Is it an answer of `solve`?"""
        return self.player in (EXACT, APPROXIMATE)

    @property
    def move(self) -> str | None:
        """The best move; None at a chance node."""
        return self._text(self.found.move)

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves that are known to be equally good."""
        return tuple(filter(None, map(self._text, self.found.moves or (self.found.move,))))

    @property
    def value(self) -> float:
        """The value of the position for the mover."""
        return self.found.value

    @property
    def score(self) -> float:
        """Of a solution: the score on the game's own scale, where it has one; else the value."""
        return self.found.value if self.found.score is None or not self.is_solution else self.found.score

    @property
    def pv(self) -> tuple[str, ...]:
        """The principal variation."""
        return display_line(self.position, self.found.pv or (self.found.move,), Position.write_move)

    @property
    def candidates(self) -> tuple[tuple[str, float], ...]:
        """Moves with their values, best first."""
        return tuple((self.position.write_move(move), value) for move, value in self.found.candidates)

    @property
    def worth(self) -> str:
        """What the position is worth to the mover, for people: a value, as exact as it is known, or a score."""
        if self.is_scored:
            return f"score {show_score(self.position.game, self.found.score or 0)}"
        if self.found.exact:
            return f"worth exactly {show_value(self.value)}"
        if self.found.residual:
            return f"worth {show_value(self.value)}"
        if self.exploitability:
            return f"worth about {show_value(self.value, self.exploitability)}"
        return f"worth about {show_estimate(self.position.game, self.value)}"

    @property
    def is_scored(self) -> bool:
        """Is the answer an engine's score in points, and no proven value?"""
        return self.found.score is not None and not self.found.exact and not self.is_solution

    @property
    def exploitability(self) -> float:
        """Of an approximate mixed strategy: what a player could gain by deviating; else 0."""
        return self.found.exploitability

    @property
    def probabilities(self) -> dict[str, float] | None:
        """The probability of each move, where the answer is a mixed strategy."""
        if not self.found.probabilities:
            return None
        return {self.position.write_move(move): share for move, share in self.found.probabilities}

    def as_dict(self) -> dict[str, Any]:
        """The fields of `mossa best --json`, and of `mossa solve --json`."""
        found = self.found
        plain: dict[str, Any] = {
            "game": self.position.game.name,
            **({"position": self.position.text} if self.position.game.facts.perfect else {}),  # it would tell all
            "player": self.player,
            "move": self.move,
            "moves": list(self.moves),
            "value": found.value,
            "depth": found.depth,
            "nodes": found.nodes,
            "seconds": found.seconds,
            "pv": list(self.pv),
            "exact": found.exact,
        }
        if self.is_solution:
            plain["score"] = self.score
        if self.is_scored:
            plain["shown"] = show_score(self.position.game, found.score or 0)
        if len(found.candidates) > 1:
            plain["candidates"] = [{"move": move, "value": value} for move, value in self.candidates]
        if found.vector:
            plain["vector"] = list(found.vector)
        if found.held:
            plain["held"] = found.held
        if self.probabilities is not None:
            plain["probabilities"] = self.probabilities
        if found.residual:
            plain["residual"] = found.residual
        if self.exploitability:
            plain["exploitability"] = self.exploitability
        return plain

    def _text(self, move: int) -> str | None:
        return self.position.write_move(move) if move >= 0 else None

    def _repr_html_(self) -> str:
        from mossa.core.html import figure, paragraph, table

        position, found = self.position, self.found
        svg = position.scene(None if position.game.facts.perfect else position.mover).svg()
        cost = f"depth {found.depth}, {found.nodes:,} nodes, {found.seconds:.3g} s"
        said = f"{self.player}: {self.move}, {self.worth}; {cost}"
        parts = [figure(svg, position.caption), paragraph(said)]
        if len(self.moves) > 1:
            parts.append(paragraph(f"equally good: {', '.join(self.moves)}"))
        if len(self.pv) > 1:
            parts.append(paragraph(f"line: {' '.join(self.pv)}"))
        if self.probabilities is not None:
            parts.append(table(["move", "how often"], list(self.probabilities.items())))
        elif len(self.candidates) > 1:
            parts.append(table(["move", "value"], self.candidates))
        return "".join(parts)

    def __str__(self) -> str:
        return f"{self.move} ({self.worth.removeprefix('worth exactly ')})"

    def __repr__(self) -> str:
        return f"<{self.player}: {self.move}, {self.worth}, {self.found.nodes:,} nodes>"


@lru_cache(maxsize=8)
def _cached_player(spec: str, game: Game) -> Player:
    """One player for each spec and game, so that what it has compiled or solved is used again."""
    return make_player(spec, game)


def best(
    position: Position,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    player: str | None = None,
    threads: int = 1,
    multipv: int = 1,
    seed: int = 0,
    win: int | None = None,
    stop: threading.Event | None = None,
) -> Advice:
    """The best move that a player finds within the limits; with no limit at all, within THINKING_TIME.

    Without `player` the game's default player answers. Unless the depth is limited, a share of the nodes goes to the
    mate search, which looks for a forced win. With `win` it gets most of them and looks for the shortest forced win
    within `win` plies. In a game with hidden information the player knows only what the mover knows; the hidden rest is
    sampled from `seed`.
    """
    limit = time if time is not None else None if depth or nodes else THINKING_TIME
    with Watchdog(None if limit is None else limit + 2 * PATIENCE):
        return _best(position, time, depth, nodes, player, threads, multipv, seed, win, stop)


def _best(
    position: Position,
    time: float | None,
    depth: int | None,
    nodes: int | None,
    player: str | None,
    threads: int,
    multipv: int,
    seed: int,
    win: int | None,
    stop: threading.Event | None,
) -> Advice:
    game = position.game
    _require_sound(game)
    if multipv < 1:
        raise MossaError(f"multipv is the number of moves to compare, at least 1, not {multipv}")
    spec = player or default_player(game)
    if threads != 1:
        spec = _with_setting(spec, "threads", threads)
    if win is not None:
        spec = _with_setting(spec, "win", win)
    limits = Limits(time, depth, nodes, stop or threading.Event(), analysis=True)
    require_choice(position)
    seated = _cached_player(spec, game)
    seated.prepare(Limits(time or SOLVE_TIME, depth, nodes, stop=limits.stop))
    seated.begin(seed)
    if time is None and depth is None and nodes is None and not seated.is_limited:
        limits = replace(limits, time=THINKING_TIME)
    found = ask(seated, position, limits, seed, ties=True, multipv=multipv)
    return _require_finite(Advice(position, found, spec))


def solve(
    position: Position,
    time: float | None = None,
    stop: threading.Event | None = None,
) -> Advice:
    """The exact value of a position and all its optimal moves; a MossaError says why there is no answer.

    Where hidden information leaves only an approximation within the time, the answer says so: `found.exact` is false.
    """
    limits = Limits(time or SOLVE_TIME, stop=stop or threading.Event())
    with Watchdog((time or SOLVE_TIME) + 2 * PATIENCE):
        _require_sound(position.game)
        found = exact(position, limits)
    return _require_finite(Advice(position, found, EXACT if found.exact else APPROXIMATE))


def _with_setting(spec: str, key: str, number: int) -> str:
    """The spec with this setting added, unless it has it already."""
    if key in split_spec(spec)[1]:
        return spec
    return f"{spec}{',' if ':' in spec or '=' in spec else ':'}{key}={number}"


def _require_sound(game: Game) -> None:
    """Refuse a user's game whose key or declared bounds are clearly wrong: what a search says of it would be too."""
    if not game.is_own:
        fault = glaring_fault(game)
        if fault:
            raise MossaError(f"{fault}: correct the rules of {game.name} (mossa check tells more)")


def _require_finite(advice: Advice) -> Advice:
    """Refuse a value that is not finite: the rules gave a wrong utility."""
    if not math.isfinite(advice.value):
        game = advice.position.game.name
        raise MossaError(f"the rules of {game} give utilities that are not finite: the value is {advice.value}")
    return advice
