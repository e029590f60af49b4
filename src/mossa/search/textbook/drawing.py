"""A traced tree as text and as a picture, in the course's manner.

A triangle that points up is MAX, one that points down MIN; a circle is chance, a square a leaf. With other than two
players, each triangle carries its player; where all are against one of them, he is MAX and the others are MIN. Beside
a node stand its value and its window; what was cut is grey and struck through; the principal variation is bold. Where
the trace has boards, they stand below their nodes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from textwrap import wrap

from mossa.core.scene import Scene
from mossa.kernel.errors import MossaError

from .boards import board_shapes, board_size
from .cursor import Label
from .events import Path, Spot
from .picture import Circle, Line, Picture, Polygon, Rectangle, Row, Shape, Text
from .trace import Trace
from .values import Value, show, show_window

__all__ = ["MOST_DRAWN", "MOST_LINES", "draw", "draw_svg", "draw_text", "written"]

MOST_DRAWN = 2000
"""Nodes of a drawing."""
MOST_LINES = 20_000
"""Nodes, and so lines, of a text."""

# Sizes in pixels.
SIDE = 30.0
"""Of a triangle, and the diameter of a circle."""
LEAF = 21.0
"""Height, and least width, of a leaf."""
LEVEL = 82.0
"""From one ply to the next."""
GAP = 9.0
"""Between neighbours."""
MARGIN = 14.0
TAIL = 22.0
"""The line of a random game."""
FONT, CAPTION, SMALL, TINY = 13.0, 11.0, 10.0, 9.0
"""Of values, of the lines below, of moves, of windows."""

INK, FAINT, PALE = "#1c1c1c", "#8a8a8a", "#c4c4c4"
BOLD = "#b3001b"
"""The principal variation."""
NOW = "#ffe27a"
"""A halo around the node of the last event."""
FILLS = {"max": "#dce9fb", "min": "#fde6cd", "chance": "#e2f3dd", "leaf": "#ffffff"}
PLAYERS = ("#dce9fb", "#fde6cd", "#eadcf7", "#fbdcdc", "#d9f2f0", "#f3efc9")
"""Fills of p1, p2, …"""


def _check(trace: Trace, most: int) -> None:
    if not trace.spots:
        raise MossaError(f"this run of {trace.algorithm} kept no trace, so there is nothing to draw")
    if len(trace.spots) > most:
        raise MossaError(f"{len(trace.spots):,} nodes are too many to draw (at most {most:,}): give a smaller depth")


# Text


def draw_text(trace: Trace, step: int | None = None) -> str:
    """The tree as text, a line a node, after `step` events; after all of them by default.

    >>> from mossa import game
    >>> from mossa.search.textbook import run
    >>> print(draw_text(run("alphabeta", game("tree:tree=((3 12) (2 4))").rules)))
    △ 3  [3, +∞]
    ├─ a1 ▽ 3  [−∞, 3]  ◀
    │  ├─ b1 □ 3  ◀
    │  └─ b2 □ 12
    └─ a2 ▽ ≤2  [3, +∞]
       ├─ b1 □ 2
       └╳ b2 □ (4)
          MAX has 3 at the root already, and here it is 2 or less
    """
    _check(trace, MOST_LINES)
    cursor = trace.cursor(step)
    line = set(trace.line) if cursor.step == len(trace.events) else set()
    reasons = {e.paths[-1]: e.reason for e in trace.events[: cursor.step] if e.kind == "cut" and e.paths}
    lines: list[str] = []

    def write(path: Path, lead: str, indent: str, cut: bool) -> None:
        label, spot = cursor.labels.get(path), _spot(trace, path, cursor.horizon)
        cut = cut or (label is not None and label.status == "cut")
        words = [*([f"{spot.probability:.3g}:"] if spot.probability is not None else []), spot.move, _glyph(spot)]
        value = f"({show(spot.worth)})" if cut and spot.worth is not None else _value_text(label)
        end = "  ◀" if path in line else ""
        lines.append(lead + " ".join(filter(None, [*words, value])) + _window_text(label, spot) + end)
        if path in reasons and label is not None and label.status == "cut":
            lines.append(f"{indent}{reasons[path]}")
        below = [] if len(path) == cursor.horizon else list(trace.children(path))
        for child in below:
            last = child == below[-1]
            mark = "╳" if child in cursor.labels and cursor.labels[child].status == "cut" else "─"
            write(child, f"{indent}{'└' if last else '├'}{mark} ", indent + ("   " if last else "│  "), cut)

    write((), "", "", False)
    return "\n".join(lines)


def _glyph(spot: Spot) -> str:
    return {"max": "△", "min": "▽", "chance": "○", "leaf": "□"}.get(spot.kind) or _player_glyph(spot.kind)


def _player_glyph(kind: str) -> str:
    return f"{'▽' if kind.startswith('min') else '△'}p{_player(kind)}"


def _player(kind: str) -> int:
    """The player of `p2`, `max1` or `min3`, from 1; 0 where the kind names none."""
    return int(kind.lstrip("pmaxin") or 0)


def _value_text(label: Label | None) -> str:
    """The value of a label with its bound; nothing where there is none yet."""
    if label is None or label.value is None or _infinite(label.value):
        return ""
    return label.bound + show(label.value)


def _window_text(label: Label | None, spot: Spot) -> str:
    if label is not None and label.visits:
        return f"  {_visits_text(label)}"
    mark = f"  {label.mark}" if label is not None and label.mark else ""
    if label is None or label.alpha is None or spot.kind == "leaf":
        return mark
    return f"  {show_window(label.alpha, label.beta)}{mark}"


def _spot(trace: Trace, path: Path, horizon: int | None) -> Spot:
    """What is known of a node; at the depth of an iteration all nodes are leaves."""
    spot = trace.spots[path]
    return spot if len(path) != horizon or spot.kind == "leaf" else replace(spot, kind="leaf", worth=None)


def _visits_text(label: Label) -> str:
    """Visits, and the two terms of UCB1 where they were compared."""
    if label.terms is None:
        return f"n={label.visits}"
    mean, bonus = label.terms
    return f"n={label.visits}  {_short(mean)} {'−' if bonus < 0 else '+'} {_short(abs(bonus))}"


def _infinite(value: Value) -> bool:
    return not isinstance(value, tuple) and math.isinf(value)


# Pictures


@dataclass
class _Figure:
    """A node as it is drawn: what is written, how much space that takes, and, once laid out, where it stands."""

    path: Path
    spot: Spot
    value: str
    window: str
    cut: bool
    seen: bool
    done: bool
    children: list[_Figure]
    board: Scene | None = None
    level: float = LEVEL
    """From one ply to the next."""
    x: float = 0.0

    @property
    def y(self) -> float:
        return MARGIN + SIDE / 2 + self.level * len(self.path)

    @property
    def is_leaf(self) -> bool:
        return self.spot.kind == "leaf"

    @property
    def half(self) -> float:
        """Half the width of the shape."""
        return max(LEAF, _width(self.value, FONT) + 8) / 2 if self.is_leaf else SIDE / 2

    @property
    def left(self) -> float:
        """How far it reaches to the left of its middle, including the move above it and a note below it."""
        note = _width(self.window, TINY) / 2 if self.is_leaf else 0.0
        return max(self.half, _width(self.edge, SMALL) / 2, note, board_size(self.board)[0] / 2 if self.board else 0.0)

    @property
    def right(self) -> float:
        note = 0.0 if self.is_leaf else max(_width(self.value, FONT), _width(self.window, TINY)) + 4
        return max(self.left, self.half + note)

    @property
    def edge(self) -> str:
        """What is written at the edge from its parent."""
        p = self.spot.probability
        return self.spot.move if p is None else f"{p:.3g}"

    @property
    def height(self) -> float:
        return LEAF if self.is_leaf else SIDE * 0.9

    @property
    def top(self) -> tuple[float, float]:
        """Where the edge from the parent ends."""
        return self.x, self.y - self.height / 2

    @property
    def bottom(self) -> tuple[float, float]:
        """Where the edges to the children begin."""
        return self.x, self.y + self.height / 2 + (board_size(self.board)[1] + 4 if self.board else 0.0)


def draw_svg(
    trace: Trace, step: int | None = None, *, captions: list[str] | None = None, named: bool = False, terms: bool = True
) -> str:
    """The picture of `draw` as SVG."""
    return draw(trace, step, captions=captions, named=named, terms=terms).svg()


def draw(
    trace: Trace, step: int | None = None, *, captions: list[str] | None = None, named: bool = False, terms: bool = True
) -> Picture:
    """The tree as a picture, after `step` events; after all of them by default.

    `captions` are the lines below it: by default the step in words, or at the end the answer and its cost. `named`
    gives every node its path as a name, so that a page can let people click on it. Without `terms` the two terms of
    UCB1 are left out.
    """
    _check(trace, MOST_DRAWN)
    cursor = trace.cursor(step)
    labels = cursor.labels if terms else {path: replace(one, terms=None) for path, one in cursor.labels.items()}
    finished = cursor.step == len(trace.events)
    line = set(trace.line) | {()} if finished and trace.best_index is not None else set()
    root = _figures(trace, (), labels, False, cursor.horizon)
    _lay_out(root)
    figures = list(_walk(root))
    left = min(figure.x - figure.left for figure in figures) - MARGIN
    right = max(figure.x + figure.right for figure in figures) + MARGIN
    bottom = max(max(figure.y + SIDE / 2, figure.bottom[1]) for figure in figures) + MARGIN
    if any(event.kind == "simulate" for event in trace.events):
        bottom += TAIL  # at every step alike

    if captions is None:
        captions = _captions(trace) if finished else [f"step {cursor.step} of {len(trace.events)}: {cursor.sentence}"]
        if cursor.list and not finished:
            captions.append(f"L = ({', '.join(trace.name(path) for path in cursor.list)})")
    width = max(50, int((right - left - 2 * MARGIN) / (0.55 * CAPTION)))
    captions = [line for caption in captions for line in wrap(caption, width)]
    spare = max((_width(caption, CAPTION) for caption in captions), default=0) + 2 * MARGIN - (right - left)
    if spare > 0:
        left, right = left - spare / 2, right + spare / 2
    height = bottom + 17 * len(captions) + MARGIN / 2

    now = cursor.event.path if cursor.event and not finished and cursor.event.kind != "list" else None
    rows = [Row((Circle(one.x, one.y, one.half + 6, NOW),)) for one in figures if one.path == now]
    for bold in (False, True):  # edges first, so that shapes lie on them; the bold ones last
        for figure in figures:
            below = [child for child in figure.children if (child.path in line) == bold]
            rows += [Row(tuple(_edge(figure, child, bold))) for child in below]
    for figure in figures:
        shapes = _shape(figure, figure.path in line)
        rows.append(Row(tuple(shapes), ".".join(map(str, figure.path)) if named else None))
    if now is not None and cursor.event is not None and cursor.event.kind == "simulate":
        rows += [Row(_random_game(figure, cursor.event.value)) for figure in figures if figure.path == now]
    for i, caption in enumerate(captions):
        rows.append(Row((Text(left + MARGIN, bottom + 12 + 17 * i, caption, CAPTION, INK, "start"),)))
    return Picture(left, right - left, height, " ".join(captions), tuple(rows))


def _captions(trace: Trace) -> list[str]:
    answer = f"value {show(trace.value)}" + (f", best {' '.join(trace.moves)}" if trace.moves else "")
    counts = [(trace.nodes, "node"), (trace.leaves, "leaf"), (trace.cuts, "cut")]
    plural = {"node": "nodes", "leaf": "leaves", "cut": "cuts"}
    cost = ", ".join(f"{count:,} {word if count == 1 else plural[word]}" for count, word in counts)
    return [f"{trace.algorithm}: {answer}", f"{cost}, at most {trace.held:,} held at once"]


def _figures(
    trace: Trace,
    path: Path,
    labels: dict[Path, Label],
    cut: bool,
    horizon: int | None = None,
    level: float | None = None,
) -> _Figure:
    if level is None:  # at the root: as far as the tallest board wants it
        level = LEVEL + max((board_size(board)[1] + 4 for board in trace.boards.values()), default=0.0)
    label, spot = labels.get(path), _spot(trace, path, horizon)
    cut = cut or (label is not None and label.status == "cut")
    value, window = written(label, spot)
    below = () if len(path) == horizon else trace.children(path)
    children = [_figures(trace, child, labels, cut, horizon, level) for child in below]
    done = label is not None and label.status == "done"
    seen = label is not None and not cut
    board = trace.boards.get(path)
    return _Figure(path, spot, value, window, cut, seen, done, children, board, level)


def written(label: Label | None, spot: Spot) -> tuple[str, str]:
    """The value and the window that stand at a node; what a leaf is worth stands there from the beginning."""
    known = label.value if label is not None and label.value is not None else spot.worth
    value = "" if known is None or _infinite(known) else (label.bound if label else "") + _short(known)
    window = ""
    if label is not None and label.alpha is not None and spot.kind != "leaf":
        low, high = _short(label.alpha), _short(label.beta)
        window = f"α={low} β={high}{'+' if low == high else ''}"
    if label is not None and label.visits:
        window = _visits_text(label)
    if label is not None and label.mark:
        window = f"{window} {label.mark}".strip()
    return value, window


def _walk(figure: _Figure) -> list[_Figure]:
    return [figure, *(below for child in figure.children for below in _walk(child))]


def _lay_out(figure: _Figure) -> list[tuple[float, float]]:
    """Place a subtree around x = 0, each parent in the middle above its children, as close as they fit.

    Returns the outline: how far each ply of it reaches to the left and to the right.
    """
    outline: list[tuple[float, float]] = []
    for child in figure.children:
        below = _lay_out(child)
        pairs = list(zip(outline, below, strict=False))  # as deep as both reach
        shift = max((before[1] + GAP - after[0] for before, after in pairs), default=0.0)
        _move(child, shift)
        below = [(left + shift, right + shift) for left, right in below]
        both = [(before[0], after[1] + shift) for before, after in pairs]
        outline = both + outline[len(both) :] + below[len(both) :]
    if figure.children:
        middle = (figure.children[0].x + figure.children[-1].x) / 2
        for child in figure.children:
            _move(child, -middle)
        outline = [(left - middle, right - middle) for left, right in outline]
    figure.x = 0.0
    return [(-figure.left, figure.right), *outline]


def _move(figure: _Figure, by: float) -> None:
    for below in _walk(figure):
        below.x += by


def _edge(parent: _Figure, child: _Figure, bold: bool) -> list[Shape]:
    (x1, y1), (x2, y2) = parent.bottom, child.top
    colour = BOLD if bold else PALE if child.cut else INK if child.seen else PALE
    shapes: list[Shape] = [Line(x1, y1, x2, y2, colour, 2.6 if bold else 1.1, (4, 3) if child.cut else None)]
    if child.cut and not parent.cut:
        shapes += _strike(x1 + (x2 - x1) * 0.48, y1 + (y2 - y1) * 0.48, x2 - x1, y2 - y1)
    if child.edge:
        x, y, wide = x1 + (x2 - x1) * 0.76, y1 + (y2 - y1) * 0.76, _width(child.edge, SMALL) + 2
        ink = BOLD if bold else FAINT if child.seen else PALE
        shapes.append(Rectangle(x - wide / 2, y - 6, wide, 12, "#fff"))
        shapes.append(Text(x, y + SMALL * 0.35, child.edge, SMALL, ink))
    return shapes


def _random_game(figure: _Figure, value: Value | None) -> tuple[Shape, ...]:
    """A dotted line below the node from which a random game was played, with its result."""
    x, y = figure.bottom
    return (
        Line(x, y, x, y + TAIL, BOLD, 1.6, (1.5, 3.5), round=True),
        Text(x, y + TAIL + SMALL, _short(value), SMALL, BOLD, strong=True),
    )


def _strike(x: float, y: float, dx: float, dy: float) -> list[Shape]:
    """Two short strokes across an edge."""
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    strokes: list[Shape] = []
    for along in (-2.0, 2.0):
        cx, cy = x + ux * along, y + uy * along
        nx, ny = -uy * 6 + ux * 2, ux * 6 + uy * 2
        strokes.append(Line(cx - nx, cy - ny, cx + nx, cy + ny, BOLD, 1.6))
    return strokes


def _shape(figure: _Figure, bold: bool) -> list[Shape]:
    x, y, half, kind = figure.x, figure.y, figure.half, figure.spot.kind
    ink = PALE if figure.cut or not figure.seen else BOLD if bold else INK
    fill = FILLS.get(kind) or PLAYERS[(_player(kind) - 1) % len(PLAYERS)]
    fill = "#f6f6f6" if figure.cut else fill if figure.seen else "#ffffff"
    line, h = 2.2 if bold else 1.2, figure.height / 2
    shapes: list[Shape] = []
    if figure.board is not None:
        shapes += board_shapes(figure.board, x, y + h + 2)
    if kind == "leaf":
        shapes.append(Rectangle(x - half, y - h, 2 * half, 2 * h, fill, ink, line))
    elif kind == "chance":
        shapes.append(Circle(x, y, h, fill, ink, line))
    else:
        tip, base = (h, -h) if kind.startswith("min") else (-h, h)
        shapes.append(Polygon(((x - half, y + base), (x + half, y + base), (x, y + tip)), fill, ink, line))
    text = PALE if figure.cut else FAINT if not figure.seen else BOLD if bold else INK
    if kind == "leaf":
        shapes.append(Text(x, y + FONT * 0.36, figure.value, FONT, text))
        if figure.window:
            below = board_size(figure.board)[1] + 4 if figure.board is not None else 0.0
            shapes.append(Text(x, y + h + TINY + 1 + below, figure.window, TINY, FAINT))
        return shapes
    if kind not in FILLS:
        inside = y - h + 11 if kind.startswith("min") else y + h - 5
        shapes.append(Text(x, inside, f"p{_player(kind)}", TINY, text))
    beside = x + half + 3
    raised = 2.0 if figure.window else -FONT * 0.36
    if figure.value:
        shapes.append(Text(beside, y - raised, figure.value, FONT, text, "start", strong=figure.done))
    if figure.window:
        shapes.append(Text(beside, y + 10, figure.window, TINY, FAINT, "start"))
    return shapes


def _short(value: Value | None) -> str:
    """A value with as many digits as fit a drawing."""
    if isinstance(value, tuple):
        return show(tuple(map(_rounded, value)))
    return show(None if value is None else _rounded(value))


def _rounded(value: float) -> float:
    return float(f"{value:.3g}" if abs(value) < 100 else f"{value:.1f}")


def _width(text: str, size: float) -> float:
    """About how wide a text is."""
    return size * sum(0.32 if letter in " .,:;'|()[]/il" else 0.85 if letter in "=+∞−≤≥" else 0.62 for letter in text)
