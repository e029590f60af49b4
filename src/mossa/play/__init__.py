"""Players, clocks, matches with Elo, tournaments, game records, and the analysis of a played game.

>>> import mossa
>>> from mossa.play import best, player
>>> game = mossa.game("tictactoe")
>>> best(game.after("a1 b1 b2 c1"), player="minimax").move
'c3'
"""

from .advice import Advice, best, solve
from .clock import Clock, Control
from .elo import EloDifference, elo_difference, elo_from_score, expected_score
from .limited_strength import limited_player
from .match import Match, run
from .match_score import MatchScore
from .openings import read_openings
from .player import Player, PlayerKind, ask, move_is_visible, visible_position
from .players import default_player, player, player_kinds, suitable_players
from .record import GameRecord
from .referee import GameTerms, play_game
from .sprt import likelihood_ratio, sprt_bounds

__all__ = [
    "Advice",
    "Clock",
    "Control",
    "EloDifference",
    "GameRecord",
    "GameTerms",
    "Match",
    "MatchScore",
    "Player",
    "PlayerKind",
    "ask",
    "best",
    "default_player",
    "elo_difference",
    "elo_from_score",
    "expected_score",
    "likelihood_ratio",
    "limited_player",
    "move_is_visible",
    "play_game",
    "player",
    "player_kinds",
    "read_openings",
    "run",
    "solve",
    "sprt_bounds",
    "suitable_players",
    "visible_position",
]
