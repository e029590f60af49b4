"""One game between players, under the rules and the clocks."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.found import Limits

from .clock import Clock, Control
from .dice import derive, roll
from .player import THINKING_TIME, Player, ask
from .record import Record

__all__ = ["Terms", "outcome", "play_game"]


@dataclass(frozen=True)
class Terms:
    """What the players of a game agree on."""

    control: Control | None = None
    depth: int | None = None
    nodes: int | None = None
    margin: float = 0.25
    """Seconds by which a clock may be overstepped: the referee and a busy machine cost some."""

    def limits(self, clock: Clock | None, player: Player, stop: threading.Event) -> Limits:
        """For one move. A player whom nothing limits, neither these terms nor its spec, has THINKING_TIME."""
        seconds = clock.budget() if clock else None
        if seconds is None and self.depth is None and self.nodes is None and not player.is_limited:
            seconds = THINKING_TIME
        return Limits(seconds, self.depth, self.nodes, stop)


def outcome(position: Position) -> tuple[float, ...]:
    """The utilities at the end of a game; those that are not finite numbers are the rules' fault."""
    result = position.result
    assert result is not None
    for player, utility in enumerate(result):
        if not math.isfinite(utility):
            raise MossaError(
                f"the rules of {position.game.name} give utility {utility} to player {player} at the end "
                f"{position.text!r}; a utility is a finite number"
            )
    return tuple(result)


def play_game(
    start: Position,
    players: Sequence[Player],
    terms: Terms,
    *,
    seed: int = 0,
    opening: Sequence[str] = (),
    stop: threading.Event | None = None,
) -> Record:
    """Play a game to its end; `players` sit in the order of the seats, and have been told to `begin`.

    An illegal move or a fallen flag loses: that seat gets the least utility of the game, the others the greatest.
    If `stop` is set on the way, the record says that the game has not ended.
    """
    game, stop = start.game, stop or threading.Event()
    clocks = [Clock(terms.control, terms.margin) if terms.control else None for _ in players]
    moves: list[str] = []
    at = start

    def record(result: tuple[float, ...] | None, ended: str, by: int | None = None) -> Record:
        names = tuple(player.spec for player in players)
        begun = None if start.state == game.rules.start() else start.text
        return Record(game.name, names, tuple(moves), begun, result, ended, by, seed)

    def forfeit(seat: int, why: str) -> Record:
        low, high = game.facts.utility
        return record(tuple(low if i == seat else high for i in range(len(players))), why, seat)

    for text in opening:
        moves.append(text)
        at = at.play(text)
    while not at.is_over:
        ply = len(moves)
        if ply >= game.facts.longest:
            raise MossaError(f"{game.name} declares longest={game.facts.longest}, but a game went on after that")
        if at.is_chance:
            move = roll(at, seed, ply)
        else:
            seat, clock = at.mover, clocks[at.mover]
            began = time.perf_counter()
            move = ask(players[seat], at, terms.limits(clock, players[seat], stop), derive(seed, ply, 1)).move
            spent = time.perf_counter() - began
            if stop.is_set():
                return record(None, "")
            if move not in at.legal:
                moves.append(str(move))
                return forfeit(seat, "illegal")
            if clock is not None and not clock.spend(spent):
                return forfeit(seat, "time")
        moves.append(at.write_move(move))
        at = at.play(move)
    return record(outcome(at), "over")
