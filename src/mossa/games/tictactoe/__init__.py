"""Tic-tac-toe (tris): two players in turn mark a square of a 3×3 board; three in a line win.

Rules: the usual ones; X begins; a full board without a line is a draw. Nothing is left out.
"""

TITLE = "Tic-tac-toe"
