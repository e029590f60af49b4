"""The line so far: rules that need the past ask it by key, `seen(line, key)`, and no state of a game carries a history.

A game that declares `FACTS.line = n` gives an `allowed(state, move, line)`. All of mossa then sees its states with
their line: a pair of the game's own state and the keys of the last n states, the present one among them. `play` makes
the line longer, `moves` leaves out what it forbids, and every other function gets the game's own state. So each
algorithm keeps the line as it keeps the state, interpreted and compiled, and none knows of it.

What a state is worth depends on its line, so values must not be taken over from another one (the graph history
interaction [Palay83]). Therefore the line is part of the key: the same states, in any order, as long as none can be
forgotten; else the same states in the same order. It is sound, and costs most transpositions.
"""

from __future__ import annotations

import inspect
from collections import namedtuple
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

from mossa.kernel.bits import mix, replace
from mossa.kernel.errors import MossaError
from mossa.kernel.generators import is_generator
from mossa.kernel.layout import define
from mossa.kernel.random_numbers import next_seed
from mossa.kernel.words import u64

from .facts import Facts

__all__ = ["LINE_FUNCTIONS", "Line", "of_own_state", "seen", "with_line"]

REACH = 512
"""No search looks further ahead than this. A line that is shorter by so much than what is kept forgets nothing."""
TRIES = 8
"""So many moves of `rollout_move` are tried until the line allows one."""
LINE_FUNCTIONS = ("allowed", "line_key")
"""Functions that get the game's own state although there is a line."""


class Line(NamedTuple):
    """The states so far: their keys, the oldest given up for the newest when there is no space."""

    keys: tuple[u64, ...]
    """While the line is short, the places that are left hold the key of its first state."""
    length: int
    """How many states there were."""
    mark: u64
    """The sum of a hash of each."""


def seen(line: Line, key: u64) -> bool:
    """Does a state with this key occur in the line, the present one included?"""
    assert hasattr(line, "keys"), "a key is asked of a line that is not there: ask the one that allowed(…) gets"
    for place in range(min(line.length, len(line.keys))):
        if line.keys[place] == key:
            return True
    return False


TEXTS = {
    "begin": """
def begin(state):
    word = line_key(state)
    return Lined(state, Line(tuple(word for place in range(LENGTH)), 1, mix(word)))
""",
    "start": """
def start():
    return begin(own())
""",
    "play": """
def play(lined, move):
    state, line = own(lined.state, move), lined.line
    word = line_key(state)
    return Lined(state, Line(replace(line.keys, line.length % LENGTH, word), line.length + 1, line.mark + mix(word)))
""",
    "pass_turn": """
def pass_turn(lined):
    state, line = own(lined.state), lined.line
    word = line_key(state)
    return Lined(state, Line(replace(line.keys, line.length % LENGTH, word), line.length + 1, line.mark + mix(word)))
""",
    "moves": """
def NAME(lined):
    yield from (move for move in own(lined.state) if allowed(lined.state, move, lined.line))
""",
    "key": """
def key(lined):
    return own(lined.state) ^ mix(lined.line.mark)
""",
    "ordered key": """
def key(lined):
    word, line = u64(own(lined.state)), lined.line
    if line.length + REACH <= LENGTH:
        return word ^ mix(line.mark)
    for age in range(min(LENGTH, line.length)):
        word = mix(word ^ line.keys[(line.length - 1 - age) % LENGTH])
    return word
""",
    "rollout_move": """
def rollout_move(lined, seed):
    move = own(lined.state, seed)
    for more in range(TRIES):
        if allowed(lined.state, move, lined.line):
            return move
        seed = next_seed(seed)
        move = own(lined.state, seed)
    return move
""",
    "other": """
def NAME(lined, REST):
    return own(lined.state, REST)
""",
    "other generator": """
def NAME(lined, REST):
    yield from own(lined.state, REST)
""",
    "read_position": """
def read_position(text):
    return begin(own(text))
""",
}
"""The functions of a game with a line, made of its own ones."""


def with_line(
    facts: Facts, found: dict[str, Any], example: Any, defaults: dict[str, Callable[..., Any]]
) -> dict[str, Any]:
    """The functions of a game whose states have their line, made of those that it defines (`found`).

    `defaults`: those of the protocol that show a state, and must not show the line.
    """
    if not facts.perfect or facts.chance:
        raise MossaError("FACTS.line is for games without chance where all is seen")
    kind: Any = namedtuple("Lined", "state line")  # type: ignore[name-match]
    own = {**defaults, **found}
    word = own.get("line_key", own["key"])
    common = {
        "Lined": kind, "Line": Line, "LENGTH": facts.line, "TRIES": TRIES, "REACH": REACH,
        "line_key": word, "allowed": own["allowed"], "mix": mix, "replace": replace, "u64": u64, "next_seed": next_seed,
    }  # fmt: skip
    common["begin"] = define("begin", TEXTS["begin"].splitlines(), **common)
    made = dict(own)
    for name, function in own.items():
        if name in ("player_names", "side", "scratch", *LINE_FUNCTIONS):
            continue
        text = TEXTS.get(name)
        if name in ("sufficient", "tactical"):
            text = TEXTS["moves"]
        elif name == "key" and (facts.longest is None or facts.longest + 1 > facts.line):
            text = TEXTS["ordered key"]
        elif text is None:
            made[name] = _passed_on(name, function)
            continue
        source = text.replace("NAME", name)
        made[name] = define(name, source.splitlines(), **common, own=function)
    return made


def _passed_on(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the game's own states as one of states with their line."""
    text = TEXTS["other generator" if is_generator(function) else "other"]
    rest = ", ".join(list(inspect.signature(function).parameters)[1:])
    made: Callable[..., Any] = define(name, text.replace("NAME", name).replace("REST", rest).splitlines(), own=function)
    made.__doc__ = function.__doc__
    return made


def of_own_state(thing: Any) -> Any:
    """What a game defines beside the protocol, where its states have their line: a function whose first parameter is
    `state` gets the game's own, and so do those in a dictionary."""
    if isinstance(thing, dict):
        return {key: of_own_state(value) for key, value in thing.items()}
    if isinstance(thing, FunctionType) and thing.__code__.co_varnames[:1] == ("state",):
        return _passed_on(thing.__name__, thing)
    return thing
