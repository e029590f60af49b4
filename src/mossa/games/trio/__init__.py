"""Trio: Rolit, the Reversi of balls, for three players; each ball counts.

Rules: Rolit (a game of Goliath), which two to four play on 8 × 8 or smaller boards; parameter `size` is 4, 6 or 8. One
ball of each of four colours lies in the middle, also when three play: here the fourth is green and nobody's. Red,
Yellow and Blue in turn place a ball of their colour. It turns to that colour every run of other balls between it and
the next ball of its own, in all eight directions. A player who can turn a ball must; one who cannot places next to any
ball. The full board ends the game. In Rolit the most balls win; here each counts 2 for its owner and −1 for the other
two players, so that the game is zero-sum and it matters who comes second. Nothing else is left out.

Cells are written a1 … d4; a position as a letter a cell, `R Y B G -`, from a1 to d4.

With three players the best move depends on what the other two want. max^n [LuckhardtIrani86] expects each to play for
himself; paranoid search [SturtevantKorf00] expects them to join against the mover, and so finds his guaranteed result.
In `YYY--BRR-BRYRRR-` Blue has two moves. After d4 he ends with −4 whatever the others do. After d1 he ends with −1 if
each plays for himself, and with −10 if Yellow and Red give up balls of their own to harm him: max^n plays d1, paranoid
search d4.
"""

TITLE = "Trio"
