"""The protocol: the optional functions of a game, in groups by what they are for.

A game is a module (or a package of a few) with these names at its top level, beside the few that every game has
(`REQUIRED`). They are pure functions in the compiled subset of Python. `docs/protocol.md` is the reader's guide, in the
same groups and order; this file is the authority.

An optional function is declared here and nowhere else: its name, signature and contract, and as its body the function
that stands for it in a game without it. What the interpreted algorithms see (`Rules` in `rules.py`) and what the
compiled engines see (`KernelRules` in `kernel_rules.py`) follows from these declarations; `declarations.py` says how.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from mossa.kernel.layout import flatten
from mossa.kernel.memory import Struct
from mossa.kernel.words import u64

from .declarations import all_moves_by_default, interpreted, optional, optional_moves
from .default_scene import state_scene
from .line import Line
from .scene import Draft, Scene

__all__ = ["GROUPS", "OPTIONAL", "REQUIRED", "NoScratch", "State"]

State = Any
"""A NamedTuple that the game defines; the engines never look inside."""

REQUIRED = ("FACTS", "start", "mover", "moves", "play", "utility")


# --------------------------------------------------------------------------------------------- The optional functions
#
# @optional         None in `Rules` if the game does not define it; the compiled engines then call the body
# @optional_moves   likewise, for a generator of moves
# @interpreted      None in `Rules` if the game does not define it; the engines do not see it under this name
# @staticmethod     alone: the body is the default everywhere


class EndsAndKeys:
    """Ends and keys."""

    @staticmethod
    def is_over(state: State) -> bool:
        """Has the game ended? By default: there are no moves. If defined, `moves` is only called before the end."""
        raise NotImplementedError  # `Rules` makes the default from `moves` and `is_drawn`

    @interpreted
    @staticmethod
    def is_drawn(state: State) -> bool:
        """In place of `is_over`: is the game a draw although there are moves? (perft counts on, as is the custom.)"""
        raise NotImplementedError

    @interpreted
    @staticmethod
    def score(state: State, player: int) -> int:
        """The end on the game's own integer scale, which the engines maximise in place of the utility."""
        raise NotImplementedError

    @staticmethod
    def key(state: State) -> u64:
        """The key of the transposition table: states with the same key have the same value (mirror images may share
        one). By default a hash of all fields."""
        raise NotImplementedError  # `Rules.of` makes the default from the shape of the first state

    @optional
    @staticmethod
    def reversible(state: State) -> int:
        """How many of the last plies could be undone by play: no state further back can occur again."""
        return 1 << 20


class TheLineSoFar:
    """The line so far."""

    @interpreted
    @staticmethod
    def allowed(state: State, move: int, line: Line) -> bool:
        """May this one of `moves` be played after this line? `seen(line, key)` says whether a state with this key
        occurs in it."""
        raise NotImplementedError

    @interpreted
    @staticmethod
    def line_key(state: State) -> u64:
        """The key by which the line remembers a state. By default `key`."""
        raise NotImplementedError


class Chance:
    """Chance."""

    @optional
    @staticmethod
    def probability(state: State, move: int) -> float:
        """The probability of a chance outcome; those of one state add up to 1."""
        return 1.0

    @optional
    @staticmethod
    def sample(state: State, seed: u64) -> int:
        """An outcome of a chance state, drawn with the seed. Without `probability` the outcomes are not listed: `moves`
        is not called where chance moves, and an outcome is any number below 2**62 that `play` understands."""
        return 0


class Teams:
    """Teams."""

    @optional
    @staticmethod
    def side(player: int) -> int:
        """The side that a player is on, from 0: partners share it, and at every end they get the same utility. By
        default each player is a side of his own."""
        return player


class HiddenInformation:
    """Hidden information."""

    @interpreted
    @staticmethod
    def information_state(state: State, player: int) -> Any:
        """What a player knows: equal for two states exactly if the player cannot tell them apart (perfect recall)."""
        raise NotImplementedError

    @interpreted
    @staticmethod
    def redeal(state: State, player: int, seed: u64) -> State:
        """A random full state, drawn with the seed, that agrees with what the player knows."""
        raise NotImplementedError


