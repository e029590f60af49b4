"""Hex: connect your two sides of the board.

Rules: P. Hein (1942) and J. Nash (1948), with the swap of tournaments. The board is a rhombus of hexagons. Red connects
the top with the bottom, Blue the left side with the right. The players in turn put a stone on an empty cell, Red first;
who connects his sides wins, and one of them will: there are no draws. As his first move Blue may instead *swap
pieces*: the red stone becomes a blue one at the mirrored cell (b4 becomes d2), and Red moves again. Parameters: `size`,
cells on a side, 11 by default, 2 to 19; `swap=0` plays without the swap. Nothing is left out.

Cells are written a1 … k11, with a1 at the top left; the swap is written `swap-pieces` (`swap` is read too); a position
is the moves from the empty board.
"""

TITLE = "Hex"
