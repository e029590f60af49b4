"""Bridges to other frameworks: mossa's games there, and theirs here.

| module | holds |
|---|---|
| `encoding` | the fixed action space of a game, and what a player sees as an array |
| `pettingzoo_env` | a game as an environment of PettingZoo: each agent in its turn |
| `gymnasium_env` | a game as an environment of Gymnasium, against opponents |
| `openspiel_games` | OpenSpiel's games here |
| `openspiel_registration` | our games in OpenSpiel |
| `widget` | a board or a trace in a notebook |

Each framework is an extra: without it, the functions here say so in one sentence.
"""

from .environments import env, gym_env
from .widget import widget

__all__ = ["env", "gym_env", "widget"]
