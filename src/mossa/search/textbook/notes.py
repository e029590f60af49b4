"""What the techniques say of their steps, in English and Italian, and the tables that they show beside the tree."""

from __future__ import annotations

__all__ = ["LANGUAGES", "MARKS", "NOTES", "TABLES", "noted"]

LANGUAGES = ("en", "it")

NOTES: dict[str, tuple[str, str]] = {
    # Iterative deepening
    "best-before": (
        "the first was the best in the iteration before",
        "la prima era la migliore nell'iterazione precedente",
    ),
    "iteration": (
        "depth {0} is completed: {1} is best, worth {2}, after {3} nodes; if time ran out now, {1} would be played",
        "profondità {0} completata: la migliore è {1}, vale {2}, dopo {3} nodi; se il tempo finisse ora si "
        "giocherebbe {1}",
    ),
    "late": (
        "the clock has run out ({0}): the iteration to depth {1} saw {2} of {3} moves (best so far: {4}) and does not "
        "count; the move of the last completed iteration is played",
        "il tempo è finito ({0}): l'iterazione a profondità {1} ha visto {2} mosse su {3} (finora la migliore: {4}) "
        "e non "
        "conta; si gioca la mossa dell'ultima iterazione completata",
    ),
    "late-at-once": (
        "the clock has run out ({0}) before depth {1} was completed: {2} of {3} moves were seen, and the first one "
        "is played",
        "il tempo è finito ({0}) prima di completare la profondità {1}: viste {2} mosse su {3}, si gioca la prima",
    ),
    "repetition": (
        "the completed iterations took {0} nodes, the last one {1}: {2} times as many. Each took about {3} times "
        "the one before, and "
        "b/(b − 1) is {4}",
        "le iterazioni completate hanno richiesto {0} nodi, l'ultima {1}: {2} volte tanto. Ognuna costa circa {3} "
        "volte la "
        "precedente, e b/(b − 1) fa {4}",
    ),
    # Transposition table
    "circle": (
        "this state is on the line already: play has gone round in a circle, which counts as a draw",
        "questo stato è già sulla linea: il gioco ha girato in tondo, e vale come una patta",
    ),
    "again": ("its old entry is replaced", "la sua vecchia voce viene sostituita"),
    "stored": (
        "the table remembers {0}, searched {1} plies deep: {2}, best {3}",
        "la tabella ricorda {0}, cercato per {1} livelli: {2}, mossa migliore {3}",
    ),
    "forgotten-depth": (
        "the table is full: {0}, searched {1} plies deep, the least of all, is forgotten",
        "la tabella è piena: si dimentica {0}, cercato per {1} livelli, meno di tutti",
    ),
    "forgotten-age": (
        "the table is full: {0}, the oldest entry, searched {1} plies deep, is forgotten",
        "la tabella è piena: si dimentica {0}, la voce più vecchia, cercato per {1} livelli",
    ),
    # Order of moves
    "killer": ("{0} is a killer of this ply", "{0} è una mossa killer di questo livello"),
    "new-killer": (
        "{0} made the cut: it is a killer of ply {1} now, and is tried first there",
        "{0} ha prodotto il taglio: ora è una mossa killer del livello {1}, e lì si prova per prima",
    ),
    "history": (
        "{0} has made the most cuts, its history counts {1}",
        "{0} ha prodotto più tagli, la sua storia vale {1}",
    ),
    "history-counts": (
        "{0} made the cut: the history of {1} counts {2} for it now",
        "{0} ha prodotto il taglio: ora nella storia di {1} vale {2}",
    ),
    # Null windows
    "maybe-better": (
        "it may be better than {0}: it is searched again for its value",
        "potrebbe essere meglio di {0}: si cerca di nuovo per averne il valore",
    ),
    "guess": (
        "the root looks worth {0}: the first window is {1}",
        "la radice pare valere {0}: la prima finestra è {1}",
    ),
    "outside": (
        "{0} is outside the window: again with {1}",
        "{0} è fuori dalla finestra: di nuovo con {1}",
    ),
    # Beyond the horizon
    "stand-pat": (
        "it looks worth {0}; who moves here may leave it at that, and tries only moves that remove the unrest",
        "pare valere {0}; chi muove può accontentarsi, e prova solo le mosse che tolgono l'inquietudine",
    ),
    "second-look": (
        "it is the best so far, worth {0}: a second look, deeper by {1}",
        "finora è la migliore, vale {0}: un secondo sguardo, più a fondo di {1}",
    ),
    "second-look-holds": ("after the second look it is still worth {1}", "dopo il secondo sguardo vale ancora {1}"),
    "second-look-changes": (
        "after the second look it is worth {1}, not {0}",
        "dopo il secondo sguardo vale {1}, non {0}",
    ),
    "singular": (
        "worth {0}, it is better than all others by at least {1}: singular, so it is searched a ply deeper",
        "vale {0}, più di tutte le altre di almeno {1}: è singolare, e si cerca un livello più a fondo",
    ),
    "singular-changes": ("a ply deeper it is worth {1}, not {0}", "un livello più a fondo vale {1}, non {0}"),
    # What minimax says
    "agrees": (
        "minimax to the same depth agrees: {0}, {1}",
        "minimax alla stessa profondità concorda: {0}, {1}",
    ),
    "not-compared": (
        "minimax would need more than {0} nodes here, so they are not compared",
        "minimax qui richiederebbe più di {0} nodi, perciò non si confrontano",
    ),
    "quiet-differs": (
        "minimax to depth {0} finds {1} for {2}, quiescence {3} for {4}: at the depth limit there was unrest, and "
        "the moves "
        "that remove it change the value",
        "minimax a profondità {0} trova {1} con {2}, la quiescenza {3} con {4}: al limite di profondità c'era "
        "inquietudine, e "
        "le mosse che la tolgono cambiano il valore",
    ),
    "second-differs": (
        "minimax to depth {0} finds {1} for {2}, the second look {3} for {4}: what came behind the horizon was "
        "worth looking at",
        "minimax a profondità {0} trova {1} con {2}, il secondo sguardo {3} con {4}: dietro l'orizzonte c'era "
        "qualcosa da vedere",
    ),
    "singular-differs": (
        "minimax to depth {0} finds {1} for {2}, with singular extensions it is {3} for {4}: a single good move was "
        "searched "
        "deeper, and looks different there",
        "minimax a profondità {0} trova {1} con {2}, con le estensioni singolari è {3} con {4}: una sola mossa "
        "buona è stata "
        "cercata più a fondo, e lì appare diversa",
    ),
    "forward-differs": (
        "minimax finds {1} for {2}, forward pruning {3} for {4}: what it needed was among the moves that did not "
        "look good "
        "enough",
        "minimax trova {1} con {2}, la potatura in avanti {3} con {4}: ciò che serviva era tra le mosse che non "
        "parevano "
        "abbastanza buone",
    ),
    # Pondering
    "played": (
        "this move is played, and {0} is the reply that was foreseen",
        "si gioca questa mossa, e la risposta prevista è {0}",
    ),
    "ponder": (
        "the opponent thinks; meanwhile the position after {0} is searched",
        "l'avversario pensa; intanto si cerca nella posizione dopo {0}",
    ),
    "ponder-hit": (
        "the opponent plays {0}: a ponder hit. {1} nodes were searched on his time, and the answer {2} is ready at "
        "once",
        "l'avversario gioca {0}: previsto. {1} nodi cercati nel suo tempo, e la risposta {2} è subito pronta",
    ),
    "ponder-miss": (
        "the opponent plays {0}, not {1}: the {2} nodes searched on his time were in vain, and {3} nodes are "
        "searched anew "
        "before {4} is the answer",
        "l'avversario gioca {0}, non {1}: i {2} nodi cercati nel suo tempo sono sprecati, e se ne cercano {3} "
        "daccapo prima "
        "di rispondere {4}",
    ),
}
"""Key → the words in English and in Italian; {0}, {1} … are filled in."""

