"""The analysis of a played game: the score of every position, better moves, mistakes.

It goes from the last position to the first, so that the transposition table already holds what came after.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

from mossa.core.game import Game
from mossa.core.position import Position
from mossa.kernel.errors import MossaError
from mossa.search.common.limits import Limits
from mossa.search.common.results import SearchResult

from .alphabeta_player import refuses_alphabeta
from .expectimax_player import EXPECTIMAX
from .game_text import display_line, display_move
from .player import Player, ask
from .players import default_player
from .players import player as make_player
from .referee import final_utilities
from .score_text import expected_utility, show_estimate, show_score, show_signed, show_value

__all__ = [
    "MARKS",
    "AnalysisLine",
    "MoveReview",
    "analyse",
    "is_good",
    "loss_after",
    "loss_among",
    "refuses_analysis",
    "review_position",
    "review_result",
    "summary",
]

MARKS = ((0.3, "??"), (0.2, "?"), (0.1, "?!"))
"""The loss, as a share of the greatest utility, from which a move gets a mark: the bounds of chess sites."""
CHANCE_MARKS = ((0.12, "??"), (0.06, "?"), (0.03, "?!"))
"""In games with chance, the loss in points: the bounds that backgammon players use."""


@dataclass(frozen=True)
class AnalysisLine:
    """One variation of an analysis."""

    shown: str
    """Its score as text, for the first seat."""
    moves: tuple[str, ...]
    """In display notation (SAN in chess)."""
    texts: tuple[str, ...]
    """As `write_move` of the rules writes them."""


@dataclass(frozen=True)
class MoveReview:
    """One position of a game, and the move that was made there."""

    ply: int
    seat: int | None
    """Who moves; None at a chance node and at the end."""
    move: str | None
    """The move that was played; None in the last position."""
    shown: str
    """The score as text, for the first seat: `+0.31`, `#5`."""
    expected: float
    """The expected utility of the first seat."""
    exact: bool
    depth: int
    nodes: int
    lines: tuple[AnalysisLine, ...]
    """The best variations, best first."""
    choices: int = 0
    """The number of legal moves."""
    worth: float | None = None
    """With chance: the value of the move that was played, for the first seat, before the next chance outcome."""
    loss: float = 0.0
    """How much worse the move was than the best, as a share of the greatest utility; with chance, in points."""
    mark: str = ""
    """`?!`, `?`, `??`, or an empty text."""

    def as_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> MoveReview:
        """The inverse of `as_dict`."""
        lines = (AnalysisLine(one["shown"], tuple(one["moves"]), tuple(one["texts"])) for one in data.get("lines", ()))
        return cls(**{**data, "lines": tuple(lines)})


def refuses_analysis(game: Game) -> str:
    """Why a game cannot be analysed, or an empty text."""
    facts = game.facts
    if facts.players != 2 or not facts.zero_sum or not facts.perfect:
        return f"{game.title} cannot be analysed move by move: that needs two players, zero sum and perfect information"
    return ""


def review_position(
    player: Player, at: Position, ply: int, limits: Limits, lines: int = 3, played: int | None = None
) -> MoveReview:
    """Search one position and review it; with chance, also the value of the move that was played."""
    if at.is_over:
        value = final_utilities(at)[0]
        return MoveReview(ply, None, None, show_signed(value, show_value(value)), value, True, 0, 0, ())
    if at.is_chance:
        return MoveReview(ply, None, None, "", 0.0, False, 0, 0, ())
    multipv = len(at.legal) if at.game.facts.chance else min(lines, len(at.legal))
    return review_result(at, ply, ask(player, at, replace(limits, analysis=True), 0, multipv=multipv), lines, played)


def review_result(at: Position, ply: int, found: SearchResult, lines: int, played: int | None = None) -> MoveReview:
    """The review of a position from a search result, turned to the first seat."""
    game, sign = at.game, 1 if at.mover == 0 else -1
    scored = found.score is not None and not refuses_alphabeta(game)

    def shown(score: int | None, value: float) -> str:
        if scored and score is not None:
            return show_score(game, sign * score)
        return show_signed(sign * value, show_estimate(game, sign * value))

    candidates = found.candidates or ((found.move, found.value),)
    pvs = found.lines or ((found.score or 0, found.pv or (found.move,)),)
    if not found.lines and len(candidates) > 1:
        pvs = tuple((0, (move,)) for move, _ in candidates)
    values = [value for _, value in candidates]
    variations = tuple(
        AnalysisLine(
            shown(score, values[min(i, len(values) - 1)]),
            display_line(at, moves),
            display_line(at, moves, Position.write_move),
        )
        for i, (score, moves) in enumerate(pvs[:lines])
    )
    value = expected_utility(game, found.score, found.exact) if scored and found.score is not None else found.value
    known = dict(candidates).get(played) if game.facts.chance and played is not None else None
    return MoveReview(
        ply,
        at.mover,
        None,
        shown(found.score, found.value),
        sign * value,
        found.exact,
        found.depth,
        found.nodes,
        variations,
        len(at.legal),
        None if known is None else sign * known,
    )


def analyse(
    line: Sequence[Position],
    limits: Callable[[], Limits],
    *,
    player: str | None = None,
    lines: int = 3,
    on_review: Callable[[MoveReview], None] | None = None,
    stop: threading.Event | None = None,
) -> list[MoveReview]:
    """Judge every position of a game; `limits` are for each, `on_review` is called with each review, from the last
    position to the first.

    The loss of a move is the value of the position before it less that of the position after it, for its player. With
    chance it is the value of the best move less that of the move that was played.
    """
    game, stop = line[0].game, stop or threading.Event()
    bounds = _bounds(game)
    why_not = refuses_analysis(game)
    if why_not:
        raise MossaError(why_not)
    spec = player or default_player(game)
    if spec == EXPECTIMAX.name:
        spec += ":filter=off"  # with the filter, moves are searched to different depths and cannot be compared
    seated = make_player(spec, game)
    seated.prepare(Limits(stop=stop))
    seated.begin(0)
    greatest = 1.0 if game.facts.chance else max(abs(bound) for bound in game.facts.utility)
    found: list[MoveReview] = []
    for ply in range(len(line) - 1, -1, -1):
        last = line[ply + 1].last if found else None
        one = review_position(seated, line[ply], ply, limits(), lines, last)
        if stop.is_set():
            break
        if last is not None:
            after = found[-1]
            if line[ply].is_chance:
                one = replace(one, shown=after.shown, expected=after.expected)
            elif one.worth is not None and line[ply + 1].is_chance:  # before the dice fell
                after = replace(after, shown=f"{one.worth:+z.3f}".replace("-", "−"), expected=one.worth)
                found[-1] = after
            sign = 0 if one.seat is None else 1 if one.seat == 0 else -1
            reached = after.expected if one.worth is None else one.worth
            loss = max(0.0, sign * (one.expected - reached)) / greatest
            played = display_move(line[ply], last)
            if one.lines and one.lines[0].moves[:1] == (played,):
                loss = 0.0  # the best move known: a worse value after it was beyond the horizon of the search before it
            mark = next((sign for bound, sign in bounds if loss >= bound), "")
            one = replace(one, move=played, loss=loss, mark=mark)
        found.append(one)
        if on_review is not None:
            on_review(one)
    return found[::-1]


def _bounds(game: Game) -> tuple[tuple[float, str], ...]:
    return CHANCE_MARKS if game.facts.chance else MARKS


def is_good(game: Game, loss: float) -> bool:
    """Is a move that loses this much none that would be marked?"""
    return loss < _bounds(game)[-1][0]


def loss_after(best: MoveReview, after: Position, found: SearchResult | None) -> float:
    """How much worse than the best move, by the review of the position before, is the one that led to `after`, where a
    search found this (None: the game is over there)?"""
    game = after.game
    if found is None:
        value = final_utilities(after)[best.seat or 0]
    else:
        scored = found.score is not None and not refuses_alphabeta(game)
        value = expected_utility(game, found.score, found.exact) if scored and found.score is not None else found.value
        value = value if after.mover == best.seat else -value
    own = best.expected if best.seat == 0 else -best.expected
    return max(0.0, own - value) / max(abs(bound) for bound in game.facts.utility)


def loss_among(found: SearchResult, move: int) -> float:
    """How much worse than the best a move is, by a search that compared all moves: with chance, where the value of a
    move is known before the dice fall."""
    values = dict(found.candidates or ((found.move, found.value),))
    return max(0.0, max(values.values()) - values.get(move, min(values.values())))


def summary(game: Game, reviews: Sequence[MoveReview]) -> list[dict[str, Any]]:
    """For each player: the moves, the mean loss, the number of each mark. With chance also, in points: the decisions
    (moves with a choice), their mean loss (`error`), and the luck with the dice (`luck`)."""
    rows = []
    for seat, name in enumerate(game.rules.player_names):
        own = [one for one in reviews if one.seat == seat and one.move is not None]
        row: dict[str, Any] = {
            "player": name,
            "moves": len(own),
            "loss": sum(one.loss for one in own) / len(own) if own else 0.0,
            **{sign: sum(one.mark == sign for one in own) for _, sign in MARKS},
        }
        if game.facts.chance:
            decisions = [one for one in own if one.choices > 1]
            row["decisions"] = len(decisions)
            row["error"] = sum(one.loss for one in decisions) / len(decisions) if decisions else 0.0
            row["luck"] = sum(
                (1 if seat == 0 else -1) * (after.expected - before.expected)
                for before, after in pairwise(reviews)
                if before.seat is None and after.seat == seat
            )
        rows.append(row)
    return rows