class TextAndPictures:
    """Text and pictures."""

    @staticmethod
    def write_move(state: State, move: int) -> str:
        """A move as text."""
        return str(move)

    @interpreted
    @staticmethod
    def read_move(state: State, text: str) -> int:
        """The move that a text means. It raises MossaError, or returns a number that need not be legal. By default: the
        legal move with this text."""
        raise NotImplementedError

    @staticmethod
    def write_position(state: State) -> str:
        """A state as text. By default its numbers with commas."""
        return ",".join(map(str, flatten(state)))

    @staticmethod
    def read_position(text: str) -> State:
        """The inverse of `write_position`."""
        raise NotImplementedError  # `Rules.of` makes the default from the shape of the first state

    @staticmethod
    def scene(state: State, viewer: int | None) -> Scene:
        """The board as a player sees it; for None, as an onlooker who sees everything. By default a table: of the
        fields, or of what `information_state` says that the player knows."""
        return state_scene(state)  # with hidden information, `Rules.of` makes the other table the default

    @interpreted
    @staticmethod
    def draft(state: State, made: tuple[str, ...], viewer: int | None) -> Draft:
        """A move that people put together from parts (half moves, jumps, pegs), after these of its parts, as a player
        sees it. Without parts at the start, and by default, a move is made at once."""
        raise NotImplementedError  # who asks sees that it is None in `Rules`

    player_names: tuple[str, ...] = ()
    """What the players are called. By default `player 1`, `player 2` …"""


class NoScratch(Struct):
    """The scratch memory of a game that needs none."""


class Evaluation:
    """Evaluation."""

    @optional
    @staticmethod
    def evaluate(state: State) -> int:
        """The static evaluation of an unfinished state for the mover, an integer; see `mossa.search.common.scores`."""
        return 0

    @optional
    @staticmethod
    def expected(score: int) -> float:
        """What a score of `evaluate`, or of a search, lets its side expect of an unfinished game: −1 for a sure loss to
        +1 for a sure win. By default 2 / (1 + 10^(−score / 400)) − 1."""
        return math.tanh(score * math.log(10.0) / 800.0)  # which does not overflow

    @optional
    @staticmethod
    def structure(state: State) -> int:
        """The part of `evaluate` that few moves change (in chess: pawns and kings). The engines store it by its key."""
        return 0

    @optional
    @staticmethod
    def structure_key(state: State) -> u64:
        """States with the same key have the same structure."""
        return u64(0)

    @optional
    @staticmethod
    def evaluate_with_structure(state: State, structure: int) -> int:
        """`evaluate(state)`, where `structure(state)` is known."""
        return 0

    @optional
    @staticmethod
    def correction_keys(state: State) -> tuple[u64, ...]:
        """The keys of correction history, always equally many: states that share one are estimated wrong in the same
        way (in chess: those with the same pawns, with White's pieces on the same squares, with Black's)."""
        return (u64(0),)

    @optional
    @staticmethod
    def refine(state: State, scratch: Any) -> int:
        """What a more expensive evaluation (a network) adds to `evaluate`, which alone stays easy to explain."""
        return 0

    @optional
    @staticmethod
    def estimate(state: State, player: int, scratch: Any) -> float:
        """The expected utility of an unfinished state for a player, also where chance moves."""
        return 0.0

    scratch: Callable[[], Struct] = NoScratch
    """Makes the scratch memory of `refine` and `estimate`, one for each thread: what the last call left there may save
    work, and never changes a result."""


class MoveOrdering:
    """Move ordering."""

    @optional
    @staticmethod
    def order(state: State, move: int) -> int:
        """How promising a move looks, within ±2**15: greater is tried earlier."""
        return 0

    @optional
    @staticmethod
    def costly_order(state: State, move: int) -> int:
        """A more expensive opinion of a move, added to `order` near the root; on the same scale."""
        return 0

    @staticmethod
    def history_index(state: State, move: int) -> int:
        """The index of a move in history heuristic tables, from 0 on. By default the move itself, or 12 bits of a hash
        of it if it may have more than 24."""
        return move


class Simulation:
    """Simulation."""

    @optional
    @staticmethod
    def rollout_move(state: State, seed: u64) -> int:
        """A legal move for a simulated game, drawn with the seed: likely a better one than a move at random, and found
        quickly. By default all moves are equally likely. Not called where chance moves."""
        return 0


