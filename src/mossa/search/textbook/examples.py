"""The worked figures of the course, by name: `EXAMPLES["two-ply"].run()`.

Each has the tree or game it is about, the algorithm to run, the expected results (the tests check them) and its lesson
in a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mossa.core import game
from mossa.kernel.errors import MossaError

from .decisions import Decision, decide, parse_payoffs
from .queens import backtracking
from .registry import run
from .trace import Trace

__all__ = ["EXAMPLES", "Example"]


@dataclass(frozen=True)
class Example:
    """A worked figure of the course.

    >>> EXAMPLES["two-ply"].run().best
    'a1'
    >>> print(EXAMPLES["two-ply"].english)
    Alpha-beta finds the value 3 of minimax without ever looking at the leaves 4 and 6.
    """

    name: str
    algorithm: str
    """An algorithm of the textbook; `backtracking`, or for a payoff table the first of its decision rules."""
    english: str
    italian: str
    """The lesson."""
    expected: Mapping[str, Any]
    """The results by field of the `Trace`; for a payoff table, the choice of each rule."""
    spec: str = ""
    """The game, as `mossa.game` takes it; empty for queens and for a payoff table."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """More arguments of `run`."""
    table: str = ""
    """A payoff table as CSV."""

    def run(self, *, trace: bool = True) -> Trace:
        """Run the algorithm that shows it."""
        if self.table:
            raise MossaError(f"{self.name} is a payoff table: it has decisions, not a trace")
        if not self.spec:
            return backtracking(trace=trace).trace
        return run(self.algorithm, game(self.spec).rules, trace=trace, **self.options)

    def decisions(self) -> dict[str, Decision]:
        """What each of its rules says about its payoff table."""
        if not self.table:
            raise MossaError(f"{self.name} has no payoff table")
        return {rule: decide(parse_payoffs(self.table), rule) for rule in self.expected}


def _tree(text: str) -> str:
    return f"tree:tree={text}"


_NIM = """
7=(6-1=(5-1-1=(4-1-1-1=(3-1-1-1-1=(2-1-1-1-1-1=1)) 3-2-1-1=(2-2-1-1-1=0)) 4-2-1=(3-2-1-1=(2-2-1-1-1=0)))
   5-2=(4-2-1=(3-2-1-1=(2-2-1-1-1=0)) 3-2-2=(2-2-2-1=1))
   4-3=(3-3-1=(3-2-1-1=(2-2-1-1-1=0)) 4-2-1=(3-2-1-1=(2-2-1-1-1=0))))
