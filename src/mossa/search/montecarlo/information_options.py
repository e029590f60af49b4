"""The options of information-set search. This is the engine's only table of parameters."""

from __future__ import annotations

from mossa.core.game import Game
from mossa.kernel.errors import MossaError

__all__ = ["NUMBERS", "SWITCHES", "chosen_options", "game_options", "highest"]

SWITCHES: dict[str, tuple[int, str]] = {
    "regret": (1, "choose by regret matching: the answer is a mixed strategy; 0: by UCB1, the answer is one move"),
    "single": (0, "a node is what the player at the root knows; 0: what the player knows who moves there"),
    "one_deal": (0, "a simulation ends where chance moves next, and counts what the game's `estimate` says there"),
    "guided": (1, "let the game choose the moves of a simulation, where it can"),
}
"""Option → (default, what it switches on)."""

NUMBERS: dict[str, tuple[float, str]] = {
    "others": (0.5, "the share of simulations that are dealt as another player sees the game"),
    "even": (0.2, "regret matching: the share of even choices"),
    "exploration": (0.7, "C of UCB1, for utilities from 0 to 1"),
    "window": (1000, "regret matching: regrets, strategies and means are over about so many of the last visits"),
    "fading": (0.25, "… and later over this share of all visits, so that the first, random ones fade"),
}
"""Option → (default, what it is). They are 0 or more."""

SHARES = (*SWITCHES, "others", "even", "fading")
"""Options of at most 1."""


def highest(name: str) -> float:
    """The greatest value of an option."""
    return 1.0 if name in SHARES else 1e6


def game_options(game: Game) -> dict[str, float]:
    """What suits a game better than the defaults, by the dictionary `INFORMATION_SETS` in one of its modules."""
    found: dict[str, float] = {}
    for module in game.modules:
        found |= vars(module).get("INFORMATION_SETS", {})
    return found


def chosen_options(game: Game, given: dict[str, float]) -> dict[str, float]:
    """The value of every option: those given, else the game's, else the defaults; a wrong one is refused."""
    known = {name: float(default) for name, (default, _) in (SWITCHES | NUMBERS).items()}
    for name, value in (game_options(game) | given).items():
        if name not in known:
            raise MossaError(f"information-set search has no option {name!r}; it has {', '.join(known)}")
        if not 0 <= value <= highest(name):
            raise MossaError(
                f"the option {name} of information-set search is a number from 0 to {highest(name):.0f}, not {value}"
            )
        if name in SWITCHES and value not in (0, 1):
            raise MossaError(f"the option {name} of information-set search is 0 or 1, not {value}")
        known[name] = float(value)
    return known
