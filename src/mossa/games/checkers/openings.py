"""The three-move openings: games begin from a position drawn by ballot, so that they do not all end in the same draw.

`sequences` lists all 302 ways to play three moves. Many lead to the same position, so `openings` has one for each
position, 216 in all. The federations' ballot is shorter: they also strike out openings that lose a man or the game, by
a list of their own that has changed over the years. In place of that list, `sound` selects the openings in which a
search finds neither side ahead by more than a margin. `sound_openings` reads these from `data/openings.txt`, which also
serves `mossa match checkers … --openings FILE`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from mossa.core.files import read_text

from .notation import write_move
from .rules import State, is_over, moves, play, start

__all__ = ["FILE", "match_openings", "openings", "sequences", "sound", "sound_openings"]

MOVES = 3
FILE = Path(__file__).parent / "data" / "openings.txt"


def sequences(length: int = MOVES) -> Iterator[tuple[tuple[str, ...], State]]:
    """Every line of `length` moves from the start, as text, with the state it leads to; in the order of squares.

    >>> len(list(sequences()))
    302
    """
    waiting: list[tuple[tuple[str, ...], State]] = [((), start())]
    while waiting:
        played, state = waiting.pop()
        if len(played) == length:
            yield played, state
        elif not is_over(state):
            following = [((*played, write_move(state, move)), play(state, move)) for move in moves(state)]
            waiting += sorted(following, key=_numbers, reverse=True)


def _numbers(one: tuple[tuple[str, ...], State]) -> list[int]:
    return [int(square) for square in one[0][-1].replace("x", "-").split("-")]


def openings() -> list[tuple[str, ...]]:
    """One sequence of three moves for each position that three moves can lead to.

    >>> len(openings()), openings()[0]
    (216, ('9-13', '21-17', '5-9'))
    """
    found: dict[State, tuple[str, ...]] = {}
    for played, state in sequences():
        found.setdefault(state, played)
    return list(found.values())


def sound(score: Callable[[State], int], margin: int) -> list[tuple[str, ...]]:
    """The openings whose score, from a search of the caller, favours neither side by more than the margin."""
    kept = []
    seen: set[State] = set()
    for played, state in sequences():
        if state not in seen and abs(score(state)) <= margin:
            kept.append(played)
        seen.add(state)
    return kept


def match_openings() -> list[tuple[str, ...]]:
    """The openings that matches begin with."""
    return sound_openings()


def sound_openings() -> list[tuple[str, ...]]:
    """The openings of the package's own file.

    >>> len(sound_openings())
    174
    """
    lines = (line.partition("#")[0].split() for line in read_text(FILE).splitlines())
    return [tuple(moves) for moves in lines if moves]
