"""The options of Monte Carlo tree search. This is the engine's only table of parameters."""

from __future__ import annotations

from mossa.core.game import Game
from mossa.kernel.errors import MossaError

__all__ = ["NUMBERS", "SIMULATED", "SWITCHES", "chosen_options", "game_options"]

SWITCHES: dict[str, tuple[int, str]] = {
    "proofs": (1, "back up proven wins, losses and draws, and search no solved node again"),
    "knowledge": (1, "ask the game's `bounds` at every new node"),
    "guided": (1, "let the game choose the moves of a simulation, where it can"),
}
"""Option → (default, what it switches on)."""

NUMBERS: dict[str, tuple[float, str]] = {
    "exploration": (0.7, "C of UCB1 and of PUCT, for utilities from 0 to 1"),
    "horizon": (0, "moves after which a simulation is estimated; 0: it goes on to the end"),
    "rave": (0, "visits at which a move's own mean counts as much as RAVE's; 0: no RAVE"),
    "spread": (0.6, "of several threads: how much more the last one explores than the first, so that their ways part"),
    "virtual_loss": (
        1.0,
        "results of the worst kind that a simulation counts as while it runs, or waits for a network",
    ),
    "gumbel": (0, "moves that a Gumbel root considers, by sequential halving; 0: the root is like all nodes"),
    "noise": (
        0.0,
        "how random the root is, for self-play: of Gumbel numbers the scale, else the share of Dirichlet noise",
    ),
    "urgency": (
        0.1,
        "with a network: how much worse than its sisters an untried move counts, for utilities from 0 to 1",
    ),
    "batch": (16, "with a network: states that it is asked about at once"),
}
"""Option → (default, what it is). They are 0 or more."""


MOST_AT_ONCE = 4096
"""The greatest batch."""

SIMULATED = ("rave", "horizon", "guided")
"""Options of simulations, which a network stands for."""


def game_options(game: Game, network: bool = False) -> dict[str, float]:
    """What suits a game better than the defaults, by the dictionary `MONTE_CARLO` in one of its modules.

    >>> import mossa
    >>> game_options(mossa.game("hex")), game_options(mossa.game("othello"))
    ({'rave': 300}, {})
    """
    found: dict[str, float] = {}
    for module in game.modules:
        found |= vars(module).get("MONTE_CARLO", {})
    return {name: value for name, value in found.items() if not network or name not in SIMULATED}


def chosen_options(game: Game, given: dict[str, float], network: bool = False) -> dict[str, float]:
    """The value of every option: those given, else the game's, else the defaults; a wrong one is refused."""
    known = {name: float(default) for name, (default, _) in (SWITCHES | NUMBERS).items()}
    for name, value in (game_options(game, network) | given).items():
        if name not in known:
            raise MossaError(f"Monte Carlo tree search has no option {name!r}; it has {', '.join(known)}")
        if not 0 <= value <= 1e6:
            raise MossaError(f"the option {name} of Monte Carlo tree search is a number from 0 to 1000000, not {value}")
        if name in SWITCHES and value not in (0, 1):
            raise MossaError(f"the option {name} of Monte Carlo tree search is 0 or 1, not {value}")
        if network and name in SIMULATED and value != 0:
            raise MossaError(f"{name} is for random simulations, and with a network there are none")
        known[name] = float(value)
    if not 1 <= known["batch"] <= MOST_AT_ONCE:
        raise MossaError(f"the option batch of Monte Carlo tree search is 1 to {MOST_AT_ONCE}, not {known['batch']:g}")
    if known["gumbel"] == 0 and known["noise"] > 1:
        raise MossaError(f"the option noise is a share from 0 to 1, not {known['noise']:g}")
    facts = game.facts
    if facts.players > 2 or (facts.players == 2 and not facts.zero_sum):
        known["proofs"] = known["knowledge"] = 0.0
    return known
