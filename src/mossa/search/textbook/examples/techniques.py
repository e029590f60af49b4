"""The second half of the course: deepening, tables, the order of moves, the horizon, pruning, pondering."""

from __future__ import annotations

from typing import Any

from .example import Example, tree

__all__ = ["EXAMPLES"]

DEEPER = """
(a1=(b1=(5 1)~4 b2=(6 2)~6)~5 a2=(b1=(3 2)~5 b2=(7 4)~6)~4 a3=(b1=(8 6)~3 b2=(9 7)~4)~1)
"""
"""The best move changes with each ply: a1, a2, a3."""

TABLES = ("transpositions", "transpositions-depth", "transpositions-age")

POISON: dict[str, Any] = {"spec": "chess", "position": "3r3k/6pp/3p4/8/8/8/3R2PP/7K w - - 0 1"}
"""The pawn on d6 is guarded by the rook on d8."""
POISONED = ("poisoned-pawn", "poisoned-quiescence", "poisoned-second-look", "poisoned-deeper")

EXAMPLES = (
    Example(
        "deepening",
        "deepening",
        "After each iteration there is a move: a1, then a2. The clock stops the third one, which had not found yet "
        "that "
        "a3 is best; it does not count, and a2 is played.",
        "Dopo ogni iterazione c'è una mossa: a1, poi a2. L'orologio ferma la terza, che non aveva ancora scoperto "
        "che la "
        "migliore è a3: non conta, e si gioca a2.",
        {"value": 5, "best": "a2", "nodes": 22},
        tree(DEEPER),
        options={"nodes": 22},
        related=("deepening", "deepening-whole"),
    ),
    Example(
        "deepening-whole",
        "deepening",
        "With time enough the third iteration ends, and a3 is best. The best move of the iteration before is tried "
        "first.",
        "Con abbastanza tempo la terza iterazione finisce, e la migliore è a3. La mossa migliore dell'iterazione "
        "precedente si prova per prima.",
        {"value": 8, "best": "a3"},
        tree(DEEPER),
        related=("deepening", "deepening-whole"),
    ),
    Example(
        "transpositions",
        "transpositions",
        "Nim with a pile of 7: 4-2-1 is reached by 6-1, by 5-2 and by 4-3. The table knows it the second time.",
        "Nim con una pila di 7: a 4-2-1 si arriva da 6-1, da 5-2 e da 4-3. La seconda volta la tabella lo conosce.",
        {"value": -1, "nodes": 15},
        "grundy:matches=7",
        related=TABLES,
    ),
    Example(
        "transpositions-depth",
        "transpositions",
        "Room for four positions only: when the table is full, the one that was searched least deep is forgotten. "
        "What "
        "remains was searched deep and does not come up again: 64 nodes, where a large table takes 42.",
        "Posto per sole quattro posizioni: quando la tabella è piena si dimentica quella cercata meno a fondo. "
        "Restano "
        "quelle cercate a fondo, che non si ripresentano: 64 nodi, contro i 42 di una tabella grande.",
        {"value": 1, "nodes": 64},
        "grundy:matches=9",
        options={"depth": 6, "entries": 4, "replace": "depth"},
        related=TABLES,
    ),
    Example(
        "transpositions-age",
        "transpositions",
        "The same small table, but the oldest entry is forgotten: 51 nodes.",
        "La stessa piccola tabella, ma si dimentica la voce più vecchia: 51 nodi.",
        {"value": 1, "nodes": 51},
        "grundy:matches=9",
        options={"depth": 6, "entries": 4, "replace": "age"},
        related=TABLES,
    ),
    Example(
        "killers",
        "killers",
        "b3 refutes a2; as a killer of its ply it is tried first under a3 and a4, and refutes them at once.",
        "b3 confuta a2; come mossa killer del suo livello si prova per prima sotto a3 e a4, e le confuta subito.",
        {"value": 3, "best": "a1", "leaves": 8, "cuts": 2},
        tree("((3 12 8) (9 8 2) (7 6 1) (5 4 0))"),
        related=("killers", "history"),
    ),
    Example(
        "history",
        "history",
        "A move that made a cut counts for the square of the plies that it saved, and the move that counts most is "
        "tried "
        "first wherever it can be played: 33 nodes, where alpha-beta alone takes 68.",
        "Una mossa che ha prodotto un taglio conta per il quadrato dei livelli risparmiati, e quella che conta di "
        "più si "
        "prova per prima ovunque si possa giocare: 33 nodi, alfa-beta da solo 68.",
        {"value": 1, "best": "a2", "nodes": 33},
        "tictactoe",
        moves="b2 a3 c2 b3",
        options={"depth": 4},
        related=("killers", "history"),
    ),
    Example(
        "null-window",
        "pvs",
        "After a1 = 3 the others are only asked whether they are better than 3. a2 is not; a3 is, so it is searched "
        "again.",
        "Dopo a1 = 3 alle altre si chiede solo se valgono più di 3. a2 no; a3 sì, e allora si cerca di nuovo.",
        {"value": 6, "best": "a3"},
        tree("((3 12 8) (2 4 6) (14 6 7))"),
    ),
    Example(
        "horizon",
        "quiescence",
        "At depth 1 taking looks worth 5; the one forcing reply, taking back, makes it −9, so waiting is better.",
        "A profondità 1 prendere pare valere 5; l'unica risposta forzata, riprendere, ne fa −9: meglio aspettare.",
        {"value": 1, "best": "wait", "nodes": 4},
        tree("(take=(!back=-9 (3 4)~2)~5 wait=((1 2)~0 1)~1)"),
        options={"depth": 1},
    ),
    Example(
        "poisoned-pawn",
        "minimax",
        "At depth 1 the rook takes the pawn on d6: that the rook on d8 takes back lies behind the horizon.",
        "A profondità 1 la torre prende il pedone d6: che la torre d8 riprenda sta dietro l'orizzonte.",
        {"best": "d2d6", "nodes": 16},
        **POISON,
        options={"depth": 1},
        related=POISONED,
    ),
    Example(
        "poisoned-quiescence",
        "quiescence",
        "Quiescence tries the captures beyond the depth, sees the rook taken back, and leaves the pawn alone.",
        "La quiescenza prova le prese oltre la profondità, vede che la torre viene ripresa e lascia stare il pedone.",
        {"best": "d2d4", "nodes": 17},
        **POISON,
        options={"depth": 1},
        related=POISONED,
    ),
    Example(
        "poisoned-second-look",
        "second-look",
        "A second look, one ply deeper at the chosen move alone, is enough to see the rook taken back.",
        "Un secondo sguardo, un livello più a fondo alla sola mossa scelta, basta per vedere la torre ripresa.",
        {},
        **POISON,
        options={"depth": 1},
        related=POISONED,
    ),
    Example(
        "poisoned-deeper",
        "alphabeta",
        "One more ply for every move cures it too, at the greatest price.",
        "Anche un livello in più per tutte le mosse lo cura, al prezzo più alto.",
        {},
        **POISON,
        options={"depth": 2},
        related=POISONED,
    ),
    Example(
        "singular",
        "singular",
        "Taking looks better than all else by far, so this one move is searched a ply deeper: it loses 5.",
        "Prendere pare di gran lunga la migliore, perciò solo questa si cerca un livello più a fondo: perde 5.",
        {"value": 2, "best": "quiet"},
        tree("(take=(back=-5 meek=(6 7)~6)~6 quiet=(2 3)~2 wait=(1 2)~1)"),
        options={"depth": 1},
    ),
    Example(
        "forward-pruning",
        "forward-pruning",
        "Only the two moves that look best are searched. The sacrifice looks worst, is pruned, and was the one that "
        "wins 7.",
        "Si cercano solo le due mosse che paiono migliori. Il sacrificio pare la peggiore, si pota, ed era quella che "
        "guadagna 7.",
        {"value": 3, "best": "safe"},
        tree(
            "(safe=(b1=(3 2)~3 b2=(4 1)~3)~3 quiet=(b1=(2 1)~2 b2=(2 3)~2)~2 "
            "sacrifice=(takes=(mate=9 flight=-3)~-5 declines=(7 1)~1)~-4)"
        ),
    ),
    Example(
        "ponder-hit",
        "pondering",
        "While the opponent thinks, the position after the reply that was foreseen is searched; he plays it: the "
        "answer "
        "is ready at once.",
        "Mentre l'avversario pensa si cerca nella posizione dopo la risposta prevista; lui la gioca: la risposta è "
        "subito "
        "pronta.",
        {},
        "tictactoe",
        moves="a1 b2 c3 c1",
        related=("ponder-hit", "ponder-miss"),
    ),
    Example(
        "ponder-miss",
        "pondering",
        "The opponent plays something else: what was searched on his time was in vain.",
        "L'avversario gioca altro: ciò che si è cercato nel suo tempo è sprecato.",
        {},
        "tictactoe",
        moves="a1 b2 c3 c1",
        options={"reply": "b3"},
        related=("ponder-hit", "ponder-miss"),
    ),
)
