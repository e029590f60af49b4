"""OpenSpiel's games here: `mossa.game("openspiel:hex(board_size=5)")`.

A state is the list of actions so far, packed into words. OpenSpiel's own state of it is found in a table, or made again
from the actions, so that ours stays a small value that can be compared, stored and sent to another process. OpenSpiel
moves in C++ that we cannot compile along: all algorithms run interpreted on these games, also the engines.
"""

from __future__ import annotations

import random
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, NamedTuple

from mossa.core.facts import CHANCE, Facts
from mossa.core.game import Game
from mossa.core.rules import Rules
from mossa.core.scene import Cell, Piece, Scene
from mossa.kernel.binding import foreign
from mossa.kernel.errors import MossaError
from mossa.kernel.words import u64

from .extras import require

__all__ = ["load"]

LONGEST = 1024
"""Moves that a state remembers, at most."""
HELD = 20_000
"""OpenSpiel states that are held at a time."""
LOOKED_AT = 20
"""Random games that tell whether utilities are whole numbers: OpenSpiel does not."""
MOST_LOOKED_AT = 100_000
"""States that are looked at for those which a player cannot tell apart."""
WIDEST_DRAWING = 40
"""Columns of a text that is a drawing of a board."""


def load(spec: str) -> Game:
    """The game that OpenSpiel calls so, with its parameters in brackets: `hex(board_size=5)`."""
    pyspiel = require("pyspiel", "OpenSpiel", "openspiel")
    short, known = spec.partition("(")[0], set(pyspiel.registered_names())
    if short not in known:
        raise MossaError(
            f"OpenSpiel has no game {short!r}; it has {len(known)}, such as hex(board_size=5) or leduc_poker"
        )
    try:
        return _Bridge(pyspiel, spec).game()
    except pyspiel.SpielError as error:
        raise MossaError(f"OpenSpiel cannot load {spec}: {str(error).strip().splitlines()[-1]}") from None


