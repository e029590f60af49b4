"""Minimax and alpha-beta."""

from __future__ import annotations

from .example import Example, tree

__all__ = ["EXAMPLES"]

NIM = """
7=(6-1=(5-1-1=(4-1-1-1=(3-1-1-1-1=(2-1-1-1-1-1=1)) 3-2-1-1=(2-2-1-1-1=0)) 4-2-1=(3-2-1-1=(2-2-1-1-1=0)))
   5-2=(4-2-1=(3-2-1-1=(2-2-1-1-1=0)) 3-2-2=(2-2-2-1=1))
   4-3=(3-3-1=(3-2-1-1=(2-2-1-1-1=0)) 4-2-1=(3-2-1-1=(2-2-1-1-1=0))))
"""
"""The whole tree of Nim by splitting from a pile of 7; an end is worth 1 if MAX made the last split, else 0."""

EXAMPLES = (
    Example(
        "two-ply",
        "alphabeta",
        "Alpha-beta finds the value 3 of minimax without ever looking at the leaves 4 and 6.",
        "Alfa-beta trova il valore 3 di minimax senza mai guardare le foglie 4 e 6.",
        {"value": 3, "best": "a1", "nodes": 11, "leaves": 7, "cuts": 1},
        tree("((3 12 8) (2 4 6) (14 5 2))"),
    ),
    Example(
        "whatever-g",
        "alphabeta",
        "A is worth 0.3 whatever the subtree g is: MIN already has −0.5 at C, so MAX will not go there.",
        "A vale 0,3 qualunque sia il sottoalbero g: in C MIN ha già −0,5, quindi MAX non ci andrà.",
        {"value": 0.3, "best": "a1", "leaves": 2, "cuts": 1},
        tree("A=(0.3 C=(-0.5 g=(0.9 -0.8 0.1)))"),
    ),
    Example(
        "deep-cut",
        "alphabeta",
        "E offers MIN −0.1 while MAX already has 0.03 at the root, three plies above: G, the rest of E, is cut.",
        "E offre a MIN −0,1 mentre MAX ha già 0,03 alla radice, tre livelli sopra: si taglia G, il resto di E.",
        {"value": 0.05, "best": "C", "leaves": 6, "cuts": 2},
        tree("A=(B=(0.03 0.4) C=(D=(E=(F=-0.1 G=(0.2 0.5)) H=(0.05 0.3)) I=(0.4 0.6)))"),
    ),
    Example(
        "a1-a2",
        "alphabeta",
        "After a1 is worth 2, the leaf c1 = 1 is enough to refute a2: c2 is never looked at.",
        "Poiché a1 vale 2, la foglia c1 = 1 basta a confutare a2: c2 non viene mai guardata.",
        {"value": 2, "best": "a1", "leaves": 3, "cuts": 1},
        tree("(a1=(b1=2 b2=3) a2=(c1=1 c2=4))"),
    ),
    Example(
        "nim7",
        "minimax",
        "Nim by splitting a pile of 7 into unequal piles: MAX, who begins, loses; MIN's reply 4-2-1 always wins.",
        "Nim, una pila di 7 da dividere in pile disuguali: MAX, che inizia, perde; la risposta 4-2-1 vince sempre.",
        {"value": 0, "moves": ("6-1", "5-2", "4-3")},
        tree(NIM),
    ),
    Example(
        "tictactoe",
        "minimax",
        "Tic-tac-toe is a draw: minimax generates 549,946 nodes, 255,168 of them ends of games, of 5,478 positions.",
        "Il tris finisce pari: minimax genera 549.946 nodi, di cui 255.168 fini di partita, su 5.478 posizioni.",
        {"value": 0, "nodes": 549_946, "leaves": 255_168},
        "tictactoe",
    ),
)
