"""Checkers, English draughts (dama inglese): men move forwards on the dark squares, jump, crown.

Rules: those of the American Checker Federation and the English Draughts Association. Black begins. A man moves and
jumps forwards only, a king forwards and backwards, one square at a time. A capture must be made, and made to its end,
but among captures the player is free to choose. A man that reaches the last row becomes a king and its move ends. A
player who cannot move loses. A position that occurs for the third time is drawn; so is a game in which, for forty moves
of each side, nothing was captured and no man moved (parameter `draw_after`, counted in single moves). Left out:
resignation and draws by agreement.
"""

TITLE = "Checkers"
