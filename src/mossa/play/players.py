"""Players by spec: `alphabeta`, `random:seed=3`, `minimax:depth=4` …, for any game."""

from __future__ import annotations

from importlib.util import find_spec

from mossa.core.game import Game
from mossa.kernel.errors import MossaError

from .alphabeta_player import ALPHABETA
from .clairvoyance_player import CLAIRVOYANCE
from .exact_player import PERFECT
from .expectimax_player import EXPECTIMAX
from .game_players import game_player_kinds
from .gtp_client import GTP
from .information_set_player import INFORMATION_SETS
from .mcts_player import MCTS
from .nplayers_player import nplayers_kinds
from .player import Player, PlayerKind
from .player_settings import did_you_mean, read_settings, split_spec
from .policy_player import POLICY
from .simple_players import HUMAN, RANDOM
from .single_agent_player import SINGLE_AGENT
from .textbook_player import textbook_kinds, textbook_names
from .uci_client import UCI
from .value_iteration_player import VALUE_ITERATION, has_rounds

__all__ = ["default_opponent", "default_player", "player", "player_kinds", "search_player", "suitable_players"]

WITHOUT_ENGINES = ("alphabeta-textbook", "expectiminimax", "maxn-textbook", "averaging", "depth-first", "mcts-textbook")
"""The default player where there are no engines: the first of these that can play a game."""
DEFAULT_WORD = "mossa"
"""The name in a spec that means the default player of the game."""


def player_kinds(game: Game) -> dict[str, PlayerKind]:
    """All kinds of players by name, with those of the game's package; without NumPy those of the textbook."""
    exact, sampling = (VALUE_ITERATION, PERFECT, POLICY), (INFORMATION_SETS, CLAIRVOYANCE)
    if find_spec("numpy") is None:  # in a browser: what the engines' memory is made of is not there
        return textbook_kinds() | {kind.name: kind for kind in (RANDOM, HUMAN)}
    general = (ALPHABETA, MCTS, EXPECTIMAX, SINGLE_AGENT, *exact, *sampling, UCI, GTP)
    found = {kind.name: kind for kind in general} | nplayers_kinds() | textbook_kinds() | game_player_kinds(game)
    return found | {kind.name: kind for kind in (RANDOM, HUMAN)}


def suitable_players(game: Game) -> tuple[str, ...]:
    """The names of the players that can play a game, the default one first."""
    names = [name for name, kind in player_kinds(game).items() if not kind.refuses(game)]
    first = default_player(game)
    return (first, *(name for name in names if name != first))


def player(spec: str, game: Game) -> Player:
    """The player that a spec names, for one game; `mossa` is the default player of the game.

    >>> import mossa
    >>> player("random:seed=3", mossa.game("tictactoe")).spec
    'random:seed=3'

    Settings without a name (`elo=1500`) go to the first suitable player that has them. The names that courses give the
    algorithms of the textbook (`MinimaxDecision`) mean those.
    """
    name, given = split_spec(spec)
    name = default_player(game) if name == DEFAULT_WORD else name
    known = player_kinds(game)
    if given and not name:
        having = (one for one in suitable_players(game) if given.keys() <= known[one].settings.keys())
        name = next(having, default_player(game))
    if name not in known:
        name = next((one for one in textbook_names(name) if one in known), name)
    if name not in known:
        raise MossaError(
            f"there is no player {name!r}{did_you_mean(name, known)}; players: {', '.join(suitable_players(game))}"
        )
    kind = known[name]
    settings = read_settings(name, given, kind.settings, kind.other_setting)
    why_not = kind.refuses(game)
    if why_not:
        raise MossaError(f"{name} cannot play {game.name}: {why_not}; players: {', '.join(suitable_players(game))}")
    return kind.make(game, spec, settings)


def default_player(game: Game) -> str:
    """The name of the player that suits a game best, by its facts."""
    known = player_kinds(game)
    if ALPHABETA.name not in known:
        return next((name for name in WITHOUT_ENGINES if not known[name].refuses(game)), RANDOM.name)
    special = game_player_kinds(game)
    if special:
        return next(iter([*named_players(game), *special]))
    facts, found = game.facts, search_player(game)
    if not facts.perfect and not has_rounds(game):
        return found if found in named_players(game) else POLICY.name
    estimated = found == EXPECTIMAX.name and game.rules.estimate is not None
    named = found in named_players(game)
    if named or estimated or found in (ALPHABETA.name, SINGLE_AGENT.name) or VALUE_ITERATION.refuses(game):
        return found
    return VALUE_ITERATION.name


def search_player(game: Game) -> str:
    """The name of the player that suits a game best and does not need all of its positions: that which the game names
    (`PLAYER`), else by its facts."""
    chosen = ["alphabeta", "single-agent", "mcts", "expectimax", "maxn", "is-mcts"]
    if game.rules.estimate is not None:
        chosen.insert(0, "expectimax")
    known = player_kinds(game)
    return next((name for name in [*named_players(game), *chosen] if not known[name].refuses(game)), "random")


def named_players(game: Game) -> list[str]:
    """The player that a game names, if it does."""
    named = [vars(module)["PLAYER"] for module in game.modules if "PLAYER" in vars(module)]
    known = player_kinds(game)
    for name in named:
        if name not in known:
            raise MossaError(
                f"{game.name} says PLAYER = {name!r}: there is no such player; players: {', '.join(known)}"
            )
    return named


def default_opponent(game: Game) -> str:
    """The spec of the default opponent of a person: the default player, with its opening book where there is one."""
    name = default_player(game)
    return f"{name}:book=true" if name == ALPHABETA.name and game.extra("book_move", "book") is not None else name
