"""Reading a tree from its text. See the package's text for the grammar."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from mossa import CHANCE, MossaError
from mossa.core.numbers import whole_number

__all__ = ["Tree", "parse"]

DEEPEST = 200
"""Brackets within brackets; Python's own stack sets the bound."""

TOKEN = re.compile(r"[\s,]*([()\[\]{}:=!~]|[^\s,()\[\]{}:=!~]+|$)")
MARKS = "()[]{}:=!~"
WHO = re.compile(r"max|min|p[1-9][0-9]*")


@dataclass(frozen=True)
class Tree:
    """The nodes breadth first, so that the children of a node lie side by side."""

    players: int
    first: tuple[int, ...]
    """node → its first child"""
    count: tuple[int, ...]
    """node → number of children"""
    mover: tuple[int, ...]
    """node → the mover: a player or CHANCE; at a leaf, the player whose turn it would be"""
    names: tuple[str, ...]
    """node → text of the move to it; empty for the root"""
    parent: tuple[int, ...]
    ply: tuple[int, ...]
    probability: tuple[float, ...]
    """node → probability of the chance outcome that leads to it; 1 below a player's node"""
    payoffs: tuple[float, ...]
    """node · players + player → utility, 0 above the leaves; all int if every leaf is a whole number"""
    looks: tuple[float, ...]
    """node → what it looks worth to MAX before any search; empty if the tree does not say so of any"""
    forcing: tuple[bool, ...]
    """node → is the move to it a forcing one?"""
    utility: tuple[float, float]
    """The least and the greatest utility of any player, and what nodes look worth."""
    zero_sum: bool
    alternate: bool
    """No player moves twice in a row."""


@dataclass
class _Node:
    place: int
    name: str = ""
    who: int | None = None
    """The mover that the text names."""
    numbers: tuple[float, ...] = ()
    vector: bool = False
    children: list[_Node] = field(default_factory=list)
    probability: float = 1.0
    looks: float | None = None
    forcing: bool = False


def parse(text: str) -> Tree:
    """The tree that a text describes; a MossaError names the place where the text is wrong."""
    reader = _Reader(text)
    root = reader.node(0)
    if reader.token:
        raise reader.wrong("the end of the text")
    return _tabulate(root)