"""

_ALL = (
    Example(
        "two-ply",
        "alphabeta",
        "Alpha-beta finds the value 3 of minimax without ever looking at the leaves 4 and 6.",
        "Alfa-beta trova il valore 3 di minimax senza mai guardare le foglie 4 e 6.",
        {"value": 3, "best": "a1", "nodes": 11, "leaves": 7, "cuts": 1},
        _tree("((3 12 8) (2 4 6) (14 5 2))"),
    ),
    Example(
        "whatever-g",
        "alphabeta",
        "A is worth 0.3 whatever the subtree g is: MIN already has −0.5 at C, so MAX will not go there.",
        "A vale 0,3 qualunque sia il sottoalbero g: in C MIN ha già −0,5, quindi MAX non ci andrà.",
        {"value": 0.3, "best": "a1", "leaves": 2, "cuts": 1},
        _tree("A=(0.3 C=(-0.5 g=(0.9 -0.8 0.1)))"),
    ),
    Example(
        "deep-cut",
        "alphabeta",
        "E offers MIN −0.1 while MAX already has 0.03 at the root, three plies above: G, the rest of E, is cut.",
        "E offre a MIN −0,1 mentre MAX ha già 0,03 alla radice, tre livelli sopra: si taglia G, il resto di E.",
        {"value": 0.05, "best": "C", "leaves": 6, "cuts": 2},
        _tree("A=(B=(0.03 0.4) C=(D=(E=(F=-0.1 G=(0.2 0.5)) H=(0.05 0.3)) I=(0.4 0.6)))"),
    ),
    Example(
        "a1-a2",
        "alphabeta",
        "After a1 is worth 2, the leaf c1 = 1 is enough to refute a2: c2 is never looked at.",
        "Poiché a1 vale 2, la foglia c1 = 1 basta a confutare a2: c2 non viene mai guardata.",
        {"value": 2, "best": "a1", "leaves": 3, "cuts": 1},
        _tree("(a1=(b1=2 b2=3) a2=(c1=1 c2=4))"),
    ),
    Example(
        "nim7",
        "minimax",
        "Nim by splitting a pile of 7 into unequal piles: MAX, who begins, loses; MIN's reply 4-2-1 always wins.",
        "Nim, una pila di 7 da dividere in pile disuguali: MAX, che inizia, perde; la risposta 4-2-1 vince sempre.",
        {"value": 0, "moves": ("6-1", "5-2", "4-3")},
        _tree(" ".join(_NIM.split())),
    ),
    Example(
        "chance",
        "expectiminimax",
        "With chance the mean decides: 0.9·2 + 0.1·3 = 2.1 is better than 0.9·1 + 0.1·4 = 1.3, so MAX goes left.",
        "Con il caso decide la media: 0,9·2 + 0,1·3 = 2,1 è meglio di 0,9·1 + 0,1·4 = 1,3, quindi MAX va a sinistra.",
        {"value": 2.1, "best": "a1", "candidates": {"a1": 2.1, "a2": 1.3}},
        _tree("({0.9:(2 2) 0.1:(3 3)} {0.9:(1 1) 0.1:(4 4)})"),
    ),
    Example(
        "chance-rescaled",
        "expectiminimax",
        "The same order of leaves, other numbers: now 40.9 beats 21. With chance, not only the order matters.",
        "Stesso ordine delle foglie, altri numeri: ora 40,9 batte 21. Con il caso non conta solo l'ordine.",
        {"value": 40.9, "best": "a2", "candidates": {"a1": 21, "a2": 40.9}},
        _tree("({0.9:(20 20) 0.1:(30 30)} {0.9:(1 1) 0.1:(400 400)})"),
    ),
    Example(
        "star1-window",
        "star1",
        "Utilities in [0, 1], window [0.6, 0.7]: the first outcome gets [0.5, 0.875]; it returns 0.5, and the window "
        "of the second would be [1, 1.5]: collapsed. Notes that print [1, 3] err: 1.5 is (0.7 − 0.8·0.5) / 0.2.",
        "Utilità in [0; 1], finestra [0,6; 0,7]: il primo esito riceve [0,5; 0,875]; restituisce 0,5 e la finestra del "
        "secondo sarebbe [1; 1,5]: è vuota. Gli appunti che hanno [1; 3] sbagliano: 1,5 è (0,7 − 0,8·0,5) / 0,2.",
        {"value": 0.6, "leaves": 1, "cuts": 1},
        _tree("{0.8:0.5 0.2:(0.1 0.9)}"),
        {"window": (0.6, 0.7), "bounds": (0, 1)},
    ),
    Example(
        "ucb",
        "mcts",
        "Monte Carlo tree search on the two-ply tree: a1, the best move of minimax, gets the most visits, and its mean "
        "comes down to 3.",
        "Ricerca ad albero Monte Carlo sull'albero a due mosse: a1, la mossa migliore di minimax, riceve più visite, e "
        "la sua media scende verso 3.",
        {"best": "a1", "leaves": 60},
        _tree("((3 12 8) (2 4 6) (14 5 2))"),
        {"simulations": 60, "exploration": 0.5},
    ),
    Example(
        "vectors",
        "maxn",
        "Three players: each takes the vector that is best for himself, so A gets 1 although leaves with 7 exist.",
        "Tre giocatori: ognuno sceglie il vettore migliore per sé, perciò A ottiene 1 benché ci siano foglie con 7.",
        {"value": (1, 2, 6), "moves": ("a1", "a2"), "leaves": 8},
        _tree("((([1 2 6] [4 2 3]) ([6 1 2] [7 4 1])) (([5 1 1] [1 5 2]) ([7 7 1] [5 4 5])))"),
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
    Example(
        "tictactoe",
        "minimax",
        "Tic-tac-toe is a draw: minimax generates 549,946 nodes, 255,168 of them ends of games, of 5,478 positions.",
        "Il tris finisce pari: minimax genera 549.946 nodi, di cui 255.168 fini di partita, su 5.478 posizioni.",
        {"value": 0, "nodes": 549_946, "leaves": 255_168},
        "tictactoe",
    ),
)

EXAMPLES: dict[str, Example] = {example.name: example for example in _ALL}
"""By name."""
