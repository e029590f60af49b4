"""One ply of search is enough for a perfect e(n).

A player who looks one move ahead and takes the move after which e(n) is best plays as well as e(n) is. Where endgame
tables say what a position is worth and how long it takes, e(n) is perfect: so is that player, who wins in exactly the
plies of the table. `play_endings` shows it, beside the same player with the sum of the game's named features.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from mossa.core.features import features_of
from mossa.core.game import Game
from mossa.core.protocol import State
from mossa.kernel.errors import MossaError
from mossa.play.seeded_random import derive_seed
from mossa.search.alphabeta.deepening import Searcher
from mossa.search.alphabeta.options import EXACT
from mossa.search.common.limits import Limits
from mossa.search.retrograde.indexing import Indexing, Slice

from .linear_games import LinearGames

__all__ = ["EndingScore", "play_endings", "won_endings"]

ONE_PLY = Limits(depth=1)
LONGEST = 200
"""Plies after which a game of an ending counts as not won."""
SHORTEST = 5
"""Plies to the end of an ending that is played: nearer to it, any search of a few plies sees it."""
ATTEMPTS = 4000
"""Positions that are drawn for each that is played, at most."""


@dataclass
class EndingScore:
    """How an e(n) plays out won endings, one ply deep, against a perfect defence."""

    evaluation: str
    games: int = 0
    won: int = 0
    as_foretold: int = 0
    """Won in exactly the plies of the table."""


def won_endings(game: Game, pieces: int, count: int, seed: int) -> list[State]:
    """Random states with few pieces that the tables prove won for the mover, and that no move leads out of them."""
    indexing, rules = Indexing.of(game), game.rules
    bounds, plies_to_end = rules.bounds, rules.plies_to_end
    if bounds is None or plies_to_end is None:
        raise MossaError(f"{game.name} has no endgame tables that say how long a win takes")

    def draw(part: Slice, number: int) -> State | None:
        """A state of a slice; None for a hole, and for the end of a game."""
        at = part.first + derive_seed(seed, number) % part.size
        state = indexing.functions["state_at"](at)
        return state if indexing.functions["index"](state) == at and not rules.is_over(state) else None

    @cache
    def is_covered(part: Slice) -> bool:
        """Is there a table of this slice?"""
        some = (state for number in range(ATTEMPTS) if (state := draw(part, number)) is not None)
        least, most = next(map(bounds, some), (0, 0))
        return least == most

    slices = [one for one in indexing.slices(pieces) if all(map(is_covered, indexing.chosen(pieces, [one.name])))]
    found: list[State] = []
    for number in range(ATTEMPTS * count if slices else 0):
        state = draw(slices[derive_seed(seed, number, 1) % len(slices)], number)
        if state is not None and bounds(state) == (1, 1) and plies_to_end(state) >= SHORTEST:
            found.append(state)
            if len(found) == count:
                return found
    raise MossaError(f"the endgame tables of {game.name} that are there hold too few wins with {pieces} pieces")


def play_endings(
    game: Game, pieces: int, count: int, *, seed: int = 1, progress: Callable[[int], None] | None = None
) -> list[EndingScore]:
    """Let players win random won endings by one ply of search: by the tables, and by the game's named features."""
    rules, plies_to_end = game.rules, game.rules.plies_to_end
    starts = won_endings(game, pieces, count, seed)
    assert plies_to_end is not None
    perfect = Searcher(game, memory_mib=1, options=EXACT)
    players: dict[str, Callable[[State], int]] = {
        "the endgame tables": lambda state: perfect.search(state, ONE_PLY).move
    }
    features = features_of(game)
    if features is not None:
        choose = LinearGames(game, depth=1).choose
        players["the sum of the game's features"] = lambda state: choose(state, features.weights)
    scores = [EndingScore(name) for name in players]
    for number, start in enumerate(starts):
        for score, player in zip(scores, players.values(), strict=True):
            state, plies, attacker = start, 0, rules.mover(start)
            while not rules.is_over(state) and plies < LONGEST:
                choice = player if rules.mover(state) == attacker else players["the endgame tables"]
                state = rules.play(state, choice(state))
                plies += 1
            score.games += 1
            if rules.is_over(state) and rules.utility(state, attacker) > 0:
                score.won += 1
                score.as_foretold += plies == plies_to_end(start)
        if progress is not None:
            progress(number + 1)
    return scores
