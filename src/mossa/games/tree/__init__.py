"""Explicit trees: the trees of the blackboard, typed as nested brackets, as a game like any other.

`tree:tree=((3 12 8) (2 4 6) (14 5 2))` is MAX's choice between three MIN nodes, each above three leaves, and the
default. The grammar, blanks and commas being free:

    node   :=  ['!'] [name '='] body           '!': the move to it is a forcing one, which quiescence tries
    body   :=  number                          a leaf, what it is worth to MAX; MIN gets the opposite
            |  '[' number … ']'                a leaf of n players, what it is worth to each
            |  [who] '(' node … ')' ['~' number]    a player's decision; what it looks worth to MAX, e(x)
            |  '{' probability ':' node … '}'  chance
    who    :=  'max' | 'min' | 'p1' | 'p2' | 'p3' …

Without a `who`, MAX (or p1) moves at the root and below that the players take turns; chance takes no turn.
Probabilities (`0.25` or `1/4`) are above 0 and add up to 1. A move is written as the name of the child, or as the
letter of its ply and its number: a1 a2 … at the root, b1 b2 … below, and so on. Where a search stops at a node without
a `~`, it looks worth the middle of the utilities.
"""

TITLE = "Explicit tree"
