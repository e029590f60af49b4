"""What is proven of a node: bounds of its value, and how far the end is (score-bounded MCTS [CazenaveSaffidine10]).

A simulation is an opinion; a finished game is a fact. In a zero-sum game of two players, facts are backed up beside the
means: the value of a node is at least what its best proven child is worth, and at most what no child can exceed. When
both bounds meet, the node is solved, and is not searched any more. With wins and losses alone this is the MCTS-Solver
[WinandsBjornssonSaito08].

The word of a node, all from the side of player 0, in units of 1/`unit` of the utility:

     61        39 38        16 15        0
    +------------+------------+-----------+
    | at least   | at most    | plies     |
    | + 2^22     | + 2^22     | to end    |
    +------------+------------+-----------+
"""

from __future__ import annotations

from mossa.kernel.memory import Ints

__all__ = [
    "FAR",
    "LIMIT",
    "at_least",
    "at_most",
    "is_solved",
    "pack",
    "plies",
    "proven_by_children",
    "proven_by_outcomes",
]

LIMIT = (1 << 22) - 1
"""No value is beyond ±LIMIT units."""
BIAS = 1 << 22
FIELD = (1 << 23) - 1
FAR = (1 << 16) - 1
"""Greater distances are stored as this one, and those that are not known."""


def pack(least: int, most: int, distance: int) -> int:
    """The word for these bounds, and this many plies to the end."""
    return (least + BIAS) << 39 | (most + BIAS) << 16 | min(distance, FAR)


def at_least(proof: int) -> int:
    """The value of player 0 is at least this."""
    return (proof >> 39) - BIAS


def at_most(proof: int) -> int:
    """The value of player 0 is at most this."""
    return (proof >> 16 & FIELD) - BIAS


def plies(proof: int) -> int:
    """Of a solved node: how far the end is, if the winner takes the shortest of the proven ways and the loser holds
    out."""
    return proof & FAR


def is_solved(proof: int) -> bool:
    """Do the bounds meet?"""
    return at_least(proof) == at_most(proof)


def proven_by_children(words: Ints, child: int, n: int, stride: int, sign: int) -> int:
    """The word that follows from those of n children, the first at `child`; `sign` is +1 if player 0 chooses, else −1.

    The player who chooses gets at least the greatest of the lower bounds and at most the greatest of the upper ones.
    """
    least, most, near, far = -BIAS, -BIAS, FAR, 0
    for i in range(n):
        proof = words[child + i * stride]
        low, high = (at_least(proof), at_most(proof)) if sign > 0 else (-at_most(proof), -at_least(proof))
        distance = plies(proof) + 1 if low == high else FAR
        near = distance if low > least else min(near, distance) if low == least else near
        far = max(far, distance) if low == high else far
        least, most = max(least, low), max(most, high)
    distance = 0 if least != most else near if least > 0 else far
    return pack(least, most, distance) if sign > 0 else pack(-most, -least, distance)


def proven_by_outcomes(words: Ints, child: int, n: int, stride: int) -> int:
    """The word of a chance node: its value lies between the least and the greatest of its outcomes' bounds."""
    least, most, far = BIAS, -BIAS, 0
    for i in range(n):
        proof = words[child + i * stride]
        least, most = min(least, at_least(proof)), max(most, at_most(proof))
        far = max(far, plies(proof))
    return pack(least, most, far + 1 if least == most else 0)