class Networks:
    """Networks."""

    @interpreted
    @staticmethod
    def features(state: State) -> Iterator[float]:
        """The input of a network: a generator that yields the numbers of a state as the mover sees it, as many as the
        shape FACTS.features has. Not called where chance moves, nor at the end."""
        raise NotImplementedError

    @staticmethod
    def action(state: State, move: int) -> int:
        """Which output of a network's policy a legal move is, from 0 to FACTS.actions − 1: another one for each legal
        move of a state. By default the move itself."""
        return move


class Pruning:
    """Quiescence and pruning."""

    @optional
    @staticmethod
    def noisy(state: State) -> bool:
        """Must this state be searched rather than evaluated (a capture is forced, the king is in check)? Quiescence
        then tries all moves."""
        return False

    @optional_moves
    @staticmethod
    def tactical(state: State) -> Iterator[int]:
        """The moves that quiescence tries: captures, promotions and other forcing moves."""
        for move in range(0):
            yield move

    @optional
    @staticmethod
    def quiet(state: State, move: int) -> bool:
        """May this move be reduced or skipped when it comes late? By default every move may."""
        return True

    @optional
    @staticmethod
    def threatens(state: State, move: int) -> bool:
        """Does this quiet move force an answer, so that it must not be skipped? By default none does."""
        return False

    @optional
    @staticmethod
    def exchange_at_least(state: State, move: int, least: int) -> bool:
        """The threshold test of static exchange evaluation (SEE): does this move gain at least this much at once, on
        the scale of `evaluate`, less what the replies win back? With a negative amount: does it lose no more than
        that? By default every move does."""
        return True

    @optional
    @staticmethod
    def may_pass(state: State) -> bool:
        """Is having the move an advantage here (no zugzwang), so that the null move proves something?"""
        return False

    @optional
    @staticmethod
    def pass_turn(state: State) -> State:
        """The null move: the same state with the other player to move."""
        return state

    @optional
    @staticmethod
    def probcut(state: State, depth: int) -> tuple[int, int]:
        """(depth, sigma): a shallower search that predicts one of this depth, and its standard error; (0, 0): none."""
        return 0, 0


class Proofs:
    """Proofs."""

    @optional
    @staticmethod
    def bounds(state: State) -> tuple[int, int]:
        """Proven limits, for the mover, of what the engines maximise (`score`, else `utility`): at least, at most."""
        return -(1 << 15), 1 << 15

    @all_moves_by_default
    @staticmethod
    def sufficient(state: State) -> Iterator[int]:
        """Some of the moves, enough to find the value: a best one is among them, unless `bounds` settles the state."""
        raise NotImplementedError

    @optional
    @staticmethod
    def can_win(state: State, move: int) -> bool:
        """Could this move win the game at once? Answered before it is made; True where in doubt (in chess: is it a
        check?). A game that defines this is only ever won by the player who moved last. By default every move could."""
        return True

    @interpreted
    @staticmethod
    def plies_left(state: State) -> int:
        """At most how many moves are still to come, forced ones (a single legal move) not counted. By default
        FACTS.longest, if there is such a bound."""
        raise NotImplementedError


class Puzzles:
    """Puzzles."""

    @optional
    @staticmethod
    def least_plies(state: State) -> int:
        """With one player: at least how many moves are still to come before an end that is worth the greatest utility,
        never too many: the admissible heuristic of A* and IDA*. By default 0."""
        return 0


class Endgames:
    """Endgames."""

    @optional
    @staticmethod
    def plies_to_end(state: State) -> int:
        """Plies to the end, under best play, of a state that `bounds` proves won or lost; −1 if that is not known."""
        return -1

    @optional
    @staticmethod
    def near_end(state: State) -> bool:
        """Is the end so near that `solve_end` is called?"""
        return False

    @optional
    @staticmethod
    def solve_end(state: State, alpha: int, beta: int) -> tuple[int, int]:
        """(outcome, nodes) of a state near its end, or of a finished one: exact between alpha and beta, else a
        bound."""
        return 0, 0


GROUPS = (
    EndsAndKeys, TheLineSoFar, Chance, Teams, HiddenInformation, TextAndPictures, Evaluation,
    MoveOrdering, Simulation, Networks, Pruning, Proofs, Puzzles, Endgames,
)  # fmt: skip
OPTIONAL = tuple(name for group in GROUPS for name in vars(group) if not name.startswith("_"))
