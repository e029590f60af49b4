"""Othello (Reversi): place a disc so that it encloses discs of the opponent in a line; they turn to your colour.

Rules: the usual ones of the World Othello Federation. Black begins; a player who can turn a disc must, one who cannot
passes, and a forced pass is a move (`pass`); the game ends when neither side can turn any. Utility and score are the
final difference of discs, the empty squares counted for the winner. Nothing is left out.

Squares are written a1 … h8, a1 at the top left; a position as 64 letters `X O -` from a1 to h8 and the side to move.
"""

TITLE = "Othello"
