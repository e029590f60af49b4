"""One game between players, under the rules and the clocks."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits

from .clock import Clock, Control
from .player import THINKING_TIME, GameForfeited, Player, ask
from .record import GameRecord
from .seeded_random import derive_seed, draw_chance_move

__all__ = ["GameTerms", "final_utilities", "may_claim_draw", "play_game"]

# When a game need not be played out because the players themselves say how it will end, in hundredths of a pawn.
CLEAR, CLEAR_PLIES = 600, 8
"""Both see the same side so far ahead in so many plies in a row: won."""
LEVEL, LEVEL_PLIES, LEVEL_AFTER = 10, 16, 80
"""Both see nobody ahead by more in so many plies in a row, after so many plies of the game: drawn."""


@dataclass(frozen=True)
class GameTerms:
    """What the players of a game agree on."""

    control: Control | None = None
    depth: int | None = None
    nodes: int | None = None
    margin: float = 0.25
    """Seconds by which a clock may be overstepped: the referee and a busy machine cost some."""

    adjudicate: bool = False
    """End a game when its outcome is proven (by endgame tables) or both players agree on it for a while."""
    longest: int | None = None
    """A game that is not over after so many plies is drawn."""

    def limits(self, clock: Clock | None, player: Player, stop: threading.Event, *, forced: bool = False) -> Limits:
        """For one move. A player whom nothing limits, neither these terms nor its spec, has THINKING_TIME.

        A `forced` move, the only one, is made at once where every move has the same time; a player with a clock to
        save sees to that itself.
        """
        seconds = clock.budget() if clock else None
        if seconds is None and self.depth is None and self.nodes is None and not player.is_limited:
            seconds = THINKING_TIME
        depth = 1 if forced and clock is not None and clock.control.per_move else self.depth
        return Limits(seconds, depth, self.nodes, stop, clock.maximum() if clock else None)


def final_utilities(position: Position) -> tuple[float, ...]:
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


def may_claim_draw(position: Position) -> bool:
    """May the mover claim a draw? A game says so in `claim(position)`; else a third occurrence does, where
    repetitions are draws."""
    game = position.game
    claim = game.offer("claim", "draws")
    if claim is not None:
        return bool(claim(position))
    if not game.facts.repetition:
        return False
    key, reversible = game.rules.key, game.rules.reversible
    line, here = position.line, key(position.state)
    back = len(line) if reversible is None else reversible(position.state) + 1
    return sum(key(at.state) == here for at in line[-back:]) >= 3


def adjudicated(position: Position, scores: Sequence[int | None]) -> int | None:
    """How the game will end for the mover (1, 0, −1), if that is proven or the players agree; else None.

    `scores` are those of the last plies, each from the side of the player who moved.
    """
    rules = position.game.rules
    if rules.bounds is not None:
        least, most = rules.bounds(position.state)
        if least == most:
            return (least > 0) - (least < 0)
    if rules.score is not None or position.game.facts.chance or not position.game.facts.alternate:
        return None  # scores of a game's own scale say how much, not who
    clear = _recent_scores(scores, CLEAR_PLIES)
    if clear and (min(clear) >= CLEAR or max(clear) <= -CLEAR):
        return 1 if clear[0] > 0 else -1
    level = _recent_scores(scores, LEVEL_PLIES)
    return 0 if level and len(scores) >= LEVEL_AFTER and max(map(abs, level)) <= LEVEL else None


def _recent_scores(scores: Sequence[int | None], plies: int) -> list[int]:
    """The last so many scores from the side of the player to move now; nothing if one of them is missing."""
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
    """Play a game to its end; `players` sit in the order of the seats, and have been told to `begin`.

    Who ponders does so from its own move to its next, and no longer than the game lasts.

    An illegal move, a fallen flag or a program that fails loses: that seat gets the least utility of the game, the
    others the greatest. The referee claims the draws that a player could claim.
    If `stop` is set on the way, the record says that the game has not ended. `on_position` is told of every position.
    """
    try:
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
    scores: list[int | None] = []
    at = start

    def record(result: tuple[float, ...] | None, ended: str, by: int | None = None) -> GameRecord:
        names = tuple(player.spec for player in players)
        begun = None if start.state == game.rules.start() else start.text
        return GameRecord(game.name, names, tuple(moves), begun, result, ended, by, seed)

    def forfeit(seat: int, why: str) -> GameRecord:
        low, high = game.facts.utility
        return record(tuple(low if i == seat else high for i in range(len(players))), why, seat)

    def drawn(why: str) -> GameRecord:
        return record(tuple(0.0 for _ in players), why)

    for text in opening:
        moves.append(text)
        scores.append(None)
        at = at.play(text)
    while not at.is_over:
        ply = len(moves)
        if ply >= game.facts.longest:
            raise MossaError(f"{game.name} declares longest={game.facts.longest}, but a game went on after that")
        if at.is_chance:
            move = draw_chance_move(at, seed, ply)
        else:
            if may_claim_draw(at):
                return drawn("claim")
            if terms.longest is not None and ply >= terms.longest:
                return drawn("adjudicated")
            verdict = adjudicated(at, scores) if terms.adjudicate else None
            if verdict is not None:
                low, high = game.facts.utility
                win, loss = (high, low) if verdict > 0 else (low, high)
                ends = tuple(win if i == at.mover else loss for i in range(len(players)))
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
                return forfeit(seat, "time")
        moves.append(at.write_move(move))
        moved = None if at.is_chance else players[at.mover]
        at = at.play(move)
        if on_position is not None:
            on_position(at)
        if moved is not None:
            moved.start_pondering(at)
    return record(final_utilities(at), "over")