class _Reader:
    """Recursive descent over the tokens; `token` is the one to be read, '' at the end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.token, self.place, self.after = "", 0, 0
        self.advance()

    def advance(self) -> str:
        """Step to the next token and return the one left behind."""
        left = self.token
        match = TOKEN.match(self.text, self.after)
        assert match is not None
        self.token, self.place, self.after = match[1], match.start(1), match.end(1)
        return left

    def wrong(self, expected: str) -> MossaError:
        found = repr(self.token) if self.token else "the end of the text"
        return _error(self.place, f"expected {expected}, found {found}")

    def expect(self, mark: str) -> None:
        if self.token != mark:
            raise self.wrong(repr(mark))
        self.advance()

    def node(self, nesting: int) -> _Node:
        node = _Node(self.place)
        if nesting > DEEPEST:
            raise _error(self.place, f"brackets within brackets more than {DEEPEST} deep")
        word = ""
        if self.token == "!":
            self.advance()
            node.forcing, node.place = True, self.place
        if self.token and self.token not in MARKS:
            word = self.advance()
            if self.token == "=":
                self.advance()
                node.name, node.place, word = word, self.place, ""
                if self.token and self.token not in MARKS:
                    word = self.advance()
        if self.token == "(" and (not word or WHO.fullmatch(word)):
            node.who = _player(word) if word else None
            self.children(node, ")", nesting)
            if self.token == "~":
                self.advance()
                place = self.place
                node.looks = _number(self.advance(), place, "a number")
        elif word:
            if WHO.fullmatch(word):
                raise self.wrong(f"'(' after {word}")
            node.numbers = (_number(word, node.place),)
        elif self.token == "{":
            node.who = CHANCE
            self.children(node, "}", nesting)
        elif self.token == "[":
            self.advance()
            node.vector = True
            while self.token != "]":
                if not self.token or self.token in MARKS:
                    raise self.wrong("a number or ']'")
                place = self.place
                node.numbers += (_number(self.advance(), place),)
            if not node.numbers:
                raise self.wrong("a number")
            self.advance()
        else:
            raise self.wrong("a number, '(', '[' or '{'")
        return node

    def children(self, node: _Node, closing: str, nesting: int) -> None:
        """The children in brackets; those of chance each with its probability."""
        self.advance()
        while self.token != closing:
            if not self.token or self.token in ")]}":
                raise self.wrong(f"a node or {closing!r}")
            probability = self.probability() if node.who == CHANCE else 1.0
            child = self.node(nesting + 1)
            child.probability = probability
            node.children.append(child)
        if not node.children:
            raise self.wrong("a node")
        total = math.fsum(child.probability for child in node.children)
        if node.who == CHANCE and not math.isclose(total, 1, abs_tol=1e-9):
            raise _error(node.place, f"the probabilities of this chance node add up to {total:g}, not to 1")
        self.advance()

    def probability(self) -> float:
        place, word = self.place, self.advance()
        top, slash, bottom = word.partition("/")
        divisor = _number(bottom, place, "a probability") if slash else 1.0
        value = _number(top, place, "a probability") / divisor if divisor else 0.0
        if not 0 < value <= 1:
            raise _error(place, f"a probability is above 0 and at most 1, not {word}")
        self.expect(":")
        return value


def _error(place: int, what: str) -> MossaError:
    return MossaError(f"the tree is wrong at character {place + 1}: {what}")


def _player(who: str) -> int:
    return {"max": 0, "min": 1}.get(who) or whole_number(who[1:] if who[0] == "p" else "1") - 1


def _number(word: str, place: int, what: str = "a number, '(', '[' or '{'") -> float:
    try:
        value = float(word.replace("−", "-"))
    except ValueError:
        raise _error(place, f"expected {what}, found {word!r}") from None
    if not math.isfinite(value):
        raise _error(place, f"numbers in a tree are finite, not {word}")
    return value


def _tabulate(root: _Node) -> Tree:
    """The tables of a tree; faults that only show in the whole tree are found here."""
    nodes = [root]
    parent, ply, turn = [-1], [0], [0]  # turn: whose it is by default
    first: list[int] = []
    leaves: list[_Node] = []
    players = 0
    for index, node in enumerate(nodes):
        first.append(len(nodes))
        if node.numbers:
            leaves.append(node)
            size = len(node.numbers) if node.vector else 2
            if players and size != players:
                raise _error(node.place, f"a leaf for {size} players in a tree whose first leaf is for {players}")
            players = size
        moves = turn[index] if node.who is None else node.who
        for child in node.children:
            nodes.append(child)
            parent.append(index)
            ply.append(ply[index] + 1)
            turn.append(turn[index] if moves == CHANCE else moves + 1)
    for index, node in enumerate(nodes):
        if node.who is not None and node.who >= players:
            raise _error(node.place, f"player {node.who + 1} moves, but the leaves are for {players} players")
        letter = "abcdefghijklmnopqrstuvwxyz"[ply[index] % 26]
        called: set[str] = set()
        for number, child in enumerate(node.children, 1):
            child.name = child.name or f"{letter}{number}"
            if child.name in called:
                raise _error(child.place, f"two children of one node are called {child.name!r}")
            called.add(child.name)

    mover = [turn[i] % players if node.who is None else node.who for i, node in enumerate(nodes)]
    whole = all(number.is_integer() and abs(number) < 2**53 for leaf in leaves for number in leaf.numbers)
    payoffs: list[float] = []
    for node in nodes:
        utilities = node.numbers if node.vector else (node.numbers[0], -node.numbers[0]) if node.numbers else ()
        row = [int(number) for number in utilities] if whole else [float(number) + 0.0 for number in utilities]
        payoffs += row or [0 if whole else 0.0] * players
    if players != 2 and any(node.looks is not None for node in nodes):
        raise _error(next(node.place for node in nodes if node.looks is not None), "e(x) is for trees of two players")
    of_leaves = [payoffs[i * players : (i + 1) * players] for i, node in enumerate(nodes) if node.numbers]
    looks = [node.looks for node in nodes if node.looks is not None]
    low = min(*map(min, of_leaves), *looks, *(-number for number in looks), math.inf)
    high = max(*map(max, of_leaves), *looks, *(-number for number in looks), -math.inf)
    middle = (low + high) / 2
    largest = max(abs(low), abs(high))
    return Tree(
        players,
        tuple(first),
        tuple(len(node.children) for node in nodes),
        tuple(mover),
        ("", *(node.name for node in nodes[1:])),
        tuple(parent),
        tuple(ply),
        tuple(node.probability for node in nodes),
        tuple(payoffs),
        tuple(middle if node.looks is None else node.looks for node in nodes) if looks else (),
        tuple(node.forcing for node in nodes),
        (low, high) if low < high else (low - 1, high + 1),
        all(abs(math.fsum(row)) <= 1e-12 * largest for row in of_leaves),
        all(node.who in (None, CHANCE, turn[i] % players) for i, node in enumerate(nodes) if i),
    )
