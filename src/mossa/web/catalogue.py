"""What pages may ask for: the registered games and the files named on the command line, within limits."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from mossa.core.features import features_of
from mossa.core.game import Game
from mossa.core.parameters import split_game
from mossa.core.position import Position
from mossa.core.registry import game as load_game
from mossa.core.registry import names
from mossa.kernel.errors import MossaError
from mossa.play.alphabeta_player import refuses_alphabeta
from mossa.play.game_players import game_player_kinds
from mossa.play.limited_strength import measured_scale
from mossa.play.player_settings import did_you_mean, split_spec
from mossa.play.players import default_player, player, player_kinds, suitable_players
from mossa.play.seeded_random import derive_seed
from mossa.play.textbook_player import textbook_kinds

from .scene_json import draw_scene

__all__ = ["Catalogue"]

log = logging.getLogger("mossa.web")

ALLOWED_KINDS = (
    "alphabeta",
    "expectimax",
    "mcts",
    "maxn",
    "paranoid",
    "best-reply",
    "value-iteration",
    "single-agent",
    "perfect",
    "policy",
    "is-mcts",
    "clairvoyance",
    "random",
    "human",
)
"""Players that a page may name, with those of the textbook and of the game. None of them starts another program."""
MOST = {"time": 60.0, "memory": 64, "threads": os.cpu_count() or 1, "states": 3_000_000}
"""The greatest settings of a player that a page may ask for."""
MOST_LOADED = 1000
"""The number of games with other parameters that one server loads: each stays in memory."""
MOST_OF_ONE = 250
"""Those of them that one visitor may ask for, so that none takes the place of all others."""
LEVELS = (2400, 2100, 1800, 1500, 1200, 900, 600)
"""Elo of the opponents that a page offers beside the full strength."""
FOR_MANY = ("maxn", "maxn-shallow", "paranoid", "best-reply", "cooperative")
"""Players for games of three and more: in a game of two they are minimax, and the page does not offer them there."""
ENOUGH_PIECES = 4
"""A board with this many pieces shows which game it is."""
MOST_SAMPLED = 14
"""The most moves made for a picture."""
SAMPLE_SEED = 2
"""The seed of the moves in the pictures."""
LONGEST_SPEC = 2000
"""The greatest length of the spec of a game, in characters."""


class Catalogue:
    """The games of the site."""

    def __init__(self, files: Sequence[str] = (), elsewhere: Mapping[str, dict[str, Any]] | None = None) -> None:
        self.files = {load_game(file).name: file for file in files}  # errors in files appear before the site starts
        self.elsewhere = elsewhere or {}
        """What the first page shows of the games that other processes play, by name."""
        self._loaded: dict[str, str] = {}
        """The games with other parameters, and which visitor asked for each first."""
        self._lock = threading.Lock()

    def names(self) -> tuple[str, ...]:
        """The user-defined games first."""
        return (*self.elsewhere, *self.files, *names())

    def is_elsewhere(self, spec: str) -> bool:
        """Does another process play this game?"""
        path, py, _ = spec.partition(".py")
        return spec in self.elsewhere or path + py in self.elsewhere

    def game(self, spec: str, visitor: str = "") -> Game:
        """The game that the page of a visitor names; a path is a name only if the command line gave it."""
        name, settings = split_game(spec)
        if name not in self.names() and name not in {split_game(own)[0] for own in self.files}:
            known = [os.path.basename(one) for one in self.names()]
            raise MossaError(f"there is no game {name[:40]!r}{did_you_mean(name, known)}; games: {', '.join(known)}")
        if len(spec) > LONGEST_SPEC:
            raise MossaError(f"the settings of a game are {LONGEST_SPEC} characters at most")
        if self.is_elsewhere(spec):
            raise MossaError(f"the rules of {os.path.basename(name)} are in a process of their own")
        with self._lock:
            new = bool(settings) and spec not in self._loaded
            if new and len(self._loaded) >= MOST_LOADED:
                raise MossaError("this server has loaded too many games with settings of their own: start it again")
            if new and visitor and list(self._loaded.values()).count(visitor) >= MOST_OF_ONE:
                raise MossaError(
                    f"you have asked for {MOST_OF_ONE} games with settings of their own: play one of those"
                )
            loaded = load_game(spec)
            if new:
                self._loaded[spec] = visitor
            return loaded

    def check_player(self, spec: str, game: Game) -> str:
        """The spec of a player, if a page may ask for it."""
        name, settings = split_spec(spec)
        if name in player_kinds(game) and name not in {*ALLOWED_KINDS, *textbook_kinds(), *game_player_kinds(game)}:
            raise MossaError(f"the player {name} is not for pages: use `mossa play`")
        if "weights" in settings:
            raise MossaError(f"the player {name} reads no files for pages: leave weights out")
        if settings.get("network", "true") not in ("true", "false"):
            raise MossaError(f"the player {name} reads no files for pages: network is true or false")
        made = player(spec, game)
        for key, most in MOST.items():
            if key in settings and made.settings[key] > most:
                raise MossaError(f"player {name}: {key} is {most:g} at most here, not {settings[key]}")
        return spec.strip()

    def describe_all(self) -> list[dict[str, Any]]:
        """What the first page shows. A game that cannot be loaded is left out, and harms no other."""
        found = []
        for name in self.names():
            try:
                found.append(self.describe(name))
            except Exception as error:
                log.warning("%s is left out: %s", name, error)
        return found

    def describe(self, name: str) -> dict[str, Any]:
        """What the first page shows of a game."""
        if name in self.elsewhere:
            return self.elsewhere[name]
        game = self.game(name)
        facts, offered = game.facts, game.extra("SITE_SETTINGS", "rules") or {}
        settings = ",".join(f"{setting}={value}" for setting, value in offered.items())
        return {
            "name": game.name,
            "title": game.title,
            "about": game.about,
            "kind": facts.kind,
            "players": list(game.rules.player_names),
            "perfect": facts.perfect,
            "chance": facts.chance,
            "own": name in self.files,
            "searchable": not refuses_alphabeta(game),
            "features": features_of(game) is not None and not refuses_alphabeta(game),
            "scene": draw_scene(_sample_position(game).scene()),
            "opponents": self._opponents(self.game(f"{name}:{settings}") if offered else game),
            "parameters": [
                {
                    "name": one.name,
                    "value": one.value,
                    "offered": offered.get(one.name, one.value),
                    "about": one.about,
                    "least": one.least,
                    "most": one.most,
                }
                for one in game.parameters.values()
            ],
        }

    def _opponents(self, game: Game) -> list[dict[str, Any]]:
        """The opponents that a page offers: a few that suit everybody, and `more`, the other players of the game."""
        known, first = player_kinds(game), default_player(game)
        few = [first]
        if first == "alphabeta":
            scale = measured_scale(game)
            few += [f"elo={elo}" for elo in LEVELS if scale.measured and elo <= scale.full]
            few += [f"alphabeta:depth={depth}" for depth in (6, 3, 1)]
        if first == "expectimax":
            few += [f"expectimax:depth={depth}" for depth in (2, 1)]
        few.append("random")
        allowed = {*ALLOWED_KINDS, *textbook_kinds(), *game_player_kinds(game)}
        if game.facts.players == 2:
            allowed -= {*FOR_MANY, *(f"{name}-textbook" for name in FOR_MANY)}
        others = [name for name in suitable_players(game) if name in allowed - {*few, "human", "perfect"}]
        return [
            {"spec": spec, "about": known[spec].about if spec in known else "", "more": spec in others}
            for spec in (*few, *others)
        ]


def _sample_position(game: Game) -> Position:
    """A position whose picture shows which game it is: the first one, or if nearly empty, one some moves later."""
    at = game.start()
    if sum(cell.piece is not None for cell in at.scene().cells) >= ENOUGH_PIECES:
        return at
    for ply in range(min(MOST_SAMPLED, max(4, game.facts.horizon // 3))):
        if at.is_over:
            break
        at = at.play(at.legal[derive_seed(SAMPLE_SEED, ply) % len(at.legal)])
    return at
