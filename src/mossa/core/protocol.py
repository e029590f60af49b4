"""The protocol: what a game may say. Required functions first, then what more it may offer.

A game is a module (or a package of a few) with these names at its top level. They are pure functions in the
compiled subset of Python: whole numbers, words, tuples, loops, conditions, other such functions. `docs/protocol.md`
is the reader's guide; this file is the authority.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from mossa.kernel.errors import MossaError
from mossa.kernel.layout import flatten, make_key, shape, unflatten
from mossa.kernel.memory import Struct
from mossa.kernel.words import u64

from .facts import CHANCE, Facts
from .scene import Cell, Piece, Scene

__all__ = ["OPTIONAL", "REQUIRED", "NoScratch", "Rules", "State"]

State = Any
"""A NamedTuple of the game's own; the engine never looks inside."""

REQUIRED = ("FACTS", "start", "mover", "moves", "play", "utility")

OPTIONAL = (
    "is_over",
    "is_drawn",
    "key",
    "score",
    "probability",
    "information_state",
    "redeal",
    "evaluate",
    "estimate",
    "scratch",
    "refine",
    "structure",
    "structure_key",
    "evaluate_with_structure",
    "order",
    "history_index",
    "correction_keys",
    "costly_order",
    "bounds",
    "plies_to_end",
    "sufficient",
    "tactical",
    "noisy",
    "quiet",
    "threatens",
    "can_win",
    "exchange_at_least",
    "reversible",
    "may_pass",
    "pass_turn",
    "probcut",
    "near_end",
    "solve_end",
    "plies_left",
    "write_move",
    "read_move",
    "write_position",
    "read_position",
    "scene",
    "player_names",
)


class NoScratch(Struct):
    """The desk of a game that needs none."""


