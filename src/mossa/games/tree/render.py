"""A node and its children: who moves at each, what each leaf pays. The whole tree is what `mossa lab` draws."""

from mossa import CHANCE, Cell, Piece, Scene

from .notation import write_move, write_position
from .rules import COUNT, FIRST, MOVER, PAYOFFS, PLAYERS, PROBABILITY, State

player_names = ("MAX", "MIN") if PLAYERS == 2 else tuple(f"p{player + 1}" for player in range(PLAYERS))
ROLES = ("first", "third", "second")


def scene(state: State, viewer: int | None) -> Scene:
    node = state.node
    cells = []
    for move in range(COUNT[node]):
        child = FIRST[node] + move
        name = write_move(state, move)
        cells.append(Cell(move, 0, name, "none", Piece(name, "neutral")))
        cells.append(Cell(move, 1, name, "paper", _piece(child)))
        if MOVER[node] == CHANCE:
            cells.append(Cell(move, 2, name, "none", Piece(f"{PROBABILITY[child]:.3g}", "neutral")))
    if COUNT[node] == 0:
        cells.append(Cell(0, 0, "", "paper", _piece(node)))
    return Scene(tuple(cells), (f"{write_position(state)}: {_who(node)}",))


def _piece(node: int) -> Piece:
    mover = MOVER[node]
    if COUNT[node] == 0:
        return Piece(_pays(node), "neutral")
    if mover == CHANCE:
        return Piece("○", "neutral")
    glyph = "△▽"[mover] if PLAYERS == 2 else player_names[mover]
    return Piece(glyph, ROLES[mover % len(ROLES)])


def _pays(node: int) -> str:
    utilities = PAYOFFS[node * PLAYERS : (node + 1) * PLAYERS]
    if PLAYERS == 2 and utilities[0] == -utilities[1]:
        return f"{utilities[0]:g}"
    return " ".join(f"{utility:g}" for utility in utilities)


def _who(node: int) -> str:
    if COUNT[node] == 0:
        return f"the end, worth {_pays(node)}"
    return "chance decides" if MOVER[node] == CHANCE else f"{player_names[MOVER[node]]} moves"
