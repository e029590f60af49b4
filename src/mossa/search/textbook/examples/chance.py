"""Chance: expectiminimax, Star1, and random games."""

from __future__ import annotations

from .example import Example, tree

__all__ = ["EXAMPLES"]

EXAMPLES = (
    Example(
        "chance",
        "expectiminimax",
        "With chance the mean decides: 0.9·2 + 0.1·3 = 2.1 is better than 0.9·1 + 0.1·4 = 1.3, so MAX goes left.",
        "Con il caso decide la media: 0,9·2 + 0,1·3 = 2,1 è meglio di 0,9·1 + 0,1·4 = 1,3, quindi MAX va a sinistra.",
        {"value": 2.1, "best": "a1", "candidates": {"a1": 2.1, "a2": 1.3}},
        tree("({0.9:(2 2) 0.1:(3 3)} {0.9:(1 1) 0.1:(4 4)})"),
    ),
    Example(
        "chance-rescaled",
        "expectiminimax",
        "The same order of leaves, other numbers: now 40.9 beats 21. With chance, not only the order matters.",
        "Stesso ordine delle foglie, altri numeri: ora 40,9 batte 21. Con il caso non conta solo l'ordine.",
        {"value": 40.9, "best": "a2", "candidates": {"a1": 21, "a2": 40.9}},
        tree("({0.9:(20 20) 0.1:(30 30)} {0.9:(1 1) 0.1:(400 400)})"),
    ),
    Example(
        "gamble",
        "expectiminimax",
        "The means are 1.5 and 1: the gamble between −1 and 4 is better than a sure 1. With 2 in place of 4 the leaves "
        "keep their order, the mean becomes 0.5, and the sure 1 is better: with chance, exact utilities matter.",
        "Le medie sono 1,5 e 1: la scommessa tra −1 e 4 è meglio di un 1 sicuro. Con 2 al posto di 4 l'ordine delle "
        "foglie non cambia, la media diventa 0,5 ed è meglio l'1 sicuro: con il caso contano i valori esatti.",
        {"value": 1.5, "best": "gamble", "candidates": {"gamble": 1.5, "sure": 1}},
        tree("(gamble={1/2:-1 1/2:4} sure={1/2:1 1/2:1})"),
    ),
    Example(
        "star1-window",
        "star1",
        "Utilities in [0, 1], window [0.6, 0.7]: the first outcome gets [0.5, 0.875]; it returns 0.5, and the window "
        "of the second would be [1, 1.5]: collapsed. Notes that print [1, 3] err: 1.5 is (0.7 − 0.8·0.5) / 0.2.",
        "Utilità in [0; 1], finestra [0,6; 0,7]: il primo esito riceve [0,5; 0,875]; restituisce 0,5 e la finestra del "
        "secondo sarebbe [1; 1,5]: è vuota. Gli appunti che hanno [1; 3] sbagliano: 1,5 è (0,7 − 0,8·0,5) / 0,2.",
        {"value": 0.6, "leaves": 1, "cuts": 1},
        tree("{0.8:0.5 0.2:(0.1 0.9)}"),
        options={"window": (0.6, 0.7), "bounds": (0, 1)},
    ),
    Example(
        "ucb",
        "mcts",
        "Monte Carlo tree search on the two-ply tree: a1, the best move of minimax, gets the most visits, and its mean "
        "comes down to 3.",
        "Ricerca ad albero Monte Carlo sull'albero a due mosse: a1, la mossa migliore di minimax, riceve più visite, e "
        "la sua media scende verso 3.",
        {"best": "a1", "leaves": 60},
        tree("((3 12 8) (2 4 6) (14 5 2))"),
        options={"simulations": 60, "exploration": 0.5},
    ),
)