@dataclass(frozen=True)
class Rules:
    """The functions of one game, those it left out filled with the default."""

    facts: Facts

    # What every game has.
    start: Callable[[], State]
    """The first state."""
    mover: Callable[[State], int]
    """Who moves: 0 … players−1, or CHANCE."""
    moves: Callable[[State], Iterator[int]]
    """The legal moves (at a CHANCE state: the outcomes), each a number from 0 to 2**24−2, never twice the same."""
    play: Callable[[State, int], State]
    """The state after a legal move."""
    utility: Callable[[State, int], float]
    """What an ended game is worth to a player."""

    # What it may have.
    is_over: Callable[[State], bool]
    """Has the game ended? By default: there are no moves. Where given, `moves` is only asked before the end."""
    key: Callable[[State], u64]
    """A word for the table: states of one key are worth the same (mirror images may share one). By default a hash."""
    is_drawn: Callable[[State], bool] | None = None
    """In place of `is_over`: is the game a draw although there are moves? (perft counts on, as is the custom.)"""
    score: Callable[[State, int], int] | None = None
    """The end on the game's own scale of whole numbers, which the engines maximise in place of the utility."""
    probability: Callable[[State, int], float] | None = None
    """Of a chance outcome; those of one state add up to 1."""
    information_state: Callable[[State, int], Any] | None = None
    """What a player knows: equal for two states exactly if he cannot tell them apart (he remembers all he saw)."""
    redeal: Callable[[State, int, u64], State] | None = None
    """A full state, drawn by the seed, that agrees with what the player knows."""
    evaluate: Callable[[State], int] | None = None
    """How good an unfinished state looks for the mover, as a whole number; see `mossa.search.common.scores`."""
    structure: Callable[[State], int] | None = None
    """The part of `evaluate` that few moves change (in chess: of pawns and kings), to be worked out once and kept."""
    structure_key: Callable[[State], u64] | None = None
    """A word for the frame: states of one word have the same."""
    evaluate_with_structure: Callable[[State, int], int] | None = None
    """`evaluate`, where the frame is known: `evaluate(state)` is `evaluate_with_structure(state, frame(state))`."""
    estimate: Callable[[State, int, Any], float] | None = None
    """What an unfinished state, also one where chance moves, is worth to a player: an expected utility. The third
    argument is a desk."""
    scratch: Callable[[], Struct] = NoScratch
    """Working memory for `estimate` and `refine`, one for each thread: what they find there from the last call may save
    work, and changes nothing."""
    refine: Callable[[State, Any], int] | None = None
    """What a dearer look (a network's) adds to `evaluate`, which alone stays plain to explain. The second argument is a
    desk."""
    order: Callable[[State, int], int] | None = None
    """How promising a move looks, within ±2**15: greater is tried earlier."""
    history_index: Callable[[State, int], int] | None = None
    """The number by which history remembers a move, from 0 on; by default the move itself."""
    correction_keys: Callable[[State], tuple[u64, ...]] | None = None
    """Words, always equally many, each of which states share whose estimates are wrong in the same way (in chess: those
    with the same pawns, with White's pieces on the same squares, with Black's)."""
    costly_order: Callable[[State, int], int] | None = None
    """A dearer opinion of a move, added to `order` where much hangs on it; on the same scale."""
    bounds: Callable[[State], tuple[int, int]] | None = None
    """Proven limits, for the mover, of what the engines maximise (`score`, else `utility`): at least, at most."""
    plies_to_end: Callable[[State], int] | None = None
    """Plies to the end, under best play, of a state that `bounds` proves won or lost; −1 where that is not known."""
    sufficient: Callable[[State], Iterator[int]] | None = None
    """Some of the moves, enough to find the value: a best one is among them, unless `bounds` settles the state."""
    tactical: Callable[[State], Iterator[int]] | None = None
    """The moves that quiescence tries beyond the horizon: those that remove the unrest (captures, promotions)."""
    noisy: Callable[[State], bool] | None = None
    """Must this state not be judged as it stands (a capture is forced, the king is in check)? All moves are tried."""
    quiet: Callable[[State, int], bool] | None = None
    """May this move be reduced or skipped when it comes late? By default every move may."""
    threatens: Callable[[State, int], bool] | None = None
    """Does this quiet move force an answer, so that it must not be skipped? By default none does."""
    can_win: Callable[[State, int], bool] | None = None
    """Could this move win the game at once? To be answered before it is made, yes where in doubt (in chess: is it
    a check?). A game that has this is only ever won by the player who moved last. By default every move could."""
    exchange_at_least: Callable[[State, int, int], bool] | None = None
    """May this move bring at least so much at once, on the scale of `evaluate`, less what the answers to it win back?
    A negative amount asks whether it costs no more than that. By default every move may."""
    reversible: Callable[[State], int] | None = None
    """How many of the last plies could be undone by play: no state further back can occur again."""
    may_pass: Callable[[State], bool] | None = None
    """Is having the move an advantage here, so that a passed turn proves something (no zugzwang)?"""
    pass_turn: Callable[[State], State] | None = None
    """The same state with the other player to move: the null move."""
    probcut: Callable[[State, int], tuple[int, int]] | None = None
    """(depth, sigma): a shallower search that foretells one of this depth, and its standard error; (0, 0): none."""
    near_end: Callable[[State], bool] | None = None
    """Is the end so near that `solve_end` settles the state?"""
    solve_end: Callable[[State, int, int], tuple[int, int]] | None = None
    """(outcome, nodes) of a state near its end, exact between alpha and beta, else a bound; also of a finished one."""

    plies_left: Callable[[State], int] | None = None
    """At most how many moves are still to come, those without a choice not counted. By default FACTS.longest."""

    # How people read and write it.
    write_move: Callable[[State, int], str] = lambda state, move: str(move)
    read_move: Callable[[State, str], int] | None = None
    """Raises MossaError, or returns a number that need not be legal. By default: the move that is written so."""
    write_position: Callable[[State], str] = lambda state: ",".join(map(str, flatten(state)))
    read_position: Callable[[str], State] | None = None
    scene: Callable[[State, int | None], Scene] = lambda state, viewer: plain_scene(state)
    """The board as one player (or, for None, an onlooker who knows everything) sees it."""
    player_names: tuple[str, ...] = ()

    @classmethod
    def of(cls, modules: Iterable[object], name: str) -> Rules:
        """Collect the protocol's names from the modules of a game; a later module wins over an earlier one."""
        found: dict[str, Any] = {}
        for module in modules:
            found.update({n: v for n, v in vars(module).items() if n in REQUIRED or n in OPTIONAL})
        missing = [n for n in REQUIRED if n not in found]
        if missing:
            raise MossaError(f"the rules of {name} lack {', '.join(missing)}; a game has {', '.join(REQUIRED)}")
        facts = found.pop("FACTS")
        if not isinstance(facts, Facts):
            raise MossaError(f"FACTS of {name} is a {type(facts).__name__}: write FACTS = Facts(…)")
        for n, v in found.items():
            if n != "player_names" and not callable(v):
                raise MossaError(f"{n} of {name} is a {type(v).__name__}: the protocol wants a function")
        needs = {
            "chance": ("probability",),
            "hidden": ("information_state", "redeal"),
            "simultaneous": ("information_state", "redeal"),
        }
        for fact, functions in needs.items():
            for n in functions:
                if getattr(facts, fact) and n not in found:
                    raise MossaError(f"the facts of {name} say {fact}=True, so its rules need {n}(…)")
        names = found.setdefault("player_names", tuple(f"player {i + 1}" for i in range(facts.players)))
        if len(names) != facts.players:
            raise MossaError(f"player_names of {name} has {len(names)} names for {facts.players} players")
        example = found["start"]()
        shape(example)
        drawn = found.get("is_drawn")
        if drawn is not None and "is_over" in found:
            raise MossaError(f"{name} has is_over and is_drawn: is_drawn is for games that end without moves, or drawn")
        found.setdefault("is_over", _over_without_moves(found["moves"], drawn))
        found.setdefault("key", make_key(example))
        found.setdefault("read_position", _read_words(example, name))
        return cls(facts, **found)

    def is_chance(self, state: State) -> bool:
        """Does chance decide here?"""
        return self.facts.chance and self.mover(state) == CHANCE

    def legal(self, state: State) -> list[int]:
        """The moves of a state that may have ended."""
        return [] if self.is_over(state) else list(self.moves(state))

    def utilities(self, state: State) -> tuple[float, ...]:
        """The utility of every player."""
        return tuple(self.utility(state, player) for player in range(self.facts.players))


