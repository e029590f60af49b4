"""Players, clocks, matches with Elo, game records, and play at the terminal.

>>> import mossa
>>> from mossa.play import best, player
>>> game = mossa.game("tictactoe")
>>> best(game.after("a1 b1 b2 c1"), player="minimax").move
'c3'
"""

from .advice import Advice, best, solve
from .clock import Clock, Control
from .elo import Difference, difference, elo_of, expected, likelihood_ratio, sprt_bounds
from .levels import limited
from .match import Match, read_openings, run
from .player import Kind, Player, ask, sees, sight
from .players import default_player, kinds, player, suitable
from .record import GameRecord
from .referee import GameTerms, play_game
from .standing import Standing

__all__ = [
    "Advice",
    "Clock",
    "Control",
    "Difference",
    "GameRecord",
    "GameTerms",
    "Kind",
    "Match",
    "Player",
    "Standing",
    "ask",
    "best",
    "default_player",
    "difference",
    "elo_of",
    "expected",
    "kinds",
    "likelihood_ratio",
    "limited",
    "play_game",
    "player",
    "read_openings",
    "run",
    "sees",
    "sight",
    "solve",
    "sprt_bounds",
    "suitable",
]
