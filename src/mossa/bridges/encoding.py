"""A game in arrays: a fixed action space, and what a player sees.

*Actions.* `Facts(actions=…)` says how many there are, and the game's `action(state, move)` which one a move is; by
default the move itself. Without `actions`, a small `greatest_move` bounds the moves.

*Observations.* A game with `features(state)` shows those, from the mover's side, to the player who is to move, and
zeros to all others. Any other game shows the bits of all numbers that a player knows: a row of 64 for each number of
the state, or, where something is hidden, of his `information_state`, with zeros up to the most that players know.
A bitboard is then a plane of its squares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mossa.core.facts import NARROW
from mossa.core.game import Game
from mossa.core.network_rules import NetworkRules, features_of_states, network_kernel
from mossa.core.position import Position
from mossa.kernel.binding import slot
from mossa.kernel.errors import MossaError
from mossa.kernel.layout import flatten
from mossa.kernel.memory import Float32s

if TYPE_CHECKING:
    import numpy as np

__all__ = ["MOST_ACTIONS", "Encoding"]

network: NetworkRules = slot("network")

MOST_ACTIONS = 1 << 16
"""A game with more actions has no action space that is of use."""
BITS = 64
"""Of a number."""
GAMES, MOVES = 20, 200
"""Random games, and moves of each, that show how much players know."""


def show(state: Any, features: Float32s) -> int:
    """Write the features of a state into a vector; how many there are."""
    return network.features(state, features, 0)


class Encoding:
    """The actions and observations of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        facts = game.facts
        declared = facts.greatest_move + 1 if facts.greatest_move < NARROW else 0
        self.actions = facts.actions or declared
        """How many actions there are, numbered from 0."""
        if not 0 < self.actions <= MOST_ACTIONS:
            raise MossaError(
                f"{game.name} has no fixed action space: its facts say neither actions=… nor a small greatest_move"
            )
        self.shape: tuple[int, ...] = facts.features or (self._numbers(), BITS)
        """The shape of an observation."""
        self.bits = facts.features is None
        """Is an observation of bits, and not of the game's features?"""
        if not self.bits:
            features_of_states(game, [] if game.start().is_chance else [game.rules.start()])  # they fit the shape
            self._show = network_kernel(show, game)

    def __deepcopy__(self, memo: Any) -> Encoding:
        return self  # it never changes

    def action(self, position: Position, move: int) -> int:
        """The action that a legal move is."""
        number = int(self.game.rules.action(position.state, move))
        if not 0 <= number < self.actions:
            raise MossaError(f"{self.game.name} has {self.actions} actions, but the move {move} is number {number}")
        return number

    def moves(self, position: Position) -> dict[int, int]:
        """Action → move, for the legal moves of a player; a position is asked only once."""
        kept = vars(position)
        if "actions" not in kept:
            kept["actions"] = {self.action(position, move): move for move in position.legal}
        found: dict[int, int] = kept["actions"]
        return found

    def mask(self, position: Position) -> np.ndarray[Any, Any]:
        """1 for each action that is a legal move here, else 0."""
        import numpy as np

        mask = np.zeros(self.actions, np.int8)
        if not position.is_over and not position.is_chance:
            mask[list(self.moves(position))] = 1
        return mask

    def observe(self, position: Position, player: int) -> np.ndarray[Any, Any]:
        """What a player sees of a position."""
        import numpy as np

        if self.bits:
            numbers = self._known(position, player)
            if len(numbers) > self.shape[0]:
                raise MossaError(f"{self.game.name} shows its players {len(numbers)} numbers here, not {self.shape[0]}")
            numbers += [0] * (self.shape[0] - len(numbers))
            words = np.array([number & (2**BITS - 1) for number in numbers], np.uint64).reshape(-1, 1)
            return (words >> np.arange(BITS, dtype=np.uint64) & np.uint64(1)).astype(np.int8)
        if position.is_over or position.mover != player:
            return np.zeros(self.shape, np.float32)
        features = Float32s(self.game.facts.inputs)
        self._show(position.state, features)
        return features.array.reshape(self.shape)

    def _known(self, position: Position, player: int) -> list[int]:
        """The numbers that a player knows of a position."""
        rules = self.game.rules
        known = position.state if rules.information_state is None else rules.information_state(position.state, player)
        numbers = flatten(known)
        if not all(isinstance(number, int) for number in numbers):
            raise MossaError(f"what a player of {self.game.name} knows is not made of numbers: it cannot be an array")
        return [int(number) for number in numbers]

    def _numbers(self) -> int:
        """The most numbers that a player knows: of a state always as many, of what is known as random games show."""
        start = self.game.start()
        if self.game.facts.perfect:
            return len(flatten(start.state))
        ends = [games.position(i) for games in [start.playout(GAMES, longest=MOVES)] for i in range(GAMES)]
        players = range(self.game.facts.players)
        return max(len(self._known(at, player)) for end in ends for at in end.line for player in players)
