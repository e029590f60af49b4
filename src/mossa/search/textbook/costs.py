"""Completeness, optimality, time and space of an algorithm, told beside what a run of it has measured.

b is the branching (the mean number of moves of the nodes that were entered), m the depth of the tree. What is held in
memory at once is compared with what people keep in mind: 7 ± 2 things [Miller56], or 4 ± 1 [Cowan01].
"""

from __future__ import annotations

from .trace import Trace
from .values import show

__all__ = ["COWAN", "MILLER", "in_mind", "told_costs"]

MILLER, COWAN = (7, 2), (4, 1)
"""How many things people keep in mind, and give or take how many."""

EXACT = ("minimax", "minimax-list", "minimax-whole")
"""These look at every leaf."""
PRUNING = (
    *("alphabeta", "alphabeta-hard", "alphabeta-list"),
    *("deepening", "transpositions", "killers", "history", "pvs", "aspiration"),
)
"""These find the same value and skip what cannot matter."""
LISTS, WHOLE, TABLE = ("minimax-list", "alphabeta-list"), ("minimax-whole",), ("transpositions",)

WORDS = {
    "complete": (
        "complete: yes, if the tree is finite; optimal: yes, against an opponent who plays his best",
        "completo: sì, se l'albero è finito; ottimo: sì, contro un avversario che gioca al meglio",
    ),
    "estimated": (
        "complete to its depth; optimal only if e(x) is right, since it stopped before the end of the game",
        "completo fino alla sua profondità; ottimo solo se e(x) è giusta: si è fermato prima della fine del gioco",
    ),
    "time": (
        "time O(b^m): b = {b}, m = {m}, b^m is {all}; {leaves} leaves were valued",
        "tempo O(b^m): b = {b}, m = {m}, b^m fa {all}; valutate {leaves} foglie",
    ),
    "pruned": (
        "time O(b^m) in the worst order of moves, O(b^(m/2)) in the best: b = {b}, m = {m}, b^m is {all}, b^(m/2) "
        "is {least}; "
        "{leaves} leaves were valued",
        "tempo O(b^m) con l'ordine peggiore, O(b^(m/2)) con il migliore: b = {b}, m = {m}, b^m fa {all}, b^(m/2) fa "
        "{least}; "
        "valutate {leaves} foglie",
    ),
    "path": (
        "space O(bm), or O(m) if children are made one at a time, as here: b·m is {product}, {held} nodes were held",
        "spazio O(bm), o O(m) se i figli si generano uno alla volta, come qui: b·m fa {product}, tenuti {held} nodi",
    ),
    "list": (
        "space O(bm), the list L: b·m is {product}, {held} nodes were held",
        "spazio O(bm), la lista L: b·m fa {product}, tenuti {held} nodi",
    ),
    "whole": (
        "space O(b^m), the whole tree: {held} nodes were held",
        "spazio O(b^m), tutto l'albero: tenuti {held} nodi",
    ),
    "table": (
        "space O(bm) and the table: {held} nodes and entries were held",
        "spazio O(bm) più la tabella: tenuti {held} tra nodi e voci",
    ),
    "mind": (
        "people keep 7 ± 2 things in mind (Miller 1956), or 4 ± 1 (Cowan 2001): {held} {verdict}",
        "le persone tengono a mente 7 ± 2 cose (Miller 1956), o 4 ± 1 (Cowan 2001): {held} {verdict}",
    ),
    "4 ± 1": ("can be kept even by Cowan's count", "si tengono anche secondo Cowan"),
    "7 ± 2": ("can be kept by Miller's count, not by Cowan's", "si tengono secondo Miller, non secondo Cowan"),
    "–": ("are too many", "sono troppi"),
}
"""What is told, in English and Italian."""


def in_mind(held: int) -> str:
    """By whose count people could keep so many nodes in mind: Cowan's `4 ± 1`, Miller's `7 ± 2`, or nobody's, `–`.

    >>> in_mind(3), in_mind(9), in_mind(13)
    ('4 ± 1', '7 ± 2', '–')
    """
    if held <= sum(COWAN):
        return "4 ± 1"
    return "7 ± 2" if held <= sum(MILLER) else "–"


def told_costs(trace: Trace, language: str = "en") -> list[str]:
    """The costs of a run as sentences; nothing where no events were recorded."""
    at = ("en", "it").index(language)
    below = {event.path: len(list(trace.children(event.path))) for event in trace.events if event.kind == "enter"}
    counts = [count for count in below.values() if count]
    if not counts:
        return []
    name, b, m = trace.algorithm, sum(counts) / len(counts), max(map(len, trace.spots))
    figures = {
        "b": show(round(b, 2)),
        "m": str(m),
        "all": f"{round(b**m):,}",
        "least": f"{round(b ** (m / 2)):,}",
        "product": show(round(b * m, 1)),
        "leaves": f"{trace.leaves:,}",
        "held": f"{trace.held:,}",
        "verdict": WORDS[in_mind(trace.held)][at],
    }
    space = "whole" if name in WHOLE else "list" if name in LISTS else "table" if name in TABLE else "path"
    answer = "estimated" if trace.estimated else "complete"
    keys = [answer, "time" if name in EXACT else "pruned", space] if name in EXACT + PRUNING else []
    return [WORDS[key][at].format(**figures) for key in (*keys, "mind")]
