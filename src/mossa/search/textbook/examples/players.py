"""More than two players, hidden cards, nature, and no adversary at all."""

from __future__ import annotations

from .example import Example, tree

__all__ = ["EXAMPLES"]

EXAMPLES = (
    Example(
        "vectors",
        "maxn",
        "Three players: each takes the vector that is best for himself, so A gets 1 although leaves with 7 exist.",
        "Tre giocatori: ognuno sceglie il vettore migliore per sé, perciò A ottiene 1 benché ci siano foglie con 7.",
        {"value": (1, 2, 6), "moves": ("a1", "a2"), "leaves": 8},
        tree("((([1 2 6] [4 2 3]) ([6 1 2] [7 4 1])) (([5 1 1] [1 5 2]) ([7 7 1] [5 4 5])))"),
    ),
    Example(
        "cards",
        "best-defence",
        "MAX does not see MIN's hand: a red six first keeps the tricks even, clubs first mean a guess later "
        "(−1 on average).",
        "MAX non vede la mano di MIN: con un sei rosso le prese restano pari, con i fiori poi si deve indovinare "
        "(in media −1).",
        {"value": 0, "moves": ("♦6", "♥6"), "candidates": {"♣7": -1, "♣8": -1, "♦6": 0, "♥6": 0}},
        "cards",
    ),
    Example(
        "cards-averaged",
        "averaging",
        "Averaging over clairvoyance calls every lead equally good: it thinks that MAX will see MIN's hand when he "
        "has to guess (strategy fusion).",
        "La media sulla chiaroveggenza giudica uguali tutte le uscite: crede che MAX vedrà la mano di MIN quando "
        "invece dovrà indovinare.",
        {"value": 0, "moves": ("♣7", "♣8", "♦6", "♥6")},
        "cards",
    ),
    Example(
        "strategy-fusion",
        "is-mcts",
        "Averaging over clairvoyance finds all leads equal, since in each deal alone they are. Information-set search "
        "has one tree for both deals: after a club MAX must throw a red card without seeing MIN's hand, so a red lead "
        "is better. Its means are too high at first, when play is random; the exact values are best-defence's: 0 for "
        "red, −1 for clubs.",
        "La media sulla chiaroveggenza giudica uguali tutte le uscite, perché in ogni distribuzione, da sola, lo sono. "
        "La ricerca sugli insiemi informativi ha un solo albero per entrambe: dopo un'uscita a fiori MAX deve scartare "
        "un rosso senza vedere la mano di MIN, perciò conviene uscire a rosso. Le medie all'inizio sono troppo alte, "
        "perché si gioca a caso; i valori esatti sono quelli di best-defence: 0 per i rossi, −1 per i fiori.",
        {"best": "♥6"},
        "cards",
        moves="1",
        options={"simulations": 400},
    ),
    Example(
        "funds",
        "maximax",
        "One table, three attitudes, three choices: maximax fund2 (70), maximin fund1 (5), minimax regret shares (15).",
        "Una tabella, tre atteggiamenti, tre scelte: maximax fund2 (70), maximin fund1 (5), rammarico shares (15).",
        {"maximax": ("fund2", 70), "maximin": ("fund1", 5), "regret": ("shares", 15)},
        table=",up,stable,down\nfund1,40,45,5\nfund2,70,30,-20\nshares,55,40,-10\n",
    ),
    Example(
        "queens",
        "backtracking",
        "8 queens have 92 solutions; backtracking looks at 2,057 partial boards, brute force at 8^8 = 16,777,216.",
        "8 regine: 92 soluzioni; il backtracking guarda 2.057 scacchiere parziali, la forza bruta 8^8 = 16.777.216.",
        {"value": 92, "nodes": 2057, "leaves": 92},
    ),
)
