"""Other names of the algorithms, as people and courses call them, in English and Italian."""

from __future__ import annotations

import re

__all__ = ["ALIASES", "usual_name"]

ALIASES = {
    "uct": "mcts",
    "alphazero": "puct",
    "sequential-halving": "gumbel",
    "ismcts": "is-mcts",
    "information-sets": "is-mcts",
    "monte-carlo": "mcts",
    "alpha-beta": "alphabeta",
    "max^n": "maxn",
    "dfs": "depth-first",
    "bfs": "breadth-first",
    "a*": "astar",
    "ida*": "idastar",
    "minimax-decision": "minimax",
    "minimaxdecision": "minimax",
    "valore-minimax": "minimax",
    "maxvalue": "minimax",
    "max-value": "minimax",
    "minvalue": "minimax",
    "min-value": "minimax",
    "cutoff-test": "minimax",
    "cutofftest": "minimax",
    "test-taglio": "minimax",
    "eval": "minimax",
    "white": "minimax",
    "black": "minimax",
    "alpha-beta-search": "alphabeta",
    "alphabetadecision": "alphabeta",
    "alpha-beta-decision": "alphabeta",
    "alfa-beta": "alphabeta",
    "alfabeta": "alphabeta",
    "taglio": "alphabeta",
    "expectivalue": "expectiminimax",
    "expectminimax": "expectiminimax",
    "iterative-deepening": "deepening",
    "approfondimento-iterativo": "deepening",
    "transposition-table": "transpositions",
    "transposition": "transpositions",
    "trasposizione": "transpositions",
    "trasposizioni": "transpositions",
    "tabella-delle-trasposizioni": "transpositions",
    "killer": "killers",
    "killer-moves": "killers",
    "mosse-killer": "killers",
    "mossa-killer": "killers",
    "history-heuristic": "history",
    "euristica-della-storia": "history",
    "negascout": "pvs",
    "principal-variation-search": "pvs",
    "principal-variation": "pvs",
    "variante-principale": "pvs",
    "null-window": "pvs",
    "finestra-nulla": "pvs",
    "aspiration-windows": "aspiration",
    "finestre-di-aspirazione": "aspiration",
    "quiescenza": "quiescence",
    "ricerca-di-quiescenza": "quiescence",
    "horizon-effect": "quiescence",
    "effetto-orizzonte": "quiescence",
    "secondary-search": "second-look",
    "ricerca-secondaria": "second-look",
    "singular-extension": "singular",
    "singular-extensions": "singular",
    "estensione-singolare": "singular",
    "estensioni-singolari": "singular",
    "potatura-in-avanti": "forward-pruning",
    "ponder": "pondering",
}
"""Other names that people and courses give them, in small letters."""


def usual_name(name: str) -> str:
    """The name of the algorithm that a name means; a name that means none stays as it is.

    >>> usual_name("white(board, depth)"), usual_name("Effetto orizzonte"), usual_name("star1")
    ('minimax', 'quiescence', 'star1')
    """
    return ALIASES.get("-".join(re.sub(r"\(.*\)$", "", name).lower().split()), name)