def _over_without_moves(
    moves: Callable[[State], Iterator[int]], drawn: Callable[[State], bool] | None
) -> Callable[[State], bool]:
    def is_over(state: State) -> bool:
        return next(iter(moves(state)), None) is None or (drawn is not None and bool(drawn(state)))

    return is_over


def _read_words(example: State, name: str) -> Callable[[str], State]:
    count = len(flatten(example))

    def read_position(text: str) -> State:
        try:
            words = [int(word, 0) for word in text.split(",")]
        except ValueError:
            words = []
        room = [(0, 2**64) if isinstance(word, u64) else (-(2**63), 2**63) for word in flatten(example)]
        if len(words) != count or any(not low <= word < high for word, (low, high) in zip(words, room, strict=True)):
            raise MossaError(f"a position of {name} is written as {count} whole numbers with commas, not {text!r}")
        return unflatten(example, words)

    return read_position


def plain_scene(state: State) -> Scene:
    """The fields of the state as a table, for a game without a `render.py`."""
    cells = []
    for y, (field, value) in enumerate(zip(state._fields, state, strict=True)):
        for x, text in enumerate([field, *map(str, flatten(value))]):
            cells.append(Cell(x, y, "", "none" if x == 0 else "paper", Piece(text, "neutral")))
    return Scene(tuple(cells))
