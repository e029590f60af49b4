"""Hidden information as the compiled engines see it: what a player knows as two words, and deals into a vector.

`information_state` gives a tuple of any kind, and `redeal` may be plain Python. Where both are in the compiled subset,
and what a player knows always has the same shape, the engines get them compiled; else they run the same source
interpreted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from mossa.kernel.binding import slot
from mossa.kernel.bits import mix
from mossa.kernel.errors import MossaError
from mossa.kernel.layout import flatten, make_key, make_writer
from mossa.kernel.memory import Words
from mossa.kernel.specialise import specialise
from mossa.kernel.words import u64

from .game import Game
from .kernel_rules import kernel_rules
from .protocol import State

__all__ = ["HiddenRules", "KnowledgeCheck", "hidden_kernel", "hidden_rules", "why_not_compiled"]


class HiddenRules:
    """What an engine finds in its slot `hidden`."""

    information_state: Callable[[State, int], Any]
    redeal: Callable[[State, int, u64], State]
    word: Callable[[Any], u64]
    """A hash of what `information_state` gives."""
    check: Callable[[Any], u64]
    """Another one: two that are different agree in both words with a probability of 2**-128."""
    write: Callable[[State, Words, int], int]
    """Writes the numbers of a state into a vector, from a place on; the place after them."""


hidden: HiddenRules = slot("hidden")

CHECK = u64(0xC2B2AE3D27D4EB4F)
"""With what the second hash begins."""


def known_and_dealt(state: Any, player: int, seed: u64, words: Words) -> int:
    """Put what a player knows into a vector, as two words, and then the state that a seed deals to him; how many
    words."""
    known = hidden.information_state(state, player)
    words[0] = hidden.word(known)
    words[1] = hidden.check(known)
    return hidden.write(hidden.redeal(state, player, seed), words, 2)


def hidden_rules(game: Game) -> dict[str, Any]:
    """What fills the slot `hidden`."""
    rules = game.rules
    if rules.information_state is None or rules.redeal is None:
        raise MossaError(f"{game.name} hides nothing")
    numbers = _numbers_of(_example(game)) if _has_one_shape(game) else None
    return {
        "information_state": rules.information_state,
        "redeal": rules.redeal,
        "word": word_of if numbers is None else make_key(numbers),
        "check": check_of if numbers is None else make_key(numbers, CHECK),
        "write": make_writer(rules.start()),
    }


def word_of(known: Any, begin: u64 = u64(0)) -> u64:  # noqa: B008 - a u64 never changes
    """A hash of what a player knows, of any shape: numbers, tuples of them, or anything that its `repr` tells apart."""
    if isinstance(known, tuple):
        word = begin ^ u64(len(known))
        for item in known:
            word = mix(word ^ word_of(item, begin))
        return word
    if isinstance(known, int):
        return mix(begin ^ u64(int(known) & (1 << 64) - 1))
    return mix(begin ^ u64(int.from_bytes(blake2b(repr(known).encode(), digest_size=8).digest(), "little")))


def check_of(known: Any) -> u64:
    """Another hash of what a player knows, of any shape."""
    return word_of(known, CHECK)


def _example(game: Game, player: int = 0) -> Any:
    rules = game.rules
    assert rules.information_state is not None
    return rules.information_state(rules.start(), player)


def _has_one_shape(game: Game) -> bool:
    """Does `information_state` give every player a tuple of the same shape?"""
    shapes = {str(_numbers_of(_example(game, player))) for player in range(game.facts.players)}
    return len(shapes) == 1 and isinstance(_example(game), tuple)


def _numbers_of(known: Any) -> Any:
    """The shape of what a player knows: its tuples, with a 0 for each number."""
    return tuple(map(_numbers_of, known)) if isinstance(known, tuple) else u64(0) if isinstance(known, u64) else 0


@lru_cache(maxsize=512)
def why_not_compiled(game: Game) -> str:
    """Why the secrets of a game are dealt by interpreted rules: a sentence, or an empty text if they are compiled."""
    if not _has_one_shape(game):
        return f"information_state of {game.name} has another shape for each player"
    try:
        KnowledgeCheck(game).kernel.prepare(game.rules.start(), 0, u64(0), Words(1))
    except MossaError as error:
        return str(error).partition("\n")[0]
    return ""


def hidden_kernel(entry: Callable[..., Any], game: Game, compiled: bool = True) -> Callable[..., Any]:
    """An engine's entry function bound to a game with secrets: interpreted if these cannot be compiled."""
    return _hidden_kernel(entry, game, compiled and not why_not_compiled(game))


@lru_cache(maxsize=512)
def _hidden_kernel(entry: Callable[..., Any], game: Game, compiled: bool) -> Callable[..., Any]:
    label = game.name.rsplit("/", 1)[-1]
    module = entry.__module__.rsplit(".", 1)[-1]
    slots = {"game": kernel_rules(game.rules), "hidden": hidden_rules(game)}
    return specialise(entry, slots, name=f"{label} {module}.{entry.__name__}", compiled=compiled)


class KnowledgeCheck:
    """The functions of hidden information, interpreted and compiled."""

    def __init__(self, game: Game) -> None:
        slots, label = {"hidden": hidden_rules(game)}, f"{game.name.rsplit('/', 1)[-1]} secrets"
        self.size = 2 + len(flatten(game.rules.start()))
        self.players = game.facts.players
        self.kernel: Any = specialise(known_and_dealt, slots, name=label, checked=False)
        self.slow = specialise(known_and_dealt, slots, name=label, compiled=False)

    def difference(self, state: State, seed: int) -> str | None:
        """The first function whose results differ; None if there is none."""
        for player in range(self.players):
            found = []
            for kernel in (self.slow, self.kernel):
                words = Words(self.size)
                kernel(state, player, u64(seed), words)
                found.append(words.array.tolist())
            slow, fast = found
            if slow != fast:
                return "information_state" if slow[:2] != fast[:2] else "redeal"
        return None
