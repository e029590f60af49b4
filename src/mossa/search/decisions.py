"""Decisions against nature from a payoff table (published signatures; the bodies follow)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["RULES", "Decision", "Payoffs", "decide", "read_payoffs"]

RULES: tuple[str, ...] = ("maximax", "maximin", "regret", "hurwicz", "laplace", "expected")


@dataclass(frozen=True)
class Payoffs:
    """A table: choices down, states of nature across."""

    choices: tuple[str, ...]
    states: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]
    probabilities: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Decision:
    """`choice`: all choices equally good; `table`: the figure of each choice; `regrets`: for minimax regret."""

    rule: str
    choice: tuple[str, ...]
    value: float
    table: dict[str, float]
    regrets: dict[str, tuple[float, ...]] | None = None


def read_payoffs(file: str | Path) -> Payoffs:
    """The table of a CSV file, or MossaError with the line."""
    raise NotImplementedError


def decide(payoffs: Payoffs, rule: str, *, alpha: float | None = None) -> Decision:
    """The choices that a rule recommends; `alpha` is Hurwicz's weight of the best case (default 0.5)."""
    raise NotImplementedError
