"""Gomoku: five stones in a row.

Rules: as in every book. Black begins; the players in turn put a stone on an empty point. Who first has five in a row,
along a line or a diagonal, wins; the full board is a draw. Parameter `size`: points on a side, 15 by default, 5 to 19.
Parameter `exact=1`: only a row of exactly five wins (*standard* Gomoku); by default six or more win too (*freestyle*).
Left out: the opening rules of tournaments (swap, swap2) and what Renju forbids Black.

Points are written a1 … o15, with a1 at the bottom left, as on a chess board; a position as the points played from the
empty board, Black's first.
"""

TITLE = "Gomoku"
