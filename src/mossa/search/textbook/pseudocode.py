"""The algorithms of the course as the notes write them, and which of their lines a step of a trace belongs to.

Each line stands with the events that it stands for: the kind of an event, and after a colon the kind of the node, where
MAX and MIN have lines of their own.
"""

from __future__ import annotations

from .events import Event
from .trace import Trace

__all__ = ["PSEUDOCODE", "pseudo_lines"]

_MINIMAX = """
function MINIMAX-DECISION(state)                              | choose
    return the action a with the greatest MIN-VALUE(RESULT(state, a))  | choose

function MAX-VALUE(state)                                     | enter:max
    if CUTOFF-TEST(state) then return EVAL(state)             | leaf
    v ← −∞
    for each a in ACTIONS(state)
        v ← MAX(v, MIN-VALUE(RESULT(state, a)))               | update:max
    return v                                                  | value:max

function MIN-VALUE(state)                                     | enter:min
    if CUTOFF-TEST(state) then return EVAL(state)             | leaf
    v ← +∞
    for each a in ACTIONS(state)
        v ← MIN(v, MAX-VALUE(RESULT(state, a)))               | update:min
    return v                                                  | value:min
"""

_ALPHABETA = """
function ALPHA-BETA-SEARCH(state)                             | choose
    v ← MAX-VALUE(state, −∞, +∞)
    return the action whose value is v                        | choose

function MAX-VALUE(state, α, β)                               | enter:max
    if CUTOFF-TEST(state) then return EVAL(state)             | leaf
    v ← −∞
    for each a in ACTIONS(state)
        v ← MAX(v, MIN-VALUE(RESULT(state, a), α, β))         | update:max
        if v ≥ β then return v                                | cut:max
        α ← MAX(α, v)                                         | update:max
    return v                                                  | value:max

function MIN-VALUE(state, α, β)                               | enter:min
    if CUTOFF-TEST(state) then return EVAL(state)             | leaf
    v ← +∞
    for each a in ACTIONS(state)
        v ← MIN(v, MAX-VALUE(RESULT(state, a), α, β))         | update:min
        if v ≤ α then return v                                | cut:min
        β ← MIN(β, v)                                         | update:min
    return v                                                  | value:min
"""

_HARD = _ALPHABETA.replace("if v ≥ β then return v", "if v ≥ β then return β").replace(
    "if v ≤ α then return v", "if v ≤ α then return α"
)

_MINIMAX_LIST = """
L ← (root)                                                    | list
while the root has no value
    x ← the first node of L                                   | enter
    if x has a value                                          | value
        remove x from L and feed its value to its parent      | update
    else if x is a leaf, or is not to be expanded
        the value of x is e(x)                                | leaf
    else
        put the children of x at the head of L                | list
return the move with the value of the root                    | choose
"""

_ALPHABETA_LIST = """
L ← (root)                                                    | list
while the root has no value
    x ← the first node of L                                   | enter
    if x has a value                                          | value
        remove x from L and feed its value to its parent p    | update
        if p is not better for its player than what an ancestor has already
            remove p and all its descendants from L           | cut
    else if x is a leaf, or is not to be expanded
        the value of x is e(x)                                | leaf
    else
        put the children of x at the head of L                | list
return the move with the value of the root                    | choose
"""

_MINIMAX_WHOLE = """
expand the whole tree
label each leaf with its utility                              | leaf
while the root has no label
    take a node whose children are all labelled               | enter
    if MAX moves there: its label is the greatest of theirs   | value:max
    if MIN moves there: its label is the least of theirs      | value:min
return the move with the label of the root                    | choose
"""

_EXPECTIMINIMAX = """
function EXPECTIMINIMAX-DECISION(state)                       | choose
    return the action with the best VALUE(RESULT(state, a))   | choose

function VALUE(state)                                         | enter
    if CUTOFF-TEST(state) then return EVAL(state)             | leaf
    if MAX moves
        return the greatest VALUE(s) of the successors        | update:max value:max
    if MIN moves
        return the least VALUE(s) of the successors           | update:min value:min
    if chance moves
        return Σ P(s) · VALUE(s) over the successors          | update:chance value:chance
"""

_MAXN = """
function MAXN-DECISION(state)                                 | choose
    return the action whose vector is best for the mover      | choose

function VALUE(state): a utility for each player              | enter
    if CUTOFF-TEST(state) then return UTILITY(state)          | leaf
    p ← the player who moves in state
    v ← the vector VALUE(s) of a successor with the greatest component p  | update
    return v                                                  | value
"""

_MCTS = """
function MONTE-CARLO-TREE-SEARCH(state)
    while time remains
        leaf ← SELECT: go down to the child with the greatest mean + C·√(ln N / n)  | select
        child ← EXPAND: add a child of the leaf to the tree   | expand
        result ← SIMULATE: a random game from the child       | simulate
        BACK-PROPAGATE: add the result to all nodes above     | backup
    return the action with the most visits                    | choose
"""

_BACKTRACKING = """
function placeQueens(column)
    if column > n then report a solution                      | leaf
    for row ← 1 to n
        if no queen attacks (column, row)                     | cut
            put a queen on (column, row)                      | enter
            placeQueens(column + 1)
            take the queen away
"""


def _read(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    lines = []
    for line in text.strip("\n").split("\n"):
        words, _, kinds = line.partition("|")
        lines.append((words.rstrip(), frozenset(kinds.split())))
    return tuple(lines)


PSEUDOCODE = {
    name: _read(text)
    for name, text in {
        "minimax": _MINIMAX,
        "alphabeta": _ALPHABETA,
        "alphabeta-hard": _HARD,
        "minimax-list": _MINIMAX_LIST,
        "alphabeta-list": _ALPHABETA_LIST,
        "minimax-whole": _MINIMAX_WHOLE,
        "expectiminimax": _EXPECTIMINIMAX,
        "maxn": _MAXN,
        "mcts": _MCTS,
        "backtracking": _BACKTRACKING,
    }.items()
}
"""By the name of the algorithm: its lines, each with the events that it stands for."""


def pseudo_lines(trace: Trace, event: Event | None) -> list[int]:
    """The lines of the pseudocode, from 0, that an event of a trace belongs to.

    >>> from mossa import game
    >>> from mossa.search.textbook import run
    >>> trace = run("alphabeta", game("tree").rules)
    >>> cut = next(event for event in trace.events if event.kind == "cut")
    >>> [PSEUDOCODE["alphabeta"][line][0].strip() for line in pseudo_lines(trace, cut)]
    ['if v ≤ α then return v']
    """
    if event is None or trace.algorithm not in PSEUDOCODE:
        return []
    kind = _kind(trace, event)
    lines = PSEUDOCODE[trace.algorithm]
    found = [at for at, (_, kinds) in enumerate(lines) if kinds & {event.kind, f"{event.kind}:{kind}"}]
    if event.kind == "leaf" and len(found) == 2:  # MAX-VALUE and MIN-VALUE have the same line
        return found[1:] if kind == "min" else found[:1]
    return found


def _kind(trace: Trace, event: Event) -> str:
    """The kind of an event's node: `max`, `min` or `chance`; a leaf is met by the side whose turn it would be."""
    spot = trace.spots.get(event.path)
    kind = spot.kind.rstrip("0123456789") if spot is not None else ""
    if kind == "leaf" and event.path:
        above = trace.spots[event.path[:-1]].kind.rstrip("0123456789")
        return {"max": "min", "min": "max"}.get(above, above)
    return kind
