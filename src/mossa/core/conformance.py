"""The conformance test, which every registered game and every user-defined game must pass (`mossa check`).

`check(game)` plays random games and tests at every state what the protocol promises and the facts declare; then it
compiles the rules and compares them, state by state, with the interpreted ones.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path

from mossa.kernel.endless import LONGEST_CALL, Watchdog
from mossa.kernel.errors import MossaError
from mossa.kernel.specialise import has_compiler
from mossa.kernel.words import u64

from .compiled_check import compare
from .facts_check import beyond_facts
from .game import Game
from .keys_check import KeysCheck
from .position import Position
from .samples_check import SamplesCheck
from .secrets_check import SecretsCheck, View
from .state_tests import TESTS, VITAL

__all__ = ["FACTS", "KEYS", "SAMPLES", "SECRETS", "SETTINGS", "START", "ConformanceReport", "check", "glaring_fault"]

START = "a game begins in one state"
"""The test that asks for the first state again and again."""
BEGINNINGS = 20
"""How often."""

FACTS = "nothing goes beyond widest and longest"
"""The test that looks for states and games beyond the declared bounds."""

KEYS = "states of one key are worth the same"
"""The test that compares the values of states with one key."""

SECRETS = "players see only what they know"
"""The test that compares what a player sees in states that he cannot tell apart."""

SAMPLES = "chance is drawn as it is listed"
"""The test that draws outcomes of chance."""

SETTINGS = "settings are those of the engines"
"""The test of what a game says to the engines beside its functions."""

MOST_PLIES = 1000
"""A random game without a declared bound is left after this many moves."""
GLANCE = 1000
"""How many moves `glaring_fault` looks at, so that it takes a fraction of a second."""
GLANCED_GAMES = 3
"""The random games of `glaring_fault`."""
THOROUGH = 4000
"""Legal moves of all tested states: enough for every state of twenty games of Connect Four, or of a few of chess."""


@dataclass
class ConformanceReport:
    """The tests that passed, and the faults."""

    game: str
    games: int = 0
    states: int = 0
    passed: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Has no test failed?"""
        return not self.faults

    @property
    def lines(self) -> list[str]:
        """The report as text."""
        return [*(f"ok    {name}" for name in self.passed), *(f"WRONG {fault}" for fault in self.faults)]


def check(
    game: Game,
    *,
    games: int = 20,
    seed: int = 1,
    thorough: int = THOROUGH,
    compiled: bool = True,
    on_check: Callable[[str], None] | None = None,
    views: Mapping[str, View] | None = None,
    settings: Callable[[Game], Iterator[str]] | None = None,
) -> ConformanceReport:
    """Play random games, test the contracts of the protocol, and report the first fault of each kind, with the moves
    that led to it. In a game with hidden information, `views` are what programs show a player: they keep its secrets.
    `settings` tells what the engines cannot take of a game's settings for them.

    All states are tested until their moves add up to `thorough`; after that only ends, and one state in ten.
    """
    with Watchdog(LONGEST_CALL):
        report = _check(game, games, seed, thorough, compiled, on_check or (lambda line: None), views or {})
        if settings is not None:
            wrong = [f"{SETTINGS}: {fault}" for fault in settings(game)]
            report.faults.extend(wrong[:1])
            report.passed.extend([] if wrong else [SETTINGS])
        return report


def _check(
    game: Game,
    games: int,
    seed: int,
    thorough: int,
    compiled: bool,
    say: Callable[[str], None],
    views: Mapping[str, View],
) -> ConformanceReport:
    random_games = _RandomGames(game, thorough, views)
    faults = random_games.faults
    played = 0
    try:
        for number in range(games):
            say(f"random game {number + 1} of {games}")
            random_games.play(random.Random(f"{seed} {number}"))
            played += 1
        another = _another_beginning(game)
        if another is not None:
            faults[START] = f"{START}: {another}"
        if not faults:
            say("games beyond the declared bounds")
            faults.update((FACTS, f"{FACTS}: {fault}") for fault in beyond_facts(game, 10 * thorough))
    except _VitalFault:
        pass
    except Exception as error:
        sentence = str(error) if isinstance(error, MossaError) else _located(error, game)
        faults["games can be played"] = f"games can be played: {sentence}"
    passed = [name for name in (START, *random_games.tests, FACTS) if name not in faults]
    if compiled and has_compiler() and not faults:
        say("compiled rules")
        name = "compiled rules equal interpreted ones"
        try:
            fault = compare(game, ((position.state, partial(_path, position)) for position in random_games.visited))
        except Exception as error:
            fault = str(error) if isinstance(error, MossaError) else _located(error, game)
        if fault is None:
            passed.append(name)
        else:
            faults[name] = f"{name}: {fault}"
    return ConformanceReport(game.name, played, len(random_games.visited), passed, list(faults.values()))