class _Bridge:
    """One game of OpenSpiel."""

    def __init__(self, pyspiel: Any, spec: str) -> None:
        self.pyspiel, self.spec = pyspiel, spec
        self.source = pyspiel.load_game_as_turn_based(spec)
        self.kind = pyspiel.load_game(spec).get_type()
        chances, dynamics = pyspiel.GameType.ChanceMode, pyspiel.GameType.Dynamics
        if self.kind.chance_mode == chances.SAMPLED_STOCHASTIC or self.kind.dynamics == dynamics.MEAN_FIELD:
            raise MossaError(
                f"{spec} of OpenSpiel draws its chance by itself, or has no single players: it has no tree"
            )
        self.simultaneous = self.kind.dynamics == dynamics.SIMULTANEOUS
        self.hidden = self.kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        self.chance = self.kind.chance_mode != chances.DETERMINISTIC
        actions = max(self.source.num_distinct_actions(), self.source.max_chance_outcomes() if self.chance else 0)
        self.bits = max(actions, 1).bit_length()
        self.per_word = 63 // self.bits
        longest = self.source.max_game_length() + self.source.max_chance_nodes_in_history()
        self.longest = min(longest * (self.source.num_players() if self.simultaneous else 1), LONGEST)
        self.words = -(-self.longest // self.per_word)
        self.widest = actions
        self.held: OrderedDict[Any, Any] = OrderedDict()
        self.whole = self._is_whole()
        self.resamples = True
        """Can the game deal anew what a player does not know? Until it refuses."""

    def _is_whole(self) -> bool:
        """Are all utilities whole numbers, as far as random games show?"""
        rng, found = random.Random(1), [self.source.min_utility(), self.source.max_utility()]
        for _ in range(LOOKED_AT):
            theirs = self.source.new_initial_state()
            while not theirs.is_terminal():
                theirs.apply_action(rng.choice(theirs.legal_actions()))
            found += theirs.returns()
        return all(float(number).is_integer() for number in found)

    def game(self) -> Game:
        """The game with its rules."""
        module = ModuleType(f"mossa_openspiel_{re.sub(r'[^0-9A-Za-z]+', '_', self.spec)}")
        for name, value in self.functions().items():
            setattr(module, name, value)
        about = f"{self.kind.long_name}: a game of OpenSpiel, {self.spec}."
        return Game(f"openspiel:{self.spec}", self.kind.long_name, about, Rules.of([module], f"openspiel:{self.spec}"))

    def facts(self) -> Facts:
        """The facts of the game, as OpenSpiel declares them."""
        source, utilities = self.source, self.pyspiel.GameType.Utility
        low, high = source.min_utility(), source.max_utility()
        return Facts(
            players=source.num_players(),
            chance=self.chance,
            hidden=self.hidden,
            simultaneous=self.simultaneous,
            zero_sum=self.kind.utility == utilities.ZERO_SUM,
            alternate=False,
            utility=(int(low), int(high)) if self.whole else (low, high),
            widest=max(1, self.widest),
            longest=self.longest if self.longest < LONGEST else None,
            actions=max(1, source.num_distinct_actions()),
        )

    # ------------------------------------------------------------------------------------------------ states

    def actions(self, state: Any) -> list[int]:
        """The actions so far."""
        mask, found = (1 << self.bits) - 1, []
        for place in range(state.length):
            word, at = divmod(place, self.per_word)
            found.append(int(state.line[word]) >> (at * self.bits) & mask)
        return found

    def of(self, state: Any) -> Any:
        """OpenSpiel's state."""
        theirs = self.held.get(state)
        if theirs is None:
            theirs = self.source.new_initial_state()
            for action in self.actions(state):
                theirs.apply_action(action)
            self._hold(state, theirs)
        return theirs

    def _hold(self, state: Any, theirs: Any) -> None:
        self.held[state] = theirs
        if len(self.held) > HELD:
            self.held.popitem(last=False)

    def after(self, state: Any, action: int) -> Any:
        """The state after an action."""
        if state.length >= self.longest:
            raise MossaError(f"a game of openspiel:{self.spec} went on for more than {self.longest} moves")
        word, at = divmod(state.length, self.per_word)
        line = (*state.line[:word], state.line[word] | int(action) << (at * self.bits), *state.line[word + 1 :])
        found = type(state)(state.length + 1, line)
        if found not in self.held:
            theirs = self.of(state).clone()
            theirs.apply_action(int(action))
            self._hold(found, theirs)
        return found

    # ------------------------------------------------------------------------------------------------ the protocol

    def functions(self) -> dict[str, Any]:
        """What the module of a game has."""
        first = _State(0, (0,) * self.words)
        player_of_chance = int(self.pyspiel.PlayerId.CHANCE)

        def start() -> _State:
            return first

        def mover(state: _State) -> int:
            player = self.of(state).current_player()
            return CHANCE if player == player_of_chance else max(0, player)

        def moves(state: _State) -> Iterator[int]:
            yield from self.of(state).legal_actions()

        def play(state: _State, move: int) -> _State:
            found: _State = self.after(state, move)
            return found

        def is_over(state: _State) -> bool:
            return bool(self.of(state).is_terminal())

        def utility(state: _State, player: int) -> float:
            worth = float(self.of(state).returns()[player])
            return int(worth) if self.whole else worth

        def probability(state: _State, move: int) -> float:
            return float(dict(self.of(state).chance_outcomes())[move])

        def information_state(state: _State, player: int) -> str:
            return str(self.of(state).information_state_string(player))

        def redeal(state: _State, player: int, seed: u64) -> _State:
            return self.redealt(state, player, int(seed))

        def write_move(state: _State, move: int) -> str:
            theirs = self.of(state)
            return _text(theirs, theirs.current_player(), move)

        def write_position(state: _State) -> str:
            return ",".join(map(str, self.actions(state))) or "start"

        def read_position(text: str) -> _State:
            return self.read_position(text)

        def scene(state: _State, viewer: int | None) -> Scene:
            return self.scene(state, viewer)

        found: dict[str, Callable[..., Any]] = {}
        for function in (start, mover, moves, play, is_over, utility, write_move, write_position, scene):
            found[function.__name__] = function
        found["read_position"] = read_position
        if self.chance:
            found["probability"] = probability
        if self.hidden or self.simultaneous:
            if not self.kind.provides_information_state_string:
                raise MossaError(f"{self.spec} of OpenSpiel does not say what a player knows (an information state)")
            found |= {"information_state": information_state, "redeal": redeal}
        return {"FACTS": self.facts(), "State": _State, **{name: foreign(f) for name, f in found.items()}}

    def read_position(self, text: str) -> _State:
        """A position is the actions so far, as numbers with commas."""
        state = _State(0, (0,) * self.words)
        if text in ("", "start"):
            return state
        for word in text.split(","):
            theirs = self.of(state)
            legal = [] if theirs.is_terminal() else theirs.legal_actions()
            if not word.strip().isdecimal() or int(word) not in legal:
                raise MossaError(
                    f"a position of openspiel:{self.spec} is the actions so far, like 4,0,8, or start; "
                    f"{word.strip()!r} is not one of the legal ones there, {', '.join(map(str, legal))}"
                )
            state = self.after(state, int(word))
        return state

    def redealt(self, state: _State, player: int, seed: int) -> _State:
        """A state that the player cannot tell from this one, drawn with the seed."""
        rng = random.Random(seed)
        other = self._resampled(state, player, rng)
        if other is not None and self._are_alike(state, other, player):
            return other
        same = self._indistinguishable(state, player)
        return rng.choices([one for one, _ in same], [weight for _, weight in same])[0]

    def _resampled(self, state: _State, player: int, rng: random.Random) -> _State | None:
        """What OpenSpiel deals anew; None where the game cannot."""
        if not self.resamples:
            return None
        try:
            theirs = self.of(state).resample_from_infostate(player, rng.random)
        except (self.pyspiel.SpielError, RuntimeError):
            self.resamples = False
            return None
        except IndexError:  # not in every state
            return None
        found = _State(0, (0,) * self.words)
        for action in theirs.history():
            found = self.after(found, action)
        return found

    def _are_alike(self, state: _State, other: _State, player: int) -> bool:
        """Does the player know the same in both states, after as many moves, and does the same player move?"""
        one, two = self.of(state), self.of(other)
        return bool(
            state.length == other.length
            and one.current_player() == two.current_player()
            and one.information_state_string(player) == two.information_state_string(player)
        )

    def _indistinguishable(self, state: _State, player: int) -> list[tuple[_State, float]]:
        """All states that are like this one for a player, with their probabilities under random play."""
        found, looked = list[tuple[_State, float]](), 0
        stack = [(_State(0, (0,) * self.words), 1.0)]
        while stack:
            at, weight = stack.pop()
            looked += 1
            if looked > MOST_LOOKED_AT:
                raise MossaError(f"openspiel:{self.spec} is too big to deal anew what a player does not know")
            theirs = self.of(at)
            if at.length == state.length:
                if self._are_alike(state, at, player):
                    found.append((at, weight))
            elif theirs.is_chance_node():
                stack += [(self.after(at, action), weight * share) for action, share in theirs.chance_outcomes()]
            elif not theirs.is_terminal():
                legal = theirs.legal_actions()
                stack += [(self.after(at, action), weight / len(legal)) for action in legal]
        return found

    def scene(self, state: _State, viewer: int | None) -> Scene:
        """OpenSpiel's text of a state: as a board where it is a drawing, else as lines."""
        theirs = self.of(state)
        if viewer is None or not (self.hidden or self.simultaneous):
            text = str(theirs)
        else:
            text = theirs.information_state_string(viewer)
        lines = [line.rstrip() for line in text.splitlines() if line.strip()]
        drawn = len(lines) > 1 and max(map(len, lines)) <= WIDEST_DRAWING and not re.search(r"[A-Za-z]{5,}", text)
        if not drawn:
            return Scene((), tuple(lines) or (f"{state.length} moves",))
        spaced = all(set(line[1::2]) <= {" "} for line in lines if not line.startswith(" "))
        width, named = 2 if spaced else 1, self._named_places(theirs, lines)
        cells = [
            Cell(
                x / width,
                y,
                named.get((x, y), ""),
                ground="paper",
                piece=None if sign == "." else Piece(sign, _role(sign)),
            )
            for y, line in enumerate(lines)
            for x, sign in enumerate(line)
            if sign != " "
        ]
        return Scene(tuple(cells))

    def _named_places(self, theirs: Any, lines: list[str]) -> dict[tuple[int, int], str]:
        """The places of a drawing at which a move changes one sign, with the text of the move: they can be clicked."""
        found: dict[tuple[int, int], str] = {}
        if theirs.is_terminal() or theirs.is_chance_node():
            return found
        player = theirs.current_player()
        for action in theirs.legal_actions():
            after = [line.rstrip() for line in str(theirs.child(action)).splitlines() if line.strip()]
            if list(map(len, after)) == list(map(len, lines)):
                signs = [(x, y) for y, line in enumerate(lines) for x in range(len(line)) if after[y][x] != line[x]]
                if len(signs) == 1:
                    found[signs[0]] = _text(theirs, player, action)
        return found


class _State(NamedTuple):
    length: int  # how many actions so far
    line: tuple[int, ...]  # the actions, packed


def _role(sign: str) -> str:
    return "first" if sign in "xXbB" else "second" if sign in "oOwW" else "neutral"


def _text(theirs: Any, player: int, action: int) -> str:
    """An action as text, in one word."""
    return str(theirs.action_to_string(player, action)).replace(" ", "_")
