"""The strongly connected components of a graph of states, each after all that can be reached from it [Tarjan72].

Two states are in one component if each can be reached from the other. A game without recurring states has components
of one state. States that can recur share a component, and their values depend on one another; those of all others are
known once their children's are.

Tarjan's algorithm, with a stack of its own: graphs are far deeper than the stack of a thread.
"""

from __future__ import annotations

from mossa.kernel.memory import Int32s, Ints, Struct
from mossa.kernel.specialise import specialise

from .state_graph import StateGraph

__all__ = ["Components", "find_components"]


class Components(Struct):
    """The states in an order in which children come first, except within a component."""

    order: Int32s
    """The numbers of the states, component after component."""
    starts: Int32s
    """Where in `order` each component begins; one more for the end."""
    count: int
    seen: Int32s
    """When a state was met, from 1 on; 0: not yet; CLOSED: its component is complete."""
    low: Int32s
    """The earliest state on the stack that is known to be reachable."""
    stack: Int32s
    path: Int32s
    """The states from the root to the one that is looked at."""
    edges: Ints
    """The next child to look at, for each state of the path."""


CLOSED = (1 << 31) - 1


def tarjan(graph: StateGraph, at: Components) -> int:
    """Find the components of all states that state 0 reaches; returns their number."""
    found, filled, clock, top, depth = 0, 0, 1, 1, 0
    at.seen[0] = at.low[0] = 1
    at.stack[0] = at.path[0] = 0
    at.edges[0] = graph.first[0]
    while depth >= 0:
        state: int = at.path[depth]
        edge: int = at.edges[depth]
        if edge < graph.first[state + 1]:
            at.edges[depth] = edge + 1
            child: int = graph.targets[edge]
            if at.seen[child] == 0:
                clock += 1
                at.seen[child] = clock
                at.low[child] = clock
                at.stack[top] = child
                top += 1
                depth += 1
                at.path[depth] = child
                at.edges[depth] = graph.first[child]
            elif at.seen[child] != CLOSED:
                at.low[state] = min(at.low[state], at.seen[child])
            continue
        if at.low[state] == at.seen[state]:
            at.starts[found] = filled
            member = -1
            while member != state:
                top -= 1
                member = at.stack[top]
                at.seen[member] = CLOSED
                at.order[filled] = member
                filled += 1
            found += 1
        depth -= 1
        if depth >= 0:
            parent: int = at.path[depth]
            at.low[parent] = min(at.low[parent], at.low[state])
    at.starts[found] = filled
    at.count = found
    return found


def find_components(graph: StateGraph, *, compiled: bool = True) -> Components:
    """The components of a graph."""
    n = graph.count
    at = Components(
        order=Int32s(n), starts=Int32s(n + 1), count=0, seen=Int32s(n), low=Int32s(n), stack=Int32s(n),
        path=Int32s(n), edges=Ints(n),
    )  # fmt: skip
    specialise(tarjan, {}, name="components.tarjan", compiled=compiled)(graph, at)
    return at
