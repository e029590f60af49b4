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
        "long-walk",
        "alphabeta",
        "Four cuts: after 3 and 17 MAX has 3, so at the 2 the 12 is cut; 15 is too much for MIN, who has 3, so 25 and "
        "0 are cut; on the right at the 2 the 5 is cut, and at the 3 all the rest: MIN can hold MAX to 3 there.",
        "Quattro tagli: dopo 3 e 17 MAX ha 3, quindi al 2 si taglia il 12; 15 è troppo per MIN, che ha 3: si tagliano "
        "25 e 0; a destra al 2 si taglia il 5, e al 3 tutto il resto: lì MIN può tenere MAX a 3.",
        {"value": 3, "best": "a1", "leaves": 6, "cuts": 4},
        tree("((((3 17) (2 12)) ((15) (25 0))) (((2 5) (3)) ((2 14))))"),
    ),
    Example(
        "labels",
        "minimax",
        "+1 is a win of MAX, −1 of MIN: o is +1, since q wins; k is +1, since every move of MIN loses; i is −1, since "
        "MIN has one move that wins. The labels of the children decide.",
        "+1 vince MAX, −1 vince MIN: o vale +1, perché q vince; k vale +1, perché ogni mossa di MIN perde; i vale −1, "
        "perché MIN ha una mossa che vince. Decidono le etichette dei figli.",
        {"value": 1, "best": "k", "candidates": {"k": 1, "i": -1}, "nodes": 11, "leaves": 7},
        tree("(k=(j=1 o=(p=-1 q=1 r=-1)) i=(l=1 m=-1 n=1))"),
    ),
    Example(
        "win-found",
        "alphabeta",
        "Nothing is better than a win: once c is seen to win, b and d need not be expanded.",
        "Niente è meglio di una vittoria: quando si vede che c vince, b e d non vanno espansi.",
        {"value": 1, "best": "c", "leaves": 2, "cuts": 1},
        tree("(c=(1 1) b=(0 -1) d=(-1 1))"),
        options={"window": (-1, 1)},
    ),
    Example(
        "best-order",
        "alphabeta",
        "The best move always comes first: of 3^3 = 27 leaves alpha-beta looks at 11, which is 3^2 + 3^1 − 1, the "
        "least that any search can do.",
        "La mossa migliore è sempre la prima: di 3^3 = 27 foglie alfa-beta ne guarda 11, cioè 3^2 + 3^1 − 1, il "
        "minimo possibile.",
        {"value": 20, "best": "a1", "leaves": 11, "cuts": 4},
        tree("(((20 19 18) (23 22 21) (26 25 24)) ((11 10 9) (14 13 12) (17 16 15)) ((2 1 0) (5 4 3) (8 7 6)))"),
    ),
    Example(
        "worst-order",
        "alphabeta",
        "The same tree searched from right to left, so that the best move always comes last: all 27 leaves, no cut.",
        "Lo stesso albero visitato da destra a sinistra, così che la mossa migliore è sempre l'ultima: tutte e 27 le "
        "foglie, nessun taglio.",
        {"value": 20, "best": "a3", "leaves": 27, "cuts": 0},
        tree("(((6 7 8) (3 4 5) (0 1 2)) ((15 16 17) (12 13 14) (9 10 11)) ((24 25 26) (21 22 23) (18 19 20)))"),
    ),
    Example(
        "shorter-win",
        "minimax",
        "X wins after every one of four moves, so to minimax they are equal; who prefers the shorter win takes a3, "
        "which ends the game at once.",
        "X vince con quattro mosse diverse, per minimax tutte uguali; chi preferisce la vittoria più breve gioca a3, "
        "che chiude subito la partita.",
        {"value": 1, "moves": ("a3",), "ply": 1},
        "tictactoe",
        moves="c1 b1 b2 a1",
        options={"hurry": True},
    ),
    Example(
        "longer-defence",
        "minimax",
        "O is lost whatever he plays; c3 holds out for four plies, every other move for two. Who prefers the longer "
        "defence lets the winner find the way.",
        "O è perso comunque; c3 resiste quattro mosse, ogni altra due. Chi preferisce la difesa più lunga obbliga il "
        "vincitore a trovare la strada.",
        {"value": 1, "moves": ("c3",), "ply": 4},
        "tictactoe",
        moves="a1 b1 b2",
        options={"hurry": True},
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
