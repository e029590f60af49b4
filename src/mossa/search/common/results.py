"""The result of a search: the same for every algorithm and engine."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SearchResult"]


@dataclass(frozen=True)
class SearchResult:
    """The result of a search, with moves as integers."""

    move: int
    """The move to play."""
    value: float
    """What it is worth to the mover: a utility, or an estimate of one on the same scale."""
    moves: tuple[int, ...] = ()
    """All moves known to be equally good (the one to play included)."""
    score: int | None = None
    """The engine's integer score, from the mover's side, where it has one."""
    depth: int = 0
    """The last completed depth."""
    nodes: int = 0
    """Nodes generated."""
    held: int = 0
    """The most nodes in memory at once, where the algorithm counts them."""
    seconds: float = 0.0
    pv: tuple[int, ...] = ()
    """The line both sides are expected to play, beginning with `move`."""
    candidates: tuple[tuple[int, float], ...] = ()
    """Moves with their values, best first, where more than one was asked for."""
    variations: tuple[tuple[int, ...], ...] = ()
    """The line of each candidate, where the engine has values and no scores."""
    lines: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """The score and the line of each candidate, where the engine has them."""
    bound_hits: int = 0
    """Nodes that the game's `bounds` decided without a search; hits of endgame tables are among them."""
    exact: bool = False
    """The value is proven, not estimated."""
    probabilities: tuple[tuple[int, float], ...] = ()
    """Of a mixed strategy: moves with their probabilities, which add up to 1."""
    exploitability: float = 0.0
    """Of an approximate mixed strategy: what a player could gain by deviating from it, on average over the players."""
    residual: float = 0.0
    """Of values that depend on one another: the greatest difference between a value and the one that follows from the
    others."""
    vector: tuple[float, ...] = ()
    """With more than two players: the value for each."""
    deals: int = 0
    """Where hidden cards are dealt: the deals that were searched."""
