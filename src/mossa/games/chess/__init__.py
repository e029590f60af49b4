"""Chess: checkmate the opponent's king.

Rules: the Laws of Chess of FIDE (2023), articles 1–5 and 9, and Chess960 (appendix II): castling, en passant,
promotion, stalemate, dead positions by material, and the draw after 75 moves without a capture or a pawn's move.
Position 518 of Chess960 is the usual first position, `chess:start=0` … `chess:start=959` are the others.

Draws that depend on the game so far and must be claimed (a position that occurs for the third time, 50 moves) or are
declared (for the fifth time) are not part of a state: `mossa.games.chess.draws` finds them in a `Position`. The engines
count every repetition and 50 quiet moves as a draw. Left out: dead positions that only reasoning shows to be dead
(blocked pawns), touched pieces, resignation and agreement.

Positions are written in FEN, moves as in UCI (`e2e4`, `e7e8q`); SAN is read too (`Nf3`, `exd5`, `O-O`).
"""

TITLE = "Chess"