TABLES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "iterations": (("depth", "best", "value", "nodes"), ("profondità", "migliore", "valore", "nodi")),
    "transpositions": (("position", "depth", "value", "best"), ("posizione", "profondità", "valore", "migliore")),
    "killers": (("ply", "killer", "older killer"), ("livello", "killer", "killer più vecchia")),
    "history": (("move", "counts"), ("mossa", "conteggio")),
}
"""The tables beside the tree, by name: the headings of their columns in English and in Italian."""

TITLES: dict[str, tuple[str, str]] = {
    "iterations": ("Iterations", "Iterazioni"),
    "transpositions": ("Transposition table", "Tabella delle trasposizioni"),
    "killers": ("Killer moves", "Mosse killer"),
    "history": ("History", "Storia"),
}
"""The names of the tables in both languages."""

MARKS = {
    "stand-pat": "e(x)",
    "circle": "=",
    "second-look": "2nd",
    "singular": "+1",
    "maybe-better": "again",
    "ponder": "…",
}
"""What a note writes at its node."""


def noted(note: tuple[str, ...], language: str) -> str:
    """A note in words.

    >>> noted(("killer", "b3"), "en")
    'b3 is a killer of this ply'
    """
    key, *words = note
    return NOTES[key][LANGUAGES.index(language)].format(*words)
