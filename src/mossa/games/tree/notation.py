"""A move is written as the name of the child; a position as the way to it from the root: `root/a2/b1`."""

from mossa import MossaError

from .rules import COUNT, FIRST, TREE, State


def write_move(state: State, move: int) -> str:
    return TREE.names[FIRST[state.node] + move]


def write_position(state: State) -> str:
    way = []
    node = state.node
    while node:
        way.append(TREE.names[node])
        node = TREE.parent[node]
    return "/".join(["root", *reversed(way)])


def read_position(text: str) -> State:
    root, *way = text.split("/")
    if root != "root":
        raise MossaError(f"a position of a tree is the way from the root, such as root/a2/b1, not {text!r}")
    node = 0
    for name in way:
        called = TREE.names[FIRST[node] : FIRST[node] + COUNT[node]]
        if name not in called:
            raise MossaError(f"{text!r}: no child is called {name!r} there; it has {', '.join(called) or 'none'}")
        node = FIRST[node] + called.index(name)
    return State(node)
