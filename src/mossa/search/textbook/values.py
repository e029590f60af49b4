"""Values: what a node is worth. A number from MAX's side, or one number per player.

`Timed` tells a quick win from a slow one: a number with the ply at which it is reached. It is a float in every respect,
but among equal numbers the earlier win and the later loss is the greater one, so every algorithm that only compares
values prefers the shorter win and the longer defence without any change.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, TypeVar

__all__ = [
    "Timed",
    "V",
    "Value",
    "as_json",
    "from_json",
    "just_above",
    "just_below",
    "mean",
    "plain",
    "show",
    "show_window",
]

Value = float | tuple[float, ...]
"""What a node is worth to MAX (a number) or to each player (a tuple)."""
V = TypeVar("V", float, tuple[float, ...])
"""One of the two."""


class Timed(float):
    """A value reached at a ply.

    >>> Timed(1, 3, draw=0) > Timed(1, 5, draw=0) > Timed(-1, 4, draw=0) > Timed(-1, 2, draw=0)
    True
    """

    __slots__ = ("haste",)
    haste: float
    """Breaks ties: above 0 and growing with the ply for a loss, below 0 and falling for a win, 0 for a draw."""

    def __new__(cls, value: float, ply: float, *, draw: float) -> Timed:
        return cls.with_haste(value, -ply if value > draw else ply if value < draw else 0)

    @classmethod
    def with_haste(cls, value: float, haste: float) -> Timed:
        """The value with this tie-breaker."""
        self = float.__new__(cls, value)
        self.haste = haste
        return self

    @property
    def ply(self) -> float:
        """How far from the root it is reached; 0 for a draw, which is equally good at any ply."""
        return abs(self.haste)

    def _pair(self) -> tuple[float, float]:
        return float(self), self.haste

    def __eq__(self, other: object) -> bool:
        return self._pair() == _pair(other) if isinstance(other, float | int) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return self._pair() != _pair(other) if isinstance(other, float | int) else NotImplemented

    def __lt__(self, other: float) -> bool:
        return self._pair() < _pair(other)

    def __le__(self, other: float) -> bool:
        return self._pair() <= _pair(other)

    def __gt__(self, other: float) -> bool:
        return self._pair() > _pair(other)

    def __ge__(self, other: float) -> bool:
        return self._pair() >= _pair(other)

    def __hash__(self) -> int:
        return hash(self._pair())

    def __reduce__(self) -> Any:
        return Timed.with_haste, self._pair()


def _pair(value: float) -> tuple[float, float]:
    return float(value), getattr(value, "haste", 0)


def just_below(value: float) -> float:
    """The next smaller value that can be represented: a window that begins here has `value` inside."""
    return _next(value, -math.inf, -0.5)


def just_above(value: float) -> float:
    """The next greater value that can be represented."""
    return _next(value, math.inf, 0.5)


def _next(value: float, towards: float, haste: float) -> float:
    if isinstance(value, Timed):
        return Timed.with_haste(value, value.haste + haste)  # plies are whole numbers, so half a ply lies between them
    return math.nextafter(value, towards)


def plain(value: Value) -> Value:
    """The value without its ply."""
    if isinstance(value, tuple):
        return tuple(float(v) if isinstance(v, Timed) else v for v in value)
    return float(value) if isinstance(value, Timed) else value


def mean(chances: Iterable[float], values: Iterable[float]) -> float:
    """The mean of values with these probabilities, rounded once."""
    return math.fsum(p * v for p, v in zip(chances, values, strict=True))


def show(value: Value | None) -> str:
    """A value as people write it.

    >>> show(-math.inf), show(0.1 + 0.2), show((1.0, -2.5)), show(14)
    ('−∞', '0.3', '(1, −2.5)', '14')
    """
    if value is None:
        return ""
    if isinstance(value, tuple):
        return f"({', '.join(map(show, value))})"
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    text = f"{value:.6g}"
    text = f"{value:.15g}" if "e" in text and abs(value) < 1e15 else text
    return ("0" if text == "-0" else text).replace("-", "−")


def show_window(alpha: float | None, beta: float | None, separator: str = ", ") -> str:
    """A window as people write it; a plus where both edges look alike because it is a null window.

    >>> show_window(-math.inf, 3), show_window(0.5, just_above(0.5))
    ('[−∞, 3]', '[0.5, 0.5+]')
    """
    low, high = show(alpha), show(beta)
    return f"[{low}{separator}{high}{'+' if low == high else ''}]"


def as_json(value: Any) -> Any:
    """A value as JSON: infinities as text, timed values with their tie-breaker."""
    if isinstance(value, Timed):
        return {"value": float(value), "haste": value.haste}
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, tuple):
        return [as_json(item) for item in value]
    if isinstance(value, dict):
        return {name: as_json(item) for name, item in value.items()}
    return value


def from_json(plain: Any) -> Any:
    """The inverse of `as_json`, for a value of a node."""
    if isinstance(plain, dict):
        return Timed.with_haste(plain["value"], plain["haste"])
    if isinstance(plain, list):
        return tuple(from_json(item) for item in plain)
    return float(plain) if plain in ("inf", "-inf") else plain