@lru_cache(maxsize=64)
def glaring_fault(game: Game) -> str:
    """A fault that makes searches of a game wrong, if a fraction of a second is enough to find one; else an empty text.

    It tests what the engines rely on and never check: the key of the transposition table, `widest` and `longest`.
    """
    another = _another_beginning(game)
    if another is not None:
        return another
    random_games = _RandomGames(game, GLANCE, {})
    random_games.tests, test = {}, KeysCheck(10 * GLANCE)
    try:
        if any("key" in vars(module) for module in game.modules):  # the default is a hash of all fields
            for number in range(GLANCED_GAMES):
                random_games.play(random.Random(f"glance {number}"))
        for at in random_games.visited[::-1]:  # from the last states back: values are soon known near the end
            for fault in test(at):
                return f"{KEYS}: {fault}"
        beyond = next(beyond_facts(game, GLANCE), None)
    except MossaError as error:
        return str(error)
    except Exception:  # the search will meet the same exception and report it
        return ""
    return beyond or ""


def _another_beginning(game: Game) -> str | None:
    """A second state in which the game begins, if it has one."""
    first = game.rules.start()
    for _ in range(BEGINNINGS):
        other = game.rules.start()
        if other != first:
            gives = f"start gives {tuple(first)} and then {tuple(other)}"
            return f"{gives}: what is drawn at the beginning is a move of chance"
    return None


class _RandomGames:
    """Plays random games and tests their states."""

    def __init__(self, game: Game, thorough: int, views: Mapping[str, View]) -> None:
        self.game, self.thorough = game, thorough
        self.tests: dict[str, Callable[[Position], Iterator[str]]] = {
            SAMPLES: SamplesCheck(),
            **TESTS,
            KEYS: KeysCheck(),
            SECRETS: SecretsCheck(views),
        }
        self.visited: list[Position] = []
        self.faults: dict[str, str] = {}

    def play(self, chooser: random.Random) -> None:
        """One game to its end."""
        at, facts = self.game.start(), self.game.facts
        longest = facts.longest or MOST_PLIES
        for _ in range(longest + 1):
            if self.thorough > 0 or at.is_over or chooser.random() < 0.1:
                self.test(at)
                self.thorough -= len(at.legal)
            if at.is_over:
                return
            if not at.legal:
                none = "allowed forbids every move" if self.game.rules.own else "there are no moves"
                raise MossaError(f"is_over says no, yet {none}, after [{_path(at)}]")
            at = Position(self.game, self.game.rules.play(at.state, move := self._drawn(at, chooser)), at, move)
        if facts.longest is not None:
            raise MossaError(f"a game lasts more than the declared longest {longest} moves, after [{_path(at)}]")

    def _drawn(self, at: Position, chooser: random.Random) -> int:
        """A move, or an outcome of chance."""
        sample = self.game.rules.sample
        if at.is_sampled and sample is not None:
            return sample(at.state, u64(chooser.getrandbits(64)))
        return chooser.choice(at.legal)

    def test(self, position: Position) -> None:
        """Run all tests that have found no fault yet."""
        self.visited.append(position)
        for name, test in self.tests.items():
            if name in self.faults:
                continue
            try:
                fault = next(test(position), None)
            except MossaError as error:
                fault = str(error)
            except Exception as error:  # a bug in the user's rules: say where
                fault = _located(error, self.game)
            if fault is not None:
                self.faults[name] = f"{name}: {fault}, after [{_path(position)}]"
                if name in VITAL:
                    raise _VitalFault


class _VitalFault(Exception):
    """The other tests would only find the same fault again."""


def _path(position: Position) -> str:
    """The moves that led to a position, as numbers, since writing them as text is under test."""
    moves: list[str] = []
    at: Position | None = position
    while at is not None and at.last is not None:
        moves.append(str(at.last))
        at = at.parent
    return " ".join(moves[::-1])


def _located(error: Exception, game: Game) -> str:
    """An exception in the rules, with the innermost line of the game's own files that led to it."""
    folders = {Path(module.__file__).parent for module in game.modules if getattr(module, "__file__", None)}
    frames = [f for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).parent in folders]
    where = f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}: " if frames else ""
    return f"{where}{type(error).__name__}: {error}"
