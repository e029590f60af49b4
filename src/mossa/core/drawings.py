"""Drawn pieces: outlines that a piece may have as its shape, for text that becomes SVG and for the web pages.

Each is drawn around (0, 0) in a square of 100 by 100, with `y` downwards. The outline is filled in the colour of the
piece's role; the details are lines on it.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DRAWINGS", "Drawing"]


@dataclass(frozen=True)
class Drawing:
    """An outline and the lines on it, as the path data of SVG."""

    outline: str
    details: tuple[str, ...] = ()
    spots: tuple[str, ...] = ()
    """Filled in the colour of the lines: the pips of a die."""


BASE = "V38 H-29 V32 Q-29 28.5 -26.5 27 C-24 24 -23 20 -25 15"
"""The foot that king and queen share, from its right upper corner to its left one."""


def _circle(x: float, y: float, radius: float) -> str:
    """The path of a circle."""
    left, right = f"{x - radius:g} {y:g}", f"{x + radius:g} {y:g}"
    return f"M{left} A{radius:g} {radius:g} 0 1 1 {right} A{radius:g} {radius:g} 0 1 1 {left} Z"


PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""The pips of a die, as the keys of a telephone."""


def _die(number: int) -> Drawing:
    """A die with this number on top."""
    places = (divmod(int(key) - 1, 3) for key in PIPS[number])
    return Drawing(
        "M-26 -36 H26 Q36 -36 36 -26 V26 Q36 36 26 36 H-26 Q-36 36 -36 26 V-26 Q-36 -36 -26 -36 Z",
        spots=tuple(_circle(20 * (column - 1), 20 * (row - 1), 7.5) for row, column in places),
    )


DRAWINGS: dict[str, Drawing] = {
    **{f"die{number}": _die(number) for number in PIPS},
    "bar": Drawing("M-50 -30 H50 V30 H-50 Z"),
    "pin": Drawing(_circle(0, 0, 17)),
    "slab": Drawing("M-32 -12 H32 Q37 -12 37 -7 V7 Q37 12 32 12 H-32 Q-37 12 -37 7 V-7 Q-37 -12 -32 -12 Z"),
    "rock": Drawing(
        "M-33 25 L-41 4 L-29 -20 L-7 -33 L20 -29 L38 -9 L41 15 L29 31 L-21 34 Z",
        ("M-29 -20 L-9 -8 L20 -29", "M-9 -8 L-14 33", "M-9 -8 L26 4 L41 15", "M26 4 L29 31"),
    ),
    "paper": Drawing(
        "M-28 -39 H13 L29 -23 V39 H-28 Z",
        ("M13 -39 V-23 H29", "M-17 -12 H17", "M-17 1 H17", "M-17 14 H17", "M-17 27 H4"),
    ),
    "scissors": Drawing(
        f"M-4.5 9 L14 -43 Q21 -39 20 -33 L5 10 Z M4.5 9 L-14 -43 Q-21 -39 -20 -33 L-5 10 Z {_circle(-16, 25, 14)} "
        f"{_circle(16, 25, 14)}",
        (_circle(-16, 25, 7), _circle(16, 25, 7)),
        (_circle(0, 3, 3),),
    ),
    "pawn": Drawing(
        "M0 -31 A12.5 12.5 0 0 1 8.5 -9.3 H12 A3.4 3.4 0 0 1 12 -2.5 H8 C8.5 8 12 17 20 25.5 Q26 27 26 32 V38 H-26 V32 "
        "Q-26 27 -20 25.5 C-12 17 -8.5 8 -8 -2.5 H-12 A3.4 3.4 0 0 1 -12 -9.3 H-8.5 A12.5 12.5 0 0 1 0 -31 Z"
    ),
    "knight": Drawing(
        "M30 38 V32 Q30 27.5 26 26.5 C28 18 30 8 28.5 -3 C26 -20 17 -30 3 -32.5 L-2 -41 L-7 -33 L-15 -40 L-14 -29.5 "
        "C-18 -27 -20 -24 -21 -20 C-24 -11 -31 -5 -33.5 1 C-35.5 7 -30 12 -25 10.5 C-21 9.5 -20 5 -16.5 3 "
        "C-11 1.5 -5 -1 -1.5 -7 C1 -2 -2 4 -7 9 C-12 14 -15.5 19 -16 26.5 Q-21 27.5 -21 32 V38 Z",
        ("M6 -27 C16 -21 21 -9 20.5 9", "M-15 -20.5 L-11.5 -19", "M-29.5 3 L-28 1.5"),
    ),
    "bishop": Drawing(
        "M0 -41 A5.2 5.2 0 0 1 4 -32.4 C14 -25 22 -13 20 -2 C19 6 14.5 11 12 13 H14.5 A3 3 0 0 1 14.5 19 H12.5 "
        "C15 23.5 20 26 25 27.5 Q28 28.5 28 32 V38 H-28 V32 Q-28 28.5 -25 27.5 C-20 26 -15 23.5 -12.5 19 H-14.5 "
        "A3 3 0 0 1 -14.5 13 H-12 C-14.5 11 -19 6 -20 -2 C-22 -13 -14 -25 -4 -32.4 A5.2 5.2 0 0 1 0 -41 Z",
        ("M0 -19 V1", "M-7.5 -11 H7.5", "M-12 13 H12"),
    ),
    "rook": Drawing(
        "M-25 -34 H-14 V-26 H-6 V-34 H6 V-26 H14 V-34 H25 V-17 L18 -10 L20 20 L26 27 Q29 28 29 32 V38 H-29 V32 "
        "Q-29 28 -26 27 L-20 20 L-18 -10 L-25 -17 Z",
        ("M-18 -10 H18", "M-20 20 H20"),
    ),
    "queen": Drawing(
        "M-25 15 L-35.5 -15.5 A4.6 4.6 0 1 1 -31.5 -18 L-20.5 -2 L-20.5 -25 A4.6 4.6 0 1 1 -15.5 -26 L-7 -4 "
        "L-2.5 -30.4 A4.6 4.6 0 1 1 2.5 -30.4 L7 -4 L15.5 -26 A4.6 4.6 0 1 1 20.5 -25 L20.5 -2 L31.5 -18 "
        f"A4.6 4.6 0 1 1 35.5 -15.5 L25 15 C23 20 24 24 26.5 27 Q29 28.5 29 32 {BASE} Z",
        ("M-25 15 Q0 8.5 25 15", "M-26 27 Q0 20.5 26 27"),
    ),
    "king": Drawing(
        "M-3.2 -26.5 V-31.5 H-9 V-37.5 H-3.2 V-43 H3.2 V-37.5 H9 V-31.5 H3.2 V-26.5 C9.5 -24.5 12 -19.5 11 -13.5 "
        f"C18 -24 36.5 -23 36.5 -7 C36.5 2.5 28 8 25 15 C23 20 24 24 26.5 27 Q29 28.5 29 32 {BASE} "
        "C-28 8 -36.5 2.5 -36.5 -7 C-36.5 -23 -18 -24 -11 -13.5 C-12 -19.5 -9.5 -24.5 -3.2 -26.5 Z",
        ("M-11 -13.5 C-6 -5 -1 3 0 11 C1 3 6 -5 11 -13.5", "M-25 15 Q0 8.5 25 15", "M-26 27 Q0 20.5 26 27"),
    ),
}
"""Shape → how it is drawn. Any game may use them."""
