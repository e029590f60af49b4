"""Nim by splitting: split one pile of matches into two unequal piles; whoever cannot move loses.

Rules: Grundy's game [Grundy39], in the course "Nim" with one pile of 7. Parameter `matches` is the first pile. A move
is written `7=4+3`; the position it leads to (`4-3`) is read as a move too. A position is its piles, the greatest
first: `4-2-1`. Each move makes one pile more, so the number of piles tells who is to move. Nothing is left out.

Utilities are +1 and −1; the course labels the same ends 1 and 0. Who wins
is known by Grundy numbers: those of the piles, added without carry (XOR), are 0 exactly if the player to move loses.
"""

TITLE = "Nim by splitting"
