"""The referee: plays one game between players, by the rules and the clocks."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mossa.core.position import Position
from mossa.kernel.endless import LONGEST_CALL, Watchdog
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.threads import PATIENCE

from .clock import Clock, Control
from .move_note import MoveNote
from .player import THINKING_TIME, GameForfeited, Player, ask
from .record import GameRecord
from .seeded_random import derive_seed, draw_chance_move

__all__ = ["GameTerms", "final_utilities", "may_claim_draw", "play_game"]

# Adjudication: when both players agree on the result, by their scores in hundredths of a pawn.
CLEAR, CLEAR_PLIES = 600, 8
"""Both players see the same side ahead by CLEAR for CLEAR_PLIES plies in a row: won."""
LEVEL, LEVEL_PLIES, LEVEL_AFTER = 10, 16, 80
"""Both players see at most LEVEL for LEVEL_PLIES plies in a row, from ply LEVEL_AFTER on: drawn."""


@dataclass(frozen=True)
class GameTerms:
    """The conditions of a game: time control, limits, adjudication."""

    control: Control | None = None
    depth: int | None = None
    nodes: int | None = None
    margin: float = 0.25
    """Seconds by which a clock may be exceeded, for the delay of the referee and a busy machine."""

    adjudicate: bool = False
    """End a game when its result is proven (by endgame tables) or both players have agreed on it for some plies."""
    longest: int | None = None
    """A game that is not over after this many plies is drawn."""

    def limits(self, clock: Clock | None, player: Player, stop: threading.Event, *, forced: bool = False) -> Limits:
        """The limits for one move. Without any limit in these terms and in the player's spec, THINKING_TIME.

        If the move is `forced` (the only one) and every move has the same time, depth 1 suffices; with a clock, the
        player itself saves time there.
        """
        seconds = clock.budget() if clock else None
        if seconds is None and self.depth is None and self.nodes is None and not player.is_limited:
            seconds = THINKING_TIME
        depth = 1 if forced and clock is not None and clock.control.per_move else self.depth
        return Limits(seconds, depth, self.nodes, stop, clock.maximum() if clock else None)

    @property
    def longest_call(self) -> float:
        """Seconds after which one call of the rules is taken not to end."""
        return LONGEST_CALL if self.control is None else self.control.seconds + 2 * PATIENCE


def final_utilities(position: Position) -> tuple[float, ...]:
    """The utilities at the end of a game; a MossaError if the rules give one that is not finite."""
    result = position.result
    assert result is not None
    for player, utility in enumerate(result):
        if not math.isfinite(utility):
            raise MossaError(
                f"the rules of {position.game.name} give utility {utility} to player {player} at the end "
                f"{position.text!r}; a utility is a finite number"
            )
    return tuple(result)


def may_claim_draw(position: Position) -> bool:
    """May the mover claim a draw? The game's `claim(position)` decides; without it, in games with a repetition rule, a
    position that occurs for the third time."""
    game = position.game
    claim = game.extra("claim", "draws")
    if claim is not None:
        return bool(claim(position))
    if not game.facts.repetition:
        return False
    key, reversible = game.rules.key, game.rules.reversible
    line, here = position.line, key(position.state)
    back = len(line) if reversible is None else reversible(position.state) + 1
    return sum(key(at.state) == here for at in line[-back:]) >= 3


def adjudicated(position: Position, scores: Sequence[int | None]) -> int | None:
    """The result for the mover (1, 0, −1), if it is proven or the players agree on it; else None.

    `scores` are those of the moves so far, each from the side of the player who moved.
    """
    rules = position.game.rules
    if rules.bounds is not None:
        least, most = rules.bounds(position.state)
        if least == most:
            return (least > 0) - (least < 0)
    if rules.score is not None or position.game.facts.chance or not position.game.facts.alternate:
        return None  # scores on a game's own scale say by how much, not who wins
    clear = _recent_scores(scores, CLEAR_PLIES)
    if clear and (min(clear) >= CLEAR or max(clear) <= -CLEAR):
        return 1 if clear[0] > 0 else -1
    level = _recent_scores(scores, LEVEL_PLIES)
    return 0 if level and len(scores) >= LEVEL_AFTER and max(map(abs, level)) <= LEVEL else None


def _recent_scores(scores: Sequence[int | None], plies: int) -> list[int]:
    """The scores of the last `plies` moves, from the side of the player to move now; empty if one is missing."""
    last = [score for score in scores[-plies:] if score is not None]
    return [score if (plies - at) % 2 == 0 else -score for at, score in enumerate(last)] if len(last) == plies else []


def play_game(
    start: Position,
    players: Sequence[Player],
    terms: GameTerms,
    *,
    seed: int = 0,
    opening: Sequence[str] = (),
    stop: threading.Event | None = None,
    on_position: Callable[[Position], None] | None = None,
) -> GameRecord:
    """Play a game to its end; `players` are in seat order, and `begin` has been called on each.

    A player with `ponder=true` ponders from its move until its next turn.

    An illegal move, a fallen flag or a program that fails loses: that seat and its partners get the least utility of
    the game, the others the greatest. The referee claims every draw that a player could claim.
    If `stop` is set meanwhile, the record says that the game has not ended. `on_position` gets every new position.
    A function of the rules that does not end is stopped and named: an EndlessError.
    """
    try:
        with Watchdog(terms.longest_call):
            return _play(start, players, terms, seed, opening, stop or threading.Event(), on_position)
    finally:
        for player in players:
            player.stop_pondering()


def _play(
    start: Position,
    players: Sequence[Player],
    terms: GameTerms,
    seed: int,
    opening: Sequence[str],
    stop: threading.Event,
    on_position: Callable[[Position], None] | None,
) -> GameRecord:
    game = start.game
    clocks = [Clock(terms.control, terms.margin) if terms.control else None for _ in players]
    moves: list[str] = []
    notes: list[MoveNote] = []
    scores: list[int | None] = []
    at = start

    def record(result: tuple[float, ...] | None, ended: str, by: int | None = None, late: float = 0.0) -> GameRecord:
        names = tuple(player.spec for player in players)
        begun = None if start.state == game.rules.start() else start.text
        known = tuple(notes) if any(map(any, notes)) else ()
        return GameRecord(game.name, names, tuple(moves), begun, result, ended, by, seed, late=late, notes=known)

    def forfeit(seat: int, why: str, late: float = 0.0) -> GameRecord:
        low, high = game.facts.utility
        sides = game.rules.sides
        return record(tuple(low if side == sides[seat] else high for side in sides), why, seat, late)

    def drawn(why: str) -> GameRecord:
        return record(tuple(0.0 for _ in players), why)

    for text in opening:
        moves.append(text)
        notes.append(MoveNote())
        scores.append(None)
        at = at.play(text)
    while not at.is_over:
        ply = len(moves)
        if ply >= game.facts.horizon:
            if game.facts.longest is None:
                return drawn("adjudicated")
            raise MossaError(f"{game.name} declares longest={game.facts.longest}, but a game went on after that")
        if at.is_chance:
            move, note = draw_chance_move(at, seed, ply), MoveNote()
        else:
            if may_claim_draw(at):
                return drawn("claim")
            if terms.longest is not None and ply >= terms.longest:
                return drawn("adjudicated")
            verdict = adjudicated(at, scores) if terms.adjudicate else None
            if verdict is not None:
                low, high = game.facts.utility
                win, loss = (high, low) if verdict > 0 else (low, high)
                sides = game.rules.sides
                ends = tuple(win if side == sides[at.mover] else loss for side in sides)
                return record(ends, "adjudicated") if verdict else drawn("adjudicated")
            seat, clock = at.mover, clocks[at.mover]
            players[seat].clocks = tuple(one for one in clocks if one is not None)
            began = time.perf_counter()
            try:
                limits = terms.limits(clock, players[seat], stop, forced=len(at.legal) == 1)
                found = ask(players[seat], at, limits, derive_seed(seed, ply, 1))
            except GameForfeited as failure:
                if stop.is_set():
                    return record(None, "")
                if failure.reason == "illegal":
                    moves.append(failure.reply)
                return forfeit(seat, failure.reason)
            spent = time.perf_counter() - began
            move = found.move
            scores.append(found.score)
            if stop.is_set():
                return record(None, "")
            if move not in at.legal:
                moves.append(str(move))
                return forfeit(seat, "illegal")
            if clock is not None and not clock.spend(spent):
                return forfeit(seat, "time", -clock.left)
            note = MoveNote(found.score, found.depth or None)
            if clock is not None:
                note = note._replace(seconds=round(spent, 3), clock=round(clock.left, 3))
        moves.append(at.write_move(move))
        notes.append(note)
        moved = None if at.is_chance else players[at.mover]
        at = at.play(move)
        if on_position is not None:
            on_position(at)
        if moved is not None:
            moved.start_pondering(at)
    return record(final_utilities(at), "over")
